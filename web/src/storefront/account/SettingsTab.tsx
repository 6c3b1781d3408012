import { Download } from 'lucide-react'
import { useAuth } from '~/shared/auth/AuthProvider'
import { buttonClass } from '~/shared/ui/Button'
import { Card } from './Card'
import { ProfileEditor } from './ProfileEditor'
import type { Profile } from './queries'
import { AvatarSetting } from './settings/AvatarSetting'
import { DeleteAccount } from './settings/DeleteAccount'
import { Devices } from './settings/Devices'
import { EmailSetting } from './settings/EmailSetting'
import { PasswordSetting } from './settings/PasswordSetting'
import { SecondFactorSetting } from './settings/SecondFactorSetting'

export function SettingsTab({ profile }: { profile: Profile }) {
  const { isAdmin } = useAuth()
  return (
    <section aria-labelledby="account-settings">
      <h2 id="account-settings" className="font-display text-2xl">
        Account Settings
      </h2>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <Card title="Profile" className="lg:col-span-2">
          <AvatarSetting profile={profile} />
          <ProfileEditor profile={profile} />
        </Card>
        <EmailSetting />
        <PasswordSetting />
        {isAdmin && <SecondFactorSetting />}
        <Devices />
        <div className="grid gap-5">
          <Card title="Your Data">
            <p className="text-mute">
              Everything in your account, as a file: profile, addresses, orders, cart and devices.
            </p>
            <a
              href="/api/account/export"
              download
              className={buttonClass({ variant: 'outline', className: 'mt-4' })}
            >
              <Download className="size-4.5" aria-hidden="true" />
              Export My Data
            </a>
          </Card>
          <DeleteAccount />
        </div>
      </div>
    </section>
  )
}
