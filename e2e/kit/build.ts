import { execFileSync } from 'node:child_process'
import { Shop, TEMPLATE } from './shop'

/** The tests drive the real program: built now, which takes no time when nothing changed. */
export default async function build() {
  execFileSync('make', ['build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const shop = await Shop.open()
  await shop.stop()
  process.env[TEMPLATE] = shop.data
  return () => shop.close()
}
