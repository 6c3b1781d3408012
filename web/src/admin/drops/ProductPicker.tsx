import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { adminProductsQuery, type StaffProduct } from '~/admin/products/queries'
import { SearchBox } from '~/admin/shared/SearchBox'
import { errorMessage } from '~/shared/api/errors'

const SHOWN = 8

type ProductPickerProps = { chosen: number[]; onAdd: (product: StaffProduct) => void }

/** Finds products by name and adds them to the drop. */
export function ProductPicker({ chosen, onAdd }: ProductPickerProps) {
  const [search, setSearch] = useState('')
  const { data, error, isFetching } = useQuery({
    ...adminProductsQuery({ search, limit: SHOWN }),
    enabled: search !== '',
  })
  const found = search ? data?.items : undefined
  function add(product: StaffProduct) {
    setSearch('')
    onAdd(product)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter searches, and must not send the form around it
    <div className="grid gap-2" onKeyDown={(event) => event.key === 'Enter' && keepForm(event)}>
      <SearchBox label="Search products to add" value={search} onChange={setSearch} />
      {found && found.length > 0 && (
        <ul
          aria-label="Products found"
          className="max-h-80 divide-y divide-line overflow-y-auto rounded-xl border border-line"
        >
          {found.map((product) => (
            <li key={product.id}>
              <Result product={product} isChosen={chosen.includes(product.id)} onAdd={add} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-mute text-sm">
        {error && search
          ? errorMessage(error, 'The products could not be loaded.')
          : found?.length === 0 && !isFetching && 'No products found.'}
      </p>
    </div>
  )
}

/** In a text field Enter would send the form; on a button it presses it. */
function keepForm(event: KeyboardEvent) {
  if (event.target instanceof HTMLInputElement) event.preventDefault()
}

type ResultProps = { product: StaffProduct; isChosen: boolean; onAdd: (product: StaffProduct) => void }

function Result({ product, isChosen, onAdd }: ResultProps) {
  const isCounted = product.stock_quantity !== null
  const note = isChosen
    ? 'In this drop'
    : isCounted
      ? `${product.stock_quantity} in stock`
      : 'Not counted: enter its stock first'
  return (
    <button
      type="button"
      aria-label={`Add ${product.name}`}
      disabled={isChosen || !isCounted}
      onClick={() => onAdd(product)}
      className="flex min-h-12 w-full items-center gap-3 px-3 py-1.5 text-left -outline-offset-2 transition-colors enabled:hover:bg-paper disabled:opacity-60"
    >
      <Thumbnail product={product} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold text-[0.925rem]">{product.name}</span>
        <span className="block text-mute text-sm">{note}</span>
      </span>
      {!isChosen && isCounted && <Plus className="size-4.5 shrink-0" aria-hidden="true" />}
    </button>
  )
}

export function Thumbnail({ product }: { product: StaffProduct | undefined }) {
  if (!product?.image_url) return <span className="size-10 shrink-0 rounded-lg bg-paper-2" />
  return (
    <img src={product.image_url} alt="" className="size-10 shrink-0 rounded-lg bg-paper-2 object-cover" />
  )
}
