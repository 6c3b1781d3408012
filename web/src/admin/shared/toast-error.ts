import { useEffect } from 'react'
import { errorMessage } from '~/shared/api/errors'
import { FormError } from '~/shared/form/failure'
import { toast } from '~/shared/ui/toast-store'

export const UNKNOWN_ERROR = 'An unknown error occurred'

/** Why something failed, as far as the form or the server said so. */
export const errorText = (error: unknown) =>
  error instanceof FormError ? error.message : errorMessage(error, UNKNOWN_ERROR)

/** Says in a notice what failed, and why. */
export function toastError(title: string, error: unknown) {
  toast({ variant: 'destructive', title, description: errorText(error) })
}

/** Shows a failed load as a notice, once per failure. */
export function useToastOnError(error: unknown, title: string) {
  useEffect(() => {
    if (error) toastError(title, error)
  }, [error, title])
}
