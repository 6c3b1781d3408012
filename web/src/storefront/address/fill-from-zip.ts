import { api, unwrap } from '~/shared/api/client'

type Place = { city: string; state: string }

/** The city and state of a ZIP code of five digits. */
export const findPlace = (zip: string) => unwrap(api.GET('/api/zip/{zip}', { params: { path: { zip } } }))

export const isWholeZip = (zip: string) => /^\d{5}$/.test(zip)

/**
 * The fields that a ZIP code fills in. Its city is the post office's, which people call by other names too: a typed city
 * stays, unless it is in another state. `filled` is the city that a ZIP code filled in before.
 */
export function fillFromZip(form: Place, place: Place, filled: string): Partial<Place> {
  const moved = form.state !== '' && form.state !== place.state
  const open = form.city === '' || form.city === filled || moved
  return { state: place.state, ...(place.city && open ? { city: place.city } : {}) }
}
