import { X } from 'lucide-react'
import { ApiError } from '~/shared/api/errors'
import { CheckPromoBody } from '~/shared/form/constraints.gen'
import { FormError } from '~/shared/form/failure'
import { checkFields } from '~/shared/form/limits'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { Money } from '~/shared/ui/Money'
import { toast } from '~/shared/ui/toast-store'
import { useCart } from './CartProvider'
import { checkPromo, type PricedCart } from './use-priced-cart'

const EMPTY = 'Please enter a promo code.'
const INVALID = 'Invalid promo code. Please try again.'

/** Only the shop's refusal makes a code invalid. When the shop is busy or unreachable, the text stays in the field. */
const isInvalid = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 429

export function PromoBox({ cart }: { cart: Pick<PricedCart, 'lines' | 'promo' | 'promoLost'> }) {
  const { promoCode, setPromoCode } = useCart()
  const { form, field, busy, message } = useForm({
    limits: CheckPromoBody,
    check: (values) => checkFields(CheckPromoBody, values, { code: { required: EMPTY } }),
    submit: async (values, element) => {
      const buyable = cart.lines.filter((line) => line.buyable)
      try {
        const { code } = await checkPromo(values.code?.trim() ?? '', buyable)
        setPromoCode(code)
        element.reset()
        toast({ title: `Promo code ${code} applied.` })
      } catch (error) {
        if (!isInvalid(error)) throw error
        element.reset()
        throw new FormError(INVALID, { code: INVALID })
      }
    },
    fallback: 'The shop did not answer. Please try again.',
  })
  const code = field('code')

  return (
    <div className="mt-5 border-line border-t pt-5">
      <form {...form} className="flex items-start gap-2">
        <TextField
          label="Promo code"
          className="min-w-0 flex-1"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...code}
          error={code.error ?? message}
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
