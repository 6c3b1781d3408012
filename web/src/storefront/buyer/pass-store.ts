import { useSyncExternalStore } from 'react'
import type { Product } from '~/shared/api/types'
import { serverNow } from '~/shared/lib/clock'

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
    // Storage is full or blocked. Nothing is lost: the mailed link can be opened again.
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

type Sold = Pick<Product, 'drop'> | undefined

/** A pass of the line is used up by one order. */
export function forgetPasses(products: readonly Sold[]) {
  for (const product of products) if (product?.drop) keep('pass', product.drop.slug, '')
}

/** The pass that an order of these products carries: that of the line, else the one of early access. */
export function passFor(products: readonly Sold[]): string {
  for (const product of products) {
    const slug = product?.drop?.slug
    const pass = slug && (validPass(readKept('pass', slug), serverNow()) || readKept('early', slug))
    if (pass) return pass
  }
  return ''
}
