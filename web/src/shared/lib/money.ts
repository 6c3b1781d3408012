/** Formats dollars as the shop shows them: a $ and two decimals. By hand: there is no Intl where pages are rendered. */
export function formatMoney(dollars: number): string {
  const cents = Math.round(Math.abs(dollars) * 100)
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = dollars < 0 && cents > 0 ? '-' : ''
  return `${sign}$${whole}.${String(cents % 100).padStart(2, '0')}`
}

/** Multiplies in cents, so 3 × 0.1 does not become 0.30000000000000004. */
export function timesDollars(dollars: number, quantity: number): number {
  return (Math.round(dollars * 100) * quantity) / 100
}

export function sumDollars(amounts: number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
}
