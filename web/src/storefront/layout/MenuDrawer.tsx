import { Link } from 'react-router'
import { useAuth } from '~/shared/auth/AuthProvider'
import { Drawer } from '~/shared/ui/Drawer'
import { useCloseOnBack } from './close-on-back'
import { useHere, useNavLinks } from './nav-links'

type MenuDrawerProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function MenuDrawer({ open, onOpenChange }: MenuDrawerProps) {
  const { user } = useAuth()
  const here = useHere()
  const navLinks = useNavLinks()
  const close = () => onOpenChange(false)
  const goBack = useCloseOnBack(close)
  return (
    <Drawer title="Menu" surface="ink" open={open} onOpenChange={goBack}>
      <nav aria-label="Menu">
        <ul>
          {navLinks.map(({ to, name }) => (
            <li key={to} className="border-white/10 border-b">
              <Link
                to={to}
                replace
                onClick={close}
                className="block py-3.5 font-display text-xl transition-colors hover:text-secondary-glow"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <ul className="mt-4 grid gap-1 text-mist">
          <li>
            <Link
              to={user ? '/account/dashboard' : '/account'}
              replace
              state={here}
              onClick={close}
              className="block py-2.5 hover:text-paper"
            >
              {user ? 'My Account' : 'Login or Register'}
            </Link>
          </li>
          <li>
            <Link to="/orders" replace onClick={close} className="block py-2.5 hover:text-paper">
              Orders
            </Link>
          </li>
          <li>
            <Link to="/faq" replace onClick={close} className="block py-2.5 hover:text-paper">
              FAQ
            </Link>
          </li>
        </ul>
      </nav>
    </Drawer>
  )
}
