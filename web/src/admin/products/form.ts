import type { Schemas } from '~/admin/shared/api'
import type { FieldErrors } from '~/admin/shared/form-state'
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
  max_per_order: '',
  max_per_customer: '',
}

const text = (value: number | string | null) => (value === null ? '' : String(value))

export function formOf(product: StaffProduct): ProductForm {
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
    max_per_order: text(product.max_per_order),
    max_per_customer: text(product.max_per_customer),
  }
}

/** A new product that begins as a copy of another. Units are not copied: they are on one shelf only. */
export function copyOf(product: StaffProduct): ProductForm {
  const name = `${product.name} (copy)`
  return { ...formOf(product), name, slug: slugify(name), stock_quantity: '' }
}

/** Somebody else's version with the fields that were touched here. */
export function mergedForm(
  theirs: StaffProduct,
  mine: ProductForm,
  changed: (keyof ProductForm)[],
): ProductForm {
  return { ...formOf(theirs), ...Object.fromEntries(changed.map((key) => [key, mine[key]])) }
}

const number = (value: string) => (value.trim() === '' ? undefined : Number(value))

export function inputOf(form: ProductForm, images: string[]): Schemas['ProductInput'] {
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
  }
}

const whole = (value: string) => /^\d+$/.test(value.trim()) || value.trim() === ''

/** The rules that need no server, in its words. */
export function checkForm(form: ProductForm): FieldErrors {
  const errors: FieldErrors = {}
  const check = (ok: boolean, field: keyof ProductForm, message: string) => {
    if (!ok && !(field in errors)) errors[field] = message
  }
  check(form.name.trim() !== '', 'name', 'Enter a name.')
  check(form.slug.trim() !== '', 'slug', 'Enter a slug.')
  check(
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(form.slug.trim()),
    'slug',
    'Use lowercase letters, numbers and hyphens.',
  )
  check(form.description.trim() !== '', 'description', 'Enter a description.')
  check(form.price.trim() !== '', 'price', 'Enter a price.')
  check(
    /^\d{1,7}(\.\d{1,2})?$/.test(form.price.trim()),
    'price',
    'Enter an amount in dollars with at most two decimals.',
  )
  check(
    form.rating.trim() === '' || (/^\d(\.\d)?$/.test(form.rating.trim()) && Number(form.rating) <= 5),
    'rating',
    'The rating goes from 0 to 5 in steps of 0.1.',
  )
  check(whole(form.stock_quantity), 'stock_quantity', 'Enter a whole number, or leave it empty.')
  for (const field of ['max_per_order', 'max_per_customer'] as const) {
    check(whole(form[field]), field, 'Enter a whole number, or leave it empty.')
    check(form[field].trim() === '' || Number(form[field]) >= 1, field, 'The limit starts at 1.')
  }
  return errors
}
