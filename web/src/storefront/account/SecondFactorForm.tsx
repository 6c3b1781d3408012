import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { nobody, useAuth } from '~/shared/auth/AuthProvider'
import { CodeInput } from '~/shared/form/constraints.gen'
import { FormMessage } from '~/shared/form/FormMessage'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { askPasskey, passkeysWork } from './passkey'

/** `finish` has shown a notice about the failure. */
const ignoreShownError = () => undefined

/** The second step of a login, for accounts that have one. */
export function SecondFactorForm() {
  const { finish } = useAuth()
  const [recovery, setRecovery] = useState(false)
  const [busyKey, setBusyKey] = useState(false)
  const { form, field, busy, message } = useForm({
    limits: CodeInput,
    submit: ({ code = '' }) => {
      const body = { code }
      return finish(() =>
        unwrap(
          recovery
            ? api.POST('/api/session/recovery-code', { body })
            : api.POST('/api/session/totp', { body }),
        ),
      )
    },
    fallback: 'An error occurred during login',
  })

  async function withPasskey() {
    setBusyKey(true)
    await finish(
      async () => {
        const { public_key } = await unwrap(api.POST('/api/session/passkey/options'))
        const credential = await askPasskey(public_key)
        return unwrap(api.POST('/api/session/passkey', { body: { credential } }))
      },
      { fallback: 'The passkey was not used.' },
    ).catch(ignoreShownError)
    setBusyKey(false)
  }

  /** Drops the half-finished login. Nobody was signed in yet, so there is no logout event. */
  async function startAgain() {
    await finish(
      async () => {
        await unwrap(api.DELETE('/api/session'))
        return nobody
      },
      { fallback: 'Please try again.' },
    ).catch(ignoreShownError)
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
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          {...field('code')}
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
        <Button variant="ghost" size="sm" onClick={() => void startAgain()}>
          Start again
        </Button>
      </div>
    </section>
  )
}
