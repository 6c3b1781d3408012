import type { components } from '~/shared/api/schema.gen'
import { placeholderImage } from '~/shared/lib/placeholder-image'

export type Drop = components['schemas']['Drop']
export type DropProduct = components['schemas']['DropProduct']
export type Phase = Drop['phase']

/** Units that can be bought now, units in carts and unpaid orders, and all units of the drop. */
export type Units = { free: number; held: number; units: number }

export const unitsOf = ({ drop, units }: DropProduct): Units => ({
  free: drop?.free ?? 0,
  held: drop?.held ?? 0,
  units,
})

export const unitsOfDrop = ({ free, held, products }: Drop): Units => ({
  free,
  held,
  units: products.reduce((sum, { units }) => sum + units, 0),
})

/** The picture on the stall: the drop's own, that of its first product, or the placeholder image. */
export function pictureOf({ image, products: [star] }: Drop): NonNullable<Drop['image']> {
  const url = star?.image_url || `${placeholderImage(star?.category)}?bare`
  return image ?? star?.images[0] ?? { url, width: 800, height: 800, color: '', sizes: [] }
}
