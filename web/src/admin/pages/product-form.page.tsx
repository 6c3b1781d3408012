import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { adminPages } from '~/admin/layout/admin-pages'
import { ProductEditor } from '~/admin/products/ProductEditor'
import { adminProductQuery } from '~/admin/products/queries'
import { PageHeading } from '~/admin/shared/PageHeading'
import { errorMessage } from '~/shared/api/errors'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { EmptyState } from '~/shared/ui/EmptyState'
import { NavButton } from '~/shared/ui/NavButton'
import { Skeleton } from '~/shared/ui/Skeleton'

export const route: PageRoute = { path: ['/admin/products/:id', '/admin/products/new'], ...adminPage }

export default function ProductFormPage() {
  const id = useParams().id
  const [params] = useSearchParams()
  const copy = id ? null : params.get('copy')
  const source = Number(id ?? copy)
  const isNumber = Number.isSafeInteger(source) && source > 0
  const { data, error, isPending } = useQuery({ ...adminProductQuery(source), enabled: isNumber })
  const wanted = id !== undefined || copy !== null
  // A failed refetch keeps the form, and what is typed in it.
  const missing = wanted && !data && (!isNumber || error)
  return (
    <>
      <PageHeading title={id ? 'Edit Product' : adminPages.newProduct.name}>
        <NavButton to="/admin/products" variant="outline" size="sm" className="max-sm:min-h-11">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to Products
        </NavButton>
      </PageHeading>
      {missing ? (
        <EmptyState
          title="This product could not be opened"
          text={error ? errorMessage(error, 'An unknown error occurred') : 'Product not found.'}
        />
      ) : wanted && isPending ? (
        <Outline />
      ) : (
        <ProductEditor
          key={id ?? `new-${copy}`}
          product={id ? data : undefined}
          copy={id ? undefined : data}
        />
      )}
    </>
  )
}

function Outline() {
  return (
    <div aria-busy="true" className="grid gap-4 lg:grid-cols-[1fr_20rem]">
      <Skeleton className="h-120 rounded-2xl" />
      <Skeleton className="h-80 rounded-2xl" />
    </div>
  )
}
