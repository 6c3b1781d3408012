/** The pages of the area that have one address, by the name that tabs, shortcuts, the palette and their own headings call them. */
export const adminPages = {
  dashboard: { path: '/admin', name: 'Dashboard' },
  products: { path: '/admin/products', name: 'Products' },
  categories: { path: '/admin/categories', name: 'Categories' },
  orders: { path: '/admin/orders', name: 'Orders' },
  settings: { path: '/admin/settings', name: 'Settings' },
  customers: { path: '/admin/customers', name: 'Customers' },
  subscribers: { path: '/admin/subscribers', name: 'Subscribers' },
  promotions: { path: '/admin/promotions', name: 'Promotions' },
  drops: { path: '/admin/drops', name: 'Drops' },
  audit: { path: '/admin/audit', name: 'Audit log' },
  health: { path: '/admin/health', name: 'Health' },
  pickup: { path: '/admin/pickup', name: 'Pickup desk' },
  newProduct: { path: '/admin/products/new', name: 'Add New Product' },
  newCategory: { path: '/admin/categories/new', name: 'Add New Category' },
  newDrop: { path: '/admin/drops/new', name: 'New drop' },
} as const

const { pickup, newProduct, newCategory, newDrop, ...tabs } = adminPages

/** Those that have a tab, in the order of the tabs. */
export const adminTabs = Object.values(tabs)

/** Those without one, as the palette lists them. */
export const otherPages = [pickup, newProduct, newCategory, newDrop]
