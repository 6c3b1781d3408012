import { useMutation } from '@tanstack/react-query'
import { toast } from '~/shared/ui/toast-store'
import { ConfirmDialog } from './ConfirmDialog'
import { toastError } from './toast-error'

type DeleteDialogProps = {
  open: boolean
  onClose: () => void
  remove: () => Promise<unknown>
  /** Reads again what showed it. */
  refresh: () => Promise<unknown>
  /** What it asks, and what it says afterwards. */
  words: { question: string; deleted: string; done: string; failed: string }
}

/** Asks before one thing is deleted, deletes it and says so. */
export function DeleteDialog({ open, onClose, remove, refresh, words }: DeleteDialogProps) {
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await refresh()
      toast({ title: words.deleted, description: words.done })
      onClose()
    },
    onError: (error) => {
      toastError(words.failed, error)
      return refresh()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Confirm Deletion"
      description={words.question}
      confirm="Delete"
      danger
      pending={removal.isPending}
      onConfirm={() => removal.mutate()}
    />
  )
}
