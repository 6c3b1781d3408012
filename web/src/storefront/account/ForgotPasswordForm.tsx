import { MailCheck } from 'lucide-react'
import { api, unwrap } from '~/shared/api/client'
import { ForgotPasswordInput } from '~/shared/form/constraints.gen'
import { FormMessage } from '~/shared/form/FormMessage'
import { requireComplete } from '~/shared/form/require-complete'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'

export function ForgotPasswordForm() {
  const { form, field, busy, message, isSuccess } = useForm({
    limits: ForgotPasswordInput,
    submit: async (values) => {
      const body = { email: values.email?.trim() ?? '' }
      requireComplete(ForgotPasswordInput, body)
      await unwrap(api.POST('/api/password-resets', { body }))
    },
    fallback: 'The link could not be sent. Please try again.',
  })
  if (isSuccess) {
    return (
      <div role="status" className="grid justify-items-center gap-3 py-2 text-center">
        <MailCheck className="size-12 text-primary-deep" aria-hidden="true" />
        <p className="font-display text-xl">Check your inbox</p>
        <p className="text-mute">
          If there is an account with this email, a link is on its way. It may take a minute; look into the
          spam folder too.
        </p>
      </div>
    )
  }
  return (
    <form {...form} className="grid gap-5" aria-label="Forgot Password">
      <FormMessage>{message}</FormMessage>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...field('email')}
      />
      <Button type="submit" variant="hot" size="lg" busy={busy}>
        Send Reset Link
      </Button>
    </form>
  )
}
