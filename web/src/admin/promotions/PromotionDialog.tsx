import { useQueryClient } from '@tanstack/react-query'
import { ConflictDialog, differencesOf } from '~/admin/shared/ConflictDialog'
import { useVersionedForm } from '~/admin/shared/use-versioned-form'
import { api, unwrap } from '~/shared/api/client'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { PromotionInput } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { hasErrors } from '~/shared/form/failure'
import { SelectField, TextField } from '~/shared/ui/Field'
import { Switch } from '~/shared/ui/Switch'
import { toast } from '~/shared/ui/toast-store'
import {
  checkForm,
  emptyForm,
  fieldLabels,
  fieldNames,
  formOf,
  inputOf,
  kindLabels,
  type PromotionForm,
} from './form'
import { type Promotion, promotionKey, promotionsQuery } from './queries'

type PromotionDialogProps = { promotion?: Promotion; open: boolean; onClose: () => void }

export function PromotionDialog({ promotion, open, onClose }: PromotionDialogProps) {
  const client = useQueryClient()
  const { edit, conflict } = useVersionedForm<Promotion, PromotionForm>({
    stored: promotion,
    valuesOf: (from) => (from ? formOf(from) : emptyForm),
    limits: PromotionInput,
    check: checkForm,
    fieldNames,
    store: async ({ values, was }) => {
      const body = inputOf(values)
      if (!was) return unwrap(api.POST('/api/admin/promotions', { body }))
      return unwrap(
        api.PUT('/api/admin/promotions/{id}', {
          params: { path: { id: was.id } },
          body: { ...body, version: was.version },
        }),
      )
    },
    onStored: async (saved, { isNew }) => {
      toast({
        title: isNew ? 'Promotion created' : 'Promotion updated',
        description: `${saved.code} ${isNew ? 'has been created successfully.' : 'has been updated successfully.'}`,
      })
      onClose()
      await client.invalidateQueries({ queryKey: promotionKey })
    },
    fetchCurrent: async ({ id }) => {
      const { items } = await client.fetchQuery({ ...promotionsQuery, staleTime: 0 })
      const now = items.find((one) => one.id === id)
      if (!now) throw new Error('The promotion is gone.')
      return now
    },
    onError: (error) => {
      client.invalidateQueries({ queryKey: promotionKey })
      if (error instanceof ApiError && hasErrors(error.fields)) return
      toast({
        variant: 'destructive',
        title: 'Error saving promotion',
        description: errorMessage(error, 'An unknown error occurred'),
      })
    },
  })
  const { form, field, values, errors, set, clearAll, busy } = edit

  if (conflict)
    return (
      <ConflictDialog
        what="promotion"
        differences={differencesOf(fieldLabels, conflict, (form, key) =>
          key === 'kind' ? kindLabels[form.kind] : String(form[key]).replace('T', ' '),
        )}
        {...conflict.dialog}
      />
    )
  return (
    <FormDialog
      open={open}
      title={promotion ? 'Edit Promotion' : 'Add New Promotion'}
      className="max-w-2xl!"
      form={form}
      busy={busy}
      submit={busy ? 'Saving...' : promotion ? 'Update Promotion' : 'Save Promotion'}
      onClose={onClose}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label={fieldLabels.code} autoComplete="off" className="md:col-span-2" {...field('code')} />
        <SelectField
          label={fieldLabels.kind}
          error={errors.kind}
          value={values.kind}
          onChange={(event) => {
            set('kind', event.target.value as PromotionForm['kind'])
            clearAll()
          }}
        >
          {Object.entries(kindLabels).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </SelectField>
        {values.kind === 'free_shipping' ? (
          <p className="self-end pb-2.5 text-mute text-sm">Shipping costs nothing.</p>
        ) : (
          <TextField
            label={values.kind === 'percent' ? 'Percent' : 'Amount'}
            inputMode="decimal"
            {...field('value')}
          />
        )}
        <TextField
          label={fieldLabels.minimum}
          hint="Of goods. Empty: none."
          inputMode="decimal"
          className="md:col-span-2"
          {...field('minimum')}
        />
        <TextField
          label={fieldLabels.starts_at}
          type="datetime-local"
          hint="Empty: at once."
          {...field('starts_at')}
        />
        <TextField
          label={fieldLabels.ends_at}
          type="datetime-local"
          hint="Empty: never."
          {...field('ends_at')}
        />
        <TextField
          label={fieldLabels.max_uses}
          inputMode="numeric"
          hint="Empty: no limit."
          {...field('max_uses')}
        />
        <TextField
          label={fieldLabels.max_per_customer}
          inputMode="numeric"
          hint="Empty: no limit."
          {...field('max_per_customer')}
        />
        <div className="md:col-span-2">
          <Switch
            label={fieldLabels.enabled}
            checked={values.enabled}
            onCheckedChange={(on) => set('enabled', on)}
          />
        </div>
      </div>
    </FormDialog>
  )
}
