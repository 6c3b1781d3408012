import { describe, expect, it } from 'vitest'
import { productPagesQuery, productQuery, sectionQuery } from '~/shared/api/queries'
import { pagePlan } from './page-plan'

const plan = (path: string, data: Parameters<typeof pagePlan>[1] = []) =>
  pagePlan(new URL(`http://shop.test${path}`), data)

describe('what a page is made of', () => {
  it('follows the filters of the list', () => {
    const list = plan('/products?search=a%26b&category=drinks&category=chips&max_price=9').find(
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
    expect(plan('/product/3').map(({ path }) => path)).toEqual(['/api/settings', '/api/products/3'])
    const known = [[productQuery(3).queryKey, { category: { slug: 'chips' } }]] as [unknown[], unknown][]
    expect(plan('/product/3', known).map(({ key }) => key)).toContainEqual(sectionQuery('chips').queryKey)
  })

  it('asks for nothing that is there', () => {
    const data = plan('/').map(({ key }): [typeof key, unknown] => [key, null])
    expect(plan('/', data)).toEqual([])
  })
})
