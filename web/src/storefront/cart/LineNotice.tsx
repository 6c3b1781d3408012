import type { ReactNode } from 'react'
import { useMoney } from '~/shared/ui/Money'
import { useCartActions } from './CartProvider'
import { type PricedLine, priceChangeText } from './totals'

/** Shows what changed since the product was added to the cart, and what to do about it. */
export function LineNotice({ line }: { line: PricedLine }) {
  const formatMoney = useMoney()
  const { refresh, setQuantity } = useCartActions()
  const { issue, product, product_id } = line
  switch (issue?.kind) {
    case 'gone':
      return <Notice>No longer in the shop. Remove it to go on.</Notice>
    case 'sold_out':
      return <Notice>Sold out. Remove it to go on.</Notice>
    case 'too_few':
      return (
        <Notice act={`Take ${issue.left}`} onAct={() => setQuantity(product_id, issue.left)}>
          Only {issue.left} left.
        </Notice>
      )
    case 'limit':
      return (
        <Notice act={`Take ${issue.most}`} onAct={() => setQuantity(product_id, issue.most)}>
          At most {issue.most} in one order.
        </Notice>
      )
    case 'price':
      return (
        <Notice act="Got it" onAct={() => product && refresh([product])} quiet={issue.now < issue.before}>
          {priceChangeText(issue, formatMoney)}
        </Notice>
      )
    default:
      return null
  }
}

type NoticeProps = { children: ReactNode; act?: string; onAct?: () => void; quiet?: boolean }

function Notice({ children, act, onAct, quiet = false }: NoticeProps) {
  return (
    <p
      role="status"
      className={`mt-2 flex flex-wrap items-center gap-x-3 font-semibold text-sm ${quiet ? 'text-success' : 'text-danger'}`}
    >
      <span>{children}</span>
      {act && (
        <button
          type="button"
          onClick={onAct}
          className="min-h-9 text-ink pointer-coarse:min-h-11 underline underline-offset-3"
        >
          {act}
        </button>
      )}
    </p>
  )
}
