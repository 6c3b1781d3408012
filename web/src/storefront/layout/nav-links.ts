import { useLocation } from 'react-router'

export type NavLinkItem = { to: string; name: string }

export const shopLinks: NavLinkItem[] = [
  { to: '/products', name: 'All Products' },
  { to: '/category/chips', name: 'Chips' },
  { to: '/category/drinks', name: 'Drinks' },
  { to: '/category/cookies', name: 'Cookies' },
  { to: '/category/chocolate', name: 'Chocolate' },
  { to: '/category/candy', name: 'Candy' },
  { to: '/category/mystery', name: 'Mystery Box' },
]

export const navLinks: NavLinkItem[] = [...shopLinks, { to: '/about', name: 'About Us' }]

/** Navigation state for the login, which leads back to this page. */
export function useHere() {
  const { pathname, search } = useLocation()
  return { from: pathname + search }
}
