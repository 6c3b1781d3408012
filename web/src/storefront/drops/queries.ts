import { api, unwrap } from '~/shared/api/client'
import { publicQuery, publicThingQuery } from '~/shared/api/public-query'
import { keys } from '~/shared/api/queries'

export const dropQuery = (slug: string) =>
  publicThingQuery([...keys.drops, 'one', slug], '/api/drops/{slug}', { path: { slug } })

export const dropsQuery = publicQuery([...keys.drops, 'list'], '/api/drops')

const at = (slug: string) => ({ path: { slug } })

export const remindMe = (slug: string, email: string) =>
  unwrap(api.POST('/api/drops/{slug}/reminders', { params: at(slug), body: { email } }))

export const confirmReminder = (slug: string, token: string) =>
  unwrap(api.POST('/api/drops/{slug}/reminders/confirm', { params: at(slug), body: { token } }))

export const unlock = (slug: string, key: { token: string } | { code: string; email: string }) =>
  unwrap(api.POST('/api/drops/{slug}/unlock', { params: at(slug), body: key }))
