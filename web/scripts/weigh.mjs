// Weighs what a shopper's first page and each of staff's pages download, reading the build's manifest, and the program. Run it
// after `make build`.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const KB = 1024
const MB = 1e6
const UNITS = { [KB]: 'KB', [MB]: 'MB' }
// JavaScript has less than a kilobyte to spare, so that a change of React Router's package is noticed: production-router.ts.
const budgets = { JavaScript: 109 * KB, CSS: 20 * KB, fonts: 60 * KB }
/** JavaScript of other pages that shoppers arrive at, with what every page loads. */
const PAGE_BUDGETS = { product: 110 * KB, products: 112 * KB, drop: 119 * KB, cart: 118 * KB }
const STAFF_BUDGET = 250 * KB
const PROGRAM_BUDGET = 60 * MB
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
const scripts = (keys) => sum([...keys].map((key) => brotli(manifest[key].file)))

const faults = []
function compare(what, bytes, budget, unit = KB) {
  const line = `${what}: ${(bytes / unit).toFixed(1)} ${UNITS[unit]} of ${budget / unit} ${UNITS[unit]}`
  console.log(line)
  if (bytes > budget) faults.push(`Too heavy, ${line}`)
}

const chunks = [...withImports(HOME, withImports(ENTRY))]
const styles = new Set(chunks.flatMap((key) => manifest[key].css ?? []))
const fonts = readdirSync(`${dist}assets`).filter((name) => name.endsWith('.woff2'))

compare('JavaScript', scripts(chunks), budgets.JavaScript)
compare('CSS', sum([...styles].map(brotli)), budgets.CSS)
compare('fonts', sum(fonts.map((name) => statSync(`${dist}assets/${name}`).size)), budgets.fonts)
for (const [page, budget] of Object.entries(PAGE_BUDGETS)) {
  const keys = withImports(`src/storefront/pages/${page}.page.tsx`, withImports(ENTRY))
  compare(`JavaScript of the page ${page}`, scripts(keys), budget)
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
  compare(page.slice(STAFF_PAGES.length), scripts(seen), STAFF_BUDGET)
}

// Ten megabytes more are a sign that a library executes templates: docs/decisions/010.
compare('the program', statSync(new URL('../../bin/snackdrop', import.meta.url)).size, PROGRAM_BUDGET, MB)

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
