import { Fragment } from 'react'
import { useTexts } from '~/shared/lib/settings'
import { useMoney } from '~/shared/ui/Money'

/** A scrolling strip of short promises across the page. */
export function Marquee() {
  const formatMoney = useMoney()
  const text = useTexts()
  const threshold = Number(text('free_shipping_threshold') || text('advertised_free_shipping'))
  const freeShipping =
    threshold === 0
      ? 'Free shipping on every order'
      : `Free shipping on orders over ${formatMoney(threshold).replace('.00', '')}`
  const promises = text('home_promises').replace('{free_shipping}', freeShipping).split('\n').filter(Boolean)
  if (promises.length === 0) return null
  return (
    <div className="relative z-10 overflow-x-clip">
      <ul className="-mx-4 -my-5 flex -rotate-1 flex-wrap items-center justify-center gap-x-6 gap-y-1 bg-secondary px-8 py-3 text-center font-display text-[0.72rem] text-on-secondary uppercase tracking-wide shadow-lg sm:gap-x-10 sm:text-[0.82rem]">
        {promises.map((promise, index) => (
          <Fragment key={promise}>
            {index > 0 && (
              <li aria-hidden="true" className="hidden md:block">
                ✦
              </li>
            )}
            <li className={index > 1 ? 'max-md:hidden' : undefined}>{promise}</li>
          </Fragment>
        ))}
      </ul>
    </div>
  )
}
