import type { ReactNode } from 'react'

type ToastAction = { label: string; onClick: () => void }

type Toast = {
  id: number
  title?: ReactNode
  description?: ReactNode
  action?: ToastAction
  variant: 'default' | 'destructive'
  open: boolean
  /** How long it stays, in milliseconds, when the default is too short. */
  duration?: number
}

type ToastInput = Partial<Omit<Toast, 'id' | 'open'>>

const TOAST_LIMIT = 1
export const TOAST_DURATION = 5000
export const TOAST_SWIPE_THRESHOLD = 50
export const TOAST_HOTKEY = 'F8'
/** When a dismissed toast is removed from the list; usually a newer one has replaced it long before. */
export const TOAST_REMOVE_DELAY = 1_000_000

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const removals = new Map<number, ReturnType<typeof setTimeout>>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a notice; it replaces the previous one. */
export function toast(input: ToastInput): number {
  const id = nextId++
  set([{ variant: 'default' as const, ...input, id, open: true }, ...toasts].slice(0, TOAST_LIMIT))
  return id
}

export function dismissToast(id: number) {
  if (!removals.has(id)) {
    removals.set(
      id,
      setTimeout(() => {
        removals.delete(id)
        set(toasts.filter((t) => t.id !== id))
      }, TOAST_REMOVE_DELAY),
    )
  }
  set(toasts.map((t) => (t.id === id ? { ...t, open: false } : t)))
}

export function subscribeToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const currentToasts = () => toasts
const none: readonly Toast[] = []
export const noToasts = () => none
