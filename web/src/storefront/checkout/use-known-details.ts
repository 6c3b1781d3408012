import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { components } from '~/shared/api/schema.gen'
import { useAuth } from '~/shared/auth/AuthProvider'
import { addressesQuery } from '~/storefront/account/queries'
import type { CheckoutForm } from '~/storefront/buyer/checkout-form'
import { formStore } from '~/storefront/buyer/stores'

type Offer = components['schemas']['Checkout']

/** Fills in what is known already: the customer's details, the default delivery method, the only payment method. */
export function useKnownDetails(offer: Offer | undefined) {
  const { user } = useAuth()
  const { data: addresses } = useQuery({ ...addressesQuery, enabled: user !== null })

  useEffect(() => {
    const form = formStore.read()
    const known: Partial<CheckoutForm> = {}
    if (user && form.email === '') known.email = user.email
    if (user && form.name === '' && user.full_name) known.name = user.full_name
    const usual = user ? addresses?.[0] : undefined
    if (usual && form.line1 === '' && form.zip === '') {
      const { line1, line2, city, state, zip } = usual
      Object.assign(known, { line1, line2, city, state, zip })
      if (form.name === '') known.name = usual.name
      if (form.phone === '') known.phone = usual.phone
    }
    if (offer && !form.chosen) {
      const pickup = offer.default_shipping === 'pickup'
      known.fulfillment_type = pickup ? 'pickup' : 'delivery'
      if (!pickup) known.delivery_method = offer.default_shipping === 'express' ? 'express' : 'standard'
    }
    const offered = offer?.payment_methods ?? []
    if (offer && !offered.some(({ method }) => method === form.payment_method))
      known.payment_method = offered[0]?.method ?? ''
    const differs = Object.entries(known).some(
      ([field, value]) => form[field as keyof CheckoutForm] !== value,
    )
    if (differs) formStore.write(known)
  }, [user, addresses, offer])
}
