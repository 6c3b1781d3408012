/**
 * A time in the visitor's zone, which it names: "Mar 1, 2026, 4:05 AM PST". Only for pages that are
 * never rendered on the server, which does not know the zone.
 */
export function formatLocal(iso: string, timeZone?: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
    .format(date)
    .replaceAll('\u202f', ' ')
}
