import { type ReactNode, useEffect, useRef } from 'react'
import type { Product } from '~/shared/api/types'
import { cn } from '~/shared/lib/cn'
import { NeonSign } from '~/shared/ui/NeonSign'
import { ProductImage } from '~/storefront/shared/ProductImage'

type StageProps = {
  title: string
  product?: Product | null | undefined
  /** Shows picture and heading in full light: for good news. */
  lit?: boolean
  children?: ReactNode
}

/** The page behind a link of the waitlist's emails: one picture, one heading, one thing to do. */
export function Stage({ title, product, lit = false, children }: StageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  // A new heading gets the focus, so that screen readers read it.
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <div className="on-ink glow-wall text-paper">
      <div className="wrap grid min-h-[70vh] content-center py-10 sm:py-20">
        <div className="grid items-center gap-x-8 gap-y-7 md:grid-cols-[minmax(0,22rem)_1fr] lg:gap-x-16">
          {product ? (
            <ProductImage
              product={product}
              sizes="22rem"
              className="aspect-square rounded-[2rem] max-md:max-w-56"
              imageClassName={lit ? undefined : 'opacity-70 saturate-[0.3]'}
            />
          ) : (
            <NeonSign
              name="box"
              className={cn(
                'size-32 md:mx-auto md:size-60',
                lit ? 'text-secondary-glow' : 'text-mist opacity-60',
              )}
            />
          )}
          <div className="min-w-0">
            <h1
              ref={heading}
              tabIndex={-1}
              className={cn(
                'break-words font-display text-[clamp(2.1rem,6vw,4rem)] leading-[1.04] tracking-[-0.02em] outline-none',
                lit && 'neon-text',
              )}
            >
              {title}
            </h1>
            {children}
          </div>
        </div>
      </div>
    </div>
  )
}

/** A sentence below the heading. */
export const Text = ({ children }: { children: ReactNode }) => (
  <p className="mt-4 max-w-prose text-lg text-mist [&_b]:text-paper">{children}</p>
)
