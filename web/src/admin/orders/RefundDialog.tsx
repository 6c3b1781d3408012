import { RefundWishBody } from '~/shared/form/constraints.gen'
import type { FieldErrors } from '~/shared/form/failure'
import { useEditForm } from '~/shared/form/use-edit-form'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { TextField } from '~/shared/ui/Field'
import { useMoney } from '~/shared/ui/Money'
import { useRefund } from './actions'
import type { Order } from './queries'

const MONEY = /^\d+(\.\d{1,2})?$/

type RefundDialogProps = { order: Order; onClose: () => void }

/** Refunds all that is left of an order's payment, or a part of it. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const formatMoney = useMoney()
  const refund = useRefund(order.number)
  const { form, field, values, busy } = useEditForm({
    initial: { amount: order.refundable.toFixed(2), reason: '' },
    limits: RefundWishBody,
    check: ({ amount }): FieldErrors => {
      const dollars = Number(amount)
      if (MONEY.test(amount.trim()) && dollars > 0 && dollars <= order.refundable) return {}
      return { amount: `Enter an amount from ${formatMoney(0.01)} to ${formatMoney(order.refundable)}.` }
    },
    submit: async ({ values: { amount, reason } }) => {
      await refund.mutateAsync({ amount: Number(amount), reason: reason.trim() })
      onClose()
    },
  })

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      title={`Refund ${order.number}`}
      description={`${formatMoney(order.refundable)} of ${formatMoney(order.total)} can still be given back. A refund cannot be undone.`}
    >
      <form {...form} className="mt-4 grid gap-4">
        <TextField label="Amount" inputMode="decimal" {...field('amount')} />
        <TextField label="Reason" hint="For staff; it stands in the order's history." {...field('reason')} />
        <DialogActions>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {Number(values.amount) === order.refundable ? 'Refund in full' : 'Refund this part'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
