import { ConflictDialog as Conflict, differencesOf } from '~/admin/shared/ConflictDialog'
import type { ProductForm } from './form'

const names: Record<keyof ProductForm, string> = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  price: 'Price',
  category_id: 'Category',
  origin: 'Origin',
  rating: 'Rating',
  in_stock: 'In Stock',
  is_featured: 'Featured',
  is_popular: 'Popular',
  stock_quantity: 'Stock',
  safety_stock: 'Kept back',
  published_at: 'Published from',
  max_per_order: 'Max per order',
  max_per_customer: 'Max per customer',
}

type ConflictDialogProps = {
  mine: ProductForm
  theirs: ProductForm
  /** Addresses of the pictures, where both sides have other ones. */
  pictures?: { mine: string[]; theirs: string[] }
  /** Turns a category's id into its name. */
  categoryName: (id: string) => string
  pending: boolean
  onClose: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** The differences of two versions of a product. */
export function ConflictDialog({ mine, theirs, pictures, categoryName, ...rest }: ConflictDialogProps) {
  const differences = differencesOf(
    names,
    { mine, theirs },
    (form, key) => (key === 'category_id' ? categoryName(form[key]) : form[key]),
    pictures && {
      name: 'Pictures',
      theirs: <Pictures urls={pictures.theirs} />,
      mine: <Pictures urls={pictures.mine} />,
    },
  )
  return <Conflict what="product" differences={differences} {...rest} />
}

function Pictures({ urls }: { urls: string[] }) {
  if (urls.length === 0) return '(none)'
  return (
    <span className="flex flex-wrap gap-1.5">
      {urls.map((url, i) => (
        <img key={url} src={url} alt={`${i + 1}`} className="size-12 rounded-lg bg-paper-2 object-cover" />
      ))}
    </span>
  )
}
