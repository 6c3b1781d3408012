import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminCategoriesQuery } from '~/admin/categories/queries'
import { adminPages } from '~/admin/layout/admin-pages'
import { BulkActions } from '~/admin/products/BulkActions'
import { useProductColumns } from '~/admin/products/columns'
import { exportAddress, narrowing, productFilter } from '~/admin/products/filter'
import { ImportDialog } from '~/admin/products/ImportDialog'
import { adminProductsQuery, PAGE_SIZE, refreshProducts, type StaffProduct } from '~/admin/products/queries'
import { deleteProduct, useRowActions } from '~/admin/products/row-actions'
import { WaitlistDialog } from '~/admin/products/WaitlistDialog'
import { DataTable } from '~/admin/shared/DataTable'
import { DeleteDialog } from '~/admin/shared/DeleteDialog'
import { FilterRow } from '~/admin/shared/FilterRow'
import { FilterSelect } from '~/admin/shared/FilterSelect'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { type ListState, useListState } from '~/admin/shared/list-state'
import { PageHeading } from '~/admin/shared/PageHeading'
import { Pager } from '~/admin/shared/Pager'
import { SearchBox } from '~/admin/shared/SearchBox'
import { useSelection } from '~/admin/shared/selection'
import { useToastOnError } from '~/admin/shared/toast-error'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { LOW_STOCK } from '~/shared/lib/rules.gen'
import { Button, buttonClass } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { NavButton } from '~/shared/ui/NavButton'

export const route: PageRoute = { path: '/admin/products', ...adminPage }

export default function ProductsPage() {
  const list = useListState('name')
  const filter = productFilter(list)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(adminProductsQuery(filter))
  useToastOnError(error, 'Error fetching products')
  const selection = useSelection<StaffProduct>()
  const [doomed, setDoomed] = useState<StaffProduct>()
  const [awaited, setAwaited] = useState<StaffProduct>()
  const [importing, setImporting] = useState(false)
  const client = useQueryClient()
  const columns = useProductColumns({ ...useRowActions(), remove: setDoomed, showWaiting: setAwaited })
  const rows = data?.items ?? []
  const isEmpty = !isPending && !error && rows.length === 0

  return (
    <>
      <PageHeading title={adminPages.products.name}>
        <Button variant="outline" size="sm" className="max-sm:min-h-11" onClick={() => setImporting(true)}>
          <Upload className="size-4" aria-hidden="true" />
          Import
        </Button>
        <a
          href={exportAddress(filter)}
          download="products.csv"
          className={buttonClass({ variant: 'outline', size: 'sm', className: 'max-sm:min-h-11' })}
        >
          <Download className="size-4" aria-hidden="true" />
          Export
        </a>
        <NavButton to="/admin/products/new" size="sm" className="max-sm:min-h-11">
          <Plus className="size-4" aria-hidden="true" />
          Add Product
        </NavButton>
      </PageHeading>
      <Filters list={list} />
      {error && rows.length === 0 ? (
        <LoadFailed what="products" error={error} onRetry={refetch} />
      ) : isEmpty ? (
        <Empty list={list} />
      ) : (
        <>
          <DataTable
            label="Products"
            columns={columns}
            rows={rows}
            rowKey={(product) => product.id}
            rowName={(product) => product.name}
            // On a phone a product is a card of three lines.
            rowClassName={() => 'max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-2'}
            sort={list.sort}
            onSort={(sort) => list.set({ sort: sort === 'name' ? null : sort })}
            selection={selection}
            isLoading={isPending}
            isStale={isPlaceholderData}
          />
          <Pager
            paging={list.paging}
            nextCursor={data?.next_cursor}
            shown={rows.length}
            size={PAGE_SIZE}
            total={data?.total}
            busy={isPlaceholderData}
          />
        </>
      )}
      <BulkActions selection={selection} list={data} filter={filter} />
      <WaitlistDialog product={awaited} onClose={() => setAwaited(undefined)} />
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
      <DeleteDialog
        texts={{
          question: 'Are you sure you want to delete this product? This action cannot be undone.',
          deleted: 'Product deleted',
          done: 'The product has been deleted successfully.',
          failed: 'Error deleting product',
        }}
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        remove={async () => doomed && deleteProduct(doomed.id)}
        refresh={() => refreshProducts(client)}
      />
    </>
  )
}

function Filters({ list }: { list: ListState }) {
  const { data: categories } = useQuery(adminCategoriesQuery)
  const select = (key: string) => ({
    value: list.get(key),
    onChange: (value: string) => list.set({ [key]: value }),
  })
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox
        label="Search products..."
        value={list.search}
        onChange={(q) => list.set({ q })}
        className="basis-72"
      />
      <FilterRow>
        <FilterSelect
          label="Filter by category"
          {...select('category')}
          options={[
            { value: '', label: 'All categories' },
            { value: 'none', label: 'Uncategorized' },
            ...(categories?.items ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
        />
        <FilterSelect
          label="Filter by stock"
          {...select('stock')}
          options={[
            { value: '', label: 'Any stock' },
            { value: 'in', label: 'In stock' },
            { value: 'out', label: 'Out of stock' },
            { value: 'low', label: `Low stock (${LOW_STOCK} or less)` },
          ]}
        />
        <FilterSelect
          label="Filter by featured"
          {...select('featured')}
          options={[
            { value: '', label: 'Featured or not' },
            { value: 'true', label: 'Featured' },
            { value: 'false', label: 'Not featured' },
          ]}
        />
        <FilterSelect
          label="Filter by popular"
          {...select('popular')}
          options={[
            { value: '', label: 'Popular or not' },
            { value: 'true', label: 'Popular' },
            { value: 'false', label: 'Not popular' },
          ]}
        />
        <FilterSelect
          label="Sort by"
          value={list.sort === 'name' ? '' : list.sort}
          onChange={(sort) => list.set({ sort })}
          options={[
            { value: '', label: 'Name A–Z' },
            { value: '-name', label: 'Name Z–A' },
            { value: 'price', label: 'Cheapest first' },
            { value: '-price', label: 'Dearest first' },
            { value: '-created_at', label: 'Newest first' },
            { value: 'created_at', label: 'Oldest first' },
          ]}
        />
      </FilterRow>
    </search>
  )
}

function Empty({ list }: { list: ListState }) {
  if (!list.isNarrowed([...narrowing, 'after']))
    return (
      <EmptyState title="No products found">
        <Link to="/admin/products/new" className={buttonClass()}>
          Add your first product
        </Link>
      </EmptyState>
    )
  return (
    <EmptyState title="No products found" text="Nothing matches this search and these filters.">
      <Button
        variant="outline"
        onClick={() => list.set(Object.fromEntries(narrowing.map((key) => [key, null])))}
      >
        Clear filters
      </Button>
      <Link to="/admin/products/new" className={buttonClass()}>
        Add your first product
      </Link>
    </EmptyState>
  )
}
