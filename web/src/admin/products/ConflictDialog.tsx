import { plural } from '~/admin/shared/format'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
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

/** Somebody else saved the same product meanwhile: both versions side by side, and the choice. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, pictures, categoryName, pending, onClose, onTakeTheirs, onKeepMine } = props
  const differ = (Object.keys(names) as (keyof ProductForm)[]).filter((key) => mine[key] !== theirs[key])
  const count = differ.length + (pictures ? 1 : 0)
  const show = (form: ProductForm, key: keyof ProductForm) => {
    const value = form[key]
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (key === 'category_id') return categoryName(value)
    return value || '(empty)'
  }
  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title="Changed in the meantime"
      description={`Somebody else saved this product while you were editing it. Keep mine saves what you changed (${plural(count, 'field')}) over theirs and leaves the rest of their changes.`}
      className="max-w-2xl!"
    >
      {count > 0 && (
        <div className="mt-4 max-h-72 overflow-auto rounded-xl border border-line bg-white">
          <table className="w-full text-left text-sm">
            <thead>
              <tr className="bg-paper">
                {['Field', 'Theirs', 'Mine'].map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 font-bold text-mute">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {differ.map((key) => (
                <tr key={key} className="border-line border-t align-top">
                  <th scope="row" className="px-3 py-2 font-semibold">
                    {names[key]}
                  </th>
                  <td className="wrap-anywhere px-3 py-2">{show(theirs, key)}</td>
                  <td className="wrap-anywhere px-3 py-2">{show(mine, key)}</td>
                </tr>
              ))}
              {pictures && (
                <tr className="border-line border-t align-top">
                  <th scope="row" className="px-3 py-2 font-semibold">
                    Pictures
                  </th>
                  {[pictures.theirs, pictures.mine].map((urls, side) => (
                    <td key={side === 0 ? 'theirs' : 'mine'} className="px-3 py-2">
                      <Pictures urls={urls} />
                    </td>
                  ))}
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
      <DialogActions>
        <Button variant="outline" disabled={pending} onClick={onTakeTheirs}>
          Show theirs
        </Button>
        <Button busy={pending} onClick={onKeepMine}>
          Keep mine
        </Button>
      </DialogActions>
    </Dialog>
  )
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
