import type { SignName } from './NeonSign'

/** The sign that stands for everything, and for a category without a sign of its own. */
const everything = ['vault', 'text-primary-glow'] as const

/** Signs of categories, by slug, with their light. */
const signs: Record<string, readonly [SignName, light: string]> = {
  chips: ['chips', 'text-[#ffd34d]'],
  drinks: ['drinks', 'text-[#4de1ff]'],
  candy: ['candy', 'text-[#ff7ac3]'],
  chocolate: ['chocolate', 'text-[#ffab6b]'],
  cookies: ['cookies', 'text-[#f4e3b0]'],
}

export const categorySign = (slug: string) => signs[slug] ?? everything
