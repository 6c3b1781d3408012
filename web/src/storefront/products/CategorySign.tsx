import { cn } from '~/shared/lib/cn'
import { categorySign } from '~/storefront/shared/category-signs'
import { NeonSign } from '~/storefront/shared/NeonSign'

/** The neon sign of a category; a default one where the category has none of its own. */
export function CategorySign({ slug }: { slug: string }) {
  const [name, light] = categorySign(slug)
  return (
    <NeonSign
      name={name}
      className={cn(
        'absolute top-1/2 right-0 h-[130%] w-auto -translate-y-1/2 rotate-6 opacity-30 sm:right-[4%] sm:h-[92%] lg:opacity-100',
        light,
      )}
    />
  )
}
