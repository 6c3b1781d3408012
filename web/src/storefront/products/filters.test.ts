import { describe, expect, it } from 'vitest'
import { ProductSearch } from '~/shared/form/constraints.gen'
import { activeKinds, readFilters, toQuery, widen, writeFilters } from './filters'

const read = (text: string) => readFilters(new URLSearchParams(text))

describe('filters in the address', () => {
  it('come back as they were written', () => {
    const filters = { search: 'yuzu & co', min: 5, max: 12, categories: ['drinks', 'chips'] }
    expect(readFilters(writeFilters(filters))).toEqual(filters)
    expect(writeFilters(read('')).toString()).toBe('')
    expect(activeKinds(read(''))).toBe(0)
    expect(activeKinds(filters)).toBe(3)
  })

  it.each(['min_price=-3', 'min_price=x', 'min_price=1e9', 'max_price=12.5', 'category=', 'search=%20'])(
    'ignore what is none: %s',
    (text) => expect(read(text)).toEqual({ search: '', min: 0, max: undefined, categories: [] }),
  )

  it('carry the place of a page that needs no script', () => {
    expect(toQuery(read('search=soda&after=abc-_1'))).toMatchObject({ search: 'soda', cursor: 'abc-_1' })
    expect(writeFilters(read('after=abc')).toString()).toBe('after=abc')
    expect(activeKinds(read('after=abc'))).toBe(0)
    expect(read('after=%3Cscript%3E').after).toBeUndefined()
  })

  it('never cut a character in half', () => {
    const most = 'a'.repeat(ProductSearch.search.maxLength - 1)
    expect(read(`search=${encodeURIComponent(`${most}🍜🍜`)}`).search).toBe(`${most}🍜`)
  })

  it('stay within what the shop accepts', () => {
    expect(read('min_price=1000000&max_price=9999999')).toMatchObject({ min: 1_000_000, max: 9_999_999 })
    expect(read('max_price=10000000').max).toBeUndefined()
    expect(read(`search=${'a'.repeat(201)}`).search).toHaveLength(200)
    const many = Array.from({ length: 51 }, (_, i) => `category=${i}`).join('&')
    expect(read(many).categories).toHaveLength(50)
  })

  it('ask the shop in its own words', () => {
    expect(toQuery(read('search=soda&min_price=2&max_price=9&category=drinks&category=chips'))).toEqual({
      search: 'soda',
      min_price: '2',
      max_price: '9',
      category: ['chips', 'drinks'],
      sort: 'name',
      limit: 24,
    })
    expect(toQuery(read(''))).toEqual({ sort: 'name', limit: 24 })
  })
})

describe('the upper end of the price slider', () => {
  it.each([
    [0, 0, 30],
    [0, 29.99, 30],
    [30, 45.5, 46],
    [46, 12, 46],
  ])('from %d with a highest price of %d is %d', (bound, highest, wanted) =>
    expect(widen(bound, highest)).toBe(wanted),
  )
})
