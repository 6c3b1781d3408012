/** Short names for the shapes of the HTTP contract. They come from the server's own types: see schema.gen.ts. */
import type { components, operations, paths } from './schema.gen'

export type { paths }

type Schemas = components['schemas']

export type Product = Schemas['Product']
export type ProductPage = Schemas['ProductList']
export type ProductFilter = NonNullable<operations['list-products']['parameters']['query']>
export type Category = Schemas['Category']
export type Session = Schemas['Session']
export type SessionUser = NonNullable<Session['user']>

/** An event of the stream: something of this kind changed, refetch it. */
export type LiveEvent = {
  type: 'product' | 'category' | 'setting' | 'stock' | 'order' | 'session' | 'cart' | 'drop' | 'resync'
  id?: number
  /** Of a stock event: the units left. */
  units?: number
  /** Of a stock event of a product in a drop: the units in carts and unpaid orders. */
  held?: number
}
