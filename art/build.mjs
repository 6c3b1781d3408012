// Draws the demo shop's pictures: node art/build.mjs
//
// Every picture is composed as SVG by the code beside this file and rendered
// into internal/demo/images (not committed); icons and the logo go to
// web/public (committed). What was rendered is cached in the user's cache folder,
// as Go and npm do, so that another clone does not render it again.
import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import {
  access,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { candy } from './designs/candy.mjs'
import { chips } from './designs/chips.mjs'
import { chocolate } from './designs/chocolate.mjs'
import { cookies } from './designs/cookies.mjs'
import { drinks } from './designs/drinks.mjs'
import { dropPictures, drops } from './designs/drops.mjs'
import { mystery } from './designs/mystery.mjs'
import { iconFiles } from './icons.mjs'
import { linkPanel, shelfCard, shelfColour, shelfNames, shopCard } from './lib/scenes.mjs'
import { poster } from './lib/stage.mjs'
import { drawing } from './lib/svg.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const out = join(root, 'internal/demo/images')
const publicFolder = join(root, 'web/public')
const cache = await firstWritable(
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'snackdrop/art'),
  join(root, 'node_modules/.cache/snackdrop-art'),
)
const CACHE_DAYS = 30
const CARD_LIMIT = 60_000
/** The file of a cached picture that lists its files. */
const INDEX = 'files.json'
/** How pictures are rendered: another version of it renders all of them again. */
const recipe = `${JSON.stringify(sharp.versions)} ${await readFile(fileURLToPath(import.meta.url), 'utf8')}`

const designs = { ...chips, ...drinks, ...candy, ...chocolate, ...cookies, ...mystery, ...drops }
const readJSON = async (file) => JSON.parse(await readFile(join(root, 'internal/demo', file), 'utf8'))
const catalog = await readJSON('catalog.json')
const planned = await readJSON('drops.json')

/**
 * What the first screen of a phone waits for, cards and the picture of a product page, is made coarser until it is
 * light: what weighs much is full of detail, which hides it. So do dense screens, where the large versions go.
 */
const squares = [
  { width: 320, qualities: [64, 57, 50], limit: 10_500 },
  { width: 480, qualities: [60, 54, 48], limit: 18_000 },
  { width: 672, qualities: [56, 50, 44, 38, 32], limit: 26_000 },
  { width: 1200, qualities: [42, 36], limit: 48_000 },
]
/** The picture of a drop has no ground: it is lit from behind. */
const lit = [
  { width: 480, qualities: [62, 54], limit: 34_000 },
  { width: 640, qualities: [58, 50], limit: 46_000 },
  { width: 960, qualities: [52] },
]
const webp = (name, sizes) =>
  sizes.map(({ width, qualities, limit }) => ({
    file: `${name}-${width}.webp`,
    kind: 'webp',
    width,
    qualities,
    limit,
    encode: (s, quality) =>
      s.webp({ quality, effort: width < 900 ? 6 : 4, smartSubsample: width < 600, alphaQuality: 85 }),
  }))
const jpeg = (picture, quality) => picture.flatten().jpeg({ quality, mozjpeg: true })
const social = (name) => ({
  file: `${name}-social.jpg`,
  kind: 'social',
  width: 1200,
  qualities: [48],
  encode: jpeg,
})

function jobs() {
  const list = []
  const add = (name, size, colour, outputs, draw) => list.push({ name, size, colour, outputs, draw })
  for (const product of [...catalog.products, ...planned.drops.flatMap(({ products }) => products)]) {
    const design = designs[product.slug]
    if (!design) throw new Error(`no design for ${product.slug}`)
    design.origin = product.origin
    add(product.slug, [1200, 1200], design.tint, webp(product.slug, squares), () => poster(design))
    // The link preview reuses the square's pixels, which are the costly part.
    list.at(-1).panel = () => linkPanel(product, design.tint)
  }
  for (const shelf of shelfNames) {
    const name = `category-${shelf}`
    add(
      name,
      [1200, 900],
      shelfColour(shelf),
      webp(
        name,
        [320, 480, 800].map((width) => ({ width, qualities: [54] })),
      ),
      () => shelfCard(shelf, designs),
    )
  }
  for (const { image } of planned.drops) {
    const { glow, draw } = dropPictures[image]
    add(image, [1200, 1200], glow, webp(image, lit), draw)
  }
  add('shop', [1200, 630], '#2a1052', [social('shop')], () => shopCard(designs))
  return list
}

/** The picture in the best of the qualities that keeps the limit, or in the last. */
async function encoded(picture, { qualities, limit = Number.POSITIVE_INFINITY, encode }) {
  let bytes
  for (const quality of qualities) {
    bytes = await encode(picture.clone(), quality).toBuffer()
    if (bytes.length <= limit) break
  }
  return bytes
}

