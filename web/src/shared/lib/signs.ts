import type { Category } from '~/shared/api/types'

/** A drawing that stands for a category or a page. */
export type SignName = Category['sign']

/** The drawings in the order in which staff see them, each with its own color. */
export const signColors: Record<SignName, string> = {
  box: 'var(--primary-on-ink)', // stands for everything, so it has the shop's color
  bag: '#ffd34d',
  drink: '#4de1ff',
  candy: '#ff7ac3',
  bar: '#ffab6b',
  cookie: '#f4e3b0',
  book: '#9cc4ff',
  shirt: '#ff8d85',
  record: '#c9a2ff',
  plant: '#7fe39a',
  gem: '#7df0e0',
}

/** The sign of a category with its color; of none, the sign that stands for everything. */
export function signOf(category?: Pick<Category, 'sign' | 'color'>): { name: SignName; color: string } {
  const name = category?.sign ?? 'box'
  return { name, color: category?.color || signColors[name] }
}
