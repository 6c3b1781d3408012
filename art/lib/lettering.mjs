// Lettering as paths: a font file from npm is opened at build time and its
// outlines are fitted, bent and layered, so no picture depends on the fonts of
// the machine that renders it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import opentype from 'opentype.js'
import { define, group, n } from './svg.mjs'

const require = createRequire(import.meta.url)

const faces = {
  bangers: ['bangers'],
  luckiest: ['luckiest-guy'],
  bungee: ['bungee'],
  titan: ['titan-one'],
  lilita: ['lilita-one'],
  chango: ['chango'],
  shrikhand: ['shrikhand'],
  pacifico: ['pacifico'],
  alfa: ['alfa-slab-one'],
  anton: ['anton'],
  monoton: ['monoton'],
  righteous: ['righteous'],
  dela: ['dela-gothic-one'],
  delaJp: ['dela-gothic-one', 'japanese'],
  hangul: ['black-han-sans', 'korean'],
  thai: ['kanit', 'thai', 800],
  knewave: ['knewave'],
  abril: ['abril-fatface'],
  limelight: ['limelight'],
  condensed: ['barlow-condensed', 'latin', 700],
}

const opened = new Map()

function face(name) {
  if (!opened.has(name)) {
    const [family, subset = 'latin', weight = 400] = faces[name]
    const folder = dirname(require.resolve(`@fontsource/${family}/package.json`))
    const bytes = readFileSync(join(folder, 'files', `${family}-${subset}-${weight}-normal.woff`))
    opened.set(
      name,
      opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
    )
  }
  return opened.get(name)
}

/** One line at 100 units, as absolute path commands, with its ink box. */
function outline(text, fontName, tracking) {
  const font = face(fontName)
  const scale = 100 / font.unitsPerEm
  const glyphs = [...text].map((c) => font.charToGlyph(c))
  const commands = []
  let x = 0
  glyphs.forEach((glyph, i) => {
    if (glyph.index === 0) throw new Error(`${fontName} has no glyph for "${[...text][i]}" in "${text}"`)
    commands.push(...glyph.getPath(x, 0, 100).commands)
    x += glyph.advanceWidth * scale + tracking
    const next = glyphs[i + 1]
    if (next) x += font.getKerningValue(glyph, next) * scale
  })
  return { commands, ...inkBox(commands) }
}

function inkBox(commands) {
  let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const c of commands) {
    for (const [x, y] of pointsOf(c)) {
      x1 = Math.min(x1, x)
      y1 = Math.min(y1, y)
      x2 = Math.max(x2, x)
      y2 = Math.max(y2, y)
    }
  }
  return { x1, y1, x2, y2, w: x2 - x1, h: y2 - y1 }
}

function pointsOf(c) {
  if (c.type === 'Z') return []
  const p = []
  if (c.x1 !== undefined) p.push([c.x1, c.y1])
  if (c.x2 !== undefined) p.push([c.x2, c.y2])
  p.push([c.x, c.y])
  return p
}

function mapped(commands, move) {
  const out = []
  let pen = [0, 0]
  for (const c of commands) {
    if (c.type === 'Z') {
      out.push('Z')
      continue
    }
    // Straight edges are cut up, or a bend would leave them straight.
    if (c.type === 'L') {
      for (let i = 1; i <= 4; i++) {
        const [x, y] = move(pen[0] + ((c.x - pen[0]) * i) / 4, pen[1] + ((c.y - pen[1]) * i) / 4)
        out.push(`L${n(x)} ${n(y)}`)
      }
    } else {
      out.push(
        c.type +
          pointsOf(c)
            .map(([x, y]) => move(x, y).map(n).join(' '))
            .join(' '),
      )
    }
    pen = [c.x, c.y]
  }
  return out.join('')
}

/**
 * Bends work on u, v: the place in the block, 0 to 1 both ways, and answer in
 * the block's own pixels.
 */
