import { useLocation } from 'react-router'
import { settingRows, useSettings } from '~/shared/lib/settings'

export type NavLinkItem = { to: string; name: string }

/** All products, and the categories that the merchant put into the menu. */
export function useShopLinks(): NavLinkItem[] {
  const rows = settingRows(useSettings()('menu_categories'))
  return [
    { to: '/products', name: 'All Products' },
    { to: '/drops', name: 'Drops' },
    ...rows.map(([slug = '', name = slug]) => ({ to: `/category/${slug}`, name })),
  ]
}

export function useNavLinks(): NavLinkItem[] {
  return [...useShopLinks(), { to: '/about', name: 'About Us' }]
}

/** Navigation state for the login, which leads back to this page. */
export function useHere() {
  const { pathname, search } = useLocation()
  return { from: pathname + search }
}
