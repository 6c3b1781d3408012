import { describe, expect, it } from 'vitest'
import { Params } from './polyfills'

describe('URLSearchParams inside the program', () => {
  it.each([
    'search=a;b',
    'search=100%',
    'search=50%zz&search=other',
    'search=a+b%2B',
    'search=&search=x',
    'search=caf%E9',
    'search=%F0%9F%8D%9C%F0%9F%8D&x=%C0%80%ED%A0%80%E2%82',
    'search=%25%32%35',
    'min_price=2&max_price=',
    'utm_source=x&nonsense',
    'category=b&category=a&category',
    's%65arch=x',
    '&&=x&a==b',
  ])('reads %s as browsers do', (text) => {
    expect([...new Params(text)]).toEqual([...new URLSearchParams(text)])
  })

  it('reads text beside escapes', () => {
    expect(new Params('search=日本%20語%').get('search')).toBe('日本 語%')
  })
})
