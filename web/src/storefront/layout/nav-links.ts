import { useLocation } from 'react-router'
import { settingRows, useSettings } from '~/shared/lib/settings'
import { pageNames } from './page-names'

export type NavLinkItem = { to: string; name: string }

/** All products, and the categories that the merchant put into the menu. */
export function useShopLinks(): NavLinkItem[] {
  const rows = settingRows(useSettings()('menu_categories'))
  return [
    { to: '/products', name: pageNames.products },
    { to: '/drops', name: pageNames.drops },
    ...rows.map(([slug = '', name = slug]) => ({ to: `/category/${slug}`, name })),
  ]
}

export function useNavLinks(): NavLinkItem[] {
  return [...useShopLinks(), { to: '/about', name: pageNames.about }]
}

/** Navigation state for the login, which leads back to this page. */
export function useHere() {
  const { pathname, search } = useLocation()
  return { from: pathname + search }
}
