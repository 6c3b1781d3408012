import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { DropEditor } from '~/admin/drops/DropEditor'
import { dropQuery } from '~/admin/drops/queries'
import { adminPages } from '~/admin/layout/admin-pages'
import { PageHeading } from '~/admin/shared/PageHeading'
import { errorMessage } from '~/shared/api/errors'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { useSettings } from '~/shared/lib/settings'
import { EmptyState } from '~/shared/ui/EmptyState'
import { NavButton } from '~/shared/ui/NavButton'
import { Skeleton } from '~/shared/ui/Skeleton'

export const route: PageRoute = { path: ['/admin/drops/:id', '/admin/drops/new'], ...adminPage }

export default function DropFormPage() {
  const { id } = useParams()
  const number = Number(id)
  const isNumber = Number.isSafeInteger(number) && number > 0
  const { data, error } = useQuery({ ...dropQuery(number), enabled: isNumber })
  const zone = useSettings()('drop_time_zone')
  const wasCreatedHere = useLocation().state?.created === true
  const [editor, setEditor] = useState({ id, number: 1 })
  // A new drop's form goes on as the form of the drop that it created: what was typed meanwhile stays.
  if (editor.id !== id)
    setEditor({ id, number: !editor.id && wasCreatedHere ? editor.number : editor.number + 1 })
  return (
    <>
      <PageHeading title={id ? 'Edit drop' : adminPages.newDrop.name}>
        <NavButton to="/admin/drops" variant="outline" size="sm" className="max-sm:min-h-11">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to Drops
        </NavButton>
      </PageHeading>
      {id && !data && (error || !isNumber) ? (
        <EmptyState
          title="This drop could not be opened"
          text={error ? errorMessage(error, 'An unknown error occurred') : 'Drop not found.'}
        />
      ) : id && !data ? (
        <Skeleton className="h-96 rounded-2xl" />
      ) : (
        <DropEditor key={`${editor.number} ${zone}`} drop={id ? data : undefined} zone={zone} />
      )}
    </>
  )
}
