const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
// Not from shared/lib/dates: that would be built into the checkout's script file, and every page of staff would load it.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The date a number of working days after the given one. */
export function addWorkingDays(from: Date, days: number): Date {
  const date = new Date(from)
  for (let left = days; left > 0; ) {
    date.setDate(date.getDate() + 1)
    if (date.getDay() !== 0 && date.getDay() !== 6) left--
  }
  return date
}

const formatDay = (date: Date) => `${DAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}`

/** "Wed, Mar 4 – Fri, Mar 6", counted from today in the shopper's time zone. */
export function deliveryDates(today: Date, fromDays: number, toDays: number): string {
  if (toDays <= 0) return ''
  const first = formatDay(addWorkingDays(today, fromDays))
  const last = formatDay(addWorkingDays(today, toDays))
  return first === last ? first : `${first} – ${last}`
}
