import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// The page of a line has no part in the app: the server writes it, with one script.
// TestTheScriptOfALineIsTestedOnItsPage compares this file with what the server writes.
const page = readFileSync('internal/ssr/testdata/line.html', 'utf8')
const script = readFileSync('internal/ssr/line.js', 'utf8')
const config = { slug: 'night', name: 'Night Box', site: 'Shop', zone: 'UTC', early: false, product: 7 }
const body = (more: object) =>
  page
    .replace(/^[\s\S]*<body>|<\/body>[\s\S]*$/g, '')
    .replace(/(?<=id="config">)[^<]*/, JSON.stringify({ ...config, opens: new Date(), ...more }))

const line = {
  phase: 'live',
  shuffled: 90,
  serving: 0,
  rate: 60,
  paused: false,
  closed: false,
  free: 9,
  held: 0,
  poll: 5,
}
const place = {
  number: 81,
  line: 'main',
  rank: 81,
  tier: 1,
  state: 'waiting',
  proven: true,
  may_rejoin: false,
}

let status: object
let entry: object
let sent: { method: string; path: string; body?: unknown }[]
let refusal: { status: number; code: string } | undefined
let offline: boolean
let busy: boolean

const text = (id: string) => document.getElementById(id)?.textContent
const shown = (id: string) => document.getElementById(id)?.hidden === false

function answer(path: string, method: string): [number, object] {
  if (path.includes('/queue?')) {
    const now = Date.now()
    return [
      200,
      { ...line, now, queue_opens_at: now - 9e5, opens_at: now - 6e4, shuffle_at: now - 4e4, ...status },
    ]
  }
  if (path.endsWith('/queue/entry')) return [200, entry]
  if (path.endsWith('/queue/pass')) {
    if (refusal) return [refusal.status, refusal]
    return [200, { pass: 'p', expires_at: new Date(Date.now() + 3e5).toISOString(), seconds_left: 300 }]
  }
  if (path.endsWith('/entries') && method === 'POST') return [200, { ...place, ticket: 't2', receipt: 'r' }]
  return [200, { before: 3, counts: true }]
}

