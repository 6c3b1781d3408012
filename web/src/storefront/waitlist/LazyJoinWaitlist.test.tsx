import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { keys } from '~/shared/api/queries'
import { createQueryClient } from '~/shared/api/query-client'
import type { Product } from '~/shared/api/types'
import { LazyJoinWaitlist } from './LazyJoinWaitlist'

type Drop = NonNullable<Product['drop']>

/** Whether the page of a sold-out product has room for the form. */
function hasForm(drop?: Partial<Drop>, product: Partial<Product> = {}) {
  const sold = { id: 1, in_stock: false, stock_quantity: 0, drop, ...product } as Product
  const client = createQueryClient([[keys.settings, { waitlist: 'enabled' }]])
  const { container } = render(
    <QueryClientProvider client={client}>
      <LazyJoinWaitlist product={sold} />
    </QueryClientProvider>,
  )
  return container.firstChild !== null
}

const drop: Partial<Drop> = { mode: 'queue', phase: 'live', free: 0, held: 0 }

describe('the form to join the waitlist', () => {
  afterEach(cleanup)

  it('is there outside of drops', () => expect(hasForm()).toBe(true))
  it('is not there while units are free', () => expect(hasForm(undefined, { in_stock: true })).toBe(false))
  it('is not there where units are not counted', () =>
    expect(hasForm(undefined, { stock_quantity: null })).toBe(false))
  it('is there as soon as the shop says that the drop can be waited for', () =>
    expect(hasForm({ ...drop, can_wait: true })).toBe(true))
  it('is not there before: that nothing is held does not close the line', () =>
    expect(hasForm(drop)).toBe(false))
  it('is there after the end of the drop', () =>
    expect(hasForm({ ...drop, phase: 'ended', can_wait: true })).toBe(true))
  it('is not there for what is left over after the end', () =>
    expect(hasForm({ ...drop, phase: 'ended', can_wait: true, free: 2 })).toBe(false))
})
