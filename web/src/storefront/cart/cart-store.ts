import type { Product } from '~/shared/api/types'

/** A line of the cart. What is known of the product is for showing only: the server prices every order itself. */
export type CartLine = {
  product_id: number
  quantity: number
  name: string
  price: number
  image_url: string
}

export type CartProduct = Pick<Product, 'id' | 'name' | 'price' | 'image_url'>

export const CART_KEY = 'snackdrop.cart'

export function addLine(lines: readonly CartLine[], product: CartProduct, quantity: number): CartLine[] {
  const known = { name: product.name, price: product.price, image_url: product.image_url }
  if (!lines.some((line) => line.product_id === product.id)) {
    return [...lines, { product_id: product.id, quantity, ...known }]
  }
  return lines.map((line) =>
    line.product_id === product.id ? { ...line, ...known, quantity: line.quantity + quantity } : line,
  )
}

/** Below 1 the line goes. */
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

/** Whatever stands in the storage, only whole lines come out. */
export function parseCart(text: string | null): CartLine[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isLine) : []
  } catch {
    return []
  }
}

const empty: readonly CartLine[] = []

/** Keeps the lines in localStorage and follows what other tabs write there. */
export function createCartStore() {
  let lines: readonly CartLine[] | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }

  function load(): readonly CartLine[] {
    try {
      return parseCart(localStorage.getItem(CART_KEY))
    } catch {
      return empty
    }
  }

  function onStorage(event: StorageEvent) {
    // A null key means that the whole storage was cleared.
    if (event.key !== CART_KEY && event.key !== null) return
    lines = load()
    tell()
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
    read(): readonly CartLine[] {
      lines ??= load()
      return lines
    },
    /** The server knows no cart, and the first render in the browser must agree with it. */
    readOnServer: () => empty,
    write(next: readonly CartLine[]) {
      lines = next
      try {
        localStorage.setItem(CART_KEY, JSON.stringify(next))
      } catch {
        // Storage is full or forbidden: the cart still lives as long as the page.
      }
      tell()
    },
  }
}
