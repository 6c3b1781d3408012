import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '~/shared/api/queries'
import { DEFAULT_PRIMARY, DEFAULT_SECONDARY } from './theme'

const defaults: Record<string, string> = {
  site_name: 'Snackdrop',
  currency: 'USD',
  primary_color: DEFAULT_PRIMARY,
  secondary_color: DEFAULT_SECONDARY,
  store_address: '7563 Melrose Ave, Los Angeles, CA 90046',
}

/** Reads one public setting: what the shop says, else the default, else an empty string. */
export function useSettings(): (key: string) => string {
  const { data } = useQuery(settingsQuery)
  return (key) => data?.[key] || defaults[key] || ''
}

export function useBrand(): string {
  return useSettings()('site_name')
}
