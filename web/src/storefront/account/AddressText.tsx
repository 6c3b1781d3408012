import type { SavedAddress } from './queries'

export function AddressText({ address }: { address: SavedAddress }) {
  return (
    <address className="break-words not-italic leading-relaxed">
      <strong>{address.name}</strong>
      <br />
      {address.line1}
      <br />
      {address.line2 && (
        <>
          {address.line2}
          <br />
        </>
      )}
      {address.city}, {address.state} {address.zip}
      {address.phone && (
        <>
          <br />
          {address.phone}
        </>
      )}
    </address>
  )
}
