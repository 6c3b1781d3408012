import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ShownOnce } from '~/admin/shared/ShownOnce'
import { UNKNOWN_ERROR } from '~/admin/shared/toast-error'
import { AdminAddWebhookBody } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { useForm } from '~/shared/form/use-form'
import { SelectField, TextField } from '~/shared/ui/Field'
import { Choices } from './Choices'
import { addWebhook, type Webhook, webhooksKey } from './queries'

const events = [
  { value: 'drop.opened', label: 'drop.opened', hint: 'A drop opens' },
  { value: 'drop.sold_out', label: 'drop.sold_out', hint: 'Nothing of a drop is left, once per drop' },
  { value: 'drop.ended', label: 'drop.ended', hint: 'A drop is over' },
  { value: 'order.paid', label: 'order.paid', hint: 'An order is paid' },
  {
    value: 'order.cancelled',
    label: 'order.cancelled',
    hint: 'An order is cancelled or was not paid in time',
  },
  { value: 'waitlist.offered', label: 'waitlist.offered', hint: 'Units are offered to the next in line' },
  { value: 'draw.done', label: 'draw.done', hint: 'The winners of a draw are chosen' },
] as const

/** Adds a webhook. Its secret is shown once: the shop keeps it encrypted. */
export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [format, setFormat] = useState<Webhook['format']>('standard')
  const [chosen, setChosen] = useState<string[]>([])
  const { form, field, busy, errors, generalMessage, data } = useForm({
    limits: AdminAddWebhookBody,
    fallback: UNKNOWN_ERROR,
    check: (): Record<string, string> =>
      format === 'standard' && chosen.length === 0 ? { events: 'Choose at least one event.' } : {},
    submit: async ({ url = '' }) => {
      const made = await addWebhook({
        url: url.trim(),
        format,
        events: format === 'discord' ? ['drop.opened'] : chosen,
      })
      await client.invalidateQueries({ queryKey: webhooksKey })
      return made.secret
    },
  })
  return (
    <FormDialog
      title="Add webhook"
      description={
        data
          ? 'Messages are signed with this secret. Copy it now: it is not shown again.'
          : 'The shop calls this address when something happens.'
      }
      form={form}
      busy={busy}
      message={generalMessage}
      submit="Add webhook"
      onClose={onClose}
      done={data && <ShownOnce label="Secret" show="Show secret once" secret={data} onClose={onClose} />}
    >
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint="It begins with https:// and is not in a private network."
        {...field('url')}
      />
      <SelectField
        label="Format"
        value={format}
        onChange={(event) => setFormat(event.target.value === 'discord' ? 'discord' : 'standard')}
        hint={format === 'discord' ? 'The channel gets a message when a drop opens.' : undefined}
      >
        <option value="standard">Standard Webhooks</option>
        <option value="discord">Discord</option>
      </SelectField>
      {format === 'standard' && (
        <Choices
          legend="Events"
          options={events}
          chosen={chosen}
          onChange={setChosen}
          error={chosen.length === 0 ? errors.events : undefined}
        />
      )}
    </FormDialog>
  )
}
