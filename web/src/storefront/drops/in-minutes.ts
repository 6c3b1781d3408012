/** A time in words, as the mail about a drop says it. */
export const inMinutes = (minutes: number) => (minutes === 30 ? 'half an hour' : `${minutes} minutes`)
