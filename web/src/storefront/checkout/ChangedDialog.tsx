import { Link } from 'react-router'
import { Button, buttonClass } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { useMoney } from '~/shared/ui/Money'
import type { Quote } from './form'
import type { QuoteChanges } from './use-place-order'

type Props = {
  /** What is different; undefined keeps the dialog closed. */
  changed: QuoteChanges | undefined
  quote: Quote | undefined
  busy: boolean
  onClose: () => void
  onAccept: () => void
}

/** Prices or stock changed since the shopper saw them: says what, and asks again before ordering. */
export function ChangedDialog({ changed, quote, busy, onClose, onAccept }: Props) {
  const formatMoney = useMoney()
  const blocked = changed?.blocked || (quote?.problems.length ?? 0) > 0
  return (
    <Dialog
      open={changed !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={blocked ? 'Some items are not available' : 'The total has changed'}
      description="Nothing was ordered yet. This is what changed while you were here:"
    >
      <ul className="mt-4 grid list-disc gap-1.5 pl-5">
        {changed?.texts.map((text) => (
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
