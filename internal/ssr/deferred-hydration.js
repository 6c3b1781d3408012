// Inlined into every page that the server rendered. Such a page can be read without its code, so the code is loaded after
// what is visible, or at the first interaction. Events that come before React has hydrated the page are recorded and
// replayed in their order; and the browser fires its load event only once the page is hydrated.
;(() => {
  const interactions = ['pointerdown', 'wheel', 'keydown']
  const replayed = ['click', 'submit', 'input', 'change']
  const queue = []

  // A page that starts at its top need not be laid out all at once. One that is restored to a scroll position must.
  const { classList } = document.documentElement
  if (performance.getEntriesByType('navigation')[0].type === 'navigate') classList.add('fresh')
  addEventListener('popstate', () => classList.remove('fresh'))

  // An iframe whose document is still open delays the load event.
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.documentElement.append(frame)
  frame.contentDocument.open()
  const allowLoadEvent = () => frame.remove()

  function fetchCode() {
    for (const type of interactions) removeEventListener(type, fetchCode)
    // Code that never arrives must not delay the load event for ever.
    setTimeout(allowLoadEvent, 5000)
    for (const link of document.querySelectorAll('link[data-deferred]')) link.rel = 'modulepreload'
    for (const deferred of document.querySelectorAll('script[data-deferred]')) {
      const script = document.createElement('script')
      script.type = 'module'
      script.src = deferred.src
      deferred.replaceWith(script)
    }
  }

  function record(event) {
    const { type, target } = event
    if (type === 'input' || type === 'change') {
      queue.push([target, retype(type, target.value)])
    } else if (type === 'submit') {
      event.preventDefault()
      queue.push([target, (form) => form.requestSubmit()])
    } else {
      const pressed = target.closest('button, [type=checkbox], [type=radio]')
      // Links work without script.
      if (!pressed) return
      event.preventDefault()
      queue.push([pressed, (button) => button.click()])
    }
  }

  // React tracks a field's last value through the field's own setter. The prototype's setter bypasses it, so that React
  // sees the event that follows as a change.
  const retype = (type, value) => (field) => {
    // The recorded click does it for these.
    if (field.type === 'checkbox' || field.type === 'radio') return
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    field.dispatchEvent(new Event(type, { bubbles: true }))
  }

  async function onHydrated() {
    for (const type of replayed) removeEventListener(type, record, true)
    for (const [element, replay] of queue) {
      await new Promise((done) => setTimeout(done))
      if (element.isConnected) replay(element)
    }
    // Lay out the rest of the page in steps short enough that input is not delayed.
    for (const section of document.querySelectorAll('.fresh .below')) {
      section.style.contentVisibility = 'visible'
      await new Promise((done) => setTimeout(done, 30))
    }
    classList.remove('fresh')
    setTimeout(allowLoadEvent)
  }

  for (const type of interactions) addEventListener(type, fetchCode, { passive: true })
  for (const type of replayed) addEventListener(type, record, true)
  addEventListener('hydrated', onHydrated, { once: true })
  new PerformanceObserver(async () => {
    // Asking for the position of an image below the first screen would lay out its section.
    const visible = [...document.querySelectorAll('img:not(.below img)')].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
    await Promise.allSettled(visible.map((image) => image.decode()))
    requestAnimationFrame(() => setTimeout(fetchCode))
  }).observe({ type: 'paint', buffered: true })
  // An image that never arrives must not hold back the code for ever.
  setTimeout(fetchCode, 3000)
})()
