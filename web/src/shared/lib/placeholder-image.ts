/** The placeholder image of a product without a picture, in the look of its category. */
export const placeholderImage = (category: { slug: string } | null | undefined) =>
  `/pack-art/${category?.slug ?? 'product'}.svg`
