import type { Schemas } from '~/admin/shared/api'
import { momentOf, zonedInput } from '~/admin/shared/zone'
import { ProductInput } from '~/shared/form/constraints.gen'
import type { FieldErrors } from '~/shared/form/failure'
import { checkFields, fromTo, numberAttributes } from '~/shared/form/limits'
import { slugify } from '~/shared/lib/slug'
import type { StaffProduct } from './queries'

/** What stands in the product form: numbers as they are typed. */
export type ProductForm = {
  name: string
  slug: string
  description: string
  price: string
  category_id: string
  origin: string
  rating: string
  in_stock: boolean
  is_featured: boolean
  is_popular: boolean
  stock_quantity: string
  safety_stock: string
  /** In the drop time zone. */
  published_at: string
  max_per_order: string
  max_per_customer: string
}

export const emptyForm: ProductForm = {
  name: '',
  slug: '',
  description: '',
  price: '',
  category_id: '',
  origin: '',
  rating: '',
  in_stock: true,
  is_featured: false,
  is_popular: false,
  stock_quantity: '',
  safety_stock: '',
  published_at: '',
  max_per_order: '',
  max_per_customer: '',
}

const text = (value: number | string | null) => (value === null ? '' : String(value))

export function formOf(product: StaffProduct, zone: string): ProductForm {
  return {
    name: product.name,
    slug: product.slug,
    description: product.description,
    price: product.price.toFixed(2),
    category_id: text(product.category_id),
    origin: product.origin,
    rating: text(product.rating),
    in_stock: product.in_stock_flag,
    is_featured: product.is_featured,
    is_popular: product.is_popular,
    stock_quantity: text(product.stock_quantity),
    safety_stock: product.safety_stock ? String(product.safety_stock) : '',
    published_at: zonedInput(product.published_at, zone),
    max_per_order: text(product.max_per_order),
    max_per_customer: text(product.max_per_customer),
  }
}

/** A new product that begins as a copy of another, without its stock count. */
export function copyOf(product: StaffProduct, zone: string): ProductForm {
  const name = `${product.name} (copy)`
  return { ...formOf(product, zone), name, slug: slugify(name), stock_quantity: '', safety_stock: '' }
}

const number = (value: string) => (value.trim() === '' ? undefined : Number(value))

/** `was` is what the form began with: kept back and publication are sent only where they were typed, because drops set them too. */
export function inputOf(
  form: ProductForm,
  images: string[],
  zone: string,
  was: Pick<ProductForm, 'safety_stock' | 'published_at'> = emptyForm,
): Schemas['ProductInput'] {
  return {
    name: form.name.trim(),
    slug: form.slug.trim(),
    description: form.description.trim(),
    price: Number(form.price),
    images,
    category_id: number(form.category_id),
    origin: form.origin.trim() || undefined,
    rating: number(form.rating),
    in_stock: form.in_stock,
    is_featured: form.is_featured,
    is_popular: form.is_popular,
    stock_quantity: number(form.stock_quantity),
    max_per_order: number(form.max_per_order),
    max_per_customer: number(form.max_per_customer),
    safety_stock: form.safety_stock === was.safety_stock ? undefined : (number(form.safety_stock) ?? 0),
    published_at:
      form.published_at === was.published_at
        ? undefined
        : (momentOf(form.published_at, zone) ?? new Date().toISOString()),
  }
}

const rating = `The rating goes from ${fromTo(ProductInput.rating)} in steps of ${numberAttributes(ProductInput.rating).step}.`
const whole = 'Enter a whole number, or leave it empty.'
const messages = {
  name: { required: 'Enter a name.' },
  slug: { required: 'Enter a slug.', pattern: 'Use lowercase letters, numbers and hyphens.' },
  description: { required: 'Enter a description.' },
  price: { required: 'Enter a price.', decimals: 'Enter an amount with at most two decimals.' },
  rating: { decimals: rating, maximum: rating },
  stock_quantity: { decimals: whole },
  safety_stock: { decimals: whole },
  max_per_order: { decimals: whole, minimum: 'The limit starts at 1.' },
  max_per_customer: { decimals: whole, minimum: 'The limit starts at 1.' },
}

/** Checks what needs no server, with the server's messages. The server checks again. */
export const checkForm = (form: ProductForm): FieldErrors => checkFields(ProductInput, form, messages)
