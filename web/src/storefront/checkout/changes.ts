import type { FormatMoney } from '~/shared/ui/Money'
import type { Quote } from './form'

type Shown = Pick<Quote, 'lines' | 'discount' | 'shipping' | 'tax' | 'total'>

/** What is different between the quote that the shopper saw and the current one, in words. */
export function changes(
  before: Shown,
  now: Shown & Pick<Quote, 'problems' | 'promo_error'>,
  formatMoney: FormatMoney,
): string[] {
  const out = now.problems.map((problem) => problem.message)
  for (const line of now.lines) {
    const was = before.lines.find((other) => other.product_id === line.product_id)
    if (was && was.price !== line.price)
      out.push(`${line.product_name} is now ${formatMoney(line.price)} (was ${formatMoney(was.price)}).`)
  }
  if (now.promo_error) out.push('The promo code cannot be used any more.')
  else if (before.discount !== now.discount) out.push(`Your discount is now ${formatMoney(now.discount)}.`)
  if (before.shipping !== now.shipping)
    out.push(`Shipping is now ${formatMoney(now.shipping)} (was ${formatMoney(before.shipping)}).`)
  if (before.tax !== now.tax) out.push(`Tax is now ${formatMoney(now.tax)} (was ${formatMoney(before.tax)}).`)
  return out
}
