import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '~/shared/api/queries'
import type { components } from '~/shared/api/schema.gen'
import { settingDefaults, settingsWhenEmpty } from './setting-defaults.gen'

export type PublicSettings = components['schemas']['PublicSettings']
type PublicSettingKey = keyof PublicSettings
type Defaults = Partial<PublicSettings>
/** Reads one public setting: what the shop says (which may be nothing), else the default, else an empty string. */
export type SettingReader = <K extends PublicSettingKey>(key: K) => NonNullable<Defaults[K]> | ''
type TextReader = (key: PublicSettingKey) => string

export function settingsReader(
  data: Defaults | null | undefined,
  defaults: Defaults = settingDefaults,
): SettingReader {
  const whenEmpty: Defaults = settingsWhenEmpty
  return (key) => (data?.[key] ?? defaults[key]) || whenEmpty[key] || ''
}

export function useSettings(defaults?: Defaults): SettingReader {
  return settingsReader(useQuery(settingsQuery).data, defaults)
}

/** Whether a setting has the value that came with the shop. */
export const isDefault = (setting: SettingReader, key: keyof typeof settingDefaults) =>
  setting(key) === settingDefaults[key]

export function useBrand(): string {
  return useSettings()('site_name')
}

/** The shop's address in one line. */
export function storeAddress(setting: SettingReader): string {
  return `${setting('store_street')}, ${setting('store_city')}, ${setting('store_state')} ${setting('store_zip')}`
}

/** What the words in braces of a text stand for. */
export type Fillings = Record<string, () => string>

/** Puts the shop's name and place into a text that the merchant wrote, like "Pickup on {street}". */
export function fillText(text: string, setting: SettingReader, more?: Fillings): string {
  const values: Fillings = {
    ...more,
    shop: () => setting('site_name'),
    city: () => setting('store_city'),
    street: () => setting('store_street_short'),
    avenue: () => setting('store_street_name'),
    address: () => storeAddress(setting),
    list: () => setting('list_name'),
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name]?.() ?? whole)
}

/** Reads settings that are texts, with the shop's name and place filled in. `defaults` are those of a page's own texts. */
export function useTexts(defaults?: Defaults): TextReader {
  const setting = useSettings()
  const text = useSettings(defaults)
  return (key) => fillText(text(key), setting)
}

/** The rows of a setting that has one a line, as "chips | Rare Chips | All chips". */
export function settingRows(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.split('|').map((column) => column.trim()))
    .filter(([first]) => first)
}
