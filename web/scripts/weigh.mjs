// Weighs what a shopper's first page and each of staff's pages download, reading the build's manifest, and the program. Run it
// after `make build`.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const KB = 1024
const budgets = { JavaScript: 110 * KB, CSS: 20 * KB, fonts: 60 * KB }
/** JavaScript of other pages that shoppers arrive at, with what every page loads. */
const PAGE_BUDGETS = { product: 115 * KB, products: 117 * KB, drop: 125 * KB, cart: 118 * KB }
const STAFF_BUDGET = 250 * KB
const PROGRAM_BUDGET = 60e6
const ENTRY = 'index.html'
const HOME = 'src/storefront/pages/home.page.tsx'
const STAFF_LAYOUT = 'src/admin/layout/AdminLayout.tsx'
const STAFF_PAGES = 'src/admin/pages/'

const dist = fileURLToPath(new URL('../../internal/ssr/dist/', import.meta.url))
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
for (const [page, budget] of Object.entries(PAGE_BUDGETS)) {
  const keys = withImports(`src/storefront/pages/${page}.page.tsx`, withImports(ENTRY))
  const bytes = sum([...keys].map((key) => brotli(manifest[key].file)))
  const line = `JavaScript of the page ${page}: ${(bytes / KB).toFixed(1)} KB of ${budget / KB} KB`
  console.log(line)
  if (bytes > budget) faults.push(`Too heavy, ${line}`)
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

// A page of staff is weighed with all that it can ever ask for: its charts, its dialogs, the palette.
const staffPages = Object.keys(manifest).filter((key) => key.startsWith(STAFF_PAGES))
if (staffPages.length === 0) faults.push(`No page of staff under ${STAFF_PAGES}`)
for (const page of staffPages) {
  const seen = withImports(ENTRY)
  for (const key of [STAFF_LAYOUT, page]) {
    withImports(key, seen)
    for (const later of manifest[key].dynamicImports ?? []) withImports(later, seen)
  }
  const bytes = sum([...seen].map((key) => brotli(manifest[key].file)))
  const line = `${page.slice(STAFF_PAGES.length)}: ${(bytes / KB).toFixed(1)} KB of ${STAFF_BUDGET / KB} KB`
  console.log(line)
  if (bytes > STAFF_BUDGET) faults.push(`Too heavy, ${line}`)
}

// Ten megabytes more are a sign that a library executes templates: docs/decisions/010.
const program = statSync(new URL('../../bin/snackdrop', import.meta.url)).size
const line = `the program: ${(program / 1e6).toFixed(1)} MB of ${PROGRAM_BUDGET / 1e6} MB`
console.log(line)
if (program > PROGRAM_BUDGET) faults.push(`Too heavy, ${line}`)

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
