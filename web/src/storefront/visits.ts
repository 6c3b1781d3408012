/** Tells the shop that something was looked at: how often, never by whom. It must not cost the page anything. */
export function countVisit(kind: 'visit' | 'product' | 'cart' | 'checkout') {
  try {
    navigator.sendBeacon(`/api/visits?kind=${kind}`)
  } catch {
    // A visit that is not counted is no loss to the visitor.
  }
}
