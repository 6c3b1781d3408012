import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { adminProductQuery } from '~/admin/products/queries'
import { ConfirmDialog } from '~/admin/shared/ConfirmDialog'
import { plural } from '~/admin/shared/format'
import { Panel } from '~/admin/shared/Panel'
import { Button } from '~/shared/ui/Button'
import { SelectField, TextField } from '~/shared/ui/Field'
import { addUnits, drawNow, endDrop, setRate, useLiveAction } from './live-actions'
import type { StaffDrop } from './queries'

const MOST_PEOPLE = 100_000
const MOST_UNITS = 1_000_000

const wholeUpTo = (text: string, most: number) => /^[1-9]\d*$/.test(text) && Number(text) <= most

/** How fast people are called. */
export function RatePanel({ drop }: { drop: StaffDrop }) {
  const stored = drop.rate_per_minute === null ? '' : String(drop.rate_per_minute)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? stored
  const [error, setError] = useState<string>()
  const rate = useLiveAction<number | undefined>(drop, {
    what: 'setting people per minute',
    done: 'People per minute set',
    do: setRate,
    onDone: () => setTyped(undefined),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const value = text.trim()
        if (value && !wholeUpTo(value, MOST_PEOPLE)) return setError('Enter 1 to 100,000, or leave it empty.')
        rate.mutate(value ? Number(value) : undefined)
      }}
      className="flex items-start gap-2"
    >
      <TextField
        label="People per minute"
        type="number"
        min="1"
        inputMode="numeric"
        placeholder="Automatic"
        className="min-w-0 flex-1"
        value={text}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value)
          setError(undefined)
        }}
      />
      <Button
        type="submit"
        variant="outline"
        className="mt-6.5"
        busy={rate.isPending}
        disabled={text === stored}
      >
        Set
      </Button>
    </form>
  )
}

/** Gives the drop more units. */
export function UnitsPanel({ drop }: { drop: StaffDrop }) {
  const products = useQueries({
    queries: drop.products.map(({ product_id }) => adminProductQuery(product_id)),
  })
  const [chosen, setChosen] = useState(drop.products[0]?.product_id ?? 0)
  const [units, setUnits] = useState('')
  const [error, setError] = useState<string>()
  const add = useLiveAction<number>(drop, {
    what: 'adding units',
    done: 'Units added',
    do: (of, n) => addUnits(of, chosen, n),
    onDone: () => setUnits(''),
  })
  const kept = drop.products.find(({ product_id }) => product_id === chosen)?.safety_stock ?? 0
  return (
    <form
      noValidate
      aria-label="Add units"
      onSubmit={(event) => {
        event.preventDefault()
        if (!wholeUpTo(units.trim(), MOST_UNITS)) return setError('Enter 1 to 1,000,000 units.')
        add.mutate(Number(units))
      }}
      className="grid gap-3"
    >
      {drop.products.length > 1 && (
        <SelectField
          label="Product"
          value={chosen}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
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
          min="1"
          inputMode="numeric"
          className="min-w-0 flex-1"
          hint={`${plural(kept, 'unit')} kept back; more are added as new stock.`}
          value={units}
          error={error}
          onChange={(event) => {
            setUnits(event.target.value)
            setError(undefined)
          }}
        />
        <Button
          type="submit"
          variant="outline"
          className="mt-6.5"
          busy={add.isPending}
          disabled={!units.trim()}
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
        {drop.phase === 'live' && <EndButton drop={drop} />}
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
      {!figures.done && (drop.phase === 'awarding' || drop.phase === 'ended') && (
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