async function render({ name, size: [w, h], colour, outputs, svg, panel }) {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const made = await Promise.all(
    outputs.map(async ({ file, kind, width, ...output }) => {
      const height = Math.round((h * width) / w)
      const bytes = await encoded(pixels().resize(width, height), output)
      await writeFile(join(out, file), bytes)
      return [name, { file, width, height, colour, bytes: bytes.length, kind }]
    }),
  )
  if (panel) {
    const square = await pixels()
      .resize(630, 630, { kernel: 'mitchell' })
      .png({ compressionLevel: 1 })
      .toBuffer()
    const { file, kind, ...output } = social(name)
    const bytes = await encoded(
      sharp(Buffer.from(panel)).composite([{ input: square, left: 570, top: 0 }]),
      output,
    )
    await writeFile(join(out, file), bytes)
    made.push([name, { file, width: 1200, height: 630, colour, bytes: bytes.length, kind }])
  }
  return made
}

/** The files of a picture in a folder of the cache, or undefined where they are not all there. */
async function cachedFiles(folder) {
  if (!existsSync(join(folder, INDEX))) return undefined
  const rows = JSON.parse(await readFile(join(folder, INDEX), 'utf8'))
  return rows.every(([, { file }]) => existsSync(join(folder, file))) ? rows : undefined
}

async function keep(rows, folder) {
  // A folder has its name only when it is complete.
  const partial = await mkdtemp(join(cache, 'partial-'))
  for (const [, { file }] of rows) await copyFile(join(out, file), join(partial, file))
  await writeFile(join(partial, INDEX), JSON.stringify(rows))
  if (!(await cachedFiles(folder))) await rm(folder, { recursive: true, force: true })
  await rename(partial, folder).catch(() => rm(partial, { recursive: true })) // another build was faster
}

/** Brings a picture in all its sizes into the demo's folder: from the cache, or rendered now. */
async function bring(job) {
  const { svg, panel, outputs, colour } = job
  const hash = createHash('sha256')
    .update(`${recipe} ${JSON.stringify(outputs)} ${colour} ${svg} ${panel}`)
    .digest('hex')
  const folder = join(cache, hash)
  const cached = await cachedFiles(folder)
  if (!cached) {
    const rows = await render(job)
    await keep(rows, folder)
    return { rows, isNew: true }
  }
  for (const [, { file }] of cached) await copyFile(join(folder, file), join(out, file))
  const now = new Date()
  await utimes(folder, now, now)
  return { rows: cached, isNew: false }
}

async function firstWritable(folder, otherwise) {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return folder
  } catch {
    await mkdir(otherwise, { recursive: true })
    return otherwise
  }
}

/** Deletes what no build has used for CACHE_DAYS. */
async function forgetUnused() {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    const used = await stat(folder).catch(() => undefined) // another build may have ended it
    if (used && Date.now() - used.mtimeMs > CACHE_DAYS * 24 * 3_600_000)
      await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the tasks, so many at a time. */
async function pool(tasks, width, run) {
  const results = []
  const queue = tasks.entries()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [i, task] of queue) results[i] = await run(task)
    }),
  )
  return results
}

const started = Date.now()
sharp.concurrency(1)
await mkdir(out, { recursive: true })
let rendered = 0

const rows = await pool(jobs(), 2, async (job) => {
  const svg = drawing(...job.size, job.draw)
  const panel = job.panel && drawing(1200, 630, job.panel)
  const { rows, isNew } = await bring({ ...job, svg, panel })
  if (isNew) rendered++
  return rows
})
await forgetUnused()

const images = {}
for (const [name, file] of rows.flat()) images[name] = [...(images[name] ?? []), file]
for (const files of Object.values(images))
  files.sort((a, b) => a.kind.localeCompare(b.kind) * -1 || a.width - b.width)
await writeFile(join(out, 'index.json'), `${JSON.stringify({ images }, null, 1)}\n`)

const wanted = new Set(['.gitkeep', 'index.json', ...rows.flat().map(([, f]) => f.file)])
for (const file of await readdir(out)) if (!wanted.has(file)) await rm(join(out, file))

await mkdir(publicFolder, { recursive: true })
const publicFiles = { ...(await iconFiles()), 'social.jpg': await readFile(join(out, 'shop-social.jpg')) }
for (const [file, bytes] of Object.entries(publicFiles)) {
  const target = join(publicFolder, file)
  const same = existsSync(target) && Buffer.compare(await readFile(target), Buffer.from(bytes)) === 0
  if (!same) await writeFile(target, bytes)
}

const all = rows.flat().map(([, f]) => f)
const heavy = all.filter((f) => f.width <= 480 && f.bytes > CARD_LIMIT)
const total = (
  await Promise.all(
    [...wanted].map(async (f) => (existsSync(join(out, f)) ? (await stat(join(out, f))).size : 0)),
  )
).reduce((a, b) => a + b, 0)
const cards = all.filter((f) => f.width === 480)
console.log(
  `art: ${all.length} files, ${(total / 1e6).toFixed(1)} MB, ${rendered} pictures rendered in ${((Date.now() - started) / 1000).toFixed(1)} s; heaviest card ${(Math.max(...cards.map((f) => f.bytes)) / 1000).toFixed(1)} KB`,
)
if (heavy.length) {
  console.error(
    `art: above ${CARD_LIMIT} bytes at card size: ${heavy.map((f) => `${f.file} (${f.bytes})`).join(', ')}`,
  )
  process.exit(1)
}
