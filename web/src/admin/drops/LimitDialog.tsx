import { useQueryClient } from '@tanstack/react-query'
import { plural } from '~/admin/shared/format'
import { FormMessage } from '~/shared/form/FormMessage'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { TextField } from '~/shared/ui/Field'
import { toast } from '~/shared/ui/toast-store'
import { liftLimit, putDrop, type StaffDrop } from './queries'

const limits = { email: { required: true, maxLength: 254 } } as const

/** Lets one mailbox order once more than the limits of the drop allow. */
export function LimitDialog({ drop, onClose }: { drop: StaffDrop; onClose: () => void }) {
  const client = useQueryClient()
  const { form, field, busy, generalMessage } = useForm({
    limits,
    fallback: 'An unknown error occurred',
    check: ({ email = '' }) => (/^\S+@\S+$/.test(email.trim()) ? {} : { email: 'Enter an email address.' }),
    submit: async ({ email = '' }) => {
      putDrop(client, await liftLimit(drop, email.trim()))
      toast({ title: 'Limit lifted', description: `${email.trim()} may order once more in this drop.` })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Lift the limit"
      description={`For one order of this address, of at most ${plural(drop.limit_units, 'unit')}. It is noted in the audit log.`}
    >
      <form {...form} className="mt-5 grid gap-4">
        <TextField label="Email" type="email" autoComplete="off" inputMode="email" {...field('email')} />
        <FormMessage>{generalMessage}</FormMessage>
        <DialogActions>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Lift the limit
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
