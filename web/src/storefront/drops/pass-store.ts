import { useSyncExternalStore } from 'react'

/**
 * What this browser has for a drop: `pass` from the line, `early` access, `proof` of a mailbox, `ticket` of the line. The
 * line's page, which has no React, reads and writes the same keys.
 */
type Kind = 'pass' | 'early' | 'proof' | 'ticket'

const keyOf = (kind: Kind, slug: string) => `snackdrop.${kind}.${slug}`
const listeners = new Set<() => void>()

export function readKept(kind: Kind, slug: string): string {
  try {
    return localStorage.getItem(keyOf(kind, slug)) ?? ''
  } catch {
    return ''
  }
}

export function keep(kind: Kind, slug: string, text: string) {
  try {
    if (text) localStorage.setItem(keyOf(kind, slug), text)
    else localStorage.removeItem(keyOf(kind, slug))
  } catch {
    // Storage is full or blocked: the link works again.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Empty on the server and in the first render. */
export const useKept = (kind: Kind, slug: string) =>
  useSyncExternalStore(
    subscribe,
    () => readKept(kind, slug),
    () => '',
  )

/** The pass of the line as long as it is valid. */
export function validPass(text: string, now: number | undefined): string {
  try {
    const { pass, expires_at } = JSON.parse(text || '{}') as { pass?: string; expires_at?: string }
    return pass && expires_at && (now === undefined || now < Date.parse(expires_at)) ? pass : ''
  } catch {
    return ''
  }
}
