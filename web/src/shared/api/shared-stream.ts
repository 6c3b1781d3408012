/** What a stream gives to the page that listens. */
type StreamListener = {
  /** One event, as JSON. */
  onEvent: (data: string) => void
  /** Events may have been missed: look at everything again. */
  onGap: () => void
}

/** What tabs say to each other: an event as JSON, or null for a gap. */
type Message = string | null

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** How often a page that gets no stream looks at everything again. */
const POLL_MS = 30_000
/** How often it looks at drops and products, whose units change in a rush; pages do it at different moments. */
const POLL_UNITS_MS = 5000
const POLL_SPREAD_MS = 1500
const unitsChanged = '{"type":"drop"}'

/**
 * The event stream of all tabs of one person. Browsers allow six connections per site over HTTP/1, so one tab (whoever
 * holds the lock) opens the stream and passes events on to the others. Where there are no locks (a page that is not
 * secure) each tab has its own. Past the server's cap there is no stream, and the tab polls.
 */
export function joinStream(name: string, listener: StreamListener): () => void {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined
  const locks: LockManager | undefined = navigator.locks
  const leaving = new AbortController()
  let stopStream: (() => void) | undefined
  let release: (() => void) | undefined

  function lead(afterAnother: boolean) {
    stopStream = openStream(
      {
        onEvent(data) {
          listener.onEvent(data)
          channel?.postMessage(data satisfies Message)
        },
        onGap() {
          listener.onGap()
          channel?.postMessage(null satisfies Message)
        },
      },
      afterAnother,
    )
  }

  async function leadOrFollow(locks: LockManager) {
    const untilLeft = () => new Promise<void>((resolve) => (release = resolve))
    const led = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return false
      if (leaving.signal.aborted) return true
      lead(false)
      await untilLeft()
      return true
    })
    if (led || leaving.signal.aborted) return
    void catchUpOnce(listener)
    await locks.request(name, { signal: leaving.signal }, async () => {
      if (leaving.signal.aborted) return
      lead(true)
      await untilLeft()
    })
  }

  if (locks && channel) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === null) listener.onGap()
      else listener.onEvent(data)
    }
    leadOrFollow(locks).catch(() => undefined) // the tab left while it waited
  } else {
    lead(false)
  }
  return () => {
    leaving.abort()
    stopStream?.()
    release?.()
    channel?.close()
  }
}

/** Opens the stream and keeps it open, with growing pauses after refusals. */
function openStream(listener: StreamListener, afterAnother: boolean): () => void {
  let source: EventSource | undefined
  let missed = afterAnother
  let reopening: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let pollingUnits: ReturnType<typeof setInterval> | undefined
  let pause = FIRST_PAUSE_MS

  function stopPolling() {
    clearInterval(polling)
    clearInterval(pollingUnits)
    polling = pollingUnits = undefined
  }
  function open() {
    source = new EventSource(`/api/events${sinceMade()}`)
    source.onmessage = ({ data }: MessageEvent<string>) => listener.onEvent(data)
    source.onopen = () => {
      stopPolling()
      // Whatever happened while nobody listened is caught up by asking again.
      if (missed) listener.onGap()
      missed = false
      pause = FIRST_PAUSE_MS
    }
    source.onerror = () => {
      missed = true
      // After a lost connection the browser reconnects by itself. After a response that is no stream (too many are open, a restart
      // behind a proxy) it gives up.
      if (source?.readyState !== EventSource.CLOSED) return
      polling ??= setInterval(listener.onGap, POLL_MS)
      pollingUnits ??= setInterval(
        () => listener.onEvent(unitsChanged),
        POLL_UNITS_MS + Math.random() * POLL_SPREAD_MS,
      )
      reopening = setTimeout(open, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
  open()
  return () => {
    clearTimeout(reopening)
    stopPolling()
    source?.close()
  }
}

/** A tab that shares a stream asks once for what changed between the page's making and now. */
async function catchUpOnce(listener: StreamListener) {
  const since = sinceMade()
  if (!since) return
  try {
    const response = await fetch(`/api/events${since}&once=1`)
    if (!response.ok) return
    for (const line of (await response.text()).split('\n'))
      if (line.startsWith('data: ')) listener.onEvent(line.slice('data: '.length))
  } catch {
    // Without a connection there is nothing to catch up with; the next event finds it.
  }
}

/** The query that says when this page was rendered, so that the stream begins with the units sold since then. */
function sinceMade(): string {
  const made = document.getElementById('snackdrop-data')?.dataset
  return made?.at ? `?since=${made.at}&version=${made.version}` : ''
}
