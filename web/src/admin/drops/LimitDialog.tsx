import { useQueryClient } from '@tanstack/react-query'
import { plural } from '~/admin/shared/format'
import { UNKNOWN_ERROR } from '~/admin/shared/toast-error'
import { AdminLiftDropLimitBody } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { checkFields } from '~/shared/form/limits'
import { useForm } from '~/shared/form/use-form'
import { TextField } from '~/shared/ui/Field'
import { toast } from '~/shared/ui/toast-store'
import { liftLimit, putDrop, type StaffDrop } from './queries'

const limits = { email: AdminLiftDropLimitBody.email }

/** Lets one mailbox order once more than the limits of the drop allow. */
export function LimitDialog({ drop, onClose }: { drop: StaffDrop; onClose: () => void }) {
  const client = useQueryClient()
  const { form, field, busy, generalMessage } = useForm({
    limits,
    fallback: UNKNOWN_ERROR,
    check: (values) => checkFields(limits, values, { email: 'Enter an email address.' }),
    submit: async ({ email = '' }) => {
      putDrop(client, await liftLimit(drop, email.trim()))
      toast({ title: 'Limit lifted', description: `${email.trim()} may order once more in this drop.` })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Lift the limit"
      description={`For one order of this address, of at most ${plural(drop.limit_units, 'unit')}. It is noted in the audit log.`}
      form={form}
      busy={busy}
      message={generalMessage}
      submit="Lift the limit"
      onClose={onClose}
    >
      <TextField label="Email" type="email" autoComplete="off" inputMode="email" {...field('email')} />
    </FormDialog>
  )
}
