import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'

const two = (n: number) => String(n).padStart(2, '0')

/** Counts down from the seconds that the server gave, because the visitor's clock may be wrong. */
export function Countdown({ seconds, since, onEnd }: { seconds: number; since: number; onEnd: () => void }) {
  const [now, setNow] = useState(since)
  const left = Math.max(0, Math.round(seconds - (now - since) / 1000))
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left === 0) onEnd()
  }, [left, onEnd])
  return (
    <p
      role="timer"
      aria-label="Time left to pay"
      className="flex items-center gap-2 font-display text-2xl tabular-nums"
    >
      <Timer className="size-6" aria-hidden="true" />
      {`${Math.floor(left / 60)}:${two(left % 60)}`}
    </p>
  )
}
