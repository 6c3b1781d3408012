import { useQueries } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { adminProductQuery, type StaffProduct } from '~/admin/products/queries'
import { formatCount } from '~/admin/shared/format'
import { Panel } from '~/admin/shared/Panel'
import { DropProductInput } from '~/shared/form/constraints.gen'
import type { FieldErrors } from '~/shared/form/failure'
import { numberAttributes } from '~/shared/form/limits'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { useMoney } from '~/shared/ui/Money'
import { Switch } from '~/shared/ui/Switch'
import { type DropLine, keptBack, lineField } from './form'
import { ProductPicker, Thumbnail } from './ProductPicker'
import type { StaffDrop } from './queries'
import { isDraft } from './state'

type ProductsPanelProps = {
  lines: DropLine[]
  errors: FieldErrors
  base: StaffDrop | undefined
  onChange: (lines: DropLine[]) => void
}

/** The products of a drop in their order, with price and units. */
export function ProductsPanel({ lines, errors, base, onChange }: ProductsPanelProps) {
  const products = useQueries({ queries: lines.map(({ product_id }) => adminProductQuery(product_id)) })
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const focusDue = useRef<{ id: number; move?: number }>(undefined)
  // A row that was moved in the document has lost the focus, a new one gets it.
  useEffect(() => {
    const due = focusDue.current
    focusDue.current = undefined
    const row = due && list.current?.querySelector(`[data-product="${due.id}"]`)
    if (!row) return
    if (!due.move) return row.querySelector<HTMLElement>('[name=units]')?.focus()
    const buttons = [...row.querySelectorAll<HTMLButtonElement>('[data-move]:not(:disabled)')]
    const same = buttons.find((button) => button.dataset.move === String(due.move))
    ;(same ?? buttons[0])?.focus()
  })

  const set = (at: number, change: Partial<DropLine>) =>
    onChange(lines.map((line, i) => (i === at ? { ...line, ...change } : line)))
  function move(at: number, step: 1 | -1, name: string) {
    const next = [...lines]
    const [line] = next.splice(at, 1)
    if (!line) return
    next.splice(at + step, 0, line)
    focusDue.current = { id: line.product_id, move: step }
    setSaid(`${name} is number ${at + step + 1} of ${lines.length}.`)
    onChange(next)
  }
  function add({ id, stock_quantity }: StaffProduct) {
    focusDue.current = { id }
    onChange([...lines, { product_id: id, price: '', units: String(stock_quantity ?? 0), hidden: true }])
  }

  return (
    <Panel title="Products" hint="In the order of the drop page. The first one is its star.">
      <p role="status" className="sr-only">
        {said}
      </p>
      {lines.length > 0 && (
        <ol ref={list} className="mb-4 grid gap-3">
          {lines.map((line, i) => {
            const product = products[i]?.data
            const name = product?.name ?? `Product ${line.product_id}`
            return (
              <li
                key={line.product_id}
                data-product={line.product_id}
                className="rounded-xl border border-line p-3"
              >
                <div className="mb-3 flex items-center gap-3">
                  <Thumbnail product={product} />
                  <h4 className="wrap-anywhere min-w-0 flex-1 font-semibold leading-snug">{name}</h4>
                  <span className="flex shrink-0">
                    {([-1, 1] as const).map((step) => (
                      <Button
                        key={step}
                        variant="ghost"
                        size="icon"
                        data-move={step}
                        aria-label={`Move ${name} ${step < 0 ? 'up' : 'down'}`}
                        disabled={step < 0 ? i === 0 : i === lines.length - 1}
                        onClick={() => move(i, step, name)}
                      >
                        {step < 0 ? (
                          <ArrowUp className="size-4.5" aria-hidden="true" />
                        ) : (
                          <ArrowDown className="size-4.5" aria-hidden="true" />
                        )}
                      </Button>
                    ))}
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Remove ${name}`}
                      onClick={() => onChange(lines.filter((_, at) => at !== i))}
                    >
                      <X className="size-4.5" aria-hidden="true" />
                    </Button>
                  </span>
                </div>
                <LineFields
                  line={line}
                  product={product}
                  saved={
                    isDraft(base)
                      ? undefined
                      : base?.products.find(({ product_id }) => product_id === line.product_id)
                  }
                  error={(field) =>
                    errors[lineField(line.product_id, field)] ?? errors[`products[${i}].${field}`]
                  }
                  onChange={(change) => set(i, change)}
                />
              </li>
            )
          })}
        </ol>
      )}
      <ProductPicker chosen={lines.map(({ product_id }) => product_id)} onAdd={add} />
      {errors.products && (
        <p role="alert" className="mt-2 font-medium text-danger text-sm">
          {errors.products}
        </p>
      )}
    </Panel>
  )
}

type LineFieldsProps = {
  line: DropLine
  product: StaffProduct | undefined
  saved: { units: number; safety_stock: number } | undefined
  error: (field: keyof DropLine) => string | undefined
  onChange: (change: Partial<DropLine>) => void
}

function LineFields({ line, product, saved, error, onChange }: LineFieldsProps) {
  const formatMoney = useMoney()
  const kept = keptBack(line.units, product?.stock_quantity, saved)
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <TextField
          label="Price in this drop"
          type="number"
          {...numberAttributes(DropProductInput.price)}
          placeholder={product ? product.price.toFixed(2) : undefined}
          hint={product && `Regular: ${formatMoney(product.price)}`}
          value={line.price}
          error={error('price')}
          onChange={(event) => onChange({ price: event.target.value })}
        />
        <TextField
          label="Units for this drop"
          name="units"
          type="number"
          {...numberAttributes(DropProductInput.units)}
          hint={product && `${formatCount(product.stock_quantity ?? 0)} in stock`}
          value={line.units}
          error={error('units')}
          onChange={(event) => onChange({ units: event.target.value })}
        />
        <dl className="col-span-2 sm:col-span-1 sm:min-w-24">
          <dt className="font-semibold text-sm">Kept back</dt>
          <dd className="font-semibold text-lg tabular-nums sm:mt-1.5 sm:min-h-11 sm:content-center">
            {kept === undefined ? '–' : formatCount(kept)}
          </dd>
        </dl>
      </div>
      <div className="mt-2">
        <Switch
          label="Hide until teased"
          checked={line.hidden}
          onCheckedChange={(hidden) => onChange({ hidden })}
        />
      </div>
    </>
  )
}
