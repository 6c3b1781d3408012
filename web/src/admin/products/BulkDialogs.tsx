import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminCategoriesQuery } from '~/admin/categories/queries'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { plural } from '~/admin/shared/format'
import { currencySign } from '~/shared/lib/money'
import { SelectField, TextField } from '~/shared/ui/Field'
import { useCurrency, useMoney } from '~/shared/ui/Money'
import type { BulkChange, StaffProduct } from './queries'

type BulkDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  pending: boolean
  count: number
}

export function CategoryDialog({
  count,
  onConfirm,
  ...dialog
}: BulkDialogProps & { onConfirm: (id: number | null) => void }) {
  const { data } = useQuery(adminCategoriesQuery)
  const [category, setCategory] = useState('')
  return (
    <ConfirmDialog
      {...dialog}
      title="Set category"
      description={`This changes ${plural(count, 'product')}. You can undo it afterwards.`}
      confirm="Apply"
      onConfirm={() => onConfirm(category ? Number(category) : null)}
    >
      <SelectField
        label="New category"
        className="mt-5"
        value={category}
        onChange={(event) => setCategory(event.target.value)}
      >
        <option value="">Uncategorized</option>
        {data?.items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  )
}

type PriceChange = NonNullable<BulkChange['price_change']>

/** The same rounding as the server's: halves away from zero. */
export function movedPrice(price: number, { amount = 0, percent = 0 }: PriceChange): number {
  const cents = Math.round(price * 100)
  const share = (cents * Math.round(percent * 100)) / 10_000
  return (cents + Math.round(amount * 100) + Math.sign(share) * Math.round(Math.abs(share))) / 100
}

export function PriceDialog({
  count,
  example,
  onConfirm,
  ...dialog
}: BulkDialogProps & { example?: StaffProduct; onConfirm: (change: PriceChange) => void }) {
  const formatMoney = useMoney()
  const sign = currencySign(useCurrency())
  const [direction, setDirection] = useState('up')
  const [by, setBy] = useState<'percent' | 'amount'>('percent')
  const [value, setValue] = useState('')
  const [tried, setTried] = useState(false)
  const number = Number(value)
  const valid = /^\d+(\.\d{1,2})?$/.test(value) && number > 0
  const change: PriceChange = { [by]: direction === 'up' ? number : -number }
  const result = example && valid ? movedPrice(example.price, change) : undefined
  return (
    <ConfirmDialog
      {...dialog}
      title="Change price"
      description={`This changes ${plural(count, 'product')}. You can undo it afterwards.`}
      confirm="Apply"
      onConfirm={() => {
        setTried(true)
        if (valid) onConfirm(change)
      }}
    >
      <div className="mt-5 grid grid-cols-2 gap-3">
        <SelectField
          label="Direction"
          value={direction}
          onChange={(event) => setDirection(event.target.value)}
        >
          <option value="up">Raise</option>
          <option value="down">Lower</option>
        </SelectField>
        <SelectField
          label="By"
          value={by}
          onChange={(event) => setBy(event.target.value === 'amount' ? 'amount' : 'percent')}
        >
          <option value="percent">Percent</option>
          <option value="amount">Amount ({sign})</option>
        </SelectField>
        <TextField
          label={by === 'percent' ? 'Percent' : 'Amount'}
          className="col-span-2"
          type="number"
          min="0"
          step="0.01"
          inputMode="decimal"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          error={tried && !valid ? 'Enter a number above zero with at most two decimals.' : undefined}
          hint={
            example && result !== undefined
              ? `${example.name}: ${formatMoney(example.price)} → ${formatMoney(result)}`
              : undefined
          }
        />
      </div>
    </ConfirmDialog>
  )
}
