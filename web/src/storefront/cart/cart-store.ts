import type { Product } from '~/shared/api/types'
import { MAX_PROMO_CODE } from '~/shared/lib/rules.gen'

/** A line of the cart. The product's details are only for display: the server prices every order itself. */
export type CartLine = {
  product_id: number
  quantity: number
  name: string
  price: number
  image_url: string
}

export type CartProduct = Pick<Product, 'id' | 'name' | 'price' | 'image_url'>

export const CART_KEY = 'snackdrop.cart'
/** The user to whom this browser's lines belong; absent for a guest's. See cart-owner.ts. */
export const CART_ACCOUNT_KEY = 'snackdrop.cart-account'

export function addLine(lines: readonly CartLine[], product: CartProduct, quantity: number): CartLine[] {
  const known = { name: product.name, price: product.price, image_url: product.image_url }
  if (!lines.some((line) => line.product_id === product.id)) {
    return [...lines, { product_id: product.id, quantity, ...known }]
  }
  return lines.map((line) =>
    line.product_id === product.id ? { ...line, ...known, quantity: line.quantity + quantity } : line,
  )
}

/** Copies the products' current details into the lines: the shopper has seen them. */
export function refreshLines(lines: readonly CartLine[], products: readonly CartProduct[]): CartLine[] {
  return lines.map((line) => {
    const product = products.find(({ id }) => id === line.product_id)
    return product
      ? { ...line, name: product.name, price: product.price, image_url: product.image_url }
      : line
  })
}

/** Below 1 the line is removed. */
export function setLineQuantity(lines: readonly CartLine[], productId: number, quantity: number): CartLine[] {
  if (quantity < 1) return lines.filter((line) => line.product_id !== productId)
  return lines.map((line) => (line.product_id === productId ? { ...line, quantity } : line))
}

function isLine(value: unknown): value is CartLine {
  const line = value as Partial<CartLine> | null
  return (
    typeof line === 'object' &&
    line !== null &&
    Number.isInteger(line.product_id) &&
    Number.isInteger(line.quantity) &&
    (line.quantity as number) > 0 &&
    typeof line.name === 'string' &&
    typeof line.price === 'number' &&
    typeof line.image_url === 'string'
  )
}

/** Reads lines from storage and drops what is incomplete. */
export function parseCart(text: string | null): CartLine[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isLine) : []
  } catch {
    return []
  }
}

const PROMO_KEY = 'snackdrop.promo'
const parsePromo = (text: string | null) => (text && text.length <= MAX_PROMO_CODE ? text : '')

/** A store for one value in localStorage, in sync with other tabs. */
function createStored<Value>(
  key: string,
  parse: (text: string | null) => Value,
  write: (value: Value) => string,
) {
  const none = parse(null)
  let current: Value | undefined
  const listeners = new Set<() => void>()
  const writers = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }

  function load(): Value {
    try {
      const text = localStorage.getItem(key)
      return text === null ? none : parse(text)
    } catch {
      return none
    }
  }

  function onStorage(event: StorageEvent) {
    // A null key means that the whole storage was cleared.
    if (event.key !== key && event.key !== null) return
    current = load()
    notify()
  }

  return {
    subscribe(listener: () => void) {
      if (listeners.size === 0) addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('storage', onStorage)
      }
    },
    read(): Value {
      current ??= load()
      return current
    },
    /** Empty on the server and in the first render in the browser, which must match it. */
    readOnServer: () => none,
    write(next: Value) {
      current = next
      try {
        localStorage.setItem(key, write(next))
      } catch {
        // Storage is full or blocked: the value lasts as long as the page.
      }
      notify()
      for (const listener of writers) listener()
    },
    /** Notifies of this tab's writes, not of other tabs'. */
    onWrite(listener: () => void) {
      writers.add(listener)
      return () => {
        writers.delete(listener)
      }
    },
  }
}

export type CartStore = ReturnType<typeof createCartStore>

export const createCartStore = () =>
  createStored<readonly CartLine[]>(CART_KEY, parseCart, (lines) => JSON.stringify(lines))

/** The promo code that the cart applied, for the checkout to use. */
export const createPromoStore = () => createStored(PROMO_KEY, parsePromo, (code) => code)
