import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { useAuth } from '~/shared/auth/AuthProvider'
import { Button } from '~/shared/ui/Button'
import { toast } from '~/shared/ui/toast-store'
import { Card } from '../Card'
import { PasswordDialog } from './PasswordDialog'

export function DeleteAccount() {
  const { leave } = useAuth()
  const [asking, setAsking] = useState(false)
  return (
    <Card title="Delete Account" className="border-danger/40">
      <p className="text-mute">
        Your profile, addresses, cart and devices go for good. Of your orders only what the books must keep
        stays, without your name.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {asking && (
        <PasswordDialog
          title="Delete your account?"
          description="This cannot be undone."
          action="Delete Account"
          danger
          close={() => setAsking(false)}
          submit={async ({ password = '' }) => {
            await leave(() => unwrap(api.POST('/api/account/deletion', { body: { password } })), '/')
            toast({ title: 'Your account has been deleted.' })
          }}
        />
      )}
    </Card>
  )
}
