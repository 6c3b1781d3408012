import { settingRows, useSettings } from '~/shared/lib/settings'
import type { SignName } from './NeonSign'

/** The sign of a category that the shop's menu has; in a shop of other goods the sign that stands for everything. */
export function useSign(name: SignName): SignName {
  const menu = settingRows(useSettings()('menu_categories'))
  return menu.some(([slug]) => slug === name) ? name : 'vault'
}
