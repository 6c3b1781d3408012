// Cuts the shop's two faces down to what its pages are written in: npm run fonts
//
// The files are committed; run this after an update of the faces. Letters that are not in them come from the system's
// own. Each fits, with its headers, into the first flight of a connection: 14,600 bytes.
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
    // Pairs that stand closer, and figures of one width for columns.
    keepFeatures: ['kern', 'tnum'],
    variationAxes,
  })
  if (cut.length > FLIGHT) throw new Error(`${name} has ${cut.length} bytes, more than ${FLIGHT}`)
  await writeFile(at(`../src/fonts/${name}.woff2`), cut)
  console.log(`${name}: ${whole.length} to ${cut.length} bytes`)
}
