import { useState } from 'react'
import { ApiError } from '~/shared/api/errors'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogActions } from '~/shared/ui/dialog'
import { TextField } from '~/shared/ui/field'
import { useMoney } from '~/shared/ui/money'
import { useRefund } from './actions'
import type { Order } from './queries'

type RefundDialogProps = { order: Order; onClose: () => void }

/** All that is left, or a part of it. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const formatMoney = useMoney()
  const refund = useRefund(order.number)
  const [amount, setAmount] = useState(order.refundable.toFixed(2))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')

  function send() {
    const dollars = Number(amount)
    if (!/^\d+(\.\d{1,2})?$/.test(amount.trim()) || dollars <= 0 || dollars > order.refundable) {
      setProblem(`Enter an amount from ${formatMoney(0.01)} to ${formatMoney(order.refundable)}.`)
      return
    }
    setProblem('')
    refund.mutate(
      { amount: dollars, reason: reason.trim() },
      {
        onSuccess: onClose,
        onError: (error) => setProblem(error instanceof ApiError ? (error.fields.amount ?? '') : ''),
      },
    )
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !refund.isPending && onClose()}
      title={`Refund ${order.number}`}
      description={`${formatMoney(order.refundable)} of ${formatMoney(order.total)} can still be given back. A refund cannot be undone.`}
    >
      <form
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          label="Amount"
          inputMode="decimal"
          value={amount}
          error={problem}
          onChange={(event) => setAmount(event.target.value)}
        />
        <TextField
          label="Reason"
          hint="For staff; it stands in the order's history."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <DialogActions>
          <Button variant="outline" disabled={refund.isPending} onClick={onClose}>
            Close
          </Button>
          <Button type="submit" variant="danger" busy={refund.isPending}>
            {Number(amount) === order.refundable ? 'Refund in full' : 'Refund this part'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
