import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { DEFAULT_MONEY, formatMoney } from '~/shared/lib/money'
import { useSettings } from '~/shared/lib/settings'

const Style = createContext(DEFAULT_MONEY)

/** Provides the settings' currency format to all amounts below: one subscription instead of one per amount. */
export function ShopMoney({ children }: { children: ReactNode }) {
  const setting = useSettings()
  const currency = setting('currency')
  const format = setting('currency_format')
  const style = useMemo(() => ({ currency, format }), [currency, format])
  return <Style value={style}>{children}</Style>
}

/** The amounts of an order keep the currency in which it was placed. */
export function OrderMoney({ currency, children }: { currency: string; children: ReactNode }) {
  const { format } = use(Style)
  const style = useMemo(() => ({ currency, format }), [currency, format])
  return <Style value={style}>{children}</Style>
}

export type FormatMoney = (amount: number, currency?: string) => string

/** A formatter of amounts, for texts that a component composes. */
export function useMoney(): FormatMoney {
  const style = use(Style)
  return useCallback(
    (amount, currency = style.currency) => formatMoney(amount, { ...style, currency }),
    [style],
  )
}

export function useCurrency(): string {
  return use(Style).currency
}

/** Every amount on the screen is formatted by this component or by useMoney. */
export function Money({
  amount,
  currency,
  className,
}: {
  amount: number
  currency?: string
  className?: string
}) {
  return <span className={className}>{useMoney()(amount, currency)}</span>
}
