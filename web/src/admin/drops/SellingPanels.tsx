import { useQuery } from '@tanstack/react-query'
import { Panel } from '~/admin/shared/Panel'
import { fromTo, numberAttributes } from '~/shared/form/limits'
import { BUILDING_HOUSEHOLDS } from '~/shared/lib/rules.gen'
import { isDefault, useSettings } from '~/shared/lib/settings'
import { SelectField, TextField } from '~/shared/ui/Field'
import { Switch } from '~/shared/ui/Switch'
import { accessLabels, breaksPromise, type DropForm, fieldLabels, hasEarly, limits, modeLabels } from './form'
import { type DropMode, dropsQuery, type EarlyAccess, type StaffDrop } from './queries'
import type { DropEdit } from './use-drop-form'

type NumberKey =
  | 'early_share'
  | 'limit_units'
  | 'building_units'
  | 'reservation_minutes'
  | 'hold_minutes'
  | 'pass_minutes'
  | 'shuffle_seconds'
  | 'rate_per_minute'

const numberField = (edit: DropEdit, key: NumberKey) => ({
  ...edit.field(key),
  label: fieldLabels[key],
  type: 'number',
  ...numberAttributes(limits[key]),
})

const modeHints: Partial<Record<DropMode, string>> = {
  open: 'The fastest script wins.',
}

/** How units are sold, and who gets in early. */
export function SellingPanel({ edit, base, zone }: { edit: DropEdit; base?: StaffDrop; zone: string }) {
  const { values, errors, set } = edit
  const setting = useSettings()
  const isDraw = values.mode === 'draw'
  return (
    <Panel title="Selling">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={fieldLabels.mode}
          value={values.mode}
          error={errors.mode}
          hint={modeHints[values.mode]}
          onChange={(event) => set('mode', event.target.value as DropMode)}
        >
          {Object.entries(modeLabels).map(([mode, word]) => (
            <option key={mode} value={mode}>
              {word}
            </option>
          ))}
        </SelectField>
        {isDraw ? (
          <NextDraw edit={edit} base={base} />
        ) : (
          <SelectField
            label={fieldLabels.early_access}
            value={values.early_access}
            error={errors.early_access}
            onChange={(event) => set('early_access', event.target.value as EarlyAccess)}
          >
            {Object.entries(accessLabels(setting('list_name'))).map(([access, word]) => (
              <option key={access} value={access}>
                {word}
              </option>
            ))}
          </SelectField>
        )}
        {hasEarly(values) && (
          <TextField
            {...numberField(edit, 'early_share')}
            hint="Of a product’s units: at most this many are sold before the opening."
          />
        )}
      </div>
      {isDefault(setting, 'subscription_text') && breaksPromise(values, zone) && (
        <p role="status" className="mt-4 rounded-xl bg-amber-100 px-3.5 py-2.5 text-amber-900 text-sm">
          The home page promises early access an hour before every drop.
        </p>
      )}
    </Panel>
  )
}

function NextDraw({ edit, base }: { edit: DropEdit; base?: StaffDrop }) {
  const { data } = useQuery(dropsQuery)
  const draws = data?.items.filter(
    ({ id, mode, phase }) => mode === 'draw' && id !== base?.id && phase !== 'ended' && phase !== 'awarding',
  )
  return (
    <SelectField
      label={fieldLabels.next_draw_id}
      hint="Where those who lose are entered if they wish."
      {...edit.field('next_draw_id')}
    >
      <option value="">The next draw of the product</option>
      {draws?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Limits per buyer and the times to check out and to pay. */
export function LimitsPanel({ edit }: { edit: DropEdit }) {
  const { values, set } = edit
  const households = Number(values.limit_units)
  return (
    <Panel title="Limits">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...numberField(edit, 'limit_units')} hint="All products of the drop together." />
        <TextField
          {...numberField(edit, 'building_units')}
          placeholder={households > 0 ? String(BUILDING_HOUSEHOLDS * households) : undefined}
          hint={`Above it you are asked to review. Empty: ${BUILDING_HOUSEHOLDS} × units per household.`}
        />
        <TextField {...numberField(edit, 'reservation_minutes')} />
        <TextField {...numberField(edit, 'hold_minutes')} />
      </div>
      <div className="mt-4 grid gap-1">
        {(['pay_at_pickup', 'sell_rest'] as const satisfies (keyof DropForm)[]).map((key) => (
          <Switch
            key={key}
            label={fieldLabels[key]}
            checked={values[key]}
            onCheckedChange={(on) => set(key, on)}
          />
        ))}
      </div>
    </Panel>
  )
}

/** The waiting room's settings. */
export function LinePanel({ edit }: { edit: DropEdit }) {
  return (
    <Panel title="Line">
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          {...numberField(edit, 'shuffle_seconds')}
          hint={`After the opening, ${fromTo(limits.shuffle_seconds)}.`}
        />
        <TextField
          {...numberField(edit, 'rate_per_minute')}
          placeholder="Automatic"
          hint="Empty: automatic."
        />
        <TextField {...numberField(edit, 'pass_minutes')} hint="When it is somebody’s turn." />
      </div>
    </Panel>
  )
}
