import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useMoney } from '~/shared/ui/Money'
import { toast } from '~/shared/ui/toast-store'
import { ordersQuery } from './queries'
import { ring, soundIsOn } from './sound'

/** Watches for new orders on every admin page, and shows a notice with a sound. */
export function NewOrderBell() {
  const formatMoney = useMoney()
  const { data } = useQuery(ordersQuery({ limit: 1 }))
  const navigate = useNavigate()
  const known = useRef<number>(undefined)
  const newest = data?.items[0]
  const id = data && (newest?.id ?? 0)
  useEffect(() => {
    if (id === undefined) return
    const before = known.current
    known.current = Math.max(id, before ?? 0)
    if (before === undefined || id <= before || !newest) return
    if (soundIsOn()) ring()
    toast({
      title: `New order ${newest.number}`,
      description: `${newest.customer_name}, ${formatMoney(newest.total, newest.currency)}`,
      action: { label: 'Open', onClick: () => void navigate(`/admin/orders/${newest.number}`) },
    })
  }, [id, newest, navigate, formatMoney])
  return null
}
