import { AtSign, Camera, Clock, Mail, MapPin, Phone, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { storeAddress, useSettings } from '~/shared/lib/settings'
import { MapLink } from '~/shared/ui/MapLink'

/** Where the store is and how to reach it: the address, the mail, and the social pages that the settings name. */
export function StoreFacts({ onContactPage = false }: { onContactPage?: boolean }) {
  const setting = useSettings()
  const email = setting('store_email')
  const address = storeAddress(setting)
  const hours = setting('store_hours')
  const phone = setting('store_phone')
  const instagram = setting('instagram_username').replace(/^@/, '')
  const facebook = setting('facebook_page')
  return (
    <ul className="grid content-center gap-4 text-[1.05rem]">
      <Fact icon={<MapPin />} name="The shop">
        <MapLink address={address} className={linkClass}>
          {address}
        </MapLink>
      </Fact>
      {hours && (
        <Fact icon={<Clock />} name="Open">
          <span className="whitespace-pre-line font-bold">{hours}</span>
        </Fact>
      )}
      {phone && (
        <Fact icon={<Phone />} name="Phone">
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={linkClass}>
            {phone}
          </a>
        </Fact>
      )}
      {email && (
        <Fact icon={<Mail />} name="Email">
          <a href={`mailto:${email}`} className={linkClass}>
            {email}
          </a>
        </Fact>
      )}
      {!email && !onContactPage && (
        <Fact icon={<AtSign />} name="Write to us">
          <Link to="/contact" className={linkClass}>
            The contact form
          </Link>
        </Fact>
      )}
      {instagram && (
        <Fact icon={<Camera />} name="Instagram">
          <a
            href={`https://www.instagram.com/${instagram}/`}
            target="_blank"
            rel="noreferrer"
            className={linkClass}
          >
            @{instagram}
          </a>
        </Fact>
      )}
      {facebook && (
        <Fact icon={<Users />} name="Facebook">
          <a href={facebook} target="_blank" rel="noreferrer" className={linkClass}>
            {facebook.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
          </a>
        </Fact>
      )}
    </ul>
  )
}

const linkClass =
  'inline-block text-balance break-words font-bold underline decoration-2 decoration-secondary underline-offset-3'

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 -rotate-3 place-items-center rounded-xl bg-ink text-secondary-glow"
      >
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-mute text-sm">{name}</span>
        {children}
      </span>
    </li>
  )
}
