import type { Product } from '~/shared/api/types'
import { CartItemInput } from '~/shared/form/constraints.gen'
import { sumDollars, timesDollars } from '~/shared/lib/money'
import { settingsWhenEmpty } from '~/shared/lib/setting-defaults.gen'
import type { CartLine } from './cart-store'

/** What changed about a line's product since it was added to the cart. */
type LineIssue =
  | { kind: 'gone' }
  | { kind: 'sold_out' }
  | { kind: 'too_few'; left: number }
  | { kind: 'limit'; most: number }
  | { kind: 'price'; before: number; now: number }

/** Units that are held for this shopper, as the shop last said. */
export type HeldUnits = {
  token: string
  units: number
  price: number
  kind: string
  state: string
  expires_at: string
  seconds_left: number
  paused: boolean
}

export type PricedLine = CartLine & {
  /** Undefined when nothing of it is or was held for this shopper. */
  held: HeldUnits | undefined
  /** Undefined until the products are loaded, and for a deleted product. */
  product: Product | undefined
  issue: LineIssue | undefined
  /** False when it cannot be bought now: it is left out of the total. */
  buyable: boolean
  total: number
}

export const priceChangeText = (
  issue: { before: number; now: number },
  formatMoney: (amount: number) => string,
) =>
  `The price went ${issue.now > issue.before ? 'up' : 'down'} from ${formatMoney(issue.before)} to ${formatMoney(issue.now)}.`

/** The most of one product that an order takes, whatever the product itself allows. */
export const MOST_OF_ONE = CartItemInput.quantity.maximum

function issueOf(line: CartLine, product: Product | undefined, held: number): LineIssue | undefined {
  if (!product) return { kind: 'gone' }
  if (!product.in_stock && held === 0) return { kind: 'sold_out' }
  const { stock_quantity, max_per_order } = product
  const most = Math.min(max_per_order ?? MOST_OF_ONE, MOST_OF_ONE)
  const left = stock_quantity === null ? null : stock_quantity + held
  if (left !== null && left < line.quantity) return { kind: 'too_few', left }
  if (most < line.quantity) return { kind: 'limit', most }
  if (held > 0) return undefined // its price is fixed
  if (product.price !== line.price) return { kind: 'price', before: line.price, now: product.price }
  return undefined
}

/** The lines with current prices and stock. `products` is undefined while they load. */
export function priceLines(
  lines: readonly CartLine[],
  products: Product[] | undefined,
  reservations: ReadonlyMap<number, HeldUnits> = new Map(),
): PricedLine[] {
  const byId = new Map(products?.map((product) => [product.id, product]))
  return lines.map((line) => {
    const product = byId.get(line.product_id)
    const held = reservations.get(line.product_id)
    const units = held?.state === 'held' ? Math.min(held.units, line.quantity) : 0
    const issue = products && issueOf(line, product, units)
    const today = product?.price ?? line.price
    const price = units > 0 && held ? held.price : today
    const name = product?.name ?? line.name
    const buyable = issue?.kind !== 'gone' && issue?.kind !== 'sold_out'
    const total = sumDollars([timesDollars(price, units), timesDollars(today, line.quantity - units)])
    return { ...line, name, price, product, held, issue, buyable, total }
  })
}

/** The tokens of what is held for this shopper and in the cart. */
export const heldTokens = (lines: readonly PricedLine[]): string[] =>
  lines.flatMap(({ held }) => (held?.state === 'held' ? [held.token] : []))

/** An amount in the settings; undefined when none is set. */
function amount(text: string): number | undefined {
  return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}

type CartSettings = { shipping_fee: string; free_shipping_threshold: string }
type AppliedPromo = { code: string; discount: number; free_shipping: boolean }

/** The figures of the Order Summary. Tax is added at checkout, where the address is known. */
export function summarize(lines: PricedLine[], settings: CartSettings, promo: AppliedPromo | undefined) {
  const counted = lines.filter((line) => line.buyable)
  const subtotal = sumDollars(counted.map((line) => line.total))
  const freeFrom = amount(settings.free_shipping_threshold)
  const free = promo?.free_shipping || (freeFrom !== undefined && subtotal >= freeFrom)
  const fee = amount(settings.shipping_fee) ?? Number(settingsWhenEmpty.shipping_fee)
  const shipping = counted.length === 0 || free ? 0 : fee
  const discount = Math.min(promo?.discount ?? 0, subtotal)
  return {
    items: counted.length,
    subtotal,
    discount,
    shipping,
    total: sumDollars([subtotal, -discount, shipping]),
    /** The amount that is missing for free shipping; undefined when there is no free shipping or it is reached. */
    missing:
      counted.length > 0 && shipping > 0 && freeFrom !== undefined
        ? sumDollars([freeFrom, -subtotal])
        : undefined,
    freeFrom,
  }
}
