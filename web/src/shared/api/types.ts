/** The shapes of the HTTP contract that the shop's pages use. Field names are the server's. */

export type ImageSize = { url: string; width: number }

export type ProductImage = {
  url: string
  width: number
  height: number
  /** The tile's tint while the image is on its way, as #rrggbb; empty when unknown. */
  color: string
  sizes: ImageSize[]
}

export type CategoryRef = { id: number; name: string; slug: string }

export type Product = {
  id: number
  name: string
  slug: string
  description: string
  price: number
  image_url: string
  images: ProductImage[]
  category_id: number | null
  category: CategoryRef | null
  origin: string
  is_featured: boolean
  is_popular: boolean
  in_stock: boolean
  stock_quantity: number | null
  rating: number | null
  created_at: string
}

export type ProductPage = { items: Product[]; total: number; next_cursor: string | null }

export type ProductFilter = {
  search?: string
  min_price?: number
  max_price?: number
  category?: string[]
  featured?: boolean
  in_stock?: boolean
  sort?: string
  limit?: number
  cursor?: string
}

export type Category = CategoryRef & { description: string | null; image_url: string; product_count: number }

/** The public settings: a flat map, unknown keys included. */
export type Settings = Record<string, string>

export type SessionUser = {
  id: number
  email: string
  username: string
  full_name: string
  avatar_url: string
  is_admin: boolean
}

export type Session = { user: SessionUser | null }

/** Hints of the event stream: something of this kind changed, ask again. */
export type LiveEvent = {
  type: 'product' | 'category' | 'setting' | 'stock' | 'order' | 'session'
  id?: number | string
}

/** The paths called by hand-written code, in the form that openapi-fetch reads. */
type Answer<Body> = { 200: { content: { 'application/json': Body } } }
type NoParameters = { query?: never; header?: never; path?: never; cookie?: never }
type Get<Body, Parameters = NoParameters> = { parameters: Parameters; responses: Answer<Body> }
type Post<In, Body> = {
  parameters: NoParameters
  requestBody: { content: { 'application/json': In } }
  responses: Answer<Body>
}

export type paths = {
  '/api/products': { get: Get<ProductPage, { query?: ProductFilter }> }
  '/api/products/{id}': { get: Get<Product, { path: { id: number } }> }
  '/api/categories': { get: Get<{ items: Category[] }> }
  '/api/categories/{slug}': { get: Get<Category, { path: { slug: string } }> }
  '/api/settings': { get: Get<Settings> }
  '/api/session': {
    get: Get<Session>
    post: Post<{ email: string; password: string }, Session>
    delete: { parameters: NoParameters; responses: { 204: { content?: never } } }
  }
  '/api/users': { post: Post<{ username: string; email: string; password: string }, Session> }
}
