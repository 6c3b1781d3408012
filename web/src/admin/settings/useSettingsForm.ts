import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormState } from '~/admin/shared/form-state'
import type { PickedImage } from '~/admin/shared/PictureField'
import { uploadImage } from '~/admin/shared/upload'
import { api, unwrap } from '~/shared/api/client'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'
import type { SettingsContext } from './fields'
import { adminSettingsQuery, type StaffSettings } from './queries'

export type TaxRow = { state: string; rate: string }

/** The whole settings form: all tabs are one form and are saved at once. */
export function useSettingsForm(stored: StaffSettings, onRefused: (fields: string[]) => void) {
  const client = useQueryClient()
  const form = useFormState<Record<string, string>>(stored.settings)
  const [logo, setLogo] = useState<PickedImage>({ url: stored.settings.site_logo ?? '' })
  const [clearing, setClearing] = useState<string[]>([])
  const [taxRates, setTaxRates] = useState<TaxRow[]>(stored.tax_rates)
  // What this form began with. `stored` follows what colleagues save: measured by it, theirs would be undone.
  const [start, setStart] = useState(stored)
  const taxChanged = JSON.stringify(taxRates) !== JSON.stringify(start.tax_rates)
  const logoChanged = logo.file !== undefined || logo.url !== (start.settings.site_logo ?? '')

  const save = useMutation({
    mutationFn: async () => {
      const settings: Record<string, string> = {}
      for (const key of form.changed) settings[key] = form.values[key]?.trim() ?? ''
      if (logo.file) settings.site_logo = (await uploadImage(logo.file, 'logo')).url
      else if (logoChanged) settings.site_logo = logo.url
      await unwrap(
        api.PUT('/api/admin/settings', {
          body: { settings, clear_secrets: clearing, tax_rates: taxChanged ? taxRates : undefined },
        }),
      )
      return client.fetchQuery({ ...adminSettingsQuery, staleTime: 0 })
    },
    onSuccess: async (now) => {
      startOver(now)
      toast({ title: 'Settings updated', description: 'Site settings have been updated successfully.' })
      await Promise.all(
        [['settings'], ['admin', 'dashboard']].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => {
      form.refuse(error)
      if (error instanceof ApiError) onRefused(Object.keys(error.fields))
      toast({
        variant: 'destructive',
        title: 'Error saving settings',
        description: errorMessage(error, 'An unknown error occurred'),
      })
    },
  })

  function startOver(from: StaffSettings) {
    setStart(from)
    form.reset(from.settings)
    setLogo({ url: from.settings.site_logo ?? '' })
    setClearing([])
    setTaxRates(from.tax_rates)
  }

  const context: SettingsContext = {
    value: (key) => form.values[key] ?? '',
    hasSecret: (key) =>
      Boolean(form.values[key]) || (stored.secrets_set.includes(key) && !clearing.includes(key)),
    mailLeaves: stored.mail_leaves,
    demoPayments: stored.demo_payments,
  }

  return {
    values: form.values,
    errors: form.errors,
    set: (key: string, value: string) => form.set(key, value),
    secretsSet: stored.secrets_set,
    clearing,
    toggleClear: (key: string) => {
      form.set(key, '')
      setClearing((current) =>
        current.includes(key) ? current.filter((one) => one !== key) : [...current, key],
      )
    },
    logo,
    setLogo,
    taxRates,
    setTaxRates,
    context,
    isDirty: form.isDirty || logoChanged || clearing.length > 0 || taxChanged,
    discard: () => startOver(stored),
    startOver,
    save,
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
