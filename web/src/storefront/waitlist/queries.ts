import { api, unwrap } from '~/shared/api/client'
import type { components } from '~/shared/api/schema.gen'

export type WaitlistPlace = components['schemas']['WaitlistPlace']

export const confirmWaitlist = (token: string) =>
  unwrap(api.POST('/api/waitlist/confirm', { body: { token } }))

export const leaveWaitlist = (token: string) => unwrap(api.POST('/api/waitlist/leave', { body: { token } }))
