import { useQueryClient } from '@tanstack/react-query'
import { ShownOnce } from '~/admin/shared/ShownOnce'
import { UNKNOWN_ERROR } from '~/admin/shared/toast-error'
import { AdminAddDropCodeBody } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { fromTo, isCount, numberAttributes } from '~/shared/form/limits'
import { useForm, type Values } from '~/shared/form/use-form'
import { TextField } from '~/shared/ui/Field'
import { addCode, putDrop, type StaffDrop } from './queries'

const limits = { label: AdminAddDropCodeBody.label, max_uses: AdminAddDropCodeBody.max_uses }

/** Makes an access code. It is shown once: the shop keeps only its hash. */
export function CodeDialog({ drop, onClose }: { drop: StaffDrop; onClose: () => void }) {
  const client = useQueryClient()
  const { form, field, busy, generalMessage, data } = useForm({
    limits,
    fallback: UNKNOWN_ERROR,
    check: ({ max_uses = '' }: Values<'label' | 'max_uses'>) =>
      isCount(limits.max_uses, max_uses)
        ? {}
        : { max_uses: `Enter a whole number from ${fromTo(limits.max_uses)}.` },
    submit: async ({ label = '', max_uses }) => {
      const made = await addCode(drop, { label: label.trim(), max_uses: Number(max_uses) })
      putDrop(client, made.drop)
      return made.code
    },
  })
  const isUseless = drop.early_access === 'none' || drop.early_access === 'circle'
  return (
    <FormDialog
      title="Add access code"
      description={
        data
          ? 'Copy it now: it is not shown again.'
          : 'Whoever has the code gets early access. A code counts one use per mailbox.'
      }
      form={form}
      busy={busy}
      message={generalMessage}
      submit="Add code"
      onClose={onClose}
      done={data && <ShownOnce label="Access code" secret={data} onClose={onClose} />}
    >
      {isUseless && (
        <p className="rounded-xl bg-amber-100 px-3.5 py-2.5 text-amber-900 text-sm">
          Codes work once ‘Who gets early access’ says Access codes or Both.
        </p>
      )}
      <TextField label="Label" hint="For you: who gets this code." autoComplete="off" {...field('label')} />
      <TextField
        label="Most uses"
        type="number"
        {...numberAttributes(limits.max_uses)}
        defaultValue="100"
        {...field('max_uses')}
      />
    </FormDialog>
  )
}
