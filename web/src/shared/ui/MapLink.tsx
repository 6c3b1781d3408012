import type { ReactNode } from 'react'
import { mapAddress } from '~/shared/lib/map-address'

type MapLinkProps = { address: string; className?: string; children: ReactNode }

/** Opens the address in the visitor's maps app where the device has one, else on OpenStreetMap. */
export function MapLink({ address, className, children }: MapLinkProps) {
  return (
    <a
      href={mapAddress(address)}
      target="_blank"
      rel="noreferrer"
      className={className}
      // The server does not know the device; the click does.
      onClick={({ currentTarget }) => {
        currentTarget.href = mapAddress(address, navigator.userAgent)
      }}
    >
      {children}
    </a>
  )
}
