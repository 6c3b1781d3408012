import { useQuery } from '@tanstack/react-query'
import { adminCategoriesQuery } from '~/admin/categories/queries'
import { plural } from '~/admin/shared/format'
import { PriceChange as limits } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import type { FieldErrors } from '~/shared/form/failure'
import { brokenRule, numberAttributes } from '~/shared/form/limits'
import { useEditForm } from '~/shared/form/use-edit-form'
import { currencySign } from '~/shared/lib/money'
import { SelectField, TextField } from '~/shared/ui/Field'
import { useCurrency, useMoney } from '~/shared/ui/Money'
import type { BulkChange, StaffProduct } from './queries'

type BulkDialogProps = {
  onClose: () => void
  busy: boolean
  count: number
}

export function CategoryDialog({
  count,
  onConfirm,
  ...dialog
}: BulkDialogProps & { onConfirm: (id: number | null) => void }) {
  const { data } = useQuery(adminCategoriesQuery)
  const { form, field } = useEditForm({
    initial: { category: '' },
    limits: {},
    submit: async ({ values: { category } }) => onConfirm(category ? Number(category) : null),
  })
  return (
    <FormDialog
      {...dialog}
      title="Set category"
      description={`This changes ${plural(count, 'product')}. You can undo it afterwards.`}
      submit="Apply"
      form={form}
    >
      <SelectField label="New category" {...field('category')}>
        <option value="">Uncategorized</option>
        {data?.items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

type PriceChange = NonNullable<BulkChange['price_change']>

/** The same rounding as the server's: halves away from zero. */
function movedPrice(price: number, { amount = 0, percent = 0 }: PriceChange): number {
  const cents = Math.round(price * 100)
  const share = (cents * Math.round(percent * 100)) / 10_000
  return (cents + Math.round(amount * 100) + Math.sign(share) * Math.round(Math.abs(share))) / 100
}

type Typed = { direction: string; by: string; value: string }

const nameOf = (by: string) => (by === 'amount' ? 'amount' : 'percent')

/** The change that the form asks for; nothing while its number is none that the API takes. */
function changeOf({ direction, by, value }: Typed): PriceChange | undefined {
  const name = nameOf(by)
  const valid = Number(value) > 0 && !brokenRule(limits[name], value)
  return valid ? { [name]: direction === 'up' ? Number(value) : -Number(value) } : undefined
}

export function PriceDialog({
  count,
  example,
  onConfirm,
  ...dialog
}: BulkDialogProps & { example?: StaffProduct; onConfirm: (change: PriceChange) => void }) {
  const formatMoney = useMoney()
  const sign = currencySign(useCurrency())
  const { form, field, values } = useEditForm({
    initial: { direction: 'up', by: 'percent', value: '' },
    limits: {},
    check: (typed): FieldErrors =>
      changeOf(typed) ? {} : { value: 'Enter a number above zero with at most two decimals.' },
    submit: async ({ values: typed }) => {
      const wanted = changeOf(typed)
      if (wanted) onConfirm(wanted)
    },
  })
  const change = changeOf(values)
  const result = example && change ? movedPrice(example.price, change) : undefined
  return (
    <FormDialog
      {...dialog}
      title="Change price"
      description={`This changes ${plural(count, 'product')}. You can undo it afterwards.`}
      submit="Apply"
      form={form}
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="Direction" {...field('direction')}>
          <option value="up">Raise</option>
          <option value="down">Lower</option>
        </SelectField>
        <SelectField label="By" {...field('by')}>
          <option value="percent">Percent</option>
          <option value="amount">Amount ({sign})</option>
        </SelectField>
        <TextField
          {...field('value')}
          label={values.by === 'percent' ? 'Percent' : 'Amount'}
          className="col-span-2"
          type="number"
          // The direction says whether it is below zero.
          {...numberAttributes({ ...limits[nameOf(values.by)], minimum: 0 })}
          hint={
            example && result !== undefined
              ? `${example.name}: ${formatMoney(example.price)} → ${formatMoney(result)}`
              : undefined
          }
        />
      </div>
    </FormDialog>
  )
}
