import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'

const two = (n: number) => String(n).padStart(2, '0')

/** 4:05, or 11:04:05 from an hour on. */
export const clockWords = (seconds: number) => {
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/**
 * The seconds that are left of those the server gave at `since`. It counts by the browser's steady clock, because the
 * visitor's time of day may be wrong or change.
 */
export function useSecondsLeft(seconds: number, since: number): number {
  const [start] = useState(() => performance.now() - Math.max(0, Date.now() - since))
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.round(seconds - (now - start) / 1000))
}

type CountdownProps = { seconds: number; since: number; onEnd: () => void; label?: string }

export function Countdown({ seconds, since, onEnd, label = 'Time left to pay' }: CountdownProps) {
  const left = useSecondsLeft(seconds, since)
  useEffect(() => {
    if (left === 0) onEnd()
  }, [left, onEnd])
  return (
    <p role="timer" aria-label={label} className="flex items-center gap-2 font-display text-2xl tabular-nums">
      <Timer className="size-6" aria-hidden="true" />
      {clockWords(left)}
    </p>
  )
}
