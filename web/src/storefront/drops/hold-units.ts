import { api, unwrap } from '~/shared/api/client'

export type CartReservation = { token: string; units: number; seconds_left: number }

type Post = (path: string, options: object) => Promise<{ data?: CartReservation; response: Response }>
// The route is not in the API's description yet.
const post = api.POST as unknown as Post

/** Sets units aside for the owner of a pass. `units` is the total wanted, however many are held already. */
export const holdUnits = (product_id: number, units: number, pass: string) =>
  unwrap(post('/api/reservations', { body: { product_id, units, pass } }))
