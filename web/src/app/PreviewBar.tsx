import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { currentPath, previewAt } from '~/shared/lib/preview'
import { useSettings } from '~/shared/lib/settings'

/** A moment in the shop's time zone for drops, with its name. */
const formatMoment = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone }).format(at)

/** Moves what is fixed at the bottom of the window above the bar, and adds space below the page so that the bar covers nothing. */
function makeRoom(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  const sizes = new ResizeObserver(() => {
    document.documentElement.style.setProperty('--foot', `${bar.offsetHeight}px`)
    document.body.style.paddingBottom = `${bar.offsetHeight}px`
  })
  sizes.observe(bar)
  return () => sizes.disconnect()
}

export function PreviewBar({ at }: { at: number }) {
  const zone = useSettings()('drop_time_zone')
  return (
    <aside
      aria-label="Preview"
      ref={makeRoom}
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-6 gap-y-1 border-secondary border-t-3 bg-ink px-4 py-2 font-semibold text-paper text-sm"
    >
      <p>
        You are looking at <time dateTime={new Date(at).toISOString()}>{formatMoment(at, zone)}</time>.
        Nothing can be bought here. Units are today's.
      </p>
      {/* The router would stay in the preview. */}
      <a
        href={currentPath()}
        className="inline-flex min-h-11 items-center underline underline-offset-3"
        onClick={(event) => {
          event.preventDefault()
          location.assign(currentPath() + location.search)
        }}
      >
        Back to now
      </a>
    </aside>
  )
}

/** Shows the bar beside the page, which is the same as without it. */
export function showPreviewBar(client: QueryClient) {
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <PreviewBar at={Number(previewAt)} />
    </QueryClientProvider>,
  )
}
