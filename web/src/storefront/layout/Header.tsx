import { Menu, Search, ShoppingBag, UserRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { useAuth } from '~/shared/auth/AuthProvider'
import { cn } from '~/shared/lib/cn'
import { useBrand } from '~/shared/lib/settings'
import { useCart } from '~/storefront/cart/CartProvider'
import { Logo } from './Logo'
import { useHere, useNavLinks } from './nav-links'

// The code of both is loaded when somebody points at their buttons.
const loadSearch = () => import('./SearchDialog')
const loadMenu = () => import('./MenuDrawer')
const SearchDialog = lazy(loadSearch)
const MenuDrawer = lazy(loadMenu)
const HeldClock = lazy(() => import('~/storefront/cart/HeldClock'))

/** Whether this browser has tokens of units that were held for the shopper: see reservation-store.ts. */
function hasHolds(): boolean {
  try {
    return /"tokens":\["/.test(localStorage.getItem('snackdrop.reservations') ?? '')
  } catch {
    return false
  }
}

const iconClass =
  'relative grid size-11 place-items-center rounded-full transition-colors duration-150 hover:bg-white/10 aria-[current=page]:text-secondary-glow'

export function Header() {
  const [panel, setPanel] = useState<'search' | 'menu' | null>(null)
  const [loaded, setLoaded] = useState(false)
  const { user } = useAuth()
  const brand = useBrand()
  const here = useHere()
  const navLinks = useNavLinks()

  const open = (which: 'search' | 'menu') => {
    setLoaded(true)
    setPanel(which)
  }
  useSearchKey(() => open('search'))
  const close = (isOpen: boolean) => !isOpen && setPanel(null)

  return (
    <header className="on-ink awning sticky top-0 z-40 bg-ink text-paper">
      <div className="wrap flex h-18 items-center gap-2">
        <Link to="/" aria-label={brand} className="-ml-1 mr-auto min-w-0 rounded-lg p-1 xl:mr-6">
          <Logo />
        </Link>
        <nav aria-label="Main" className="mr-auto hidden xl:block">
          <ul className="flex items-center">
            {navLinks.map(({ to, name }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end
                  caseSensitive
                  className={({ isActive }) =>
                    cn(
                      'relative block rounded-full px-3.5 py-2.5 font-semibold text-[0.95rem] transition-colors duration-150 hover:bg-white/10',
                      isActive &&
                        'text-secondary-glow after:absolute after:inset-x-3.5 after:bottom-1 after:h-0.5 after:rounded-full after:bg-secondary after:shadow-[0_0_0.6rem_var(--secondary)]',
                    )
                  }
                >
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="-mr-2 flex items-center">
          <button
            type="button"
            aria-label="Search"
            aria-keyshortcuts="/"
            className={iconClass}
            onClick={() => open('search')}
            onPointerEnter={() => void loadSearch()}
          >
            <Search className="size-5.5" aria-hidden="true" />
          </button>
          <NavLink
            to={user ? '/account/dashboard' : '/account'}
            state={here}
            end
            caseSensitive
            aria-label="Account"
            className={iconClass}
          >
            <UserRound className="size-5.5" aria-hidden="true" />
          </NavLink>
          <CartLink />
          <button
            type="button"
            aria-label="Menu"
            aria-haspopup="dialog"
            className={cn(iconClass, 'xl:hidden')}
            onClick={() => open('menu')}
            onPointerEnter={() => void loadMenu()}
          >
            <Menu className="size-6" aria-hidden="true" />
          </button>
        </div>
      </div>
      <LazyPanels when={loaded}>
        {panel === 'search' && <SearchDialog open onOpenChange={close} />}
        {panel === 'menu' && <MenuDrawer open onOpenChange={close} />}
      </LazyPanels>
    </header>
  )
}

function LazyPanels({ when, children }: { when: boolean; children: ReactNode }) {
  return when && <Suspense fallback={null}>{children}</Suspense>
}

function CartLink() {
  const { count } = useCart()
  const [holds, setHolds] = useState(false)
  useEffect(() => setHolds(count > 0 && hasHolds()), [count])
  return (
    <>
      <LazyPanels when={holds}>
        <HeldClock />
      </LazyPanels>
      <NavLink to="/cart" caseSensitive aria-label="Cart" className={iconClass}>
        <ShoppingBag className="size-5.5" aria-hidden="true" />
        {count > 0 && (
          <span
            key={count}
            className="absolute top-0.5 right-0 grid h-5 min-w-5 animate-bump place-items-center rounded-full bg-secondary px-1 font-extrabold text-[0.7rem] text-on-secondary tabular-nums"
          >
            {count}
          </span>
        )}
      </NavLink>
      <span role="status" className="sr-only">
        {count > 0 && `${count} ${count === 1 ? 'item' : 'items'} in your cart`}
      </span>
    </>
  )
}

/** `/` opens the search, unless the shopper is typing somewhere. */
function useSearchKey(open: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
