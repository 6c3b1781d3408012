import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { useAuth } from '~/shared/auth/AuthProvider'
import { ChangePasswordInput } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { PasswordField, PasswordOwner } from '~/shared/form/PasswordField'
import { refuse, requireComplete } from '~/shared/form/require-complete'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { toast } from '~/shared/ui/toast-store'
import { Card } from '../Card'
import { accountKeys } from '../queries'

const limits = { ...ChangePasswordInput, confirm: ChangePasswordInput.password }

export function PasswordSetting() {
  const [asking, setAsking] = useState(false)
  return (
    <Card title="Password">
      <p className="text-mute">A new password signs your other devices out.</p>
      <Button variant="outline" className="mt-4" onClick={() => setAsking(true)}>
        Change Password
      </Button>
      {asking && <ChangePassword close={() => setAsking(false)} />}
    </Card>
  )
}

function ChangePassword({ close }: { close: () => void }) {
  const client = useQueryClient()
  const { user } = useAuth()
  const { form, field, busy, generalMessage } = useForm({
    limits,
    submit: async (values) => {
      requireComplete(limits, values, refuse)
      const { current_password = '', password = '' } = values
      await unwrap(api.PUT('/api/account/password', { body: { current_password, password } }))
      await client.invalidateQueries({ queryKey: accountKeys.devices })
      toast({ title: 'Your password has been changed.', description: 'Your other devices were signed out.' })
      close()
    },
    fallback: 'The password could not be changed. Please try again.',
  })

  return (
    <FormDialog
      title="Change Password"
      form={{ ...form, 'aria-label': 'Change Password' }}
      busy={busy}
      message={generalMessage}
      submit="Save Password"
      onClose={close}
    >
      <PasswordOwner email={user?.email} />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        {...field('current_password')}
      />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        strength={ChangePasswordInput.password.minLength}
        {...field('password')}
      />
      <PasswordField label="Confirm New Password" autoComplete="new-password" {...field('confirm')} />
    </FormDialog>
  )
}
