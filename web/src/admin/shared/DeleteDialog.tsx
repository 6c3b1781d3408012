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
  texts: { question: string; deleted: string; done: string; failed: string }
}

/** Asks before one thing is deleted, deletes it and says so. */
export function DeleteDialog({ open, onClose, remove, refresh, texts }: DeleteDialogProps) {
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await refresh()
      toast({ title: texts.deleted, description: texts.done })
      onClose()
    },
    onError: (error) => {
      toastError(texts.failed, error)
      return refresh()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Confirm Deletion"
      description={texts.question}
      confirm="Delete"
      danger
      pending={removal.isPending}
      onConfirm={() => removal.mutate()}
    />
  )
}
