import { useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { PromotionInput } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { hasErrors } from '~/shared/form/failure'
import { useEditForm } from '~/shared/form/use-edit-form'
import { SelectField, TextField } from '~/shared/ui/Field'
import { Switch } from '~/shared/ui/Switch'
import { toast } from '~/shared/ui/toast-store'
import { checkForm, emptyForm, fieldNames, formOf, inputOf, type PromotionForm } from './form'
import { type Promotion, promotionKey } from './queries'

type PromotionDialogProps = { promotion?: Promotion; open: boolean; onClose: () => void }

export function PromotionDialog({ promotion, open, onClose }: PromotionDialogProps) {
  const client = useQueryClient()
  const { form, field, values, errors, set, clearAll, busy } = useEditForm({
    initial: promotion ? formOf(promotion) : emptyForm,
    limits: PromotionInput,
    check: checkForm,
    fieldNames,
    submit: async (edited) => {
      const body = inputOf(edited.values)
      try {
        const saved = await unwrap(
          promotion
            ? api.PUT('/api/admin/promotions/{id}', {
                params: { path: { id: promotion.id } },
                body: { ...body, version: promotion.version },
              })
            : api.POST('/api/admin/promotions', { body }),
        )
        toast({
          title: promotion ? 'Promotion updated' : 'Promotion created',
          description: `${saved.code} has been ${promotion ? 'updated' : 'created'} successfully.`,
        })
        onClose()
      } finally {
        await client.invalidateQueries({ queryKey: promotionKey })
      }
    },
    onError: (error) => {
      if (error instanceof ApiError && hasErrors(error.fields)) return
      toast({
        variant: 'destructive',
        title: 'Error saving promotion',
        description: errorMessage(error, 'An unknown error occurred'),
      })
    },
  })

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
        <TextField label="Code" autoComplete="off" className="md:col-span-2" {...field('code')} />
        <SelectField
          label="Kind"
          error={errors.kind}
          value={values.kind}
          onChange={(event) => {
            set('kind', event.target.value as PromotionForm['kind'])
            clearAll()
          }}
        >
          <option value="percent">Percent off</option>
          <option value="amount">Amount off</option>
          <option value="free_shipping">Free shipping</option>
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
          label="Minimum order"
          hint="Of goods, in dollars. Empty: none."
          inputMode="decimal"
          className="md:col-span-2"
          {...field('minimum')}
        />
        <TextField label="Starts" type="datetime-local" hint="Empty: at once." {...field('starts_at')} />
        <TextField label="Ends" type="datetime-local" hint="Empty: never." {...field('ends_at')} />
        <TextField label="Total uses" inputMode="numeric" hint="Empty: no limit." {...field('max_uses')} />
        <TextField
          label="Uses per customer"
          inputMode="numeric"
          hint="Empty: no limit."
          {...field('max_per_customer')}
        />
        <div className="md:col-span-2">
          <Switch label="Enabled" checked={values.enabled} onCheckedChange={(on) => set('enabled', on)} />
        </div>
      </div>
    </FormDialog>
  )
}
