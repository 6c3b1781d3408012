;(() => {
  const $ = (id) => document.getElementById(id)
  const { slug, name, site, zone, ...config } = JSON.parse($('config').textContent)
  const opens = new Date(config.opens)
  const key = (what) => `snackdrop.${what}.${slug}`
  const load = (what) => {
    try {
      const text = localStorage.getItem(key(what))
      return text && text[0] === '{' ? JSON.parse(text) : text
    } catch {
      return null
    }
  }
  const save = (what, value) => {
    try {
      if (value === null) localStorage.removeItem(key(what))
      else localStorage.setItem(key(what), typeof value === 'string' ? value : JSON.stringify(value))
    } catch {}
  }
  const query = new URLSearchParams(location.search)
  const api = `/api/drops/${slug}/queue`

  let ticket = load('ticket')
  let status = null // of the line, the same for everybody
  let seen = 0 // when status came, by performance.now()
  let entry = null // one's own place
  let pass = null
  let passEnds = 0
  let late = false
  let turn = false
  let told = -60000 // when the place was read out
  let said = ''
  let audio = null
  let timer = 0
  let message = ''
  let onWaitlist = ''
  let busy = false

  const call = async (method, path, body) => {
    const headers = ticket ? { 'Queue-Ticket': ticket.ticket } : {}
    if (body) headers['Content-Type'] = 'application/json'
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) })
    const value = response.status === 204 ? null : await response.json().catch(() => ({}))
    if (response.ok) return value
    throw { ...value, status: response.status, after: +response.headers.get('Retry-After') || 3 }
  }
  // Only messages of the server are shown. Without a connection the error has a message of the browser instead.
  const explain = (problem) => {
    message = problem.detail || 'Please try again in a moment.'
  }
  const now = () => (status ? status.now + performance.now() - seen : Date.now())
  const early = () => (ticket ? ticket.line === 'early' : !!load('early') && config.early && now() < opens)
  const line = () => (early() ? 'early' : 'main')
  const time = (ms) =>
    new Date(ms).toLocaleTimeString('en-US', {
      timeZone: zone,
      hour: 'numeric',
      minute: '2-digit',
      second: ms % 60000 ? '2-digit' : undefined,
      timeZoneName: 'short',
    })
  const count = (n) => n.toLocaleString('en-US')
  const clock = (ms) => {
    const s = Math.max(0, Math.ceil(ms / 1000))
    return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
  }
  const ahead = () => Math.max(0, entry.rank - 1 - status.serving)
  const minutes = () => ahead() / Math.max(status.rate, 0.1)

  const keep = ({ number, proven, ...place }) => {
    ticket = {
      number,
      ticket: place.ticket,
      line: place.line,
      receipt: place.receipt || ticket?.receipt,
      email: $('email').value || ticket?.email || '',
    }
    save('ticket', ticket)
    $('mail').value = ticket.email
    entry = { number, proven, state: 'waiting', rank: null }
    pass = null
    message = ''
  }
  const leave = () => {
    location.href = `/drop/${slug}`
  }
  const forget = () => {
    ticket = entry = pass = null
    save('ticket', null)
  }

  const show = (parts) => {
    // Screen readers hear at once what is new, and of the place at most once a minute.
    const place = 'title' in parts
    const speak = place ? performance.now() - told >= 60000 : parts.say !== said
    $('place').ariaLive = speak ? (parts.go ? 'assertive' : 'polite') : 'off'
    if (place && speak) told = performance.now()
    said = place ? said : parts.say
    for (const id of ['big', 'say', 'note', 'safe']) {
      if ($(id).textContent !== (parts[id] ?? '')) $(id).textContent = parts[id] ?? ''
    }
    $('big').hidden = !('big' in parts)
    $('bar').hidden = !('done' in parts)
    if ('done' in parts) {
      const done = Math.max(parts.done, $('done').dataset.at || 0) // only ever forward
      $('done').dataset.at = done
      $('done').style.width = `${done * 100}%`
    }
    for (const id of ['go', 'next', 'wait', 'again', 'form', 'leave', 'timer', 'ask'])
      $(id).hidden = !parts[id]
    $('error').textContent = message
    document.body.classList.toggle('turn', !!parts.go)
    $('h1').textContent = `The ${early() ? 'early ' : ''}line for ${name}`
    document.title = `${parts.title || parts.say || $('h1').textContent} · ${site}`
    if (parts.go && !turn) ring()
    turn = !!parts.go
  }
  const ring = () => {
    if (!audio) return
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    volume.gain.value = 0.2
    volume.gain.setTargetAtTime(0, audio.currentTime, 0.23)
    tone.frequency.value = 660
    tone.connect(volume).connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + 1.2)
  }

  const render = () => {
    if (!status) return
    const shuffle = time(status.shuffle_at)
    const rule = `Everyone who is here by ${shuffle} is shuffled. Being first does not help, refreshing does not hurt.`
    const safe = 'You can close this page. We keep your place.'
    if (onWaitlist) return show({ say: onWaitlist })
    if (entry?.state === 'used') return show({ say: 'Thank you. You have ordered.' })
    if (status.closed && !pass)
      return show(
        status.phase === 'ended'
          ? { say: 'This drop is over', next: true }
          : {
              say: 'Sold out',
              note: ticket ? 'Your place in the line counts on the waitlist.' : '',
              wait: true,
            },
      )
    if (!ticket) {
      if (now() < status.queue_opens_at)
        return show({ say: `The line opens at ${time(status.queue_opens_at)}.`, note: rule })
      return show({
        form: true,
        note: status.shuffled === null ? rule : '',
        say: status.paused ? 'The line is paused.' : '',
      })
    }
    const gone = ['expired', 'left'].includes(entry?.state)
    if (status.paused && (pass || entry) && !gone)
      return show({ say: 'The line is paused. Your place is safe.', leave: true })
    if (pass && passEnds > performance.now()) {
      $('timer').textContent = clock(passEnds - performance.now())
      return show({ say: 'It is your turn', go: true, timer: true, leave: true })
    }
    if (!entry) return
    if (pass || gone) {
      return show({
        say: entry.state === 'left' ? 'You left the line.' : 'Your turn is over.',
        note: entry.may_rejoin ? 'You can join once more, at the end of the line.' : '',
        again: !!entry.may_rejoin,
      })
    }
    if (entry.rank === null) {
      if (now() >= status.shuffle_at) return show({ say: 'Shuffling…', safe, ask: true })
      return show({
        big: count(entry.number),
        say: `You are in. Number ${count(entry.number)}.`,
        note: entry.proven
          ? 'Your address is proven.'
          : `Open the link we mailed you before ${shuffle}: proven addresses go first.`,
        safe,
        ask: true,
        leave: true,
      })
    }
    if (!ahead()) return show({ say: 'You are next', done: 1, safe, ask: true, leave: true })
    const eta = minutes()
    const from = Math.max(1, Math.floor(eta * 0.8))
    show({
      big: count(ahead()),
      say: `${count(ahead())} ahead of you · about ${from} to ${Math.max(from + 1, Math.ceil(eta * 1.25))} minutes`,
      note: ahead() > 2 * status.free ? 'There may be none left when your turn comes.' : '',
      safe,
      done: status.serving / entry.rank,
      ask: true,
      leave: true,
      title: `${count(ahead())} ahead of you`,
    })
  }

  const poll = async () => {
    clearTimeout(timer)
    let next = 5
    const stood = status?.paused
    try {
      status = await call('GET', `${api}?line=${line()}`)
      seen = performance.now()
      next = status.poll
      if (ticket?.line === 'early' && now() >= opens) {
        // The early line is over. Whoever still waited in it is in the main line like everybody.
        const { email } = ticket
        $('email').value = email || ''
        const waits = ['waiting', 'next'].includes(entry?.state)
        forget()
        return waits && email ? join({ email, proof: load('proof') || undefined }) : poll()
      }
      if (pass && stood && !status.paused) await fetchPass() // its time stood still
      if (
        ticket &&
        (!entry ||
          (entry.rank === null && status.shuffled !== null) ||
          (pass && passEnds <= performance.now()))
      )
        await ask()
      if (entry?.rank && ['waiting', 'next'].includes(entry.state) && !status.closed) {
        if (entry.rank <= status.serving && !status.paused) await fetchPass()
        else next = Math.max(next, Math.min(60, Math.max(5, minutes() * 15)))
      }
    } catch (problem) {
      next = problem.after || 5
    }
    render()
    next *= 800 + Math.random() * 400
    // Not later than the moments at which something changes.
    for (const at of status
      ? [status.queue_opens_at, status.opens_at, status.shuffle_at + 1500, opens]
      : []) {
      const until = at - now() + Math.random() * 1500
      if (until > 0) next = Math.min(next, until)
    }
    if (status && entry?.rank === null && now() >= status.shuffle_at) next = Math.min(next, 3000)
    timer = setTimeout(poll, Math.max(500, next))
  }
  // Everybody asks for their rank after the shuffle: not all at once.
  let spread = false
  const ask = async () => {
    if (entry && !spread && status.shuffled > 3000) {
      spread = true
      await new Promise((done) => setTimeout(done, Math.random() * (status.shuffled / 3)))
    }
    try {
      entry = await call('GET', `${api}/entry`)
      if (entry.state === 'admitted') await fetchPass()
      else pass = null
    } catch (problem) {
      if (problem.status === 404)
        forget() // replaced by the mailed link, or of another shop
      else throw problem
    }
  }
  const fetchPass = async () => {
    try {
      pass = await call('POST', `${api}/pass`)
      late = false
      passEnds = performance.now() + pass.seconds_left * 1000
    } catch (problem) {
      if (problem.code === 'pass_expired' || problem.status === 404) await ask()
    }
  }
  const join = async (body) => {
    try {
      keep(await call('POST', `${api}/entries`, body))
    } catch (problem) {
      if ([429, 503].includes(problem.status)) {
        message = 'So many are joining right now. This page keeps trying for you.'
        render()
        await new Promise((done) => setTimeout(done, problem.after * 1000))
        return join(body)
      }
      explain(problem)
    }
    await poll()
  }

  // One at a time: a second click must not join twice, or ask beside the page that keeps trying.
  const on = (id, type, work) =>
    $(id).addEventListener(type, async (event) => {
      event.preventDefault()
      if (busy) return
      busy = true
      await work()
      busy = false
    })
  on('form', 'submit', () =>
    join({
      email: $('email').value,
      notify: $('notify').checked,
      early_pass: (early() && load('early')) || undefined,
      proof: load('proof') || undefined,
    }),
  )
  on('again', 'click', () => join({}))
  on('leave', 'click', async () => {
    try {
      await call('DELETE', `${api}/entry`)
    } catch {}
    if (entry?.proven) {
      pass = entry = null
    } else forget()
    poll()
  })
  on('go', 'click', () => {
    save('pass', { pass: pass.pass, expires_at: pass.expires_at })
    leave()
  })
  on('wait', 'submit', async () => {
    const product = $('one')?.value || config.product
    if (!product) return leave()
    message = ''
    try {
      const place = await call('POST', `/api/products/${product}/waitlist`, {
        email: $('mail').value,
        units: 1,
      })
      onWaitlist = place.counts
        ? `You are on the waitlist. ${count(place.before)} before you.`
        : 'Open the link we mailed you: your place counts from then on.'
    } catch (problem) {
      explain(problem)
    }
    render()
  })
  $('sound').onchange = () => {
    audio = $('sound').checked && new AudioContext()
  }
  addEventListener('visibilitychange', () => document.hidden || poll())
  addEventListener('storage', (event) => {
    if (event.key !== key('ticket')) return // another tab joined or left
    ticket = load('ticket')
    entry = pass = null
    poll()
  })
  setInterval(() => {
    if (pass && passEnds < performance.now() && !late && !status.paused) {
      late = true // ask once whether one may join again
      poll()
    } else if (pass || (status && !ticket)) render()
  }, 1000)

  const begin = async () => {
    $('mail').value = ticket?.email || ''
    if (query.get('proof')) save('proof', query.get('proof'))
    const link = query.get('entry')
    if (query.size) history.replaceState(null, '', location.pathname)
    if (link) {
      try {
        keep(await call('POST', `${api}/entry`, { token: link }))
        entry = null
      } catch (problem) {
        explain(problem)
      }
    }
    poll()
  }
  begin()
})()
