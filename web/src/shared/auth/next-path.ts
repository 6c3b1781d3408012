/** A path to go to after the login: only within this site. */
export function ownPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/') || next.length > 500) return undefined
  // "//host" and "/\host" lead to other sites; so does anything that the browser normalizes to them.
  if (/^\/[\\/]/.test(next) || next.includes('\\') || [...next].some((c) => c < ' ')) return undefined
  // The login itself would loop, and one-time links do not work a second time.
  if (/^\/(account|(forgot|reset)-password|setup|verify)\/?([?#]|$)/.test(next)) return undefined
  return next
}
