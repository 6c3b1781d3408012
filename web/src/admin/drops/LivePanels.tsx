import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { adminProductQuery } from '~/admin/products/queries'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { plural } from '~/admin/shared/format'
import { Panel } from '~/admin/shared/Panel'
import { AdminAddDropUnitsBody, AdminDropRateBody } from '~/shared/form/constraints.gen'
import type { FieldErrors } from '~/shared/form/failure'
import { fromTo, isCount, numberAttributes } from '~/shared/form/limits'
import { useEditForm } from '~/shared/form/use-edit-form'
import { Button } from '~/shared/ui/Button'
import { SelectField, TextField } from '~/shared/ui/Field'
import { addUnits, drawNow, endDrop, setRate, useLiveAction } from './live-actions'
import type { StaffDrop } from './queries'

const rateOf = ({ rate_per_minute }: StaffDrop) => ({
  people_per_minute: rate_per_minute === null ? '' : String(rate_per_minute),
})

/** How fast people are called. */
export function RatePanel({ drop }: { drop: StaffDrop }) {
  const limit = AdminDropRateBody.people_per_minute
  const stored = rateOf(drop)
  const rate = useLiveAction<number | undefined>(drop, {
    what: 'setting people per minute',
    done: 'People per minute set',
    do: setRate,
  })
  const { form, field, values, startFromSaved, busy } = useEditForm({
    initial: stored,
    limits: AdminDropRateBody,
    check: ({ people_per_minute: text }): FieldErrors =>
      !text.trim() || isCount(limit, text)
        ? {}
        : { people_per_minute: `Enter ${fromTo(limit)}, or leave it empty.` },
    submit: ({ values: { people_per_minute: text } }) =>
      rate.mutateAsync(text.trim() ? Number(text) : undefined),
    onSuccess: (now) => startFromSaved(rateOf(now)),
  })
  return (
    <form {...form} className="flex items-start gap-2">
      <TextField
        label="People per minute"
        type="number"
        {...numberAttributes(limit)}
        placeholder="Automatic"
        className="min-w-0 flex-1"
        {...field('people_per_minute')}
      />
      <Button
        type="submit"
        variant="outline"
        className="mt-6.5"
        busy={busy}
        disabled={values.people_per_minute === stored.people_per_minute}
      >
        Set
      </Button>
    </form>
  )
}

/** Gives the drop more units. */
export function UnitsPanel({ drop }: { drop: StaffDrop }) {
  const limit = AdminAddDropUnitsBody.units
  const products = useQueries({
    queries: drop.products.map(({ product_id }) => adminProductQuery(product_id)),
  })
  const add = useLiveAction<{ product_id: number; units: number }>(drop, {
    what: 'adding units',
    done: 'Units added',
    do: (of, { product_id, units }) => addUnits(of, product_id, units),
  })
  const { form, field, values, set, busy } = useEditForm({
    initial: { product_id: String(drop.products[0]?.product_id ?? 0), units: '' },
    limits: AdminAddDropUnitsBody,
    check: ({ units }): FieldErrors =>
      isCount(limit, units) ? {} : { units: `Enter ${fromTo(limit)} units.` },
    submit: ({ values: { product_id, units } }) =>
      add.mutateAsync({ product_id: Number(product_id), units: Number(units) }),
    onSuccess: () => set('units', ''),
  })
  const chosen = drop.products.find(({ product_id }) => product_id === Number(values.product_id))
  return (
    <form {...form} aria-label="Add units" className="grid gap-3">
      {drop.products.length > 1 && (
        <SelectField label="Product" {...field('product_id')}>
          {drop.products.map(({ product_id }, i) => (
            <option key={product_id} value={product_id}>
              {products[i]?.data?.name ?? `Product ${product_id}`}
            </option>
          ))}
        </SelectField>
      )}
      <div className="flex items-start gap-2">
        <TextField
          label="Units"
          type="number"
          {...numberAttributes(limit)}
          className="min-w-0 flex-1"
          hint={`${plural(chosen?.safety_stock ?? 0, 'unit')} kept back; more are added as new stock.`}
          {...field('units')}
        />
        <Button
          type="submit"
          variant="outline"
          className="mt-6.5"
          busy={busy}
          disabled={!values.units.trim()}
        >
          Add units
        </Button>
      </div>
    </form>
  )
}

function EndButton({ drop }: { drop: StaffDrop }) {
  const [asked, setAsked] = useState(false)
  const end = useLiveAction(drop, { what: 'ending the drop', done: 'Drop ended', do: endDrop })
  return (
    <>
      <Button variant="outline" className="justify-self-start" onClick={() => setAsked(true)}>
        End drop
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="End drop"
        description="End this drop? Holds can still be paid."
        confirm="End drop"
        danger
        pending={end.isPending}
        onConfirm={() => end.mutate(undefined, { onSettled: () => setAsked(false) })}
      />
    </>
  )
}

/** What can be changed while a drop runs. */
export function SteerPanel({ drop }: { drop: StaffDrop }) {
  return (
    <Panel title="Steer">
      <div className="grid gap-4">
        {drop.mode === 'queue' && <RatePanel drop={drop} />}
        <UnitsPanel drop={drop} />
        {drop.can_end && <EndButton drop={drop} />}
      </div>
    </Panel>
  )
}

const drawFigures = [
  ['entries', 'Entries that count'],
  ['unconfirmed', 'Not confirmed'],
  ['withdrawn', 'Withdrawn'],
  ['open', 'Wins to buy'],
  ['bought', 'Bought'],
  ['passed', 'Passed over'],
] as const

/** The numbers of a draw: entries, wins, purchases. */
export function DrawPanel({ drop }: { drop: StaffDrop }) {
  const draw = useLiveAction(drop, { what: 'drawing', done: 'The winners are drawn', do: drawNow })
  if (!drop.draw) return null
  const figures = drop.draw
  return (
    <Panel title="Draw">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        {drawFigures.map(([key, word]) => (
          <div key={key}>
            <dt className="text-mute text-sm">{word}</dt>
            <dd className="font-extrabold text-2xl tabular-nums">{figures[key].toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {figures.can_draw && (
        <Button className="mt-4" busy={draw.isPending} onClick={() => draw.mutate()}>
          Draw now
        </Button>
      )}
      <p className="mt-3 text-sm">
        <a href={`/drop/${drop.slug}/draw`} className="font-semibold text-primary-deep hover:underline">
          See the draw
        </a>
      </p>
    </Panel>
  )
}