/** Opens the page with a place in the line, unless told otherwise. */
async function open({ ticket = true, ...more }: { ticket?: boolean } & Record<string, unknown> = {}) {
  if (ticket)
    localStorage.setItem(
      'snackdrop.ticket.night',
      JSON.stringify({ ticket: 't', number: 81, line: 'main', email: 'ada@example.com', ...more }),
    )
  document.body.innerHTML = body(more)
  new Function(script)()
  await vi.advanceTimersByTimeAsync(10)
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date', 'performance'],
  })
  localStorage.clear()
  status = {}
  entry = place
  sent = []
  refusal = undefined
  offline = busy = false
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    sent.push({ method, path, body: body && JSON.parse(String(body)) })
    if (offline && method === 'POST') throw new TypeError('Failed to fetch')
    if (busy && method === 'POST') return new Response('{}', { status: 503, headers: { 'Retry-After': '3' } })
    const [code, value] = answer(path, method)
    return new Response(JSON.stringify(value), { status: code })
  })
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the page of a line', () => {
  it('reads the place out at most once a minute, and at once whose turn it is', async () => {
    await open()
    const region = document.getElementById('place') as HTMLElement
    const told: { at: number; say: string; how: string | null }[] = []
    let last = ''
    const since = Date.now()
    for (let second = 0; second < 300; second++) {
      status = { serving: Math.min(80, Math.floor(second / 4)) }
      await vi.advanceTimersByTimeAsync(1000)
      const say = text('say') ?? ''
      if (say !== last && region.ariaLive !== 'off')
        told.push({ at: Date.now() - since, say, how: region.ariaLive })
      last = say
    }
    const places = told.filter(({ say }) => say.includes('ahead of you'))
    expect(places.length).toBeGreaterThan(2)
    for (const [i, { at }] of places.entries()) {
      const before = places[i - 1]
      if (before) expect(at - before.at).toBeGreaterThanOrEqual(60_000)
    }
    status = { serving: 81 }
    await vi.advanceTimersByTimeAsync(20_000)
    expect(text('say')).toBe('It is your turn')
    expect(document.title).toBe('It is your turn · Shop')
    expect(region.ariaLive).toBe('off') // it was said once
  })

  it('shows how many are ahead, an estimate, and that there may be none left', async () => {
    status = { free: 9 }
    await open()
    expect(text('big')).toBe('80')
    expect(text('say')).toBe('80 ahead of you · about 1 to 2 minutes')
    expect(text('note')).toBe('There may be none left when your turn comes.')
    expect(text('safe')).toBe('You can close this page. We keep your place.')
  })

  it('lets the time of a turn stand still in a pause', async () => {
    entry = { ...place, state: 'admitted', seconds_left: 300 }
    status = { serving: 90 }
    await open()
    expect(shown('go')).toBe(true)
    status = { serving: 90, paused: true }
    refusal = { status: 409, code: 'drop_paused' }
    await vi.advanceTimersByTimeAsync(400_000)
    expect(text('say')).toBe('The line is paused. Your place is safe.')
    expect(shown('go')).toBe(false)
    status = { serving: 90 }
    refusal = undefined
    await vi.advanceTimersByTimeAsync(10_000)
    expect(text('say')).toBe('It is your turn')
    expect(text('timer')).toMatch(/^4:5\d$|^5:00$/)
  })

  it.each([
    ['Sold out', { closed: true, free: 0 }, ['wait']],
    ['This drop is over', { closed: true, phase: 'ended' }, ['next']],
  ])('says %s to whoever waited and to whoever comes late', async (say, closed, buttons) => {
    status = closed
    await open()
    expect(text('say')).toBe(say)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(text('say')).toBe(say)
    const forms = ['form', 'go', 'again', 'leave', 'wait', 'next'].filter(shown)
    expect(forms).toEqual(buttons)
    localStorage.clear()
    await open({ ticket: false })
    expect(text('say')).toBe(say)
    expect(shown('form')).toBe(false)
  })

  it('puts whoever waited on the waitlist with one press', async () => {
    status = { closed: true, free: 0 }
    await open()
    const form = document.getElementById('wait') as HTMLFormElement
    expect((document.getElementById('mail') as HTMLInputElement).value).toBe('ada@example.com')
    form.dispatchEvent(new Event('submit', { cancelable: true }))
    await vi.advanceTimersByTimeAsync(10)
    expect(sent.at(-1)).toMatchObject({
      path: '/api/products/7/waitlist',
      body: { email: 'ada@example.com', units: 1 },
    })
    expect(text('say')).toBe('You are on the waitlist. 3 before you.')
  })

  it('thanks whoever has ordered, also when all is sold', async () => {
    entry = { ...place, state: 'used' }
    status = { closed: true, free: 0 }
    await open()
    expect(text('say')).toBe('Thank you. You have ordered.')
    expect(shown('wait')).toBe(false)
  })

  it('puts whoever still waits in the early line into the main line when the drop opens', async () => {
    status = { phase: 'early' }
    await open({ line: 'early', early: true, opens: new Date(Date.now() + 30_000) })
    expect(text('h1')).toBe('The early line for Night Box')
    expect(sent.some(({ path }) => path.includes('line=early'))).toBe(true)
    await vi.advanceTimersByTimeAsync(40_000)
    const joined = sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/entries'))
    expect(joined.map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }])
    expect(text('h1')).toBe('The line for Night Box')
  })

  it('offers to join once more as soon as a turn has passed', async () => {
    entry = { ...place, state: 'admitted', seconds_left: 300 }
    status = { serving: 90, poll: 30 }
    await open()
    expect(shown('go')).toBe(true)
    entry = { ...place, state: 'expired', may_rejoin: true }
    await vi.advanceTimersByTimeAsync(302_500)
    expect(text('say')).toBe('Your turn is over.')
    expect(shown('again')).toBe(true)
    const asked = sent.length
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent.length - asked).toBeLessThan(3)
  })

  it('offers to join once more after a turn that passed', async () => {
    entry = { ...place, state: 'expired', may_rejoin: true }
    await open()
    expect(text('say')).toBe('Your turn is over.')
    expect(text('note')).toBe('You can join once more, at the end of the line.')
    expect(shown('again')).toBe(true)
  })

  const submit = (id: string) =>
    document.getElementById(id)?.dispatchEvent(new Event('submit', { cancelable: true }))
  const posts = (end: string) => sent.filter(({ method, path }) => method === 'POST' && path.endsWith(end))

  it('joins once, however often the button is pressed', async () => {
    await open({ ticket: false })
    submit('form')
    submit('form')
    await vi.advanceTimersByTimeAsync(10)
    expect(posts('/entries')).toHaveLength(1)
  })

  it('keeps trying once at a time while so many are joining', async () => {
    await open({ ticket: false })
    busy = true
    submit('form')
    await vi.advanceTimersByTimeAsync(10)
    expect(text('error')).toBe('So many are joining right now. This page keeps trying for you.')
    submit('form')
    await vi.advanceTimersByTimeAsync(10)
    expect(posts('/entries')).toHaveLength(1)
    busy = false
    await vi.advanceTimersByTimeAsync(3000)
    expect(posts('/entries')).toHaveLength(2)
    expect(text('say')).toBe('80 ahead of you · about 1 to 2 minutes')
  })

  it('joins again and goes on the waitlist once, however often the button is pressed', async () => {
    entry = { ...place, state: 'expired', may_rejoin: true }
    await open()
    document.getElementById('again')?.click()
    document.getElementById('again')?.click()
    await vi.advanceTimersByTimeAsync(10)
    expect(posts('/entries')).toHaveLength(1)
    submit('wait')
    submit('wait')
    await vi.advanceTimersByTimeAsync(10)
    expect(posts('/waitlist')).toHaveLength(1)
  })

  it('says in its own words that there is no connection, and can be sent again', async () => {
    await open({ ticket: false })
    offline = true
    submit('form')
    await vi.advanceTimersByTimeAsync(10)
    expect(text('error')).toBe('Please try again in a moment.')
    offline = false
    submit('form')
    await vi.advanceTimersByTimeAsync(10)
    expect(posts('/entries')).toHaveLength(2)
  })
})
