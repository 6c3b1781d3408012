import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'
import { TextField } from '~/shared/ui/field'
import { Refusal } from '../form'
import { makePasskey, passkeysWork } from '../passkey'
import { deviceName } from './device-name'
import { PasswordDialog } from './PasswordDialog'

export function AddPasskey({
  close,
  done,
}: {
  close: () => void
  done: (codes: string[], notice: string) => Promise<void>
}) {
  return (
    <PasswordDialog
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face, PIN or security key."
      action="Continue"
      close={close}
      submit={async ({ name = '', password = '' }) => {
        if (!passkeysWork()) throw new Refusal('This browser has no passkeys.')
        const { public_key } = await unwrap(api.POST('/api/account/passkeys/options', { body: { password } }))
        try {
          const credential = await makePasskey(public_key)
          const { recovery_codes } = await unwrap(
            api.POST('/api/account/passkeys', { body: { name, credential } }),
          )
          await done(recovery_codes, 'The passkey was added.')
        } catch (error) {
          if (error instanceof ApiError) throw error
          throw new Refusal('No passkey was made. Try again when you are ready.')
        }
      }}
    >
      {(errors) => (
        <TextField
          label="Name of the passkey"
          name="name"
          maxLength={60}
          defaultValue={deviceName(navigator.userAgent)}
          error={errors.name}
        />
      )}
    </PasswordDialog>
  )
}
