import { Timer } from 'lucide-react'
import { useEffect } from 'react'
import { useNow } from '~/shared/lib/clock'

const two = (n: number) => String(n).padStart(2, '0')

/** 4:05, or 11:04:05 from an hour on. */
export const formatTimer = (seconds: number) => {
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** What the server says of a deadline: its moment, and the seconds to it, which count until the shop's time is known. */
type Deadline = { endsAt: string | null; seconds: number; paused?: boolean }

/** The seconds that are left by the shop's clock, because the visitor's may be wrong or change. */
export function useSecondsLeft({ endsAt, seconds, paused }: Deadline): number {
  const now = useNow(500)
  if (!now || !endsAt || paused) return seconds
  return Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000))
}

/** Calls onEnd when no time is left, and again as long as the server has not ended it too. */
export function useEnd(left: number, onEnd: () => void) {
  const over = left === 0
  useEffect(() => {
    if (!over) return
    onEnd()
    const again = setInterval(onEnd, 2000)
    return () => clearInterval(again)
  }, [over, onEnd])
}

type CountdownProps = Deadline & { onEnd: () => void; label?: string }

export function Countdown({ onEnd, label = 'Time left to pay', ...deadline }: CountdownProps) {
  const left = useSecondsLeft(deadline)
  useEnd(left, onEnd)
  return (
    <p role="timer" aria-label={label} className="flex items-center gap-2 font-display text-2xl tabular-nums">
      <Timer className="size-6" aria-hidden="true" />
      {formatTimer(left)}
    </p>
  )
}
