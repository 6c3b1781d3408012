import { useSettings } from '~/shared/lib/settings'
import skyline from './art/skyline.svg'

/** The roofs at the foot of the night sky, with palm trees unless the shop is somewhere without them. */
export function Skyline({ className }: { className: string }) {
  // The picture hides its trees under this address.
  const fragment = useSettings()('skyline') === 'plain' ? '#plain' : ''
  return <img src={skyline + fragment} alt="" width={1600} height={200} className={className} />
}
