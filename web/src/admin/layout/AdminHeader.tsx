import { CircleUserRound, LogOut, Search, Store } from 'lucide-react'
import { useAuth } from '~/shared/auth/AuthProvider'
import { useBrand } from '~/shared/lib/settings'
import { Button } from '~/shared/ui/Button'
import { NavButton } from '~/shared/ui/NavButton'
import { openPalette } from './palette-store'

export function AdminHeader() {
  const brand = useBrand()
  const { logout } = useAuth()
  return (
    <header className="border-line border-b bg-paper print:hidden">
      <div className="wrap flex min-h-16 items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate font-semibold text-mute text-xs uppercase tracking-widest">{brand}</p>
          <h1 className="truncate font-extrabold text-lg leading-tight tracking-tight sm:text-xl">
            Admin Dashboard
          </h1>
        </div>
        <div className="flex items-center gap-1 sm:gap-2">
          <button
            type="button"
            onClick={openPalette}
            aria-keyshortcuts="Meta+K Control+K"
            className="flex min-h-11 items-center gap-2 rounded-full px-3 text-mute text-sm transition-colors hover:bg-ink/8 lg:min-h-9 lg:border-2 lg:border-line lg:bg-white lg:pr-2"
          >
            <Search className="size-5 lg:size-4" aria-hidden="true" />
            <span className="max-lg:sr-only">Find anything</span>
            <span
              aria-hidden="true"
              className="ml-6 rounded-md bg-paper-2 px-1.5 font-sans text-xs max-lg:hidden"
            >
              ⌘K
            </span>
          </button>
          <NavButton to="/" variant="ghost" size="sm" className="min-h-11 sm:min-h-9">
            <Store className="size-5 sm:size-4" aria-hidden="true" />
            <span className="max-md:sr-only">View Site</span>
          </NavButton>
          <NavButton to="/account" variant="ghost" size="sm" className="min-h-11 sm:min-h-9">
            <CircleUserRound className="size-5 sm:size-4" aria-hidden="true" />
            <span className="max-md:sr-only">Customer Account</span>
          </NavButton>
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11 sm:min-h-9"
            onClick={() => void logout('/account')}
          >
            <LogOut className="size-5 sm:size-4" aria-hidden="true" />
            <span className="max-md:sr-only">Logout</span>
          </Button>
        </div>
      </div>
    </header>
  )
}
