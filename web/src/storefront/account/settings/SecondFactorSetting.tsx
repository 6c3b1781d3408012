import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { keys } from '~/shared/api/queries'
import { formatDate } from '~/shared/lib/dates'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { Skeleton } from '~/shared/ui/Skeleton'
import { toast } from '~/shared/ui/toast-store'
import { Card } from '../Card'
import { accountKeys, type SecondFactor, secondFactorQuery } from '../queries'
import { AddPasskey } from './AddPasskey'
import { PasswordDialog } from './PasswordDialog'
import { RecoveryCodes } from './RecoveryCodes'
import { SetUpTotp } from './SetUpTotp'

type Open =
  | { step: 'totp' | 'remove-totp' | 'passkey' | 'new-codes' }
  | { step: 'remove-passkey'; id: string; name: string }
  | { step: 'codes'; codes: string[] }
  | null

export function SecondFactorSetting() {
  const factor = useQuery(secondFactorQuery)
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const refresh = () => {
    // The admin area may have waited for it.
    void client.invalidateQueries({ queryKey: keys.session })
    return client.invalidateQueries({ queryKey: accountKeys.secondFactor })
  }

  async function enrolled(codes: string[], notice: string) {
    await refresh()
    toast({ title: notice })
    setOpen(codes.length > 0 ? { step: 'codes', codes } : null)
  }

  async function removed(notice: string) {
    await refresh()
    toast({ title: notice })
    close()
  }

  return (
    <Card title="Two-Step Login" className="lg:col-span-2">
      <p className="text-mute">
        A password can be stolen. With a second step, it opens nothing alone: a code of an authenticator app,
        or a passkey on this device or a key.
      </p>
      {factor.data ? <Factors factor={factor.data} open={setOpen} /> : <Skeleton className="mt-4 h-28" />}
      {open?.step === 'totp' && <SetUpTotp close={close} done={enrolled} />}
      {open?.step === 'passkey' && <AddPasskey close={close} done={enrolled} />}
      {open?.step === 'codes' && <RecoveryCodes codes={open.codes} close={close} />}
      {open?.step === 'new-codes' && (
        <PasswordDialog
          title="New recovery codes"
          description="The old codes stop working."
          action="Make New Codes"
          close={close}
          submit={async ({ password = '' }) => {
            const { recovery_codes } = await unwrap(
              api.POST('/api/account/recovery-codes', { body: { password } }),
            )
            await enrolled(recovery_codes, 'New recovery codes were made.')
          }}
        />
      )}
      {open?.step === 'remove-totp' && (
        <PasswordDialog
          title="Remove the authenticator app?"
          action="Remove"
          danger
          close={close}
          submit={async ({ password = '' }) => {
            await unwrap(api.POST('/api/account/totp/removal', { body: { password } }))
            await removed('The authenticator app was removed.')
          }}
        />
      )}
      {open?.step === 'remove-passkey' && (
        <PasswordDialog
          title={`Remove the passkey ${open.name}?`}
          action="Remove"
          danger
          close={close}
          submit={async ({ password = '' }) => {
            const params = { path: { id: open.id } }
            await unwrap(api.POST('/api/account/passkeys/{id}/removal', { params, body: { password } }))
            await removed('The passkey was removed.')
          }}
        />
      )}
    </Card>
  )
}

function Factors({ factor, open }: { factor: SecondFactor; open: (open: Open) => void }) {
  return (
    <ul className="mt-4 divide-y divide-line">
      <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <ShieldCheck className="size-6 text-mute" aria-hidden="true" />
        <p className="flex-1 font-semibold">
          Authenticator app {factor.totp && <Badge tone="green">On</Badge>}
        </p>
        {factor.totp ? (
          <Button variant="outline" size="sm" onClick={() => open({ step: 'remove-totp' })}>
            Remove Authenticator App
          </Button>
        ) : (
          <Button size="sm" onClick={() => open({ step: 'totp' })}>
            Set Up Authenticator App
          </Button>
        )}
      </li>
      {factor.passkeys.map((key) => (
        <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <KeyRound className="size-6 text-mute" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="break-words font-semibold">{key.name}</p>
            <p className="text-mute text-sm">
              Added {formatDate(key.created_at)}
              {key.last_used_at && `, last used ${formatDate(key.last_used_at)}`}
            </p>
          </div>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Remove ${key.name}`}
            onClick={() => open({ step: 'remove-passkey', id: key.id, name: key.name })}
          >
            Remove
          </Button>
        </li>
      ))}
      <li className="flex flex-wrap items-center gap-3 pt-4">
        <Button variant="outline" size="sm" onClick={() => open({ step: 'passkey' })}>
          Add Passkey
        </Button>
        {(factor.totp || factor.passkeys.length > 0) && (
          <>
            <Button variant="ghost" size="sm" onClick={() => open({ step: 'new-codes' })}>
              New Recovery Codes
            </Button>
            <span className="text-mute text-sm">{factor.recovery_codes} recovery codes left</span>
          </>
        )}
      </li>
    </ul>
  )
}
