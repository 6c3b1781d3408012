/**
 * The few web interfaces that React and the router expect and the engine inside the Go program does not have.
 * They do what server rendering needs and no more: addresses are our own, nothing waits and nothing is aborted.
 */

class Params {
  private pairs: [string, string][] = []
  constructor(init: string | Params | Record<string, string> | [string, string][] = '') {
    if (typeof init === 'string') {
      for (const part of init.replace(/^\?/, '').split('&')) {
        if (!part) continue
        const at = part.indexOf('=')
        const decode = (text: string) => {
          try {
            return decodeURIComponent(text.replace(/\+/g, ' '))
          } catch {
            return text
          }
        }
        this.pairs.push(at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))])
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
