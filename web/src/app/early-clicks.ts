let pressed: HTMLElement | undefined

function remember(event: MouseEvent) {
  const button = event.target instanceof Element && event.target.closest('button')
  if (!button) return
  event.preventDefault() // a form must not be sent the old way meanwhile
  pressed = button
}

/** A button that is pressed before the page's code has come is pressed again when it has. */
export function holdClicks() {
  document.addEventListener('click', remember, true)
}

export function releaseClicks() {
  document.removeEventListener('click', remember, true)
  pressed?.click()
  pressed = undefined
}
