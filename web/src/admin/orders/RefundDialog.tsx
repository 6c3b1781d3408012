import { RefundInputBody } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import type { FieldErrors } from '~/shared/form/failure'
import { brokenRule } from '~/shared/form/limits'
import { useEditForm } from '~/shared/form/use-edit-form'
import { TextField } from '~/shared/ui/Field'
import { useMoney } from '~/shared/ui/Money'
import { useRefund } from './actions'
import type { Order } from './queries'

type RefundDialogProps = { order: Order; onClose: () => void }

/** Refunds all that is left of an order's payment, or a part of it. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const formatMoney = useMoney()
  const refund = useRefund(order.number)
  const { form, field, values, busy } = useEditForm({
    initial: { amount: order.refundable.toFixed(2), reason: '' },
    limits: RefundInputBody,
    check: ({ amount }): FieldErrors => {
      const dollars = Number(amount)
      if (!brokenRule(RefundInputBody.amount, amount.trim()) && dollars > 0 && dollars <= order.refundable)
        return {}
      return { amount: `Enter an amount from ${formatMoney(0.01)} to ${formatMoney(order.refundable)}.` }
    },
    submit: async ({ values: { amount, reason } }) => {
      await refund.mutateAsync({ amount: Number(amount), reason: reason.trim() })
      onClose()
    },
  })

  return (
    <FormDialog
      title={`Refund ${order.number}`}
      description={`${formatMoney(order.refundable)} of ${formatMoney(order.total)} can still be given back. A refund cannot be undone.`}
      form={form}
      busy={busy}
      submit={Number(values.amount) === order.refundable ? 'Refund in full' : 'Refund this part'}
      danger
      onClose={onClose}
    >
      <TextField label="Amount" inputMode="decimal" {...field('amount')} />
      <TextField label="Reason" hint="For staff; it stands in the order's history." {...field('reason')} />
    </FormDialog>
  )
}
