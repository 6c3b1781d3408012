// Weighs what a shopper's first page downloads, reading the build's manifest. Run it after `npm run build`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const KB = 1024
const budgets = { JavaScript: 110 * KB, CSS: 20 * KB, fonts: 60 * KB }
const ENTRY = 'index.html'
const HOME = 'src/storefront/pages/HomePage.tsx'

const dist = fileURLToPath(new URL('../../internal/site/dist/', import.meta.url))
const manifest = JSON.parse(readFileSync(`${dist}manifest.json`, 'utf8'))

function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key].imports ?? []) withImports(imported, seen)
  return seen
}

/** What is sent: the build's compressed form, or the plain file where it is too small to have one. */
const brotli = (file) =>
  existsSync(`${dist}${file}.br`)
    ? readFileSync(`${dist}${file}.br`).length
    : brotliCompressSync(readFileSync(dist + file)).length
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0)

const chunks = [...withImports(HOME, withImports(ENTRY))]
const styles = new Set(chunks.flatMap((key) => manifest[key].css ?? []))
const fonts = readdirSync(`${dist}assets`).filter((name) => name.endsWith('.woff2'))

const weights = {
  JavaScript: sum(chunks.map((key) => brotli(manifest[key].file))),
  CSS: sum([...styles].map(brotli)),
  fonts: sum(fonts.map((name) => readFileSync(`${dist}assets/${name}`).length)),
}

const faults = []
for (const [kind, bytes] of Object.entries(weights)) {
  const line = `${kind}: ${(bytes / KB).toFixed(1)} KB of ${budgets[kind] / KB} KB`
  console.log(line)
  if (bytes > budgets[kind]) faults.push(`Too heavy, ${line}`)
}
if (fonts.length > 2) faults.push(`Too many font files: ${fonts.join(', ')}`)

// Staff code and charts never reach a shopper, on whatever page.
const shopperPages = Object.keys(manifest).filter((key) => key.startsWith('src/storefront/pages/'))
for (const page of [ENTRY, ...shopperPages]) {
  for (const key of withImports(page)) {
    if (/(^|\/)admin\/|recharts/.test(`${key} ${manifest[key].src ?? ''}`))
      faults.push(`${page} downloads ${key}`)
  }
}

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
