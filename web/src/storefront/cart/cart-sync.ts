import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { ApiError } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { LOGOUT_EVENT, useAuth } from '~/shared/auth/auth'
import { CART_ACCOUNT_KEY, type CartLine, type CartStore } from './cart-store'

/**
 * What the lines in this browser are: a guest's, the mirror of an account's cart
 * (dirty: with changes the server has not heard of), or what was kept of one
 * whose session ended.
 */
type Standing = { user?: number; dirty?: boolean; kept?: number; merge?: string }

const RETRY_MS = 5000

function standing(): Standing {
  try {
    return JSON.parse(localStorage.getItem(CART_ACCOUNT_KEY) ?? '{}') as Standing
  } catch {
    return {}
  }
}

function stand(next: Standing) {
  try {
    localStorage.setItem(CART_ACCOUNT_KEY, JSON.stringify(next))
  } catch {
    // Storage is forbidden: the next page asks the server again.
  }
}

const wishes = (lines: readonly CartLine[]) =>
  lines
    .slice(0, 100)
    .map(({ product_id, quantity }) => ({ product_id, quantity: Math.min(quantity, 10_000) }))

const amounts = (lines: readonly CartLine[]) => new Map(lines.map((line) => [line.product_id, line.quantity]))

/** Which products stand differently in the two carts, with how many there should be. */
export function changesBetween(from: readonly CartLine[], to: readonly CartLine[]): Map<number, number> {
  const [before, after] = [amounts(from), amounts(to)]
  const changes = new Map<number, number>()
  for (const [id, quantity] of after) if (before.get(id) !== quantity) changes.set(id, quantity)
  for (const id of before.keys()) if (!after.has(id)) changes.set(id, 0)
  return changes
}

/** What the shopper did while the server answered, done to the answer. */
export function replay(
  answer: readonly CartLine[],
  before: readonly CartLine[],
  now: readonly CartLine[],
): readonly CartLine[] {
  if (now === before) return answer
  const [had, has] = [amounts(before), amounts(now)]
  const more = (id: number) => (has.get(id) ?? 0) - (had.get(id) ?? 0)
  const known = new Set(answer.map((line) => line.product_id))
  return [
    ...answer.map((line) => ({ ...line, quantity: line.quantity + more(line.product_id) })),
    ...now
      .filter((line) => !known.has(line.product_id) && more(line.product_id) > 0)
      .map((line) => ({ ...line, quantity: more(line.product_id) })),
  ].filter((line) => line.quantity > 0)
}

function createSync(store: CartStore, client: QueryClient) {
  let synced: readonly CartLine[] = []
  let running = false
  let again = false
  let adopting = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function adopt(lines: readonly CartLine[]) {
    adopting = true
    store.write(lines)
    adopting = false
  }

  /** The account's cart, after this browser's own lines have been told to it. */
  async function join(userId: number): Promise<readonly CartLine[]> {
    const state = standing()
    const before = store.read()
    let answer: readonly CartLine[]
    if (state.user === userId) {
      answer = state.dirty
        ? (await unwrap(api.PUT('/api/cart', { body: { lines: wishes(before) } }))).lines
        : (await unwrap(api.GET('/api/cart'))).lines
    } else if (before.length === 0) {
      answer = (await unwrap(api.GET('/api/cart'))).lines
    } else {
      // The id is written down first: however often this is sent, and from however many tabs, it counts once.
      const id = state.merge ?? crypto.randomUUID()
      stand({ ...state, merge: id })
      const body = { id, lines: wishes(before), kept: state.kept === userId }
      answer = (await unwrap(api.POST('/api/cart/merge', { body }))).lines
    }
    synced = answer
    const lines = replay(answer, before, store.read())
    stand({ user: userId, dirty: lines !== answer })
    adopt(lines)
    if (lines !== answer) void run()
    return answer
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
      return (await unwrap(api.PUT('/api/cart/lines/{id}', { params, body: { quantity } }))).lines
    }
  }

  return {
    join,
    take,
    wrote() {
      const state = standing()
      if (adopting || state.user === undefined) return
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
    /** Somebody logged out: the cart is theirs and goes with them. */
    forget() {
      clearTimeout(timer)
      if (standing().user === undefined) return
      stand({})
      adopt([])
    },
  }
}

/** Keeps the cart of this browser and the account's cart the same, as long as somebody is signed in. */
export default function CartSync({ store }: { store: CartStore }) {
  const { user, isRestoring } = useAuth()
  const client = useQueryClient()
  const [sync] = useState(() => createSync(store, client))
  const userId = user?.id

  const cart = useQuery({
    queryKey: [...keys.cart, userId],
    queryFn: () => sync.join(userId as number),
    enabled: userId !== undefined,
  })
  useEffect(() => {
    if (cart.data && userId !== undefined) sync.take(cart.data)
  }, [cart.data, userId, sync])
  useEffect(() => {
    if (!isRestoring && userId === undefined) sync.keep()
  }, [isRestoring, userId, sync])
  useEffect(() => store.onWrite(sync.wrote), [store, sync])
  useEffect(() => {
    addEventListener(LOGOUT_EVENT, sync.forget)
    return () => removeEventListener(LOGOUT_EVENT, sync.forget)
  }, [sync])
  return null
}
