import { cleanup, configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// All checks run beside the browser tests, on two cores.
configure({ asyncUtilTimeout: 10_000 })

// One browser serves all files of tests (a new one for each takes five times as long): every file leaves it as it was.
afterAll(() => {
  // Server rendering is tested without any browser interfaces.
  if ('document' in globalThis) {
    cleanup()
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
  }
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // Our own modules begin anew too, and what they remember with them.
  vi.resetModules()
})
