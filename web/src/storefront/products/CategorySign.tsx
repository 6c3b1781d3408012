import { cn } from '~/shared/lib/cn'
import { NeonSign, type SignName } from '~/storefront/home/NeonSign'

const lights: Record<string, [SignName, string]> = {
  chips: ['chips', 'text-[#ffd34d]'],
  drinks: ['drinks', 'text-[#4de1ff]'],
  candy: ['candy', 'text-[#ff7ac3]'],
  chocolate: ['chocolate', 'text-[#ffab6b]'],
  cookies: ['cookies', 'text-[#f4e3b0]'],
}

/** The neon sign of a category; a default one where the category has none of its own. */
export function CategorySign({ slug }: { slug: string }) {
  const [name, light] = lights[slug] ?? (['vault', 'text-primary-glow'] as const)
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
