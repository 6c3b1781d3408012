import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import type { components } from '~/shared/api/schema.gen'
import { CodeInput } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { useForm } from '~/shared/form/use-form'
import { TextField } from '~/shared/ui/Field'
import { PasswordDialog } from './PasswordDialog'

type Offer = components['schemas']['TotpOffer']
type SetUpProps = { close: () => void; done: (codes: string[], notice: string) => Promise<void> }

export function SetUpTotp({ close, done }: SetUpProps) {
  const [offer, setOffer] = useState<Offer | null>(null)
  if (offer) return <ScanAndConfirm offer={offer} close={close} done={done} />
  return (
    <PasswordDialog
      title="Set up an authenticator app"
      description="Enter your password to begin."
      action="Continue"
      close={close}
      submit={async ({ password = '' }) => {
        setOffer(await unwrap(api.POST('/api/account/totp', { body: { password } })))
      }}
    />
  )
}

function ScanAndConfirm({ offer, close, done }: SetUpProps & { offer: Offer }) {
  const { form, field, busy, generalMessage } = useForm({
    limits: CodeInput,
    submit: async ({ code = '' }) => {
      const { recovery_codes } = await unwrap(api.PUT('/api/account/totp', { body: { code } }))
      await done(recovery_codes, 'The authenticator app is set up.')
    },
    fallback: 'Something went wrong. Please try again.',
  })
  return (
    <FormDialog
      title="Scan this with your app"
      description="Then enter the code that it shows."
      form={form}
      busy={busy}
      message={generalMessage}
      submit="Turn On"
      onClose={close}
    >
      <img
        src={offer.qr}
        width={208}
        height={208}
        alt="QR code for the authenticator app"
        className="mx-auto rounded-xl bg-white p-2"
      />
      <p className="text-center text-mute text-sm">
        No camera? Type this key:
        <br />
        <code className="break-all font-bold text-ink" data-testid="totp-secret">
          {offer.secret}
        </code>
      </p>
      <TextField label="Code" inputMode="numeric" autoComplete="one-time-code" {...field('code')} />
    </FormDialog>
  )
}
