// Makes internal/shop/zips.txt from GeoNames' postal codes of the US (download.geonames.org/export/zip/US.zip, CC BY 4.0):
//   node scripts/zips.mjs US.txt >internal/shop/zips.txt
import { readFileSync } from 'node:fs'

/** First three digits → "state city" → last two digits, in the order of the codes. */
const regions = new Map()
const rows = readFileSync(process.argv[2] ?? '', 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  // Armed forces' and other nations' post offices have no state.
  .filter(([, , , , state]) => state && state !== 'MH')
  .sort(([, a], [, b]) => (a < b ? -1 : 1))
for (const [, zip, city, , state] of rows) {
  const region = regions.get(zip.slice(0, 3)) ?? new Map()
  regions.set(zip.slice(0, 3), region)
  const place = `${state} ${city}`
  region.set(place, [...(region.get(place) ?? []), Number(zip.slice(3))])
}

const two = (n) => String(n).padStart(2, '0')

/** 1, 2, 3, 7 → "01-03,07" */
function spans(numbers) {
  const out = []
  for (const n of numbers) {
    const last = out.at(-1)
    if (last && last[1] === n - 1) last[1] = n
    else out.push([n, n])
  }
  return out.map(([from, to]) => (from === to ? two(from) : `${two(from)}-${two(to)}`)).join(',')
}

console.log('# ZIP codes: GeoNames (geonames.org), CC BY 4.0. Made by scripts/zips.mjs.')
for (const [digits, places] of regions)
  console.log(`${digits} ${[...places].map(([place, numbers]) => `${place} ${spans(numbers)}`).join(';')}`)
