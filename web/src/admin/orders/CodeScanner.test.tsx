import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeScanner } from './CodeScanner'

const stopped = vi.fn()
let played: { resolve: () => void; reject: (error: Error) => void }

beforeEach(() => {
  const playing = new Promise<void>((resolve, reject) => {
    played = { resolve, reject }
  })
  stopped.mockClear()
  const stream = { getTracks: () => [{ stop: stopped }] }
  vi.stubGlobal('BarcodeDetector', class {})
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => Promise.resolve(stream) } })
  vi.spyOn(HTMLVideoElement.prototype, 'srcObject', 'set').mockImplementation(() => {})
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockReturnValue(playing)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a camera that cannot be shown is let go, and the clerk is told', async () => {
  render(<CodeScanner onCode={() => {}} />)
  played.reject(new Error('no'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The camera cannot be used. Type the code instead.',
  )
  expect(stopped).toHaveBeenCalled()
})

test('nothing is scanned once the page was left while the camera started', async () => {
  const every = vi.spyOn(globalThis, 'setInterval')
  const { unmount } = render(<CodeScanner onCode={() => {}} />)
  await waitFor(() => expect(HTMLVideoElement.prototype.play).toHaveBeenCalled())
  every.mockClear()
  unmount()
  stopped.mockClear()
  played.resolve()
  await waitFor(() => expect(stopped).toHaveBeenCalled())
  expect(every).not.toHaveBeenCalledWith(expect.anything(), 250)
})
