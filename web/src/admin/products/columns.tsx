import { Copy, Pencil, Star, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { DataColumn } from '~/admin/shared/DataTable'
import { ProductInput } from '~/shared/form/constraints.gen'
import { fromTo } from '~/shared/form/limits'
import { currencySign } from '~/shared/lib/money'
import { placeholderImage } from '~/shared/lib/placeholder-image'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { useCurrency, useMoney } from '~/shared/ui/Money'
import { NavButton } from '~/shared/ui/NavButton'
import { InlineNumber } from './InlineNumber'
import type { StaffProduct } from './queries'
import type { useRowActions } from './row-actions'

type Actions = ReturnType<typeof useRowActions> & {
  remove: (product: StaffProduct) => void
  showWaiting: (product: StaffProduct) => void
}

export function useProductColumns(actions: Actions): DataColumn<StaffProduct>[] {
  const formatMoney = useMoney()
  const sign = currencySign(useCurrency())
  return [
    {
      name: 'Image',
      wide: true,
      phone: 'bare',
      className: 'w-16 max-md:hidden',
      cell: (product) => <Thumb product={product} />,
    },
    {
      name: 'Name',
      sort: 'name',
      phone: 'bare',
      className: 'min-w-36 max-md:order-1 max-md:col-span-2 max-md:pr-10',
      cell: (product) => (
        <span className="flex items-center gap-3">
          <span className="md:hidden">
            <Thumb product={product} />
          </span>
          <Link to={`/admin/products/${product.id}`} className="font-semibold hover:underline">
            {product.name}
          </Link>
        </span>
      ),
    },
    {
      name: 'Category',
      phone: 'bare',
      className: 'max-md:order-2 max-md:min-h-9 max-md:text-sm',
      cell: (product) => product.category?.name ?? <span className="text-mute">Uncategorized</span>,
    },
    {
      name: 'Price',
      sort: 'price',
      align: 'right',
      phone: 'bare',
      className: 'max-md:order-4',
      cell: (product) => (
        <InlineNumber
          label={`Price of ${product.name}`}
          value={product.price.toFixed(2)}
          shown={formatMoney(product.price)}
          prefix={sign}
          limit={ProductInput.price}
          fault={`Enter a price from ${fromTo(ProductInput.price)}.`}
          onSave={(price) => actions.setPrice(product, price)}
          className="font-semibold"
        />
      ),
    },
    {
      name: 'In Stock',
      phone: 'bare',
      className: 'max-md:order-3 max-md:justify-self-end',
      cell: (product) => (
        <div className="inline-flex items-center gap-3 max-lg:gap-2">
          <Badge tone={product.in_stock ? 'green' : 'red'}>{product.in_stock ? 'Yes' : 'No'}</Badge>
          <InlineNumber
            label={`Stock of ${product.name}`}
            value={product.stock_quantity === null ? '' : String(product.stock_quantity)}
            shown={product.stock_quantity === null ? 'Not counted' : `${product.stock_quantity} left`}
            limit={ProductInput.stock_quantity}
            placeholder="–"
            fault="Enter a whole number, or nothing."
            onSave={(units) => actions.setStock(product, units)}
            className="text-mute text-sm"
          />
        </div>
      ),
    },
    {
      name: 'Waiting',
      align: 'right',
      phone: 'bare',
      className: 'max-md:order-6 max-md:col-span-2 max-md:empty:hidden max-md:has-data-none:hidden',
      cell: (product) => <Waiting product={product} onShow={actions.showWaiting} />,
    },
    {
      name: 'Featured',
      align: 'center',
      phone: 'hide',
      cell: (product) => <FeaturedButton product={product} actions={actions} />,
    },
    {
      name: 'Actions',
      align: 'right',
      phone: 'bare',
      className: 'max-md:order-5 max-md:-mr-2 max-md:justify-self-end',
      cell: (product) => (
        <span className="inline-flex items-center justify-end gap-0.5">
          <span className="md:hidden">
            <FeaturedButton product={product} actions={actions} />
          </span>
          <NavButton
            to={`/admin/products/${product.id}`}
            variant="ghost"
            size="icon"
            className="md:size-9"
            aria-label={`Edit ${product.name}`}
          >
            <Pencil className="size-4" aria-hidden="true" />
          </NavButton>
          <NavButton
            to={`/admin/products/new?copy=${product.id}`}
            variant="ghost"
            size="icon"
            className="md:size-9"
            aria-label={`Duplicate ${product.name}`}
          >
            <Copy className="size-4" aria-hidden="true" />
          </NavButton>
          <Button
            variant="ghost"
            size="icon"
            className="text-danger md:size-9"
            aria-label={`Delete ${product.name}`}
            onClick={() => actions.remove(product)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </Button>
        </span>
      ),
    },
  ]
}

/** How many wait, where units are counted; it opens the list of who they are. */
function Waiting({ product, onShow }: { product: StaffProduct; onShow: Actions['showWaiting'] }) {
  if (product.stock_quantity === null) return null
  return (
    <button
      type="button"
      aria-label={`${product.waiting} waiting for ${product.name}`}
      onClick={() => onShow(product)}
      // On a phone a row without anybody waiting stays short.
      data-none={product.waiting === 0 ? '' : undefined}
      className="min-h-9 min-w-9 rounded-lg px-2 pointer-coarse:min-h-11 tabular-nums hover:bg-ink/8"
    >
      <span className={product.waiting > 0 ? 'font-semibold underline underline-offset-3' : 'text-mute'}>
        {product.waiting}
      </span>
      <span className="md:hidden"> waiting</span>
    </button>
  )
}

function FeaturedButton({ product, actions }: { product: StaffProduct; actions: Actions }) {
  return (
    <button
      type="button"
      aria-pressed={product.is_featured}
      aria-label={`Featured: ${product.name}`}
      // A notice has shown the error already.
      onClick={() => actions.setFeatured(product, !product.is_featured).catch(() => {})}
      className="grid size-11 place-items-center rounded-full text-mute/60 transition-colors hover:bg-ink/8 aria-pressed:text-secondary-deep md:mx-auto md:size-10"
    >
      <Star className="size-5" fill={product.is_featured ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  )
}

function Thumb({ product }: { product: StaffProduct }) {
  const image = product.images[0]
  const small = image?.sizes[0]?.url ?? image?.url ?? placeholderImage(product.category)
  return (
    <span
      className="block size-11 shrink-0 overflow-hidden rounded-lg bg-paper-2"
      style={image?.color ? { backgroundColor: image.color } : undefined}
    >
      <img src={small} alt="" width="44" height="44" loading="lazy" className="size-full object-cover" />
    </span>
  )
}
