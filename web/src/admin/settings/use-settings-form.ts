import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PickedImage } from '~/admin/shared/PictureField'
import { toastError, UNKNOWN_ERROR } from '~/admin/shared/toast-error'
import { type PictureKind, uploadImage } from '~/admin/shared/upload'
import { api, unwrap } from '~/shared/api/client'
import { ApiError, refusalMessage } from '~/shared/api/errors'
import { FormError, failureOf, hasErrors } from '~/shared/form/failure'
import { type Edited, useEditForm } from '~/shared/form/use-edit-form'
import { toast } from '~/shared/ui/toast-store'
import { checkSettings, type ImageKey } from './fields'
import type { SettingsContext } from './needs'
import { adminSettingsQuery, type StaffSettings } from './queries'

type TaxRow = { state: string; rate: string }

/** What the uploads call the pictures of settings. */
const kinds: Record<ImageKey, PictureKind> = {
  site_logo: 'logo',
  store_map_image: 'map',
  promo_image: 'promo',
}

/** The whole settings form: all tabs are one form and are saved at once. */
export function useSettingsForm(stored: StaffSettings, onRefused: (fields: string[]) => void) {
  const client = useQueryClient()
  const [files, setFiles] = useState<Record<string, File>>({})
  // Where the files are that were uploaded: a second try does not upload them again.
  const uploaded = useRef(new WeakMap<File, string>())
  const [clearing, setClearing] = useState<string[]>([])
  const [taxRates, setTaxRates] = useState<TaxRow[]>(stored.tax_rates)
  // The settings as they were when this form was opened. `stored` changes when somebody else saves: compared with it, their
  // changes would look like edits of this form and be undone.
  const [start, setStart] = useState(stored)
  const taxChanged = JSON.stringify(taxRates) !== JSON.stringify(start.tax_rates)
  const hasFiles = Object.keys(files).length > 0

  const edit = useEditForm<Record<string, string>, void>({
    initial: stored.settings,
    hold: hasFiles || clearing.length > 0 || taxChanged,
    // The controls have their limits from the description of each setting.
    limits: {},
    submit: save,
    onError: (error) => {
      onRefused(Object.keys(failureOf(error, UNKNOWN_ERROR).fields))
      toastError('Error saving settings', error)
    },
  })

  const isDirty = edit.isDirty || hasFiles || clearing.length > 0 || taxChanged
  // A colleague saved other settings while nothing was changed here: show them.
  if (stored !== start && !isDirty && !edit.busy) startOver(stored)

  async function save({ values, changed }: Edited<Record<string, string>>) {
    const settings: Record<string, string> = {}
    for (const key of changed) settings[key] = values[key]?.trim() ?? ''
    const wrong = checkSettings(settings)
    if (hasErrors(wrong)) throw new FormError('Some fields need another look.', wrong)
    for (const [key, file] of Object.entries(files) as [ImageKey, File][])
      settings[key] = await upload(key, file)
    await unwrap(
      api.PUT('/api/admin/settings', {
        body: { settings, clear_secrets: clearing, tax_rates: taxChanged ? taxRates : undefined },
      }),
    )
    showSaved(await client.fetchQuery({ ...adminSettingsQuery, staleTime: 0 }))
    toast({ title: 'Settings updated', description: 'Site settings have been updated successfully.' })
    await Promise.all(
      [['settings'], ['admin', 'dashboard'], ['admin', 'backups']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  }

  async function upload(key: ImageKey, file: File): Promise<string> {
    const known = uploaded.current.get(file)
    if (known) return known
    const { url, sizes } = await uploadImage(file, kinds[key]).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      const message = refusalMessage(error) || UNKNOWN_ERROR
      throw new FormError(message, { [key]: message })
    })
    // Icons are made of the logo, so it is kept as it was uploaded; the others in the width that the home page needs.
    const stored = key === 'site_logo' ? url : (sizes.at(-1)?.url ?? url)
    uploaded.current.set(file, stored)
    return stored
  }

  /** What was changed while the rest was being saved stays. */
  function showSaved(from: StaffSettings) {
    setStart(from)
    edit.startFromSaved(from.settings)
    setFiles((current) =>
      Object.fromEntries(Object.entries(current).filter(([key, file]) => file !== files[key])),
    )
    setClearing((current) => (current === clearing ? [] : current))
    setTaxRates((current) => (current === taxRates ? from.tax_rates : current))
  }

  function startOver(from: StaffSettings) {
    setStart(from)
    edit.startFrom(from.settings)
    setFiles({})
    setClearing([])
    setTaxRates(from.tax_rates)
  }

  function setPicture(key: string, { url, file }: PickedImage) {
    edit.set(key, url)
    setFiles(({ [key]: _, ...others }) => (file ? { ...others, [key]: file } : others))
  }

  const context: SettingsContext = {
    value: (key) => edit.values[key] ?? '',
    hasSecret: (key) =>
      Boolean(edit.values[key]) || (stored.secrets_set.includes(key) && !clearing.includes(key)),
    mailLeaves: stored.mail_leaves,
    demoPayments: stored.demo_payments,
  }

  return {
    values: edit.values,
    errors: edit.errors,
    /** A picture that was picked in its place is dropped. */
    set: (key: string, value: string) => setPicture(key, { url: value }),
    secretsSet: stored.secrets_set,
    clearing,
    toggleClear: (key: string) => {
      edit.set(key, '')
      setClearing((current) =>
        current.includes(key) ? current.filter((one) => one !== key) : [...current, key],
      )
    },
    picture: (key: ImageKey): PickedImage => ({ url: edit.values[key] ?? '', file: files[key] }),
    setPicture: (key: ImageKey, picture: PickedImage) => setPicture(key, picture),
    taxRates,
    setTaxRates: (rows: TaxRow[]) => {
      setTaxRates(rows)
      const changed = rows.filter(
        ({ state, rate }) => taxRates.find((row) => row.state === state)?.rate !== rate,
      )
      edit.clear('tax_rates', ...changed.map(({ state }) => `tax_rates.${state}`))
    },
    context,
    isDirty,
    discard: () => startOver(stored),
    busy: edit.busy,
    send: () => edit.send(),
    /** For the form element. */
    form: edit.form,
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
