import { useRef, useState } from 'react'

export type Progress = { title: string; done: number; of: number }

type Outcome<Result> = {
  results: Result[]
  /** Why it ended early; the chunks before it are done. */
  failure?: unknown
  stopped: boolean
}

/** Changes many rows in chunks: no request grows too large, and no transaction blocks others for long. */
export function useChunkedMutation() {
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
        // A single request needs no progress bar.
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
