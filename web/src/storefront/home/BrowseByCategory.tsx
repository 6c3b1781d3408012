import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { categoriesQuery } from '~/shared/api/queries'
import type { Category } from '~/shared/api/types'
import { settingRows, useTexts } from '~/shared/lib/settings'
import { signOf } from '~/shared/lib/signs'
import { NeonSign } from '~/shared/ui/NeonSign'
import { SectionHeading } from '~/storefront/shared/SectionHeading'

type Card = { slug: string; name: string; text: string }

/** What stands for all products instead of a category. */
const EVERYTHING = '*'

export function BrowseByCategory() {
  const { data } = useQuery(categoriesQuery)
  const texts = useTexts()
  const cards: Card[] = settingRows(texts('home_categories')).map(([slug = '', name = slug, text = '']) => ({
    slug,
    name,
    text,
  }))
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="browse-by-category" className="wrap below py-14 sm:py-16">
      <SectionHeading
        id="browse-by-category"
        title="Browse By Category"
        text={texts('home_categories_text')}
      />
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3">
        {cards.map((card) => (
          <li key={card.slug}>
            <CategoryCard card={card} category={data?.items.find(({ slug }) => slug === card.slug)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CategoryCard({ card, category }: { card: Card; category: Category | undefined }) {
  const { slug, name, text } = card
  const sign = signOf(category)
  const picture = category?.image
  return (
    <Link
      to={slug === EVERYTHING ? '/products' : `/category/${slug}`}
      aria-labelledby={`card-${slug}`}
      className="on-ink group relative flex aspect-[4/5] flex-col justify-end overflow-hidden rounded-3xl bg-ink text-paper transition-transform duration-200 ease-out hover:-translate-y-1 sm:aspect-[5/4]"
    >
      <span
        style={{ color: sign.color }}
        className="absolute inset-0 bg-[radial-gradient(circle_at_50%_38%,color-mix(in_oklab,currentColor_32%,transparent),transparent_62%)] opacity-75 transition-opacity duration-200 group-hover:opacity-100"
      />
      {picture ? (
        <img
          src={picture.url}
          srcSet={picture.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
          sizes="(min-width: 1344px) 26rem, (min-width: 768px) 32vw, 46vw"
          width={picture.width}
          height={picture.height}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover transition-transform duration-200 ease-out group-hover:scale-105"
        />
      ) : (
        <NeonSign
          {...sign}
          className="absolute inset-x-0 top-[7%] mx-auto h-[58%] w-auto transition-transform duration-200 ease-out group-hover:scale-105"
        />
      )}
      <span className="relative bg-linear-to-t from-35% from-ink/95 via-70% via-ink/75 to-transparent px-4 pt-9 pb-3.5 sm:px-5 sm:pb-4 lg:px-6 lg:pt-14 lg:pb-5">
        <span id={`card-${slug}`} className="block font-display text-lg leading-tight sm:text-2xl">
          {name}
        </span>
        <span className="mt-0.5 block text-mist text-sm sm:text-base">{text}</span>
      </span>
    </Link>
  )
}
