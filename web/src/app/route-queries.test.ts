import { describe, expect, it } from 'vitest'
import { productPagesQuery, productQuery, sectionQuery } from '~/shared/api/queries'
import { missingQueries } from './route-queries'

const missing = (path: string, data: Parameters<typeof missingQueries>[1] = []) =>
  missingQueries(new URL(`http://shop.test${path}`), data)

describe('the queries of a page', () => {
  it('follows the filters of the list', () => {
    const list = missing('/products?search=a%26b&category=drinks&category=chips&max_price=9').find(
      ({ pages }) => pages,
    )
    expect(list?.path).toBe(
      '/api/products?search=a%26b&max_price=9&category=chips&category=drinks&sort=name&limit=24',
    )
    expect(list?.key).toEqual(
      productPagesQuery({
        search: 'a&b',
        max_price: '9',
        category: ['chips', 'drinks'],
        sort: 'name',
        limit: 24,
      }).queryKey,
    )
  })

  it('asks for the neighbours once the product is known', () => {
    expect(missing('/product/3').map(({ path }) => path)).toEqual(['/api/settings', '/api/products/3'])
    const known = [[productQuery(3).queryKey, { category: { slug: 'chips' } }]] as [unknown[], unknown][]
    expect(missing('/product/3', known).map(({ key }) => key)).toContainEqual(sectionQuery('chips').queryKey)
  })

  it('asks for nothing that is there', () => {
    const data = missing('/').map(({ key }): [typeof key, unknown] => [key, null])
    expect(missing('/', data)).toEqual([])
  })
})
