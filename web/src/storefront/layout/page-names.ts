/** The titles of pages by which menus, the footer and breadcrumbs name them too. */
export const pageNames = {
  products: 'All Products',
  drops: 'Drops',
  about: 'About Us',
  contact: 'Contact',
  faq: 'FAQ',
} as const
