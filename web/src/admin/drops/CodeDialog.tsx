import { useQueryClient } from '@tanstack/react-query'
import { ShownOnce } from '~/admin/shared/ShownOnce'
import { FormDialog } from '~/shared/form/FormDialog'
import { useForm, type Values } from '~/shared/form/use-form'
import { TextField } from '~/shared/ui/Field'
import { addCode, putDrop, type StaffDrop } from './queries'

const limits = {
  label: { maxLength: 80 },
  max_uses: { required: true, minimum: 1, maximum: 1_000_000 },
} as const

const isCount = (text = '') => /^[1-9]\d{0,6}$/.test(text.trim()) && Number(text) <= limits.max_uses.maximum

/** Makes an access code. It is shown once: the shop keeps only its hash. */
export function CodeDialog({ drop, onClose }: { drop: StaffDrop; onClose: () => void }) {
  const client = useQueryClient()
  const { form, field, busy, generalMessage, data } = useForm({
    limits,
    fallback: 'An unknown error occurred',
    check: (values: Values<'label' | 'max_uses'>) =>
      isCount(values.max_uses) ? {} : { max_uses: 'Enter a whole number from 1 to 1,000,000.' },
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
        min="1"
        step="1"
        inputMode="numeric"
        defaultValue="100"
        {...field('max_uses')}
      />
    </FormDialog>
  )
}
