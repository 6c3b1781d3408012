// Stands in every drawn page. The page can be read without its code, so the code comes after what is seen, or at the
// first touch. What is pressed or typed before the page is awake is kept, and done again in its order; and the browser
// calls the page loaded only when it is awake.
;(() => {
  const signs = ['pointerdown', 'wheel', 'keydown']
  const doings = ['click', 'submit', 'input', 'change']
  const kept = []

  // A page that begins at its top need not be laid out all at once. One that comes back to a place in it must.
  const { classList } = document.documentElement
  if (performance.getEntriesByType('navigation')[0].type === 'navigate') classList.add('fresh')
  addEventListener('popstate', () => classList.remove('fresh'))

  // A frame that is being written keeps the page loading.
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.documentElement.append(frame)
  frame.contentDocument.open()
  const letLoad = () => frame.remove()

  function fetchCode() {
    for (const sign of signs) removeEventListener(sign, fetchCode)
    // Code that never comes does not keep it loading.
    setTimeout(letLoad, 5000)
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    for (const later of document.querySelectorAll('script[type=later]')) {
      const script = document.createElement('script')
      script.type = 'module'
      script.src = later.src
      later.replaceWith(script)
    }
  }

  function keep(event) {
    const { type, target } = event
    if (type === 'input' || type === 'change') {
      kept.push([target, retype(type, target.value)])
    } else if (type === 'submit') {
      event.preventDefault()
      kept.push([target, (form) => form.requestSubmit()])
    } else {
      const pressed = target.closest('button, [type=checkbox], [type=radio]')
      // Links lead on by themselves.
      if (!pressed) return
      event.preventDefault()
      kept.push([pressed, (button) => button.click()])
    }
  }

  // React remembers what it last saw in a field through the field's own setter. The class's setter goes past it, so
  // that React takes what follows for a change.
  const retype = (type, value) => (field) => {
    // Here the press does it.
    if (field.type === 'checkbox' || field.type === 'radio') return
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    field.dispatchEvent(new Event(type, { bubbles: true }))
  }

  async function awake() {
    for (const type of doings) removeEventListener(type, keep, true)
    for (const [element, again] of kept) {
      await new Promise((done) => setTimeout(done))
      if (element.isConnected) again(element)
    }
    // The rest of the page, in pieces that keep nobody waiting.
    for (const section of document.querySelectorAll('.fresh .below')) {
      section.style.contentVisibility = 'visible'
      await new Promise((done) => setTimeout(done, 30))
    }
    classList.remove('fresh')
    setTimeout(letLoad)
  }

  for (const sign of signs) addEventListener(sign, fetchCode, { passive: true })
  for (const type of doings) addEventListener(type, keep, true)
  addEventListener('awake', awake, { once: true })
  new PerformanceObserver(async () => {
    // To ask where a picture below stands would lay out its section.
    const first = [...document.querySelectorAll('img:not(.below img)')].filter((picture) => {
      const { top, bottom } = picture.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
    await Promise.allSettled(first.map((picture) => picture.decode()))
    requestAnimationFrame(() => setTimeout(fetchCode))
  }).observe({ type: 'paint', buffered: true })
  // Nor does a picture that never comes keep it asleep.
  setTimeout(fetchCode, 3000)
})()
