import { CART_ACCOUNT_KEY } from './cart-store'

/**
 * What the lines in this browser are: a guest's, the mirror of an account's cart
 * (dirty: with changes the server has not heard of), or what was kept of one
 * whose session ended.
 */
export type Standing = { user?: number; dirty?: boolean; kept?: number; merge?: string }

export function standing(): Standing {
  try {
    return JSON.parse(localStorage.getItem(CART_ACCOUNT_KEY) ?? '{}') as Standing
  } catch {
    return {}
  }
}

export function stand(next: Standing) {
  try {
    localStorage.setItem(CART_ACCOUNT_KEY, JSON.stringify(next))
  } catch {
    // Storage is forbidden: the next page asks the server again.
  }
}

/** Remembers that the account's cart has not heard of what was just done. */
export function markDirty() {
  const state = standing()
  if (state.user !== undefined) stand({ ...state, dirty: true })
}
