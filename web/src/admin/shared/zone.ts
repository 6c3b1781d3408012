/** The parts of a moment in a time zone, as a datetime-local field has them. */
function partsIn(at: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
}

/** A moment as a datetime-local field shows it in a time zone; seconds only where there are some. */
export function zonedInput(iso: string | null | undefined, zone: string): string {
  if (!iso) return ''
  return partsIn(new Date(iso), zone).replace(/:00$/, '')
}

/** The moment that is meant by what was typed in a time zone. In the hour that a change to winter time repeats, the first. */
export function momentOf(text: string, zone: string): string | undefined {
  const asUTC = new Date(`${text}Z`).getTime()
  if (!text || Number.isNaN(asUTC)) return undefined
  const offsetAt = (at: number) => new Date(`${partsIn(new Date(at), zone)}Z`).getTime() - at
  // The offsets of the day before and the day after: they differ only around a change of the clock.
  const DAY = 86_400_000
  const offsets = [offsetAt(asUTC - DAY), offsetAt(asUTC + DAY)]
  const fitting = offsets.map((offset) => asUTC - offset).filter((at) => at + offsetAt(at) === asUTC)
  // An hour that is skipped in spring is taken as the time after it.
  const at = fitting.length > 0 ? Math.min(...fitting) : asUTC - (offsets[0] as number)
  return new Date(at).toISOString()
}

/** The name of a time zone at a moment, like PDT. */
export function zoneName(at: string | undefined, zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
  const date = at ? new Date(at) : new Date()
  return format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** A moment in a time zone for people: Nov 20, 2026, 6:00 PM PST. */
export function zonedTime(iso: string, zone: string): string {
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso))
  return text.replaceAll('\u202f', ' ')
}

const MINUTE = 60_000

/** What was typed, moved by minutes. */
export function movedBy(text: string, minutes: number, zone: string): string {
  const at = momentOf(text, zone)
  return at ? zonedInput(new Date(new Date(at).getTime() + minutes * MINUTE).toISOString(), zone) : ''
}