export const bend = {
  /** Middle lifted (negative: hung) by k of the width. */
  arch: (k) => (x, y, u, _v, b) => [x, y - k * b.w * (1 - (2 * u - 1) ** 2)],
  /** Climbs to the right. */
  rise: (k) => (x, y, _u, _v, b) => [x, y - k * (x - b.cx)],
  /** Taller in the middle. */
  bulge: (k) => (x, y, u, _v, b) => [x, b.cy + (y - b.cy) * (1 + k * (1 - (2 * u - 1) ** 2))],
  /** Taller at the sides. */
  pinch: (k) => (x, y, u, _v, b) => [x, b.cy + (y - b.cy) * (1 + k * (2 * u - 1) ** 2)],
  wave: (k) => (x, y, u, _v, b) => [x, y + k * b.w * Math.sin(u * Math.PI * 2)],
  /** Grows to the right. */
  wedge: (k) => (x, y, u, _v, b) => [x, b.cy + (y - b.cy) * (1 + k * (u - 0.5))],
  lean: (k) => (x, y, _u, _v, b) => [x - k * (y - b.cy), y],
  /** Top edge arched, bottom edge straight. */
  dome: (k) => (x, y, u, v, b) => [x, y - k * b.h * (1 - v) * (1 - (2 * u - 1) ** 2)],
  /** Wrapped on a cylinder of the given radius, seen from slightly above. */
  round:
    (radius, dip = 0.12) =>
    (x, y, _u, _v, b) => {
      const a = (x - b.cx) / radius
      return [b.cx + radius * Math.sin(a), y + dip * radius * (Math.cos(a) - 1)]
    },
}

/**
 * A block of lines, each fitted to the width, stacked from (x, y) downwards
 * and centred on x. A line is a string or {t, font, scale, gap, tracking}.
 * Returns {d, box}: the outline of all of it.
 */
export function block(
  lines,
  { x, y, w, h, font, gap = 14, tracking = 0, maxLine = 400, bends = [], align = 'middle' },
) {
  const fitted = lines.map((l) => {
    const item = typeof l === 'string' ? { t: l } : l
    const o = outline(item.t, item.font ?? font, item.tracking ?? tracking)
    const k = Math.min((w * (item.scale ?? 1)) / o.w, (item.maxLine ?? maxLine) / o.h)
    return { ...item, o, k }
  })
  const height = (k) => fitted.reduce((sum, f, i) => sum + f.o.h * f.k * k + (i ? (f.gap ?? gap) * k : 0), 0)
  const shrink = h && height(1) > h ? h / height(1) : 1
  const total = height(shrink)
  const width = Math.max(...fitted.map((f) => f.o.w * f.k * shrink))
  const b = { x: x - width / 2, y, w: width, h: total, cx: x, cy: y + total / 2 }
  let top = y
  let d = ''
  fitted.forEach((f, i) => {
    const k = f.k * shrink
    if (i) top += (f.gap ?? gap) * shrink
    const lineWidth = f.o.w * k
    const left = align === 'start' ? x - w / 2 : x - lineWidth / 2
    d += mapped(f.o.commands, (px, py) => {
      let [qx, qy] = [left + (px - f.o.x1) * k, top + (py - f.o.y1) * k]
      for (const fn of bends) [qx, qy] = fn(qx, qy, (qx - b.x) / b.w, (qy - b.y) / b.h, b)
      return [qx, qy]
    })
    top += f.o.h * k
  })
  return { d, box: b }
}

/**
 * Paints an outline in layers: outer keyline, block shadow, keyline, fill,
 * shine. Each is optional.
 */
export function paint(
  { d },
  { fill, line, lineWidth = 14, outer, outerWidth = 34, drop, dropBy = [10, 12], shine } = {},
) {
  const id = define((i) => `<path id="${i}" d="${d}"/>`)
  const use = (a) =>
    `<use xlink:href="#${id}"${Object.entries(a)
      .map(([k, v]) => ` ${k}="${v}"`)
      .join('')}/>`
  const stroke = (colour, width, extra = {}) =>
    use({ fill: colour, stroke: colour, 'stroke-width': width, 'stroke-linejoin': 'round', ...extra })
  const out = []
  const steps = 6
  if (outer) {
    for (let i = drop ? steps : 0; i >= 0; i -= 2) {
      out.push(
        stroke(outer, outerWidth, {
          transform: `translate(${(dropBy[0] * i) / steps} ${(dropBy[1] * i) / steps})`,
        }),
      )
    }
  }
  if (drop) {
    for (let i = steps; i > 0; i--) {
      out.push(
        stroke(drop, line ? lineWidth : 2, {
          transform: `translate(${n((dropBy[0] * i) / steps)} ${n((dropBy[1] * i) / steps)})`,
        }),
      )
    }
  }
  if (line) out.push(stroke(line, lineWidth))
  out.push(use({ fill }))
  if (shine) {
    const clip = define((i) => `<clipPath id="${i}"><path d="${d}"/></clipPath>`)
    out.push(group({ 'clip-path': `url(#${clip})` }, shine))
  }
  return out.join('')
}

/** Block and paint in one go, for the common case. */
export const letters = (lines, layout, layers) => paint(block([lines].flat(), layout), layers)
