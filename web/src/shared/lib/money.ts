/** How amounts are written: the settings currency and currency_format. */
type MoneyStyle = { currency: string; format: string }

export const DEFAULT_MONEY: MoneyStyle = { currency: 'USD', format: 'symbol' }

/** The mails have the same list: internal/shop/currency.go. Other currencies are named by their code. */
const symbols: Record<string, string> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  CAD: 'CA$',
  AUD: 'A$',
  NZD: 'NZ$',
  MXN: 'MX$',
  HKD: 'HK$',
  TWD: 'NT$',
  BRL: 'R$',
  CNY: 'CN¥',
  INR: '₹',
  ILS: '₪',
  PHP: '₱',
}

/** A no-break space: an amount is not split at the end of a line. */
const space = '\u00a0'

/** Two decimals, and the currency as the shop shows it. By hand: there is no Intl where pages are rendered. */
export function formatMoney(amount: number, { currency, format } = DEFAULT_MONEY): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = amount < 0 && cents > 0 ? '-' : ''
  const figures = `${whole}.${String(cents % 100).padStart(2, '0')}`
  const symbol = symbols[currency]
  if (!symbol || format === 'code') return sign + currency + space + figures
  return sign + symbol + figures + (format === 'both' ? space + currency : '')
}

/** The currency's sign in front of an input field. */
export function currencySign(currency: string): string {
  return symbols[currency] ?? currency
}

/** Multiplies in cents, so 3 × 0.1 does not become 0.30000000000000004. */
export function timesDollars(dollars: number, quantity: number): number {
  return (Math.round(dollars * 100) * quantity) / 100
}

export function sumDollars(amounts: number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
}
