import { describe, expect, it } from 'vitest'
import { localDateTime } from '~/admin/shared/when'
import { type AuditEntry, diffFacts, labelFor, nameOf, pageOf } from './diff'

const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-01T12:00:00Z',
  actor: 'owner@shop.test',
  action: 'update',
  entity: 'product',
  entity_id: '7',
  before: null,
  after: null,
  ...more,
})

describe('audit diff', () => {
  it('shows only what became different', () => {
    expect(
      diffFacts(
        { name: 'Waves', price: '4.50', is_featured: false, stock_quantity: null },
        { name: 'Waves', price: '5.25', is_featured: true, stock_quantity: null },
      ),
    ).toEqual([
      { name: 'is_featured', before: 'no', after: 'yes' },
      { name: 'price', before: '4.50', after: '5.25' },
    ])
  })
  it('shows all of what came or went, and nothing that was empty', () => {
    expect(diffFacts(null, { name: 'Waves', origin: '', images: ['/a', '/b'] })).toEqual([
      { name: 'images', before: '', after: '/a, /b' },
      { name: 'name', before: '', after: 'Waves' },
    ])
  })
  it('shows parts by their names', () => {
    const products = [
      { product_id: 52, units: 12, hidden: true },
      { product_id: 53, units: 3, hidden: false },
    ]
    expect(diffFacts(null, { products })).toEqual([
      {
        name: 'products',
        before: '',
        after: 'product id 52, units 12, hidden yes; product id 53, units 3, hidden no',
      },
    ])
  })
  it('shows times as people read them', () => {
    const at = '2026-11-17T15:34:18.989432905Z'
    expect(diffFacts({ scheduled_at: null }, { scheduled_at: at })).toEqual([
      { name: 'scheduled_at', before: '', after: localDateTime(at) },
    ])
    expect(
      diffFacts({ opens_at: '2026-11-17T15:34:18Z' }, { opens_at: '2026-11-17T15:34:19Z' }),
    ).toHaveLength(1)
  })
  it('names the thing and finds its page', () => {
    expect(nameOf(entry({ before: { name: 'Old' }, after: { name: 'New' } }))).toBe('New')
    expect(nameOf(entry({}))).toBe('7')
    expect(pageOf(entry({}))).toBe('/admin/products/7')
    expect(pageOf(entry({ entity: 'drop' }))).toBe('/admin/drops/7')
    expect(pageOf(entry({ action: 'delete' }))).toBeUndefined()
    expect(labelFor('max_per_order')).toBe('Max per order')
  })
})
