import { errorMessage } from '~/shared/api/errors'
import { Button } from '~/shared/ui/button'
import { EmptyState } from '~/shared/ui/empty-state'

type LoadFailedProps = { what: string; error: unknown; onRetry: () => void }

/** Stands where a list would, when there is nothing to show for a failure: an empty table would be a lie. */
export function LoadFailed({ what, error, onRetry }: LoadFailedProps) {
  return (
    <EmptyState
      title={`The ${what} could not be loaded`}
      text={errorMessage(error, 'An unknown error occurred')}
    >
      <Button onClick={() => onRetry()}>Try again</Button>
    </EmptyState>
  )
}
