import { Link } from 'react-router'
import { Button, buttonClass } from '~/shared/ui/button'
import { Dialog, DialogActions } from '~/shared/ui/dialog'
import { useMoney } from '~/shared/ui/money'
import type { Quote } from './form'
import type { News } from './use-place-order'

type Props = {
  /** What is different; undefined keeps the dialog shut. */
  news: News | undefined
  quote: Quote | undefined
  busy: boolean
  onClose: () => void
  onAccept: () => void
}

/** The truth changed between the look and the click: say what, and ask again. */
export function ChangedDialog({ news, quote, busy, onClose, onAccept }: Props) {
  const formatMoney = useMoney()
  const blocked = news?.blocked || (quote?.problems.length ?? 0) > 0
  return (
    <Dialog
      open={news !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={blocked ? 'Some items are not available' : 'The total has changed'}
      description="Nothing was ordered yet. This is what changed while you were here:"
    >
      <ul className="mt-4 grid list-disc gap-1.5 pl-5">
        {news?.texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {!blocked && quote && (
        <p className="mt-4 font-display text-lg">New total: {formatMoney(quote.total)}</p>
      )}
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Look again
        </Button>
        {blocked ? (
          <Link to="/cart" className={buttonClass({ variant: 'hot' })}>
            Go to cart
          </Link>
        ) : (
          <Button variant="hot" busy={busy} onClick={onAccept}>
            Order for {formatMoney(quote?.total ?? 0)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
