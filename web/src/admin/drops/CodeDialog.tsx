import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { FormMessage } from '~/shared/form/FormMessage'
import { useForm, type Values } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { TextField } from '~/shared/ui/Field'
import { toast } from '~/shared/ui/toast-store'
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
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Add access code"
      description={
        data
          ? 'Copy it now: it is not shown again.'
          : 'Whoever has the code gets early access. A code counts one use per mailbox.'
      }
    >
      {data ? (
        <NewCode code={data} onClose={onClose} />
      ) : (
        <form {...form} className="mt-5 grid gap-4">
          {isUseless && (
            <p className="rounded-xl bg-amber-100 px-3.5 py-2.5 text-amber-900 text-sm">
              Codes work once ‘Who gets early access’ says Access codes or Both.
            </p>
          )}
          <TextField
            label="Label"
            hint="For you: who gets this code."
            autoComplete="off"
            {...field('label')}
          />
          <TextField
            label="Most uses"
            type="number"
            min="1"
            step="1"
            inputMode="numeric"
            defaultValue="100"
            {...field('max_uses')}
          />
          <FormMessage>{generalMessage}</FormMessage>
          <DialogActions>
            <Button variant="outline" disabled={busy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" busy={busy}>
              Add code
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

function NewCode({ code, onClose }: { code: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    } catch {
      toast({
        variant: 'destructive',
        title: 'The code could not be copied',
        description: 'Select and copy it.',
      })
    }
  }
  return (
    <>
      <output
        aria-label="Access code"
        className="wrap-anywhere mt-5 block select-all rounded-xl border-2 border-line bg-white px-4 py-4 text-center font-mono font-semibold text-xl tracking-wide"
      >
        {code}
      </output>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Done
        </Button>
        <Button onClick={copy}>
          <Copy className="size-4.5" aria-hidden="true" />
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </DialogActions>
    </>
  )
}
