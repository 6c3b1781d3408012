/**
 * The few web interfaces that React, the router and the pages use and the VM inside the Go program does not have.
 * They do what server rendering needs and no more: nothing waits and nothing is aborted.
 */

/** Decodes UTF-8 as TextDecoder does: what is none becomes U+FFFD. */
function decodeUtf8(bytes: number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++] as number
    if (first < 0x80) {
      text += String.fromCharCode(first)
      continue
    }
    const length = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0
    let code = first & (0x3f >> length)
    // The second byte's range keeps out overlong forms, surrogates and what is beyond Unicode.
    let low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    let high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    let left = length
    for (; left > 0; left--) {
      const next = bytes[at]
      if (next === undefined || next < low || next > high) break
      code = (code << 6) | (next & 0x3f)
      low = 0x80
      high = 0xbf
      at++
    }
    text += length > 0 && left === 0 ? String.fromCodePoint(code) : '\uFFFD'
  }
  return text
}

/** Reads one name or value of a query as browsers do: a percent sign that begins no escape is just one. */
function decodeQuery(text: string): string {
  const plain = text.replace(/\+/g, ' ')
  if (!plain.includes('%')) return plain
  const utf8 = unescape(encodeURIComponent(plain))
  const bytes: number[] = []
  for (let at = 0; at < utf8.length; at++) {
    const escaped = utf8[at] === '%' ? /^[\da-f]{2}/i.exec(utf8.slice(at + 1, at + 3)) : null
    bytes.push(escaped ? Number.parseInt(escaped[0], 16) : utf8.charCodeAt(at))
    if (escaped) at += 2
  }
  return decodeUtf8(bytes)
}

export class Params {
  private pairs: [string, string][] = []
  constructor(init: string | Params | Record<string, string> | [string, string][] = '') {
    if (typeof init === 'string') {
      for (const part of init.replace(/^\?/, '').split('&')) {
        if (!part) continue
        const at = part.indexOf('=')
        const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
        this.pairs.push([decodeQuery(name), decodeQuery(value)])
      }
    } else if (init instanceof Params) this.pairs = [...init.pairs]
    else if (Array.isArray(init)) this.pairs = init.map(([k, v]) => [k, v])
    else this.pairs = Object.entries(init)
  }
  get(name: string) {
    return this.pairs.find(([k]) => k === name)?.[1] ?? null
  }
  getAll(name: string) {
    return this.pairs.filter(([k]) => k === name).map(([, v]) => v)
  }
  has(name: string) {
    return this.pairs.some(([k]) => k === name)
  }
  set(name: string, value: string) {
    this.delete(name)
    this.append(name, value)
  }
  append(name: string, value: string) {
    this.pairs.push([name, String(value)])
  }
  delete(name: string) {
    this.pairs = this.pairs.filter(([k]) => k !== name)
  }
  forEach(visit: (value: string, name: string) => void) {
    for (const [k, v] of this.pairs) visit(v, k)
  }
  keys() {
    return this.pairs.map(([k]) => k)[Symbol.iterator]()
  }
  entries() {
    return this.pairs[Symbol.iterator]()
  }
  [Symbol.iterator]() {
    return this.entries()
  }
  get size() {
    return this.pairs.length
  }
  toString() {
    const encode = (text: string) => encodeURIComponent(text).replace(/%20/g, '+')
    return this.pairs.map(([k, v]) => `${encode(k)}=${encode(v)}`).join('&')
  }
}

class Address {
  protocol: string
  host: string
  pathname: string
  search: string
  hash: string
  constructor(href: string | Address, base?: string | Address) {
    const text = String(href)
    const match = /^(https?:)\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/.exec(text)
    if (match) {
      this.protocol = match[1] as string
      this.host = match[2] as string
      this.pathname = match[3] || '/'
      this.search = match[4] && match[4] !== '?' ? match[4] : ''
      this.hash = match[5] && match[5] !== '#' ? match[5] : ''
      return
    }
    if (base === undefined) throw new TypeError('Invalid URL')
    const from = new Address(base)
    const rest = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(text) as RegExpExecArray
    const path = rest[1] ?? ''
    this.protocol = from.protocol
    this.host = from.host
    this.pathname = path.startsWith('/')
      ? path
      : path
        ? from.pathname.replace(/[^/]*$/, '') + path
        : from.pathname
    this.search = rest[2] ?? (path ? '' : from.search)
    this.hash = rest[3] ?? ''
  }
  get origin() {
    return `${this.protocol}//${this.host}`
  }
  get hostname() {
    return this.host.replace(/:\d+$/, '')
  }
  get port() {
    return /:(\d+)$/.exec(this.host)?.[1] ?? ''
  }
  get href() {
    return this.origin + this.pathname + this.search + this.hash
  }
  get searchParams() {
    return new Params(this.search)
  }
  toString() {
    return this.href
  }
}

class Signal {
  aborted = false
  reason = undefined
  addEventListener() {}
  removeEventListener() {}
  throwIfAborted() {}
}

class Controller {
  signal = new Signal()
  abort() {
    this.signal.aborted = true
  }
}

class HeaderMap extends Map<string, string> {
  override get(name: string) {
    return super.get(name.toLowerCase())
  }
}

class PageRequest {
  method = 'GET'
  headers = new HeaderMap()
  signal = new Signal()
  body = null
  url: string
  constructor(url: string) {
    this.url = String(url)
  }
}

class PageResponse {}

/** Timers never fire: what waits for one is for the browser. */
const never = () => 0

const missing: Record<string, unknown> = {
  URL: Address,
  URLSearchParams: Params,
  AbortController: Controller,
  AbortSignal: Signal,
  Headers: HeaderMap,
  Request: PageRequest,
  Response: PageResponse,
  setTimeout: never,
  clearTimeout: never,
  setInterval: never,
  clearInterval: never,
  queueMicrotask: (work: () => void) => void Promise.resolve().then(work),
  performance: { now: () => Date.now() },
  console: { log() {}, info() {}, warn() {}, error() {}, debug() {} },
  TextEncoder: class {
    encode(text: string) {
      const bytes = unescape(encodeURIComponent(text))
      return Uint8Array.from(bytes, (c) => c.charCodeAt(0))
    }
  },
  MessageChannel: class {
    port1 = { onmessage: null as null | (() => void) }
    port2 = { postMessage: () => void Promise.resolve().then(() => this.port1.onmessage?.()) }
  },
}

for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
