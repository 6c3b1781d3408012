import { useAuth } from '~/shared/auth/AuthProvider'
import { UnlockDropBody } from '~/shared/form/constraints.gen'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { keep } from '~/storefront/buyer/pass-store'
import { unlock } from './queries'

const limits = {
  email: { ...UnlockDropBody.email, required: true },
  code: { ...UnlockDropBody.code, required: true },
}

/** Opens early access with a code. */
export function UnlockForm({ slug }: { slug: string }) {
  const { user } = useAuth()
  const { form, field, busy, generalMessage } = useForm({
    limits,
    submit: ({ code = '', email = '' }) => unlock(slug, { code, email }),
    onSuccess: ({ early_pass }) => keep('early', slug, early_pass),
    fallback: 'Please try again in a moment.',
  })
  return (
    <form {...form} className="drop-unlock">
      <TextField
        label="Email"
        hideLabel
        type="email"
        autoComplete="email"
        placeholder="Email"
        defaultValue={user?.email}
        {...field('email')}
      />
      <TextField
        label="Access code"
        hideLabel
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="Access code"
        {...field('code')}
      />
      <Button type="submit" variant="hot" size="lg" busy={busy}>
        Unlock
      </Button>
      {generalMessage && <p role="alert">{generalMessage}</p>}
    </form>
  )
}
