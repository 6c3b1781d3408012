import { Panel } from '~/admin/shared/Panel'
import { momentOf, zoneName } from '~/admin/shared/zone'
import { TextField } from '~/shared/ui/Field'
import { fieldLabels, hasEarly } from './form'
import type { DropEdit } from './use-drop-form'

/** When the drop is teased, opens and ends, in the drop time zone. A time that has passed cannot be changed. */
export function TimesPanel({ edit, zone }: { edit: DropEdit; zone: string }) {
  const { field, values, setOpening, setTime, isPassed } = edit
  const time = (key: 'teased_at' | 'early_at' | 'opens_at' | 'ends_at') => {
    const at = momentOf(values[key], zone)
    return {
      ...field(key),
      label: fieldLabels[key],
      type: 'datetime-local',
      disabled: isPassed(key),
      hint: at ? zoneName(at, zone) : undefined,
    }
  }
  return (
    <Panel
      title="Times"
      hint={`All times are in the drop time zone, ${zone} (${zoneName(undefined, zone)}).`}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...time('opens_at')} onChange={(event) => setOpening(event.target.value)} />
        <TextField
          {...time('ends_at')}
          hint={values.ends_at ? time('ends_at').hint : 'Empty: until you end it.'}
        />
        <TextField {...time('teased_at')} onChange={(event) => setTime('teased_at', event.target.value)} />
        {hasEarly(values) && (
          <TextField {...time('early_at')} onChange={(event) => setTime('early_at', event.target.value)} />
        )}
      </div>
    </Panel>
  )
}
