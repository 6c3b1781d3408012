import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { DEFAULT_MONEY, formatMoney } from '~/shared/lib/money'
import { useSettings } from '~/shared/lib/settings'

const Style = createContext(DEFAULT_MONEY)

/** Everything within shows money as the shop's settings say. Once for all pages: there are many amounts on one. */
export function ShopMoney({ children }: { children: ReactNode }) {
  const setting = useSettings()
  const currency = setting('currency')
  const format = setting('currency_format')
  const style = useMemo(() => ({ currency, format }), [currency, format])
  return <Style value={style}>{children}</Style>
}

/** An order keeps the currency in which it was placed, whatever the shop sells in now. */
export function OrderMoney({ currency, children }: { currency: string; children: ReactNode }) {
  const { format } = use(Style)
  const style = useMemo(() => ({ currency, format }), [currency, format])
  return <Style value={style}>{children}</Style>
}

export type FormatMoney = (amount: number, currency?: string) => string

/** Puts amounts into words, for texts that a component makes. */
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

/** The one place where amounts become words on the screen. */
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
