import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { useAuth } from '~/shared/auth/auth'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { toast } from '~/shared/ui/toast-store'
import { useForm } from './form'
import { FormMessage } from './parts'
import { askPasskey, passkeysWork } from './passkey'

/** The second step of a login, for accounts that have one. */
export function SecondFactorForm() {
  const { finish, logout } = useAuth()
  const [recovery, setRecovery] = useState(false)
  const [busyKey, setBusyKey] = useState(false)
  const { form, busy, message, errors } = useForm(async ({ code = '' }) => {
    const body = { code }
    await finish(() =>
      unwrap(
        recovery ? api.POST('/api/session/recovery-code', { body }) : api.POST('/api/session/totp', { body }),
      ),
    )
  }, 'An error occurred during login')

  async function withPasskey() {
    setBusyKey(true)
    try {
      const { public_key } = await unwrap(api.POST('/api/session/passkey/options'))
      const credential = await askPasskey(public_key)
      await finish(() => unwrap(api.POST('/api/session/passkey', { body: { credential } })))
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Error',
        description: errorMessage(error, 'The passkey was not used.'),
      })
    } finally {
      setBusyKey(false)
    }
  }

  return (
    <section aria-label="Two-step login" className="grid gap-5">
      <div>
        <h2 className="font-display text-xl">One more step</h2>
        <p className="mt-1 text-mute">
          {recovery
            ? 'Enter one of the recovery codes you wrote down. Each works once.'
            : 'Enter the code of your authenticator app, or use a passkey.'}
        </p>
      </div>
      <form {...form} className="grid gap-5">
        <FormMessage>{message}</FormMessage>
        <TextField
          key={recovery ? 'recovery' : 'code'}
          label={recovery ? 'Recovery code' : 'Code'}
          name="code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          error={errors.code}
          required
        />
        <Button type="submit" variant="hot" size="lg" busy={busy}>
          Continue
        </Button>
      </form>
      {passkeysWork() && (
        <Button variant="outline" busy={busyKey} onClick={() => void withPasskey()}>
          <KeyRound className="size-4.5" aria-hidden="true" />
          Use a passkey
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => void logout('/account')}>
          Start again
        </Button>
      </div>
    </section>
  )
}
