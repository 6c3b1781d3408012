import type { QueryClient } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { CartInput } from '~/shared/form/constraints.gen'
import { type CartOwner, readCartOwner, writeCartOwner } from './cart-owner'
import type { CartLine, CartStore } from './cart-store'
import { MOST_OF_ONE } from './totals'

const RETRY_MS = 5000

const cartItems = (lines: readonly CartLine[]) =>
  lines
    .slice(0, CartInput.lines.maxItems)
    .map(({ product_id, quantity }) => ({ product_id, quantity: Math.min(quantity, MOST_OF_ONE) }))

const amounts = (lines: readonly CartLine[]) => new Map(lines.map((line) => [line.product_id, line.quantity]))

/** The products whose quantities differ between the two carts, with their quantity in `to`. */
export function changesBetween(from: readonly CartLine[], to: readonly CartLine[]): Map<number, number> {
  const [before, after] = [amounts(from), amounts(to)]
  const changes = new Map<number, number>()
  for (const [id, quantity] of after) if (before.get(id) !== quantity) changes.set(id, quantity)
  for (const id of before.keys()) if (!after.has(id)) changes.set(id, 0)
  return changes
}

/** The difference of each product's quantity between two carts. */
export function movesBetween(from: readonly CartLine[], to: readonly CartLine[]): Map<number, number> {
  const [before, after] = [amounts(from), amounts(to)]
  const moves = new Map<number, number>()
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const by = (after.get(id) ?? 0) - (before.get(id) ?? 0)
    if (by !== 0) moves.set(id, by)
  }
  return moves
}

/** Applies to the server's response what the shopper changed while it was under way. */
export function replay(
  saved: readonly CartLine[],
  moves: ReadonlyMap<number, number>,
  now: readonly CartLine[],
): readonly CartLine[] {
  if (moves.size === 0) return saved
  const by = (id: number) => moves.get(id) ?? 0
  const known = new Set(saved.map((line) => line.product_id))
  return [
    ...saved.map((line) => ({ ...line, quantity: line.quantity + by(line.product_id) })),
    ...now
      .filter((line) => !known.has(line.product_id))
      .map((line) => ({ ...line, quantity: by(line.product_id) })),
  ].filter((line) => line.quantity > 0)
}

export function createSync(store: CartStore, client: QueryClient) {
  let synced: readonly CartLine[] = []
  let running = false
  let again = false
  let adopting = false
  // Changes made in this tab while a merge is under way. The store also gets other tabs' writes, which must not be repeated.
  let moves: Map<number, number> | undefined
  let before = store.read()
  let now = before
  store.subscribe(() => {
    before = now
    now = store.read()
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  function adopt(lines: readonly CartLine[]) {
    adopting = true
    store.write(lines)
    adopting = false
  }

  /** The account's cart after this browser's own lines were merged into it. */
  async function join(userId: number): Promise<readonly CartLine[]> {
    const state = readCartOwner()
    const local = store.read()
    const mine = new Map<number, number>()
    moves = mine
    let saved: readonly CartLine[]
    try {
      saved = await ask(userId, state, local)
    } finally {
      moves = undefined
    }
    synced = saved
    const lines = replay(saved, mine, store.read())
    writeCartOwner({ user: userId, dirty: lines !== saved })
    adopt(lines)
    if (lines !== saved) void run()
    return saved
  }

  async function ask(
    userId: number,
    state: CartOwner,
    local: readonly CartLine[],
  ): Promise<readonly CartLine[]> {
    if (state.user === userId) {
      return state.dirty
        ? (await unwrap(api.PUT('/api/cart', { body: { lines: cartItems(local) } }))).lines
        : (await unwrap(api.GET('/api/cart'))).lines
    }
    if (local.length === 0) return (await unwrap(api.GET('/api/cart'))).lines
    // The merge id is stored first: however often it is sent, and from however many tabs, the merge happens once.
    const id = state.merge ?? crypto.randomUUID()
    writeCartOwner({ ...state, merge: id })
    const body = { id, lines: cartItems(local), kept: state.kept === userId }
    return (await unwrap(api.POST('/api/cart/merge', { body }))).lines
  }

  /** Another device changed the cart. Unsent changes of this browser are sent first. */
  function take(lines: readonly CartLine[]) {
    if (running || readCartOwner().dirty) return
    synced = lines
    if (changesBetween(store.read(), lines).size > 0) adopt(lines)
  }

  async function run() {
    if (running) {
      again = true
      return
    }
    running = true
    clearTimeout(timer)
    const state = readCartOwner()
    try {
      do {
        again = false
        const local = store.read()
        const saved = await send(local)
        if (saved) {
          synced = saved
          client.setQueryData([...keys.cart, state.user], saved)
        }
        if (store.read() !== local) again = true
        else if (saved) adopt(saved)
      } while (again)
      if (readCartOwner().user === state.user) writeCartOwner({ ...state, dirty: false })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        void client.invalidateQueries({ queryKey: keys.session })
      } else timer = setTimeout(() => void run(), RETRY_MS)
    } finally {
      running = false
    }
  }

  async function send(local: readonly CartLine[]): Promise<readonly CartLine[] | undefined> {
    const changes = changesBetween(synced, local)
    if (changes.size === 0) return undefined
    if (changes.size > 1)
      return (await unwrap(api.PUT('/api/cart', { body: { lines: cartItems(local) } }))).lines
    for (const [id, quantity] of changes) {
      const params = { path: { id } }
      const body = { quantity: Math.min(quantity, MOST_OF_ONE) }
      return (await unwrap(api.PUT('/api/cart/lines/{id}', { params, body }))).lines
    }
  }

  return {
    join,
    take,
    wrote() {
      if (adopting) return
      for (const [id, by] of movesBetween(before, now)) moves?.set(id, (moves.get(id) ?? 0) + by)
      const state = readCartOwner()
      if (moves || state.user === undefined) return
      if (changesBetween(synced, store.read()).size === 0) return
      writeCartOwner({ ...state, dirty: true })
      void run()
    },
    /** The session ended, but nobody logged out: the cart stays in this browser. */
    keep() {
      clearTimeout(timer)
      const { user } = readCartOwner()
      if (user !== undefined) writeCartOwner({ kept: user })
    },
    /** A logout removes the account's cart from this browser, also when another tab had already kept it as expired. */
    forget() {
      clearTimeout(timer)
      const { user, kept } = readCartOwner()
      if (user === undefined && kept === undefined) return
      writeCartOwner({})
      adopt([])
    },
  }
}
