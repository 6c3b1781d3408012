import { useRef } from 'react'
import { api, unwrap } from '~/shared/api/client'

type Place = { city: string; state: string }

/**
 * The fields that a ZIP code fills in. Its city is the post office's, which people call by other names too: a typed city
 * stays, unless it is in another state. `filled` is the city that a ZIP code filled in before.
 */
export function fillFromZip(form: Place, place: Place, filled: string): Partial<Place> {
  const moved = form.state !== '' && form.state !== place.state
  const open = form.city === '' || form.city === filled || moved
  return { state: place.state, ...(place.city && open ? { city: place.city } : {}) }
}

/** Gives a function that fills in city and state once a whole ZIP code is typed. It reads the form again after the lookup. */
export function useZipCode() {
  const filledCity = useRef('')
  return async (read: () => Place & { zip: string }, fill: (place: Partial<Place>) => void) => {
    const { zip } = read()
    if (!/^\d{5}$/.test(zip)) return
    try {
      const place = await unwrap(api.GET('/api/zip/{zip}', { params: { path: { zip } } }))
      const now = read()
      // Ignore the response when another ZIP code was typed meanwhile.
      if (now.zip !== zip) return
      const filled = fillFromZip(now, place, filledCity.current)
      if (filled.city) filledCity.current = filled.city
      fill(filled)
    } catch {
      // City and state can be typed: the lookup only saves the trouble.
    }
  }
}
