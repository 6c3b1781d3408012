import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import { CategoryEditor } from '~/admin/categories/CategoryEditor'
import { adminCategoryQuery } from '~/admin/categories/queries'
import { adminPages } from '~/admin/layout/admin-pages'
import { PageHeading } from '~/admin/shared/PageHeading'
import { errorMessage } from '~/shared/api/errors'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { EmptyState } from '~/shared/ui/EmptyState'
import { NavButton } from '~/shared/ui/NavButton'
import { Skeleton } from '~/shared/ui/Skeleton'

export const route: PageRoute = { path: ['/admin/categories/:id', '/admin/categories/new'], ...adminPage }

export default function CategoryFormPage() {
  const { id } = useParams()
  const number = Number(id)
  const isNumber = Number.isSafeInteger(number) && number > 0
  const { data, error } = useQuery({ ...adminCategoryQuery(number), enabled: isNumber })
  return (
    <>
      <PageHeading title={id ? 'Edit Category' : adminPages.newCategory.name}>
        <NavButton to="/admin/categories" variant="outline" size="sm" className="max-sm:min-h-11">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to Categories
        </NavButton>
      </PageHeading>
      {id && !data && (error || !isNumber) ? (
        <EmptyState
          title="This category could not be opened"
          text={error ? errorMessage(error, 'An unknown error occurred') : 'Category not found.'}
        />
      ) : id && !data ? (
        <Skeleton className="h-96 max-w-3xl rounded-2xl" />
      ) : (
        <CategoryEditor key={id ?? 'new'} category={id ? data : undefined} />
      )}
    </>
  )
}
