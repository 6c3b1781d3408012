import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { productQuery } from '~/shared/api/queries'
import { isDefault, type SettingReader, useSettings, useTexts } from '~/shared/lib/settings'
import { Sticker } from '~/shared/ui/Badge'
import { ButtonLink } from '~/shared/ui/Button'
import { Money } from '~/shared/ui/Money'
import { ProductImage } from '~/storefront/shared/ProductImage'

/** The merchant's picture, or none: then the product's own is shown. The drawing that came with the shop belongs to its product, title and mark. */
function promoImageOf(setting: SettingReader): string {
  const builtIn =
    isDefault(setting, 'promo_product') && isDefault(setting, 'promo_title') && !setting('site_logo')
  return builtIn || !isDefault(setting, 'promo_image') ? setting('promo_image') : ''
}

/** The product that the merchant promotes; nothing while there is none of that number, or no title. */
export function PromotedProduct() {
  const text = useTexts()
  const image = promoImageOf(useSettings())
  const title = text('promo_title')
  const badge = text('promo_badge')
  const id = text('promo_product')
  const { data: product } = useQuery(productQuery(Number(id)))
  const to = `/product/${id}`
  if (!title || product === null) return null
  return (
    <section aria-labelledby="promoted-product" className="wrap below py-10">
      <div className="on-ink glow-wall relative grid items-center gap-8 overflow-hidden rounded-[2rem] px-6 pt-10 text-paper sm:px-12 md:grid-cols-[1.1fr_1fr] md:pt-0 lg:px-16">
        <div className="relative z-10 md:py-14">
          {badge && <Sticker tone="paper">{badge}</Sticker>}
          <h2
            id="promoted-product"
            className="mt-5 font-display text-[clamp(2rem,5.5vw,3.6rem)] leading-[1.05] tracking-[-0.01em]"
          >
            <Link to={to} className="decoration-4 decoration-secondary underline-offset-8 hover:underline">
              {title}
            </Link>
          </h2>
          <p className="mt-4 max-w-md text-lg text-mist leading-relaxed">{text('promo_text')}</p>
          <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-4">
            <ButtonLink to={to} variant="hot" size="lg">
              {text('promo_button')} <ArrowRight className="size-5" aria-hidden="true" />
            </ButtonLink>
            <span className="min-h-8 font-display text-2xl">
              {product && <Money amount={product.price} />}
            </span>
          </div>
        </div>
        {!product ? (
          <div className="mx-auto aspect-square w-full max-w-[22rem]" />
        ) : image ? (
          <img
            src={image}
            alt=""
            width={420}
            height={380}
            loading="lazy"
            decoding="async"
            className="mx-auto h-auto max-h-[30rem] w-full max-w-[26rem] self-end object-contain object-bottom"
          />
        ) : (
          <ProductImage
            product={product}
            sizes="26rem"
            className="mx-auto mb-10 aspect-square w-full max-w-[22rem] self-center rounded-3xl md:mb-0"
          />
        )}
      </div>
    </section>
  )
}
