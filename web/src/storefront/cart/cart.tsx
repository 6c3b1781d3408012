import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react'
import { sumDollars, timesDollars } from '~/shared/lib/money'
import { toast } from '~/shared/ui/toast-store'
import { addLine, type CartLine, type CartProduct, createCartStore, setLineQuantity } from './cart-store'

type Cart = {
  lines: readonly CartLine[]
  /** Units over all lines: the badge's number. */
  count: number
  subtotal: number
  add: (product: CartProduct, quantity?: number) => void
  /** Below 1 the line is removed. */
  setQuantity: (productId: number, quantity: number) => void
  remove: (productId: number) => void
  clear: () => void
}

const CartContext = createContext<Cart | null>(null)

export function useCart(): Cart {
  const cart = useContext(CartContext)
  if (!cart) throw new Error('useCart must be used within a CartProvider')
  return cart
}

export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createCartStore)
  const lines = useSyncExternalStore(store.subscribe, store.read, store.readOnServer)

  const cart = useMemo<Cart>(() => {
    const find = (id: number) => store.read().find((line) => line.product_id === id)

    function remove(productId: number) {
      const line = find(productId)
      if (!line) return
      store.write(setLineQuantity(store.read(), productId, 0))
      toast({ title: `Removed ${line.name} from your cart.` })
    }

    return {
      lines,
      count: lines.reduce((sum, line) => sum + line.quantity, 0),
      subtotal: sumDollars(lines.map((line) => timesDollars(line.price, line.quantity))),
      add(product, quantity = 1) {
        const known = find(product.id)
        store.write(addLine(store.read(), product, quantity))
        toast({
          title: known
            ? `Updated ${product.name} quantity in your cart.`
            : `Added ${product.name} to your cart.`,
        })
      },
      setQuantity(productId, quantity) {
        if (quantity < 1) remove(productId)
        else store.write(setLineQuantity(store.read(), productId, quantity))
      },
      remove,
      clear() {
        store.write([])
        toast({ title: 'Your cart has been cleared.' })
      },
    }
  }, [lines, store])

  return <CartContext value={cart}>{children}</CartContext>
}
