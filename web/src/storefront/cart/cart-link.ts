import { CartInput } from '~/shared/form/constraints.gen'
import { MOST_OF_ONE } from './totals'

export type WantedLine = { product_id: number; quantity: number }

type CartLink = { lines: WantedLine[] } | { refusal: string }

/** Reads ?add=10x1,12x2 of a link to the cart: product ids with quantities. */
export function parseCartLink(text: string): CartLink {
  const lines: WantedLine[] = []
  for (const part of text.split(',')) {
    const match = /^([1-9]\d{0,15})x([1-9]\d{0,8})$/.exec(part)
    if (!match) return { refusal: 'This link cannot be read. Nothing was added.' }
    lines.push({ product_id: Number(match[1]), quantity: Number(match[2]) })
  }
  if (lines.length > CartInput.lines.maxItems)
    return { refusal: 'This link has more products than a cart holds. Nothing was added.' }
  if (lines.some((line) => line.quantity > MOST_OF_ONE))
    return {
      refusal: `An order takes at most ${MOST_OF_ONE.toLocaleString('en-US')} of one product. Nothing was added.`,
    }
  if (new Set(lines.map((line) => line.product_id)).size < lines.length)
    return { refusal: 'This link has a product twice. Nothing was added.' }
  return { lines }
}
