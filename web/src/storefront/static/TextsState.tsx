import { Button } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { Skeleton } from '~/shared/ui/Skeleton'
import type { usePageTexts } from './page-texts'

/** What a page shows while it has no texts. */
export function TextsState({ texts }: { texts: ReturnType<typeof usePageTexts> }) {
  if (texts.isError)
    return (
      <EmptyState title="This page could not be loaded" text="The shop did not answer.">
        <Button variant="ink" onClick={texts.retry}>
          Try again
        </Button>
      </EmptyState>
    )
  return (
    texts.isLoading && (
      <div aria-busy="true">
        {['w-2/5', 'w-full', 'w-11/12', 'w-full', 'w-3/4'].map((width, index) => (
          <Skeleton key={index} className={`mt-4 h-6 ${width}`} />
        ))}
      </div>
    )
  )
}
