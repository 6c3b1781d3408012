import { MapPin, Store, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '~/shared/lib/cn'
import { storeAddress, useSettings, useTexts } from '~/shared/lib/settings'
import { buttonClass } from '~/shared/ui/Button'
import { MapLink } from '~/shared/ui/MapLink'
import { SectionHeading } from '~/storefront/shared/SectionHeading'
import { ShopMap, shopMapOf } from './ShopMap'

export function DeliveryAndPickup() {
  const setting = useSettings()
  const text = useTexts()
  const address = storeAddress(setting)
  const standard = setting('standard_delivery_time')
  const express = setting('express_delivery_time')
  const note = setting('delivery_note')
  const map = shopMapOf(setting)
  return (
    <section aria-labelledby="delivery-and-pickup" className="wrap below py-14 sm:py-20">
      <SectionHeading id="delivery-and-pickup" title="Delivery & Pickup" />
      <div className={cn('grid gap-5', map && 'lg:grid-cols-[1fr_1.35fr]')}>
        <div className={cn('grid content-stretch gap-5', !map && 'md:grid-cols-2')}>
          <Way icon={<Truck />} title={text('delivery_title')}>
            {text('delivery_text')} Standard takes {days(standard)}, express {days(express)}. {note}
          </Way>
          <Way icon={<Store />} title={`Picked up on ${setting('store_street_short')}`}>
            {text('pickup_text')}
            <address className="mt-3 font-semibold text-ink not-italic">{address}</address>
            <MapLink address={address} className={buttonClass({ variant: 'outline', className: 'mt-4' })}>
              <MapPin className="size-4.5" aria-hidden="true" /> Open in Maps
            </MapLink>
          </Way>
        </div>
        {map && <ShopMap {...map} />}
      </div>
    </section>
  )
}

const days = (value: string) => (/day/i.test(value) ? value : `${value} days`)

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="rounded-3xl bg-white p-6 ring-1 ring-line sm:p-7">
      <h3 className="flex items-center gap-3 font-display text-lg leading-tight">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 -rotate-3 place-items-center rounded-xl bg-ink text-secondary-glow"
        >
          {icon}
        </span>
        {title}
      </h3>
      <div className="mt-3 text-mute leading-relaxed">{children}</div>
    </div>
  )
}
