import { useSyncExternalStore } from 'react'

/** Keeps a value in the tab's storage, or the browser's. Nothing of it is known on the server, nor in the browser's first render. */
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
      // Storage is full or forbidden: it still lives as long as the page.
    }
    for (const listener of listeners) listener()
  }

  function forget() {
    value = empty
    try {
      storage().removeItem(key)
    } catch {
      // Storage is forbidden: nothing was kept there.
    }
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { read, write, forget, use: () => useSyncExternalStore(subscribe, read, () => empty) }
}
