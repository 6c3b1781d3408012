import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentToasts, dismissToast, TOAST_REMOVE_DELAY, toast } from './toast-store'

describe('toasts', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('shows one at a time, the newest', () => {
    toast({ title: 'first' })
    toast({ title: 'second', variant: 'destructive' })
    expect(currentToasts()).toMatchObject([{ title: 'second', variant: 'destructive', open: true }])
  })

  it('closes a dismissed toast at once and forgets it after 1,000,000 ms', () => {
    const id = toast({ title: 'bye' })
    dismissToast(id)
    expect(currentToasts()).toMatchObject([{ id, open: false }])
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1)
    expect(currentToasts()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(currentToasts()).toHaveLength(0)
  })
})
