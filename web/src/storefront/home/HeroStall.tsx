import { Link } from 'react-router'
import type { Product } from '~/shared/api/types'
import { cn } from '~/shared/lib/cn'
import { Money } from '~/shared/ui/Money'
import { ProductImage } from '~/storefront/shared/ProductImage'
import { EmptyBox } from './EmptyBox'

// Left, right, then the largest in front. Widths are fractions of the stall's width.
const places = [
  'left-[5%] bottom-[15%] w-[33%] -rotate-6',
  'right-[5%] bottom-[15%] w-[33%] rotate-6',
  'left-[29.5%] bottom-[12.5%] w-[41%] z-10',
]
const order = [1, 2, 0]

/** The hero's illustration: a stall with the three most popular products on its counter. */
export function HeroStall({ products }: { products: Product[] | undefined }) {
  return (
    <div className="relative mx-auto aspect-[10/9] w-full max-w-[37rem] self-end">
      <StallBack />
      {places.map((place, index) => {
        const product = products?.[order[index] as number]
        if (products && !product) return null
        return (
          <div key={place} className={cn('absolute', place)}>
            {product ? (
              <PackOnCounter
                product={product}
                star={index === 2}
                tag={index === 0 ? '-left-2 -rotate-6' : '-right-2 rotate-6'}
              />
            ) : (
              <PackShadow />
            )}
          </div>
        )
      })}
      {products?.length === 0 && (
        <EmptyBox className="absolute inset-x-0 bottom-[13%] mx-auto h-auto w-[52%]" />
      )}
      <StallFront />
    </div>
  )
}

function PackOnCounter({ product, star, tag }: { product: Product; star: boolean; tag: string }) {
  return (
    <Link
      to={`/product/${product.id}`}
      className="group relative block rounded-[1.4rem] transition-transform duration-200 ease-out hover:-translate-y-2"
    >
      <ProductImage
        product={product}
        sizes="(min-width: 1024px) 15rem, 40vw"
        eager={star}
        className={cn(
          'aspect-square rounded-[1.4rem] border-3 border-paper/90',
          star
            ? 'shadow-[0_0_4.5rem_-0.5rem_var(--secondary)]'
            : 'shadow-[0_0_3rem_-0.8rem_var(--primary)] brightness-90 group-hover:brightness-100',
        )}
      />
      <Money
        amount={product.price}
        className={cn(
          'absolute -top-3 rounded-md bg-paper px-2 py-1 font-display text-ink text-xs shadow-md sm:text-sm',
          tag,
        )}
      />
    </Link>
  )
}

function PackShadow() {
  return (
    <span className="block aspect-square animate-shimmer rounded-[1.4rem] border-3 border-white/10 bg-white/5" />
  )
}

const bulbs = [4, 15.5, 27, 38.5, 50, 61.5, 73, 84.5, 96]

/** Posts, a warm back wall and a string of bulbs, behind the packs. */
function StallBack() {
  return (
    <svg viewBox="0 0 500 450" className="absolute inset-0 size-full overflow-visible" aria-hidden="true">
      <defs>
        <radialGradient id="stall-light" cx="50%" cy="50%" r="50%">
          <stop offset="0" stopColor="var(--secondary)" stopOpacity=".5" />
          <stop offset=".55" stopColor="var(--primary)" stopOpacity=".26" />
          <stop offset="1" stopColor="var(--primary)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <ellipse cx="250" cy="220" rx="320" ry="300" fill="url(#stall-light)" />
      <path d="M34 90h432v270H34z" fill="#0d0717" fillOpacity=".55" />
      <path d="M28 60h12v350H28zM460 60h12v350h-12z" fill="#3a2a5c" />
      <path d="M40 60h3v350h-3zM472 60h2v350h-2z" fill="#120a1f" />
      <path d="M44 178h412" stroke="#3a2a5c" strokeWidth="5" />
      {shelfPacks.map(([x, width, height, fill]) => (
        <rect
          key={x}
          x={x}
          y={175 - height}
          width={width}
          height={height}
          rx="4"
          fill={fill}
          fillOpacity=".38"
        />
      ))}
      <path d="M20 128q58 34 115 12t115 6 115-2 115-16" fill="none" stroke="#6f5b95" strokeWidth="1.5" />
      {bulbs.map((percent, index) => {
        const x = percent * 5
        const y = 146 + (index % 2) * 6 - (index === 0 || index === 8 ? 12 : 0)
        return (
          <g key={percent} fill={index % 2 ? 'var(--primary-on-ink)' : '#ffd9a0'}>
            <circle cx={x} cy={y} r="13" opacity=".16" />
            <circle cx={x} cy={y} r="4.5" />
          </g>
        )
      })}
    </svg>
  )
}

const shelfPacks: [number, number, number, string][] = [
  [58, 26, 34, 'var(--primary)'],
  [90, 20, 26, 'var(--secondary)'],
  [116, 30, 38, '#2dd4bf'],
  [352, 28, 36, '#f472b6'],
  [386, 20, 28, '#facc15'],
  [412, 30, 34, 'var(--primary)'],
]

const stripes = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** The awning above and the counter below, in front of the packs. */
function StallFront() {
  return (
    <svg
      viewBox="0 0 500 450"
      className="pointer-events-none absolute inset-0 z-20 size-full"
      aria-hidden="true"
    >
      {stripes.map((index) => {
        const top = 34 + index * 48
        const bottom = 4 + index * 54.7
        return (
          <g key={index} fill={index % 2 ? '#faf6ef' : 'var(--primary)'}>
            <path d={`M${top} 18h48L${bottom + 54.7} 92H${bottom}Z`} />
            <path d={`M${bottom} 92h54.7v8a27.35 22 0 0 1-54.7 0Z`} />
          </g>
        )
      })}
      <path d="M4 92h492v8H4z" fill="#120a1f" fillOpacity=".28" />
      <path d="M34 18h432l3 8H31z" fill="#fff" fillOpacity=".35" />
      <path d="M10 392h480l8 22H2z" fill="#4a3673" />
      <path d="M10 392h480l1.5 4H8.5z" fill="#8a72bd" />
      <path d="M16 414h468v36H16z" fill="#20143a" />
      {stripes.map((index) => (
        <path key={index} d={`M${36 + index * 50} 420v30`} stroke="#120a1f" strokeWidth="2" />
      ))}
    </svg>
  )
}
