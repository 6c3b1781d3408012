/** Where to go after the login: only to our own paths, never to another site that a link names. */
export function ownPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/') || next.length > 500) return undefined
  // "//host" and "/\host" lead elsewhere; so does whatever the browser would clean into that.
  if (/^\/[\\/]/.test(next) || next.includes('\\') || [...next].some((c) => c < ' ')) return undefined
  // Back to the login would go in circles, and links that work once lead nowhere afterwards.
  if (/^\/(account|(forgot|reset)-password|setup|verify)\/?([?#]|$)/.test(next)) return undefined
  return next
}
