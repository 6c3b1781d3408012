import { useRef, useState } from 'react'

export type Progress = { title: string; done: number; of: number }

export type Outcome<Result> = {
  results: Result[]
  /** Why it ended early; the parts before stand. */
  failure?: unknown
  stopped: boolean
}

/** Work on many rows, a part at a time: no call grows too large, and nobody else in the shop waits long. */
export function useParts() {
  const [progress, setProgress] = useState<Progress>()
  const wantsStop = useRef(false)
  async function run<Item, Result>(
    title: string,
    items: Item[],
    size: number,
    step: (part: Item[]) => Promise<Result>,
  ): Promise<Outcome<Result>> {
    const results: Result[] = []
    wantsStop.current = false
    try {
      for (let at = 0; at < items.length; at += size) {
        if (wantsStop.current) return { results, stopped: true }
        // What is done with one call needs no bar.
        if (items.length > size) setProgress({ title, done: at, of: items.length })
        results.push(await step(items.slice(at, at + size)))
      }
      return { results, stopped: false }
    } catch (failure) {
      return { results, failure, stopped: false }
    } finally {
      setProgress(undefined)
    }
  }
  return {
    run,
    progress,
    stop: () => {
      wantsStop.current = true
    },
  }
}
