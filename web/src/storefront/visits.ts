/** Counts a page view without any personal data, and without delaying the page. */
export function countVisit(kind: 'visit' | 'product' | 'cart' | 'checkout') {
  try {
    navigator.sendBeacon(`/api/visits?kind=${kind}`)
  } catch {
    // Failing to count is not the visitor's concern.
  }
}
