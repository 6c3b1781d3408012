import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { validateXML } from 'xmllint-wasm'
import { expect, test } from './kit/test'

type Time = { toJSDate(): Date }
type Component = {
  getAllSubcomponents(name: string): Component[]
  getFirstPropertyValue(name: string): unknown
}
type Calendars = {
  parse(text: string): unknown
  Component: new (parsed: unknown) => Component
}
// TypeScript does not find the types of this package, so what is used of it is declared above.
const calendars: Calendars = createRequire(import.meta.url)('ical.js')

const schema = (name: string) => readFileSync(new URL(`schemas/${name}.rng`, import.meta.url), 'utf8')

/** The errors that libxml2 finds in a file by a RELAX NG schema; '' for none. */
async function complaints(contents: string, grammar: string) {
  const { valid, rawOutput } = await validateXML({
    xml: [{ fileName: 'feed.xml', contents }],
    schema: [schema(grammar)],
    extension: 'relaxng',
  })
  return valid ? '' : rawOutput
}

type Drops = {
  items: { slug: string; name: string; description: string; opens_at: string; phase: string }[]
}

test('the feeds of a shop with drops pass validators', { tag: '@wide' }, async ({ openShop, request }) => {
  const shop = await openShop({ drops: true })
  const read = async (path: string) => (await request.get(shop.url + path)).text()
  const drops: Drops = JSON.parse(await read('/api/drops'))
  expect(drops.items.length).toBeGreaterThanOrEqual(4)

  const atom = await read('/drops.atom')
  expect(await complaints(atom, 'atom')).toBe('')
  expect(atom.match(/<entry>/g)).toHaveLength(drops.items.length)
  expect(await complaints(atom.replace(/<id>[^<]*<\/id>/, ''), 'atom')).toContain('Expecting an element id')

  const merchant = await read('/feeds/products.xml')
  expect(await complaints(merchant, 'merchant')).toBe('')
  const products = (await read('/feeds/products.jsonl')).trim().split('\n')
  expect(merchant.match(/<item>/g)).toHaveLength(products.length)
  expect(products.every((line) => typeof JSON.parse(line).id === 'string')).toBe(true)
  expect(await complaints(merchant.replace('in_stock', 'perhaps'), 'merchant')).toContain('availability')

  const calendar = new calendars.Component(calendars.parse(await read('/drops.ics')))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  const events = calendar.getAllSubcomponents('vevent').map((event) => ({
    name: event.getFirstPropertyValue('summary'),
    opens: (event.getFirstPropertyValue('dtstart') as Time).toJSDate().getTime(),
    lasts:
      (event.getFirstPropertyValue('dtend') as Time).toJSDate().getTime() -
      (event.getFirstPropertyValue('dtstart') as Time).toJSDate().getTime(),
    says: String(event.getFirstPropertyValue('description')),
    url: event.getFirstPropertyValue('url'),
  }))
  expect(
    new Set(calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('uid'))).size,
  ).toBe(events.length)
  for (const drop of drops.items) {
    const event = events.find(({ url }) => url === `${shop.url}/drop/${drop.slug}`)
    expect(event, drop.slug).toMatchObject({
      name: drop.name,
      opens: Math.floor(Date.parse(drop.opens_at) / 1000) * 1000,
    })
    expect(event?.lasts).toBeGreaterThan(0)
    expect(event?.says).toContain(drop.description.trim())
  }
})
