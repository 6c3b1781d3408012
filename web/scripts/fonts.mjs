// Cuts the shop's two faces down to what its pages are written in: npm run fonts
//
// The files are committed; run this after an update of the fonts. Other letters are shown in a font of the system.
// Each file fits, with its headers, into the first 14,600 bytes that a server may send before it waits for the browser (TCP's
// initial congestion window).
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subset from 'subset-font'

const FLIGHT = 14_000
const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i)).replace(/[`^{}\\]/g, '')
const accented = 'àáâãäåæçèéêëìíîïñòóôõöøœùúûüß'
const signs = '\u00a0©®™·×–—‘’“”•…€£¥→'
const letters = ascii + accented + accented.toUpperCase() + signs

const faces = [
  {
    name: 'dela-gothic-one',
    from: '@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff2',
  },
  {
    name: 'figtree',
    from: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 800 } },
  },
]

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
for (const { name, from, variationAxes } of faces) {
  const whole = await readFile(at(`../../node_modules/${from}`))
  const cut = await subset(whole, letters, {
    targetFormat: 'woff2',
    // Kerning, and tabular figures: digits of equal width for columns.
    keepFeatures: ['kern', 'tnum'],
    variationAxes,
  })
  if (cut.length > FLIGHT) throw new Error(`${name} has ${cut.length} bytes, more than ${FLIGHT}`)
  await writeFile(at(`../src/fonts/${name}.woff2`), cut)
  console.log(`${name}: ${whole.length} to ${cut.length} bytes`)
}
