import { Panel } from '~/admin/shared/Panel'
import { Sticker } from '~/shared/ui/badge'
import { useMoney } from '~/shared/ui/money'
import type { ProductForm } from './form'

const LAST_UNITS = 5

/** The card as shoppers will see it, drawn from what stands in the form right now. */
export function CardPreview({ form, image }: { form: ProductForm; image: string | undefined }) {
  const formatMoney = useMoney()
  const units = form.stock_quantity.trim() === '' ? null : Number(form.stock_quantity)
  const soldOut = !form.in_stock || units === 0
  const price = Number(form.price)
  return (
    <Panel title="Preview" hint="How the card looks in the shop.">
      <div className="mx-auto max-w-56">
        <div className="relative aspect-square overflow-hidden rounded-3xl bg-paper-2">
          {image && (
            <img src={image} alt="" className={`size-full object-cover ${soldOut ? 'opacity-60' : ''}`} />
          )}
          <span className="absolute top-3 left-3 grid justify-items-start gap-1.5">
            {soldOut ? (
              <Sticker tone="ink">Sold out</Sticker>
            ) : (
              units !== null && units <= LAST_UNITS && <Sticker>{`Only ${units} left`}</Sticker>
            )}
            {form.is_featured && <Sticker tone="primary">Featured</Sticker>}
          </span>
        </div>
        <p className="wrap-anywhere mt-3 font-bold leading-snug">{form.name || 'Product name'}</p>
        {form.origin && <p className="text-mute text-sm">{form.origin}</p>}
        <p className="mt-1 font-display text-lg">{formatMoney(Number.isFinite(price) ? price : 0)}</p>
      </div>
    </Panel>
  )
}
