import { randomInt, randomUUID } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Credentials, Shop, type ShopOptions } from './shop'

export { expect }

type Customer = Credentials & { username: string }

type PerTest = {
  /** A visitor's page is the usual `page`; these two are signed in, each in a browser of its own. */
  adminPage: Page
  customerPage: Page
  /** Who is signed in on `customerPage`: a new customer for every test. */
  customer: Customer
  /** The customer as one who has an account, and no page open anywhere. */
  account: Customer
  /** A shop that no other test sees, for tests that change what others look at. */
  openShop: (options?: ShopOptions) => Promise<Shop>
  /** A further browser, as another person would have. */
  newVisitor: () => Promise<BrowserContext>
}

type PerWorker = {
  /** The demo shop of this worker. Tests share it: leave it as it was, or use openShop. */
  shop: Shop
  /** Files that leave their shop changed name it here, and get one that the other files do not see. */
  changes: string
}

/** Addresses differ from test to test, so that the limits on signing in never meet two tests together. */
const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** Nothing breaks without being noticed. */
async function watch(context: BrowserContext, complaints: string[]) {
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': address() })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|[Hh]ydrat/.test(text) && message.type() === 'error') complaints.push(text)
  })
}

async function post(context: BrowserContext, url: string, data: object) {
  const response = await context.request.post(url, { data })
  if (!response.ok()) throw new Error(`${url}: ${response.status()} ${await response.text()}`)
}

export const test = base.extend<PerTest & { complaints: string[] }, PerWorker>({
  changes: ['', { option: true, scope: 'worker' }],
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const shop = await Shop.open()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ shop }, use) => use(shop.url),

  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const complaints: string[] = []
      await use(complaints)
      expect(complaints, 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, complaints }, use) => {
    await watch(context, complaints)
    await use(context)
  },

  newVisitor: async ({ browser, baseURL, complaints, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL })
      opened.push(context)
      await watch(context, complaints)
      return context
    })
    for (const context of opened) await context.close()
  },

  adminPage: async ({ newVisitor, shop }, use) => {
    const context = await newVisitor()
    await post(context, '/api/session', shop.admin)
    await use(await context.newPage())
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  customer: async ({}, use) => {
    const username = `shopper-${randomUUID().slice(0, 8)}`
    await use({ username, email: `${username}@snackdrop.test`, password: 'snacks for everyone' })
  },
  account: async ({ newVisitor, customer }, use) => {
    await post(await newVisitor(), '/api/users', customer)
    await use(customer)
  },
  customerPage: async ({ newVisitor, customer }, use) => {
    const context = await newVisitor()
    await post(context, '/api/users', customer)
    await use(await context.newPage())
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  openShop: async ({}, use) => {
    const opened: Shop[] = []
    await use(async (options) => {
      const shop = await Shop.open(options)
      opened.push(shop)
      return shop
    })
    for (const shop of opened) await shop.close()
  },
})
