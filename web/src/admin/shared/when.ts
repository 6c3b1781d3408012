import { MONTHS } from '~/shared/lib/dates'

/** Admin pages show local time: they are never rendered on the server, so there is no mismatch. */
export function localDate(iso: string): string {
  const date = new Date(iso)
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
}

export function localTime(iso: string): string {
  const date = new Date(iso)
  const hours = date.getHours()
  const minutes = String(date.getMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

export const localDateTime = (iso: string) => `${localDate(iso)}, ${localTime(iso)}`

/** The same with the name of the time zone, where a time may be read by somebody elsewhere. */
export function zonedDateTime(iso: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(new Date(iso))
  return `${localDateTime(iso)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`.trim()
}

const MINUTE = 60_000

/** How long ago, for today; the date for older times. */
export function ago(iso: string, now: number): string {
  const minutes = Math.floor((now - new Date(iso).getTime()) / MINUTE)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return localDate(iso)
}

/** The start of a day picked in a date field, as the API expects it. */
export function startOfDay(day: string): string | undefined {
  const date = new Date(`${day}T00:00`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** The start of the next day. */
export function endOfDay(day: string): string | undefined {
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + 1)
  return date.toISOString()
}
