import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '~/shared/api/errors'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { Money } from '~/shared/ui/money'
import { toast } from '~/shared/ui/toast-store'
import { useCart } from './cart'
import { checkPromo, type ShownCart } from './use-shown-cart'

const EMPTY = 'Please enter a promo code.'
const INVALID = 'Invalid promo code. Please try again.'

export function PromoBox({ cart }: { cart: Pick<ShownCart, 'lines' | 'promo' | 'promoLost'> }) {
  const { promoCode, setPromoCode } = useCart()
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  async function apply(event: FormEvent) {
    event.preventDefault()
    const wanted = code.trim()
    if (wanted === '') return setError(EMPTY)
    setBusy(true)
    try {
      const { code: taken } = await checkPromo(
        wanted,
        cart.lines.filter((line) => line.buyable),
      )
      setPromoCode(taken)
      setCode('')
      setError('')
      toast({ title: `Promo code ${taken} applied.` })
    } catch (reason) {
      // Only an answer makes a code invalid: without one the shopper keeps what was typed.
      if (reason instanceof ApiError && reason.status < 500 && reason.status !== 429) {
        setCode('')
        setError(INVALID)
      } else {
        setError(reason instanceof ApiError ? reason.message : 'The shop did not answer. Please try again.')
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-5 border-line border-t pt-5">
      <form onSubmit={apply} noValidate className="flex items-start gap-2">
        <TextField
          label="Promo code"
          className="min-w-0 flex-1"
          value={code}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={error}
          onChange={(event) => {
            setCode(event.target.value)
            setError('')
          }}
        />
        <Button type="submit" variant="ink" className="mt-[1.65rem]" busy={busy}>
          Apply
        </Button>
      </form>
      {promoCode !== '' && (
        <p className="mt-3 flex items-center justify-between gap-2 rounded-xl bg-paper-2 py-1 pr-1 pl-4 text-sm">
          {cart.promoLost ? (
            <span className="text-danger">
              <b>{promoCode}</b> gives nothing on this cart.
            </span>
          ) : (
            <span>
              <b>{promoCode}</b> {cart.promo?.free_shipping ? 'ships your order for free' : 'takes off '}
              {cart.promo && !cart.promo.free_shipping && <Money amount={cart.promo.discount} />}
            </span>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove promo code ${promoCode}`}
            onClick={() => setPromoCode('')}
          >
            <X className="size-4" aria-hidden="true" />
          </Button>
        </p>
      )}
    </div>
  )
}
