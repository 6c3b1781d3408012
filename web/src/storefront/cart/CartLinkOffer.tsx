import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { errorMessage } from '~/shared/api/errors'
import { productsByIdQuery } from '~/shared/api/queries'
import { Button } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { Skeleton } from '~/shared/ui/Skeleton'
import { useCartActions } from './CartProvider'
import { parseCartLink, type WantedLine } from './cart-link'

/** Asks whether the products of a link like /cart?add=10x1,12x2 go into the cart. Either answer removes them from the address. */
export function CartLinkOffer() {
  const [search, setSearch] = useSearchParams()
  const text = search.get('add')
  if (text === null) return null
  const close = () =>
    setSearch(
      (params) => {
        params.delete('add')
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  const link = parseCartLink(text)
  if ('refusal' in link) return <Refusal onClose={close}>{link.refusal}</Refusal>
  return <Offer lines={link.lines} onClose={close} />
}

function Offer({ lines, onClose }: { lines: WantedLine[]; onClose: () => void }) {
  const { add } = useCartActions()
  const { data, error, isPlaceholderData, refetch } = useQuery(
    productsByIdQuery(lines.map((line) => line.product_id)),
  )
  if (error)
    return (
      <Panel title="The shop did not answer">
        <p role="alert">{errorMessage(error, 'Please try again in a moment.')}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button variant="hot" onClick={() => void refetch()}>
            Try again
          </Button>
          <Button variant="ghost" onClick={onClose}>
            No thanks
          </Button>
        </div>
      </Panel>
    )
  if (!data || isPlaceholderData)
    return (
      <Panel title="Add these to your cart?">
        <div aria-busy="true">
          <Skeleton className="h-6 w-64 max-w-full" />
        </div>
      </Panel>
    )
  const known = lines.flatMap((line) => {
    const product = data.items.find(({ id }) => id === line.product_id)
    return product ? [{ ...line, product }] : []
  })
  const gone = lines.length - known.length
  if (known.length === 0)
    return <Refusal onClose={onClose}>Nothing of this link is in the shop. Nothing was added.</Refusal>
  const addAll = () => {
    for (const { product, quantity } of known) add(product, quantity)
    onClose()
  }
  return (
    <Panel title="Add these to your cart?">
      <ul className="divide-y divide-line">
        {known.map(({ product, quantity }) => (
          <li key={product.id} className="flex items-baseline justify-between gap-4 py-2.5">
            <span className="min-w-0 break-words">
              <span className="font-semibold">{quantity} ×</span> {product.name}
              {!product.in_stock && <span className="text-danger text-sm"> Cannot be bought now.</span>}
            </span>
            <Money amount={product.price} />
          </li>
        ))}
      </ul>
      {gone > 0 && (
        <p role="status" className="mt-3 font-semibold text-danger text-sm">
          {gone === 1 ? 'One product' : `${gone} products`} of this link {gone === 1 ? 'is' : 'are'} not in
          the shop.
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="hot" onClick={addAll}>
          Add to cart
        </Button>
        <Button variant="ghost" onClick={onClose}>
          No thanks
        </Button>
      </div>
    </Panel>
  )
}

function Refusal({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <Panel title="This link does not work">
      <p role="alert">{children}</p>
      <Button variant="outline" className="mt-5" onClick={onClose}>
        Close
      </Button>
    </Panel>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8 rounded-2xl border border-line bg-paper-2 p-5 sm:p-6">
      <h2 className="mb-3 font-bold text-xl">{title}</h2>
      {children}
    </section>
  )
}
