import type { ReactNode } from 'react'
import { useMoney } from '~/shared/ui/money'
import { useCartActions } from './cart'
import { priceWords, type ShownLine } from './totals'

/** What changed since the product was put into the cart, and what to do about it. */
export function LineNotice({ line }: { line: ShownLine }) {
  const formatMoney = useMoney()
  const { refresh, setQuantity } = useCartActions()
  const { news, product, product_id } = line
  switch (news?.kind) {
    case 'gone':
      return <Notice>No longer in the shop. Remove it to go on.</Notice>
    case 'sold_out':
      return <Notice>Sold out. Remove it to go on.</Notice>
    case 'too_few':
      return (
        <Notice act={`Take ${news.left}`} onAct={() => setQuantity(product_id, news.left)}>
          Only {news.left} left.
        </Notice>
      )
    case 'limit':
      return (
        <Notice act={`Take ${news.most}`} onAct={() => setQuantity(product_id, news.most)}>
          At most {news.most} in one order.
        </Notice>
      )
    case 'price':
      return (
        <Notice act="Got it" onAct={() => product && refresh([product])} quiet={news.now < news.before}>
          {priceWords(news, formatMoney)}
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
