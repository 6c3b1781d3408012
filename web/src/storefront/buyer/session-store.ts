import { useSyncExternalStore } from 'react'

/** A store in sessionStorage, or localStorage. On the server and in the first render in the browser it is `empty`. */
export function createSessionStore<T extends object>(key: string, empty: T, storage = () => sessionStorage) {
  let value: T | undefined
  const listeners = new Set<() => void>()

  function load(): T {
    try {
      const saved: unknown = JSON.parse(storage().getItem(key) ?? '{}')
      return { ...empty, ...(saved as Partial<T>) }
    } catch {
      return empty
    }
  }

  function read(): T {
    value ??= load()
    return value
  }

  function write(next: Partial<T>) {
    value = { ...read(), ...next }
    try {
      storage().setItem(key, JSON.stringify(value))
    } catch {
      // Storage is full or blocked: the value lasts as long as the page.
    }
    for (const listener of listeners) listener()
  }

  function forget() {
    value = empty
    try {
      storage().removeItem(key)
    } catch {
      // Storage is blocked: nothing was stored there.
    }
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { read, write, forget, use: () => useSyncExternalStore(subscribe, read, () => empty) }
}
