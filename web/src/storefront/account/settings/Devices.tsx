import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { formatDateTime } from '~/shared/lib/dates'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { Skeleton } from '~/shared/ui/Skeleton'
import { toast } from '~/shared/ui/toast-store'
import { Card } from '../Card'
import { accountKeys, devicesQuery } from '../queries'
import { deviceName } from './device-name'

export function Devices() {
  const devices = useQuery(devicesQuery)
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: (id: number | 'others') =>
      unwrap<unknown>(
        id === 'others'
          ? api.DELETE('/api/account/sessions')
          : api.DELETE('/api/account/sessions/{id}', { params: { path: { id } } }),
      ),
    onSuccess: (_, id) =>
      toast({ title: id === 'others' ? 'All other devices were signed out.' : 'The device was signed out.' }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: errorMessage(error, 'Please try again.'),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.devices }),
  })
  const list = devices.data ?? []
  return (
    <Card title="Signed-In Devices">
      {devices.isPending && <Skeleton className="h-16" />}
      {devices.isError && <p className="text-mute">Your devices could not be loaded.</p>}
      <ul className="divide-y divide-line">
        {list.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <MonitorSmartphone className="size-6 shrink-0 text-mute" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {deviceName(device.user_agent)} {device.current && <Badge tone="green">This device</Badge>}
              </p>
              <p className="break-words text-mute text-sm">
                {device.ip} · last seen {formatDateTime(device.last_seen_at)}
              </p>
            </div>
            {!device.current && (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Sign out ${deviceName(device.user_agent)}`}
                busy={signOut.isPending && signOut.variables === device.id}
                onClick={() => signOut.mutate(device.id)}
              >
                Sign Out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.length > 1 && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-3"
          busy={signOut.isPending && signOut.variables === 'others'}
          onClick={() => signOut.mutate('others')}
        >
          Sign Out All Other Devices
        </Button>
      )}
    </Card>
  )
}
