import { CART_ACCOUNT_KEY } from './cart-store'

/**
 * Whose the cart lines in this browser are. Without fields: a guest's. `user`: a copy of that account's cart;
 * `dirty` when the server does not know all changes yet. `kept`: those of the user whose session ended here.
 * `merge`: the id of a merge into the account's cart that is under way. The names are those in localStorage.
 */
export type CartOwner = { user?: number; dirty?: boolean; kept?: number; merge?: string }

export function readCartOwner(): CartOwner {
  try {
    return JSON.parse(localStorage.getItem(CART_ACCOUNT_KEY) ?? '{}') as CartOwner
  } catch {
    return {}
  }
}

export function writeCartOwner(next: CartOwner) {
  try {
    localStorage.setItem(CART_ACCOUNT_KEY, JSON.stringify(next))
  } catch {
    // Storage is blocked: the next page asks the server again.
  }
}

/** Marks that the server does not know the last change yet. */
export function markDirty() {
  const state = readCartOwner()
  if (state.user !== undefined) writeCartOwner({ ...state, dirty: true })
}
