import { useEffect, useRef, useState } from 'react'
import { cn } from '~/shared/lib/cn'
import drawnMap from './art/melrose-map.svg'

const OSM = 'https://www.openstreetmap.org'
const MAP_URL = `${OSM}/export/embed.html?bbox=-118.3660%2C34.0805%2C-118.3485%2C34.0868&layer=mapnik&marker=34.0837%2C-118.3568`

/** The live map over a static one, which stays when there is no network. */
export function ShopMap() {
  const frame = useRef<HTMLDivElement>(null)
  const [reachable, setReachable] = useState(false)
  const [loaded, setLoaded] = useState(false)

  useEffect(() => {
    const element = frame.current
    if (!element) return
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
  }, [])

  return (
    <div ref={frame} className="relative min-h-80 overflow-hidden rounded-3xl bg-[#efe6d4] ring-1 ring-line">
      <img
        src={drawnMap}
        alt="Drawn map: the shop stands on Melrose Avenue at the corner of North Curson Avenue"
        width={720}
        height={520}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-cover"
      />
      {reachable && (
        <iframe
          src={MAP_URL}
          title="Map of the shop on Melrose Avenue"
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
