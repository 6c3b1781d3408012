import { useSyncExternalStore } from 'react'

const KEY = 'snackdrop.order-sound'
const listeners = new Set<() => void>()

/** Whether a new order makes a sound on this device. On by default. */
export function soundIsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function setSound(on: boolean) {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Without storage the choice is not remembered.
  }
  for (const listener of listeners) listener()
}

export function useSound(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    soundIsOn,
    () => true,
  )
}

let context: AudioContext | undefined

/** Plays a two-tone bell. Browsers play no sound before the first interaction. */
export function ring() {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  const start = context.currentTime + 0.02
  for (const [at, pitch] of [
    [0, 988],
    [0.22, 784],
  ] as const) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.18, start + at)
    volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.7)
    tone.connect(volume).connect(context.destination)
    tone.start(start + at)
    tone.stop(start + at + 0.75)
  }
}
