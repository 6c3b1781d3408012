import { formatMoney } from '~/shared/lib/money'

/** The one place where dollars become words on the screen. */
export function Money({ amount, className }: { amount: number; className?: string }) {
  return <span className={className}>{formatMoney(amount)}</span>
}
