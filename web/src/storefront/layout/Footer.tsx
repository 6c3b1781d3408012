import { Link } from 'react-router'
import { storeAddress, useBrand, useSettings, useTexts } from '~/shared/lib/settings'
import { LogoMark } from '~/shared/ui/LogoMark'
import { UploadedLogo } from './Logo'
import { type NavLinkItem, useHere, useShopLinks } from './nav-links'
import { pageNames } from './page-names'

const company: NavLinkItem[] = [
  { to: '/about', name: pageNames.about },
  { to: '/contact', name: pageNames.contact },
  { to: '/faq', name: pageNames.faq },
]

const account: NavLinkItem[] = [
  { to: '/account', name: 'My Account' },
  { to: '/orders', name: 'Orders' },
  { to: '/cart', name: 'Cart' },
]

export function Footer() {
  const brand = useBrand()
  const setting = useSettings()
  const logo = setting('site_logo')
  const text = useTexts()
  const shopLinks = useShopLinks()
  return (
    <footer className="on-ink relative bg-ink pt-16 pb-[max(2rem,env(safe-area-inset-bottom))] text-paper">
      <div className="wrap grid grid-cols-2 gap-10 sm:grid-cols-3 md:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="col-span-full max-w-sm md:col-span-1">
          <p className="flex items-center gap-2.5">
            {logo ? (
              <UploadedLogo src={logo} name={brand} />
            ) : (
              <>
                <LogoMark className="h-11 w-10 shrink-0" />
                <span className="font-display text-xl lowercase">{brand}</span>
              </>
            )}
          </p>
          <p className="mt-4 text-mist">{`${text('tagline')} ${text('footer_text')}`}</p>
          <address className="mt-4 text-mist not-italic">{storeAddress(setting)}</address>
        </div>
        <FooterLinks title="Shop" links={shopLinks} />
        <FooterLinks title="Company" links={company} />
        <FooterLinks title="Account" links={account} />
      </div>
      <div className="wrap mt-12">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-white/10 border-t pt-6 text-mist text-sm">
          {/* The year comes from the server: a visitor's clock may be wrong. */}
          <p suppressHydrationWarning>{`© ${new Date().getUTCFullYear()} ${brand}. All rights reserved.`}</p>
          <ul className="flex gap-6">
            <li>
              <Link to="/terms" className="inline-block py-3 hover:text-paper">
                Terms
              </Link>
            </li>
            <li>
              <Link to="/privacy" className="inline-block py-3 hover:text-paper">
                Privacy
              </Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}

function FooterLinks({ title, links }: { title: string; links: NavLinkItem[] }) {
  const here = useHere()
  return (
    // On a phone the long list is beside the two short ones.
    <nav aria-label={title} className="max-sm:nth-2:row-span-2">
      <h2 className="font-display text-secondary-glow text-sm uppercase tracking-wide">{title}</h2>
      <ul className="mt-3">
        {links.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              state={here}
              className="inline-block py-2 text-mist transition-colors duration-150 hover:text-paper"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
