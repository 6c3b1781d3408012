const counted = new Set<string>()

/** Counts a step on the way to an order, once per visit: without any personal data, and without delaying the page. */
export function countVisit(kind: 'visit' | 'product' | 'cart' | 'checkout') {
  if (counted.has(kind)) return
  counted.add(kind)
  try {
    navigator.sendBeacon(`/api/visits?kind=${kind}`)
  } catch {
    // Failing to count is not the visitor's concern.
  }
}
