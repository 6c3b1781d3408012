import { useQuery } from '@tanstack/react-query'
import { productsByIdQuery } from '~/shared/api/queries'
import { ProductImage } from './ProductImage'

type PicturedLine = { product_id: number | null; product_name: string; image_url: string }

/** The small picture of a line: the product's, or the line's own copy when the product is deleted. */
export function useLinePictures(lines: readonly PicturedLine[]) {
  const ids = lines.flatMap((line) => line.product_id ?? [])
  const { data, isLoading } = useQuery({ ...productsByIdQuery(ids), enabled: ids.length > 0 })
  return ({ product_id, product_name, image_url }: PicturedLine) => {
    if (isLoading) return <span className="block size-14 shrink-0 rounded-xl bg-paper-2" />
    const product = data?.items.find((item) => item.id === product_id)
    return (
      <ProductImage
        product={product ?? { name: product_name, image_url, images: [] }}
        sizes="3.5rem"
        decorative
        className="size-14 shrink-0 rounded-xl"
      />
    )
  }
}
