import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Panel } from '~/admin/shared/Panel'
import { numberAttributes } from '~/shared/form/limits'
import { usStates } from '~/shared/lib/us-states'
import { Button } from '~/shared/ui/Button'
import { controlClass } from '~/shared/ui/Field'
import { settingFields } from './setting-fields.gen'
import type { SettingsForm } from './use-settings-form'

const names = new Map(usStates)

const hints: Record<string, string> = {
  automatic: 'Percent of the goods. A state that is not listed has the tax rate above.',
  manual: 'Percent of the goods. A state that is not listed is not taxed.',
}

/** Sales tax by state, for automatic and manual tax. */
export function TaxTable({ form }: { form: SettingsForm }) {
  const id = useId()
  const [adding, setAdding] = useState('')
  const { taxRates, setTaxRates, errors } = form
  const known = new Set(taxRates.map(({ state }) => state))
  const free = usStates.filter(([code]) => !known.has(code))
  const nameOf = (state: string) => names.get(state) ?? state
  const byName = [...taxRates].sort((a, b) => nameOf(a.state).localeCompare(nameOf(b.state)))
  return (
    <Panel
      title="Sales tax by state"
      hint={
        hints[form.context.value('tax_calculation')] ??
        'Not in use: tax calculation is neither automatic nor manual.'
      }
    >
      {errors.tax_rates && (
        <p role="alert" className="mb-2 font-medium text-danger text-sm">
          {errors.tax_rates}
        </p>
      )}
      <ul className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
        {byName.map(({ state, rate }) => {
          const error = errors[`tax_rates.${state}`]
          return (
            <li key={state} className="flex flex-wrap content-start items-center gap-x-2">
              <span className="min-w-0 flex-1 truncate text-sm" title={nameOf(state)}>
                {nameOf(state)}
              </span>
              <input
                type="number"
                {...numberAttributes(settingFields.tax_rate)}
                aria-label={`${nameOf(state)} sales tax`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-${state}` : undefined}
                value={rate}
                onChange={(event) =>
                  setTaxRates(
                    taxRates.map((row) => (row.state === state ? { state, rate: event.target.value } : row)),
                  )
                }
                className={`${controlClass} w-24! min-h-9! text-right tabular-nums`}
              />
              <button
                type="button"
                aria-label={`Remove ${nameOf(state)}`}
                onClick={() => setTaxRates(taxRates.filter((row) => row.state !== state))}
                className="grid size-9 shrink-0 place-items-center rounded-full text-mute hover:bg-ink/8"
              >
                <X className="size-4" aria-hidden="true" />
              </button>
              {error && (
                <p id={`${id}-${state}`} className="w-full pb-1 font-medium text-danger text-sm">
                  {error}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {free.length > 0 && (
        <div className="mt-3 flex gap-2">
          <select
            aria-label="State to add"
            value={adding}
            onChange={(event) => setAdding(event.target.value)}
            className={`${controlClass} max-w-60`}
          >
            <option value="">Choose a state</option>
            {free.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          <Button
            variant="outline"
            disabled={!adding}
            onClick={() => {
              setTaxRates(
                [...taxRates, { state: adding, rate: '0' }].sort((a, b) => (a.state < b.state ? -1 : 1)),
              )
              setAdding('')
            }}
          >
            <Plus className="size-4" aria-hidden="true" />
            Add
          </Button>
        </div>
      )}
    </Panel>
  )
}
