import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'
import { NewPasskey, PasswordInput } from '~/shared/form/constraints.gen'
import { FormError } from '~/shared/form/failure'
import { TextField } from '~/shared/ui/Field'
import { makePasskey, passkeysWork } from '../passkey'
import { deviceName } from './device-name'
import { PasswordDialog } from './PasswordDialog'

const limits = { ...PasswordInput, name: NewPasskey.name }

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
      limits={limits}
      submit={async ({ name = '', password = '' }) => {
        if (!passkeysWork()) throw new FormError('This browser has no passkeys.')
        const { public_key } = await unwrap(api.POST('/api/account/passkeys/options', { body: { password } }))
        try {
          const credential = await makePasskey(public_key)
          const { recovery_codes } = await unwrap(
            api.POST('/api/account/passkeys', { body: { name, credential } }),
          )
          await done(recovery_codes, 'The passkey was added.')
        } catch (error) {
          if (error instanceof ApiError) throw error
          throw new FormError('No passkey was made. Try again when you are ready.')
        }
      }}
    >
      {(field) => (
        <TextField
          label="Name of the passkey"
          defaultValue={deviceName(navigator.userAgent)}
          {...field('name')}
        />
      )}
    </PasswordDialog>
  )
}
