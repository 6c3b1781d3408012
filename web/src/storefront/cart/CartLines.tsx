import { Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { Stepper } from '~/shared/ui/Stepper'
import { ProductImage } from '~/storefront/shared/ProductImage'
import { useCartActions } from './CartProvider'
import { HeldLine } from './HeldLine'
import { LineNotice } from './LineNotice'
import type { PricedLine } from './totals'
import { useLineQuantity } from './use-line-quantity'

export function CartLines({ lines }: { lines: PricedLine[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {lines.map((line) => (
        <li key={line.product_id}>
          <Line line={line} />
        </li>
      ))}
    </ul>
  )
}

function Line({ line }: { line: PricedLine }) {
  const { remove } = useCartActions()
  const setQuantity = useLineQuantity(line)
  const { product_id, name, quantity, price, buyable } = line
  const picture = line.product ?? { name, image_url: line.image_url, images: [] }
  const to = `/product/${product_id}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would read as a form; this is one line of the cart
    <div
      role="group"
      aria-label={name}
      className="relative grid grid-cols-[5.5rem_1fr] gap-x-4 py-5 sm:grid-cols-[7rem_1fr_auto] sm:gap-x-6"
    >
      <Link to={to} tabIndex={-1} aria-hidden="true" className="row-span-2 self-start sm:row-span-1">
        <ProductImage
          product={picture}
          sizes="7rem"
          decorative
          className="aspect-square rounded-2xl"
          imageClassName={buyable ? undefined : 'opacity-70 saturate-[0.3]'}
        />
      </Link>
      <div className="min-w-0">
        <h2 className="break-words max-sm:pr-8 font-bold text-[1.05rem] leading-snug sm:text-lg">
          <Link to={to} className="decoration-2 decoration-secondary underline-offset-3 hover:underline">
            {name}
          </Link>
        </h2>
        <p className="mt-1 text-mute text-sm">
          {line.product?.origin && <>{line.product.origin} · </>}
          <Money amount={price} /> each
        </p>
        {line.held && <HeldLine line={line} held={line.held} />}
        {!(line.issue?.kind === 'sold_out' && line.held) && <LineNotice line={line} />}
      </div>
      <div className="mt-3 flex items-center justify-between gap-x-3 gap-y-2 max-sm:col-start-2 max-sm:flex-wrap sm:mt-0 sm:flex-col sm:items-end sm:justify-start">
        <p className="order-2 font-display text-lg tabular-nums sm:order-none">
          {buyable ? <Money amount={line.total} /> : <span className="text-mute">{'\u2013'}</span>}
        </p>
        <div className="flex items-center gap-1">
          <Stepper value={quantity} min={0} onChange={setQuantity} disabled={!buyable} />
          <Button
            variant="ghost"
            size="icon"
            className="max-sm:absolute max-sm:top-2.5 max-sm:-right-3"
            aria-label={`Remove ${name}`}
            title={`Remove ${name}`}
            onClick={() => remove(product_id)}
          >
            <Trash2 className="size-4.5" aria-hidden="true" />
          </Button>
        </div>
      </div>
    </div>
  )
}
