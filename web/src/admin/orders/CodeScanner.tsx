import { useEffect, useEffectEvent, useRef, useState } from 'react'

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

declare global {
  interface Window {
    BarcodeDetector?: DetectorClass
  }
}

/** Phones and tablets can read codes with their camera; elsewhere a hand scanner types into the field. */
export function canScan(): boolean {
  return typeof window !== 'undefined' && 'BarcodeDetector' in window && Boolean(navigator.mediaDevices)
}

const LOOK_EVERY_MS = 250

export function CodeScanner({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState('')
  const reportCode = useEffectEvent(onCode)
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    let left = false
    function stop() {
      clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function start() {
      const Detector = window.BarcodeDetector
      if (!Detector || !video.current) return
      const screen = video.current
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (!left) {
          screen.srcObject = stream
          await screen.play()
        }
      } catch {
        stop()
        if (!left) setProblem('The camera cannot be used. Type the code instead.')
        return
      }
      if (left) return stop()
      const detector = new Detector({ formats: ['qr_code'] })
      timer = setInterval(async () => {
        const [found] = await detector.detect(screen).catch(() => [])
        if (found && !left) reportCode(found.rawValue)
      }, LOOK_EVERY_MS)
    }
    void start()
    return () => {
      left = true
      stop()
    }
  }, [])
  if (problem) {
    return (
      <p role="alert" className="mt-3 font-medium text-danger text-sm">
        {problem}
      </p>
    )
  }
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label="Camera"
      className="mt-3 aspect-video w-full rounded-xl bg-ink"
    />
  )
}
