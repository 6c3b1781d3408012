import type { QueryClient } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import type { CartLine, CartStore } from './cart-store'
import { type Standing, stand, standing } from './standing'
import { MOST_OF_ONE } from './totals'

const RETRY_MS = 5000

const wishes = (lines: readonly CartLine[]) =>
  lines
    .slice(0, 100)
    .map(({ product_id, quantity }) => ({ product_id, quantity: Math.min(quantity, MOST_OF_ONE) }))

const amounts = (lines: readonly CartLine[]) => new Map(lines.map((line) => [line.product_id, line.quantity]))

/** Which products stand differently in the two carts, with how many there should be. */
export function changesBetween(from: readonly CartLine[], to: readonly CartLine[]): Map<number, number> {
  const [before, after] = [amounts(from), amounts(to)]
  const changes = new Map<number, number>()
  for (const [id, quantity] of after) if (before.get(id) !== quantity) changes.set(id, quantity)
  for (const id of before.keys()) if (!after.has(id)) changes.set(id, 0)
  return changes
}

/** By how much each product's quantity moved from one cart to the other. */
export function movesBetween(from: readonly CartLine[], to: readonly CartLine[]): Map<number, number> {
  const [before, after] = [amounts(from), amounts(to)]
  const moves = new Map<number, number>()
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const by = (after.get(id) ?? 0) - (before.get(id) ?? 0)
    if (by !== 0) moves.set(id, by)
  }
  return moves
}

/** What the shopper did while the server answered, done to the answer. */
export function replay(
  answer: readonly CartLine[],
  moves: ReadonlyMap<number, number>,
  now: readonly CartLine[],
): readonly CartLine[] {
  if (moves.size === 0) return answer
  const by = (id: number) => moves.get(id) ?? 0
  const known = new Set(answer.map((line) => line.product_id))
  return [
    ...answer.map((line) => ({ ...line, quantity: line.quantity + by(line.product_id) })),
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
  // What this tab does while a join is under way. Other tabs' writing reaches the store as well, and is not ours to repeat.
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

  /** The account's cart, after this browser's own lines have been told to it. */
  async function join(userId: number): Promise<readonly CartLine[]> {
    const state = standing()
    const local = store.read()
    const mine = new Map<number, number>()
    moves = mine
    let answer: readonly CartLine[]
    try {
      answer = await ask(userId, state, local)
    } finally {
      moves = undefined
    }
    synced = answer
    const lines = replay(answer, mine, store.read())
    stand({ user: userId, dirty: lines !== answer })
    adopt(lines)
    if (lines !== answer) void run()
    return answer
  }

  async function ask(
    userId: number,
    state: Standing,
    local: readonly CartLine[],
  ): Promise<readonly CartLine[]> {
    if (state.user === userId) {
      return state.dirty
        ? (await unwrap(api.PUT('/api/cart', { body: { lines: wishes(local) } }))).lines
        : (await unwrap(api.GET('/api/cart'))).lines
    }
    if (local.length === 0) return (await unwrap(api.GET('/api/cart'))).lines
    // The id is written down first: however often this is sent, and from however many tabs, it counts once.
    const id = state.merge ?? crypto.randomUUID()
    stand({ ...state, merge: id })
    const body = { id, lines: wishes(local), kept: state.kept === userId }
    return (await unwrap(api.POST('/api/cart/merge', { body }))).lines
  }

  /** Another device changed the cart. While something here waits to be told, that goes first. */
  function take(lines: readonly CartLine[]) {
    if (running || standing().dirty) return
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
    const state = standing()
    try {
      do {
        again = false
        const local = store.read()
        const answer = await tell(local)
        if (answer) {
          synced = answer
          client.setQueryData([...keys.cart, state.user], answer)
        }
        if (store.read() !== local) again = true
        else if (answer) adopt(answer)
      } while (again)
      if (standing().user === state.user) stand({ ...state, dirty: false })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        void client.invalidateQueries({ queryKey: keys.session })
      } else timer = setTimeout(() => void run(), RETRY_MS)
    } finally {
      running = false
    }
  }

  async function tell(local: readonly CartLine[]): Promise<readonly CartLine[] | undefined> {
    const changes = changesBetween(synced, local)
    if (changes.size === 0) return undefined
    if (changes.size > 1)
      return (await unwrap(api.PUT('/api/cart', { body: { lines: wishes(local) } }))).lines
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
      const state = standing()
      if (moves || state.user === undefined) return
      if (changesBetween(synced, store.read()).size === 0) return
      stand({ ...state, dirty: true })
      void run()
    },
    /** The session ended, but nobody logged out: the cart stays in this browser. */
    keep() {
      clearTimeout(timer)
      const { user } = standing()
      if (user !== undefined) stand({ kept: user })
    },
    /** Somebody logged out: the cart is theirs and goes with them, also when another tab heard of the end first and kept it. */
    forget() {
      clearTimeout(timer)
      const { user, kept } = standing()
      if (user === undefined && kept === undefined) return
      stand({})
      adopt([])
    },
  }
}
