import { useMutation } from '@tanstack/react-query'
import { toast } from '~/shared/ui/toast-store'
import { ConfirmDialog } from './ConfirmDialog'
import { toastError } from './toast-error'

type DeleteDialogProps = {
  /** What is deleted, in a word: product. */
  what: string
  open: boolean
  onClose: () => void
  remove: () => Promise<unknown>
  /** Reads again what showed it. */
  refresh: () => Promise<unknown>
  /** Instead of the usual question. */
  question?: string
  /** Instead of the usual words afterwards. */
  done?: string
}

/** Asks before one thing is deleted, deletes it and says so. */
export function DeleteDialog({ what, open, onClose, remove, refresh, question, done }: DeleteDialogProps) {
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await refresh()
      toast({
        title: `${what[0]?.toUpperCase()}${what.slice(1)} deleted`,
        description: done ?? `The ${what} has been deleted successfully.`,
      })
      onClose()
    },
    onError: (error) => {
      toastError(`Error deleting ${what}`, error)
      return refresh()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Confirm Deletion"
      description={question ?? `Are you sure you want to delete this ${what}? This action cannot be undone.`}
      confirm="Delete"
      danger
      pending={removal.isPending}
      onConfirm={() => removal.mutate()}
    />
  )
}
