import type { ComponentProps } from 'react'
import { useTexts } from '~/shared/lib/settings'
import { ButtonLink } from '~/shared/ui/Button'

/** Leads to all products, under the name that the merchant gives such buttons. */
export function ShopButton(props: Omit<ComponentProps<typeof ButtonLink>, 'to'>) {
  const text = useTexts()
  return (
    <ButtonLink to="/products" variant="hot" {...props}>
      {text('shop_button')}
    </ButtonLink>
  )
}
