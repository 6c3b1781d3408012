import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminCategoriesQuery, deleteCategory, type StaffCategory } from '~/admin/categories/queries'
import { adminPages } from '~/admin/layout/admin-pages'
import { type DataColumn, DataTable } from '~/admin/shared/DataTable'
import { DeleteDialog } from '~/admin/shared/DeleteDialog'
import { formatCount } from '~/admin/shared/format'
import { LoadFailed } from '~/admin/shared/LoadFailed'
import { useListState } from '~/admin/shared/list-state'
import { PageHeading } from '~/admin/shared/PageHeading'
import { SearchBox } from '~/admin/shared/SearchBox'
import { useToastOnError } from '~/admin/shared/toast-error'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { signOf } from '~/shared/lib/signs'
import { Button, buttonClass } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { NavButton } from '~/shared/ui/NavButton'
import { NeonSign } from '~/shared/ui/NeonSign'
import { Tooltip } from '~/shared/ui/Tooltip'

export const route: PageRoute = { path: '/admin/categories', ...adminPage }

export default function CategoriesPage() {
  const list = useListState('name')
  const { data, error, isPending, refetch } = useQuery(adminCategoriesQuery)
  useToastOnError(error, 'Error fetching categories')
  const [doomed, setDoomed] = useState<StaffCategory>()
  const client = useQueryClient()

  const text = list.search.toLowerCase()
  const rows = (data?.items ?? [])
    .filter(({ name, description }) => `${name}\n${description ?? ''}`.toLowerCase().includes(text))
    .sort(by(list.sort))

  return (
    <>
      <PageHeading title={adminPages.categories.name}>
        <NavButton to="/admin/categories/new" size="sm" className="max-sm:min-h-11">
          <Plus className="size-4" aria-hidden="true" />
          Add Category
        </NavButton>
      </PageHeading>
      <search className="mb-3 flex">
        <SearchBox label="Search categories..." value={list.search} onChange={(q) => list.set({ q })} />
      </search>
      {error && !data ? (
        <LoadFailed what="categories" error={error} onRetry={refetch} />
      ) : !isPending && rows.length === 0 ? (
        <EmptyState title="No categories found">
          <Link to="/admin/categories/new" className={buttonClass()}>
            Add your first category
          </Link>
        </EmptyState>
      ) : (
        <DataTable
          label="Categories"
          columns={columns(setDoomed)}
          rows={rows}
          rowKey={(category) => category.id}
          sort={list.sort}
          onSort={(sort) => list.set({ sort: sort === 'name' ? null : sort })}
          isLoading={isPending}
        />
      )}
      <DeleteDialog
        texts={{
          question: 'Are you sure you want to delete this category? This action cannot be undone.',
          deleted: 'Category deleted',
          done: 'The category has been deleted successfully.',
          failed: 'Error deleting category',
        }}
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        remove={async () => doomed && deleteCategory(doomed.id)}
        refresh={() => client.invalidateQueries({ queryKey: ['admin', 'categories'] })}
      />
    </>
  )
}

function by(sort: string) {
  const turn = sort.startsWith('-') ? -1 : 1
  return (a: StaffCategory, b: StaffCategory) =>
    turn *
    (sort.endsWith('products')
      ? a.product_count - b.product_count
      : a.name.toLowerCase() < b.name.toLowerCase()
        ? -1
        : 1)
}

function columns(remove: (category: StaffCategory) => void): DataColumn<StaffCategory>[] {
  return [
    {
      name: 'Name',
      sort: 'name',
      phone: 'bare',
      cell: (category) => (
        <span className="flex items-center gap-3 max-md:mb-2">
          <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-lg bg-ink">
            <NeonSign {...signOf(category)} className="h-9 w-auto" />
          </span>
          <Link to={`/admin/categories/${category.id}`} className="font-semibold hover:underline">
            {category.name}
          </Link>
        </span>
      ),
    },
    { name: 'Slug', cell: (category) => <code className="text-mute text-sm">{category.slug}</code> },
    {
      name: 'Description',
      className: 'max-w-md',
      cell: (category) => <span className="line-clamp-2 text-sm">{category.description || '-'}</span>,
    },
    {
      name: 'Products',
      sort: 'products',
      align: 'right',
      cell: (category) => <span className="tabular-nums">{formatCount(category.product_count)}</span>,
    },
    {
      name: 'Actions',
      align: 'right',
      cell: (category) => (
        <span className="inline-flex items-center justify-end gap-0.5">
          <NavButton
            to={`/admin/categories/${category.id}`}
            variant="ghost"
            size="icon"
            className="md:size-9"
            aria-label={`Edit ${category.name}`}
          >
            <Pencil className="size-4" aria-hidden="true" />
          </NavButton>
          <DeleteButton category={category} onClick={() => remove(category)} />
        </span>
      ),
    },
  ]
}

function DeleteButton({ category, onClick }: { category: StaffCategory; onClick: () => void }) {
  const button = (disabled: boolean) => (
    <Button
      variant="ghost"
      size="icon"
      className="text-danger md:size-9"
      aria-label={`Delete ${category.name}`}
      disabled={disabled}
      onClick={onClick}
    >
      <Trash2 className="size-4" aria-hidden="true" />
    </Button>
  )
  if (category.product_count === 0) return button(false)
  return (
    <Tooltip text="Cannot delete category with products">
      {/* A disabled button takes no focus and no hover; the span around it does, and says why. */}
      <span
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach the reason too
        tabIndex={0}
        role="note"
        aria-label="Cannot delete category with products"
        title="Cannot delete category with products"
        className="rounded-full"
      >
        {button(true)}
      </span>
    </Tooltip>
  )
}
