import { Button } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { errorText } from './toast-error'

type LoadFailedProps = { what: string; error: unknown; onRetry: () => void }

/** Shown in place of a list that could not be loaded. */
export function LoadFailed({ what, error, onRetry }: LoadFailedProps) {
  return (
    <EmptyState title={`The ${what} could not be loaded`} text={errorText(error)}>
      <Button onClick={() => onRetry()}>Try again</Button>
    </EmptyState>
  )
}
