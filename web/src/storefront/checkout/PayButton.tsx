import { useEffect, useState } from 'react'
import { errorMessage } from '~/shared/api/errors'
import { Button } from '~/shared/ui/Button'
import { useMoney } from '~/shared/ui/Money'
import { type BuyersOrder, payOrder } from './queries'

type Props = { order: BuyersOrder; orderKey: string; onRefused: () => void; name?: string }

/** Opens the pay page again, or shows why it cannot. */
export function PayButton({ order, orderKey, onRefused, name = 'Pay' }: Props) {
  const formatMoney = useMoney()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  // Back from the pay page the browser may show this one as it was left.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])
  async function pay() {
    setBusy(true)
    setError('')
    try {
      const { pay_url } = await payOrder(order.number, orderKey)
      window.location.assign(pay_url)
    } catch (reason) {
      setBusy(false)
      setError(errorMessage(reason, 'The payment page did not open. Please try again.'))
      onRefused()
    }
  }
  return (
    <div>
      <Button variant="hot" size="lg" busy={busy} onClick={pay}>
        {name} {formatMoney(order.total)}
      </Button>
      {error && (
        <p role="alert" className="mt-2 font-semibold">
          {error}
        </p>
      )}
    </div>
  )
}
