// Searches the operations, and loads the renderer when the first of them is opened: everything before needs little.
{
  const reference = document.getElementById('reference')
  const operations = [...reference.querySelectorAll('details')]
  const search = document.getElementById('search')
  search.hidden = false
  search.querySelector('input').addEventListener('input', ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/)
    for (const operation of operations) {
      const text = operation.dataset.text.toLowerCase()
      operation.hidden = !words.every((word) => text.includes(word))
    }
    for (const group of reference.querySelectorAll('section')) {
      group.hidden = !group.querySelector('details:not([hidden])')
    }
    const found = operations.filter((operation) => !operation.hidden).length
    const count = found === 1 ? '1 operation.' : `${found} operations.`
    search.querySelector('[role=status]').textContent = target.value === '' ? '' : count
  })

  let renderer
  let api
  const load = () => {
    const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
    sheet.href = reference.dataset.sheet
    const script = Object.assign(document.createElement('script'), { src: reference.dataset.renderer })
    document.head.append(sheet, script)
    return new Promise((done, failed) => Object.assign(script, { onload: done, onerror: failed }))
  }
  const read = () => fetch('/api/openapi.json').then((response) => response.json())
  const show = async (operation) => {
    const place = operation.querySelector('.try')
    if (!operation.open) return
    history.replaceState(null, '', `#${operation.id}`)
    if (!reference.dataset.renderer || place.dataset.shown) return
    place.dataset.shown = 'yes'
    try {
      renderer ??= load().catch((failure) => {
        renderer = undefined
        throw failure
      })
      api ??= read().catch((failure) => {
        api = undefined
        throw failure
      })
      const [part] = await Promise.all([api, renderer])
      window.showOperation(place, part, operation.dataset.path, operation.dataset.method)
    } catch {
      delete place.dataset.shown
      const failed = place.querySelector('[role=alert]') ?? document.createElement('p')
      failed.setAttribute('role', 'alert')
      failed.textContent = 'The fields could not be loaded. Close this and open it again.'
      place.append(failed)
    }
  }
  for (const operation of operations) operation.addEventListener('toggle', () => show(operation))
  const asked = document.getElementById(location.hash.slice(1))
  if (asked?.matches('details')) asked.open = true
}
