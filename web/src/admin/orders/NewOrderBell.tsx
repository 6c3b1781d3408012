import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatMoney } from '~/shared/lib/money'
import { toast } from '~/shared/ui/toast-store'
import { ordersQuery } from './queries'
import { ring, soundIsOn } from './sound'

/** Watches for the newest order on every staff page; says so, with a sound, when there is a newer one. */
export function NewOrderBell() {
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
      description: `${newest.customer_name}, ${formatMoney(newest.total)}`,
      action: { label: 'Open', onClick: () => void navigate(`/admin/orders/${newest.number}`) },
    })
  }, [id, newest, navigate])
  return null
}
