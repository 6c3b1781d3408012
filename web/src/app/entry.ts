import '~/styles.css'
import { holdClicks } from './early-clicks'

/** Longest that the code waits for the first screen's pictures. */
const patience = 1000

/** Runs once what is on the first screen has been painted, or at the first touch. */
function afterFirstScreen(run: () => void) {
  let begun = false
  const once = () => {
    if (!begun) run()
    begun = true
  }
  const afterPaint = (then: () => void) => requestAnimationFrame(() => setTimeout(then))
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, once, { once: true, capture: true })
  setTimeout(once, 3 * patience) // a tab in the background paints nothing
  afterPaint(async () => {
    setTimeout(once, patience)
    const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')
    await Promise.allSettled(Array.from(pictures, (picture) => picture.decode()))
    afterPaint(once)
  })
}

const load = () => void import('./entry-client')

// A page that the server has drawn can be read without its code, so painting goes first.
if (document.getElementById('app')?.firstElementChild) {
  holdClicks()
  afterFirstScreen(load)
} else load()
