import { ShoppingBag } from 'lucide-react'
import { Panel } from '~/admin/shared/Panel'
import { cn } from '~/shared/lib/cn'
import { LOW_STOCK } from '~/shared/lib/rules.gen'
import { Sticker } from '~/shared/ui/Badge'
import { buttonClass } from '~/shared/ui/Button'
import { useMoney } from '~/shared/ui/Money'
import type { ProductForm } from './form'

/** A preview of the product card, from the form's current values. */
export function CardPreview({ form, image }: { form: ProductForm; image: string | undefined }) {
  const formatMoney = useMoney()
  const isCounted = form.stock_quantity.trim() !== ''
  const units = isCounted ? Math.max(0, Number(form.stock_quantity) - Number(form.safety_stock)) : null
  const soldOut = !form.in_stock || units === 0
  const price = Number(form.price)
  return (
    <Panel title="Preview" hint="How the card looks in the shop.">
      <div className="mx-auto max-w-64">
        <div className="relative">
          <div className="aspect-square overflow-hidden rounded-3xl bg-paper-2 ring-1 ring-ink/5 ring-inset">
            {image && (
              <img
                src={image}
                alt=""
                className={cn('size-full object-cover', soldOut && 'opacity-80 saturate-[0.35]')}
              />
            )}
          </div>
          <span className="absolute -top-1.5 -left-1 flex flex-col items-start gap-2.5">
            {soldOut && <Sticker tone="ink">SOLD OUT</Sticker>}
            {!soldOut && form.is_featured && <Sticker tone="hot">FEATURED</Sticker>}
            {!soldOut && units !== null && units <= LOW_STOCK && (
              <Sticker tone="primary" className="rotate-2">
                ONLY {units} LEFT
              </Sticker>
            )}
          </span>
        </div>
        <div className="px-1 pt-3.5">
          <p className="truncate font-semibold text-[0.8rem] text-mute">{form.origin || '\u00a0'}</p>
          <p className="wrap-anywhere mt-0.5 line-clamp-2 font-bold text-[0.98rem] leading-snug">
            {form.name || 'Product name'}
          </p>
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2.5">
            <span className="font-display text-lg">{formatMoney(Number.isFinite(price) ? price : 0)}</span>
            <span
              aria-hidden="true"
              className={buttonClass({
                variant: 'ink',
                className: cn('pointer-events-none px-4 text-sm', soldOut && 'opacity-45'),
              })}
            >
              <ShoppingBag className="size-4" />
              Add to Cart
            </span>
          </div>
        </div>
      </div>
    </Panel>
  )
}
