import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { useAuth } from '~/shared/auth/AuthProvider'
import { EmailChangeInput } from '~/shared/form/constraints.gen'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { toast } from '~/shared/ui/toast-store'
import { Card } from '../Card'
import { useDraft } from '../drafts'
import { PasswordDialog } from './PasswordDialog'

export function EmailSetting() {
  const { user } = useAuth()
  const [asking, setAsking] = useState(false)
  const [draft, setDraft] = useDraft('email')
  const close = () => {
    setAsking(false)
    setDraft(null)
  }
  const [waiting, setWaiting] = useState('')
  return (
    <Card title="Email">
      <p className="break-words font-semibold">{user?.email}</p>
      <p role="status" className="mt-2 text-mute empty:hidden">
        {waiting && `We sent a link to ${waiting}. Your email changes when you open it.`}
      </p>
      <Button variant="outline" className="mt-4" onClick={() => setAsking(true)}>
        Change Email
      </Button>
      {(asking || draft !== null) && (
        <PasswordDialog
          title="Change Email"
          description="We send a link to the new address, and tell the old one."
          action="Send Link"
          close={close}
          limits={EmailChangeInput}
          onDraft={({ email = '' }) => setDraft(email)}
          submit={async ({ email = '', password = '' }) => {
            await unwrap(api.POST('/api/account/email', { body: { email: email.trim(), password } }))
            toast({
              title: 'Check your inbox',
              description: 'Open the link in the mail to confirm the new address.',
            })
            setWaiting(email.trim())
            close()
          }}
        >
          {(field) => (
            <TextField
              label="New Email"
              type="email"
              autoComplete="email"
              defaultValue={draft ?? ''}
              autoCapitalize="none"
              {...field('email')}
            />
          )}
        </PasswordDialog>
      )}
    </Card>
  )
}
