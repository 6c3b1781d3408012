import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { useAuth } from '~/shared/auth/auth'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogActions, DialogClose } from '~/shared/ui/dialog'
import { toast } from '~/shared/ui/toast-store'
import { Refusal, useForm } from '../form'
import { Card, FormMessage, PasswordField, WhosePassword } from '../parts'
import { accountKeys } from '../queries'

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
  const { form, busy, message, errors } = useForm(async (values) => {
    const { current_password = '', password = '', confirm = '' } = values
    if (!current_password || !password || !confirm) throw new Refusal('Please fill in all fields')
    if (password !== confirm)
      throw new Refusal('Passwords do not match', { confirm: 'Passwords do not match' })
    await unwrap(api.PUT('/api/account/password', { body: { current_password, password } }))
    await client.invalidateQueries({ queryKey: accountKeys.devices })
    toast({ title: 'Your password has been changed.', description: 'Your other devices were signed out.' })
    close()
  }, 'The password could not be changed. Please try again.')

  return (
    <Dialog open onOpenChange={(open) => !open && close()} title="Change Password">
      <form {...form} className="mt-5 grid gap-4" aria-label="Change Password">
        <FormMessage>{Object.keys(errors).length === 0 && message}</FormMessage>
        <WhosePassword email={user?.email} />
        <PasswordField
          label="Current Password"
          name="current_password"
          autoComplete="current-password"
          error={errors.current_password}
          required
        />
        <PasswordField
          label="New Password"
          name="password"
          autoComplete="new-password"
          error={errors.password}
          strength
          required
        />
        <PasswordField
          label="Confirm New Password"
          name="confirm"
          autoComplete="new-password"
          error={errors.confirm}
          required
        />
        <DialogActions>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" busy={busy}>
            Save Password
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
