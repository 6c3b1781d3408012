import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react'
import { sumDollars, timesDollars } from '~/shared/lib/money'
import { toast } from '~/shared/ui/toast-store'
import {
  addLine,
  type CartLine,
  type CartProduct,
  createCartStore,
  createPromoStore,
  refreshLines,
  setLineQuantity,
} from './cart-store'
import { LazyCartSync } from './LazyCartSync'

type Contents = {
  lines: readonly CartLine[]
  /** Units over all lines: the number on the cart's badge. */
  count: number
  subtotal: number
  /** The promo code that was applied, "" when none is. */
  promoCode: string
}

type Actions = {
  add: (product: CartProduct, quantity?: number) => void
  /** Below 1 the line is removed. */
  setQuantity: (productId: number, quantity: number) => void
  remove: (productId: number) => void
  clear: () => void
  /** Empties the cart after an order was placed. */
  finishOrder: () => void
  /** Updates name, price and picture of the lines from the current products. */
  refresh: (products: readonly CartProduct[]) => void
  setPromoCode: (code: string) => void
}

const ContentsContext = createContext<Contents | null>(null)
const ActionsContext = createContext<Actions | null>(null)

export function useCart(): Contents & Actions {
  const contents = useContext(ContentsContext)
  const actions = useContext(ActionsContext)
  if (!contents || !actions) throw new Error('useCart must be used within a CartProvider')
  return { ...contents, ...actions }
}

/** The cart's functions without its contents, so that product cards do not re-render when the cart changes. */
export function useCartActions(): Actions {
  const actions = useContext(ActionsContext)
  if (!actions) throw new Error('useCartActions must be used within a CartProvider')
  return actions
}

export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createCartStore)
  const [promo] = useState(createPromoStore)
  const lines = useSyncExternalStore(store.subscribe, store.read, store.readOnServer)
  const promoCode = useSyncExternalStore(promo.subscribe, promo.read, promo.readOnServer)

  const contents = useMemo<Contents>(
    () => ({
      lines,
      count: lines.reduce((sum, line) => sum + line.quantity, 0),
      subtotal: sumDollars(lines.map((line) => timesDollars(line.price, line.quantity))),
      promoCode,
    }),
    [lines, promoCode],
  )

  const actions = useMemo<Actions>(() => {
    const find = (id: number) => store.read().find((line) => line.product_id === id)

    const undo = (before: readonly CartLine[]) => ({ label: 'Undo', onClick: () => store.write(before) })

    function remove(productId: number) {
      const line = find(productId)
      if (!line) return
      const before = store.read()
      store.write(setLineQuantity(before, productId, 0))
      toast({ title: `Removed ${line.name} from your cart.`, action: undo(before) })
    }

    return {
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
        const before = store.read()
        store.write([])
        toast({ title: 'Your cart has been cleared.', action: undo(before) })
      },
      finishOrder() {
        store.write([])
        promo.write('')
      },
      refresh: (products) => store.write(refreshLines(store.read(), products)),
      setPromoCode: promo.write,
    }
  }, [store, promo])

  return (
    <ActionsContext value={actions}>
      <ContentsContext value={contents}>
        {children}
        <LazyCartSync store={store} />
      </ContentsContext>
    </ActionsContext>
  )
}
