import { MapPin } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '~/shared/lib/cn'
import { isDefault, type SettingReader, useSettings } from '~/shared/lib/settings'

const OSM = 'https://www.openstreetmap.org'

/** The part of the world that the map shows, a few blocks around the shop. */
function mapUrl(latitude: number, longitude: number): string {
  const box = [longitude - 0.0092, latitude - 0.0032, longitude + 0.0083, latitude + 0.0031]
  const bounds = box.map((degrees) => degrees.toFixed(4)).join('%2C')
  return `${OSM}/export/embed.html?bbox=${bounds}&layer=mapnik&marker=${latitude}%2C${longitude}`
}

const isBuiltInAddress = (setting: SettingReader) =>
  isDefault(setting, 'store_street') && isDefault(setting, 'store_city')

/**
 * What the home page shows of the shop's surroundings: a picture, and whether there is a live map. The built-in picture and
 * position belong to the built-in address: a shop elsewhere has a map only of its own.
 */
export function shopMapOf(setting: SettingReader): { image: string; live: boolean } | undefined {
  const here = isBuiltInAddress(setting)
  // The built-in picture shows the built-in mark, too.
  const fits = !isDefault(setting, 'store_map_image') || (here && !setting('site_logo'))
  const image = fits ? setting('store_map_image') : ''
  const live = here || !isDefault(setting, 'store_map')
  return image || live ? { image, live } : undefined
}

/** What the picture and the frame are called. The street as texts name it may still be the built-in one elsewhere. */
function mapNames(setting: SettingReader) {
  const [city, street, avenue] = [
    setting('store_city'),
    setting('store_street'),
    setting('store_street_name'),
  ]
  return isBuiltInAddress(setting)
    ? { alt: `Map: the shop stands on ${avenue} in ${city}`, title: `Map of the shop on ${avenue}` }
    : { alt: `Map: the shop at ${street}, ${city}`, title: `Map of the shop at ${street}` }
}

/** The live map over the picture, or over the address: that is what stays when there is no network. */
export function ShopMap({ image, live }: { image: string; live: boolean }) {
  const setting = useSettings()
  const [latitude = 0, longitude = 0] = setting('store_map').split(',').map(Number)
  const { alt, title } = mapNames(setting)
  const frame = useRef<HTMLDivElement>(null)
  const [reachable, setReachable] = useState(false)
  const [loaded, setLoaded] = useState(false)

  useEffect(() => {
    const element = frame.current
    if (!element || !live) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        // An iframe reports no load error; a small image from the same host does.
        const probe = new Image()
        probe.onload = () => setReachable(true)
        probe.src = `${OSM}/favicon.ico`
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [live])

  return (
    <div ref={frame} className="relative min-h-80 overflow-hidden rounded-3xl bg-[#efe6d4] ring-1 ring-line">
      {image ? (
        <img
          src={image}
          alt={alt}
          width={720}
          height={520}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <p
          aria-hidden="true"
          className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-6 text-center font-display text-lg leading-snug"
        >
          <MapPin className="size-8 text-primary-deep" />
          {setting('store_street')}
          <span className="font-sans font-semibold text-base text-mute">{setting('store_city')}</span>
        </p>
      )}
      {live && reachable && (
        <iframe
          src={mapUrl(latitude, longitude)}
          title={title}
          loading="lazy"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-popups"
          onLoad={() => setLoaded(true)}
          className={cn(
            'absolute inset-0 size-full border-0 transition-opacity duration-200',
            loaded ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
    </div>
  )
}
