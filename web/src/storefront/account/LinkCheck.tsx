import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '~/shared/api/errors'
import { Button } from '~/shared/ui/Button'
import { Spinner } from '~/shared/ui/Spinner'

type LinkCheckProps = {
  link: UseQueryResult<{ open: boolean }>
  /** What the link opens. */
  children: ReactNode
  /** Where to get another one. */
  dead: ReactNode
}

/** Shows its children when a one-time link is valid. A link that could not be checked offers to try again. */
export function LinkCheck({ link, children, dead }: LinkCheckProps) {
  if (link.isPending)
    return (
      <p className="grid place-items-center py-8">
        <Spinner className="size-8" label="Checking the link" />
      </p>
    )
  if (link.isError)
    return (
      <div role="alert" className="grid gap-4 text-center">
        <p className="font-display text-xl">The link could not be checked</p>
        <p className="text-mute">
          {errorMessage(link.error, 'Look at your connection, and try again in a moment.')}
        </p>
        <Button variant="hot" onClick={() => void link.refetch()}>
          Try Again
        </Button>
      </div>
    )
  if (link.data.open) return children
  return (
    <div className="grid gap-4 text-center">
      <p className="font-display text-xl">This link does not work any more</p>
      {dead}
    </div>
  )
}
