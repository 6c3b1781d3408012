import { useEffect } from 'react'
import { errorMessage } from '~/shared/api/errors'
import { toast } from '~/shared/ui/toast-store'

/** Shows a failed load as a notice, once per failure. */
export function useToastOnError(error: unknown, title: string) {
  useEffect(() => {
    if (error) {
      toast({ variant: 'destructive', title, description: errorMessage(error, 'An unknown error occurred') })
    }
  }, [error, title])
}
