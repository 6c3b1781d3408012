import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '~/shared/api/queries'
import type { components } from '~/shared/api/schema.gen'
import { DEFAULT_PRIMARY, DEFAULT_SECONDARY } from './theme'

export type PublicSettings = components['schemas']['PublicSettings']
export type PublicSettingKey = keyof PublicSettings | 'store_address'

const defaults: Partial<Record<PublicSettingKey, string>> = {
  site_name: 'Snackdrop',
  currency: 'USD',
  primary_color: DEFAULT_PRIMARY,
  secondary_color: DEFAULT_SECONDARY,
  store_address: '7563 Melrose Ave, Los Angeles, CA 90046',
}

/** Reads one public setting: its value, else the default, else an empty string. */
export function settingsReader(data: PublicSettings | null | undefined): (key: PublicSettingKey) => string {
  const values: Partial<Record<PublicSettingKey, string>> = data ?? {}
  return (key) => values[key] || defaults[key] || ''
}

export function useSettings(): (key: PublicSettingKey) => string {
  return settingsReader(useQuery(settingsQuery).data)
}

export function useBrand(): string {
  return useSettings()('site_name')
}
