import { type APIRequestContext, type Browser, expect } from '@playwright/test'
import type { Shop } from './shop'

type StaffProduct = {
  id: number
  version: number
  name: string
  price: number
  stock_quantity: number | null
}

/** What staff do meanwhile, over the same API that the back office uses. */
export class Staff {
  readonly #api: APIRequestContext
  readonly #url: string

  private constructor(api: APIRequestContext, url: string) {
    this.#api = api
    this.#url = url
  }

  static async at(shop: Shop, browser: Browser): Promise<Staff> {
    const { request } = await browser.newContext()
    const staff = new Staff(request, shop.url)
    await staff.#call('post', '/api/session', shop.admin)
    return staff
  }

  async #call(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, data?: object) {
    const response = await this.#api[method](this.#url + path, { data })
    expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
    return response
  }

  async product(id: number): Promise<StaffProduct> {
    return (await this.#call('get', `/api/admin/products/${id}`)).json()
  }

  async change(id: number, set: object) {
    const { version } = await this.product(id)
    await this.#call('patch', `/api/admin/products/${id}`, { version, ...set })
  }

  async setStock(id: number, units: number) {
    const { stock_quantity: stock_seen } = await this.product(id)
    await this.#call('put', `/api/admin/products/${id}/stock`, { stock_seen, stock_quantity: units })
  }

  async addProduct(product: object): Promise<StaffProduct> {
    return (await this.#call('post', '/api/admin/products', product)).json()
  }

  remove = (id: number) => this.#call('delete', `/api/admin/products/${id}`)
  addCategory = (category: object) => this.#call('post', '/api/admin/categories', category)
  saveSettings = (settings: object) => this.#call('put', '/api/admin/settings', { settings })
  addPromotion = (promotion: object) => this.#call('post', '/api/admin/promotions', promotion)
}
