// The few words every drawing is written in. Shapes are strings of SVG; what
// must stand in <defs> collects in the drawing under way. Composing a drawing
// is synchronous, so one collector is enough.

let defs = []
let count = 0

/** Runs `draw` and returns a whole SVG document of the given size. */
export function drawing(width, height, draw) {
  defs = []
  count = 0
  const body = draw()
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs.join('')}</defs>${body}</svg>`
}

export function define(make) {
  const id = `d${count++}`
  defs.push(make(id))
  return id
}

const attr = (a = {}) =>
  Object.entries(a)
    .filter(([, v]) => v !== undefined && v !== null && v !== false)
    .map(([k, v]) => ` ${k}="${v}"`)
    .join('')

/** Numbers in path data keep one decimal: finer than a pixel at any size used. */
export const n = (v) => String(Math.round(v * 10) / 10)

export const path = (d, a) => `<path d="${d}"${attr(a)}/>`
export const rect = (x, y, w, h, a) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${attr(a)}/>`
export const circle = (x, y, r, a) => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"${attr(a)}/>`
export const ellipse = (x, y, rx, ry, a) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${attr(a)}/>`
export const group = (a, ...children) => `<g${attr(a)}>${children.flat(9).join('')}</g>`

/** Places a motif drawn around the origin. */
export const at = (x, y, scale, turn, ...children) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${Array.isArray(scale) ? scale.join(' ') : scale})">${children.flat(9).join('')}</g>`

export function linear(stops, { x1 = 0, y1 = 0, x2 = 0, y2 = 1, user = false } = {}) {
  const id = define(
    (i) =>
      `<linearGradient id="${i}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"${user ? ' gradientUnits="userSpaceOnUse"' : ''}>${stopList(stops)}</linearGradient>`,
  )
  return `url(#${id})`
}

export function radial(stops, { cx = 0.5, cy = 0.5, r = 0.5, fx = cx, fy = cy, user = false } = {}) {
  const id = define(
    (i) =>
      `<radialGradient id="${i}" cx="${cx}" cy="${cy}" r="${r}" fx="${fx}" fy="${fy}"${user ? ' gradientUnits="userSpaceOnUse"' : ''}>${stopList(stops)}</radialGradient>`,
  )
  return `url(#${id})`
}

/** Stops are [offset, colour] or [offset, colour, opacity]. */
const stopList = (stops) =>
  stops
    .map(
      ([o, c, a]) =>
        `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`,
    )
    .join('')

export const clipped = (d, ...children) => {
  const id = define((i) => `<clipPath id="${i}">${path(d)}</clipPath>`)
  return group({ 'clip-path': `url(#${id})` }, ...children)
}

/** A soft copy: blur is the one costly thing here, so use it on few shapes. */
export const blurred = (radius, ...children) => {
  const id = define(
    (i) =>
      `<filter id="${i}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${radius}"/></filter>`,
  )
  return group({ filter: `url(#${id})` }, ...children)
}

/** A shadow or glow that fades to its rim: as good as a blur, and far cheaper. */
export const softEllipse = (x, y, rx, ry, colour, opacity) =>
  ellipse(x, y, rx, ry, {
    fill: radial([
      [0, colour, opacity],
      [0.55, colour, opacity * 0.72],
      [0.8, colour, opacity * 0.26],
      [1, colour, 0],
    ]),
  })

export const blend = (mode, ...children) => group({ style: `mix-blend-mode:${mode}` }, ...children)

/** A tile repeated over the plane, as a paint. */
export function tile(w, h, content, transform) {
  const id = define(
    (i) =>
      `<pattern id="${i}" width="${w}" height="${h}" patternUnits="userSpaceOnUse"${transform ? ` patternTransform="${transform}"` : ''}>${content}</pattern>`,
  )
  return `url(#${id})`
}

/** A curve through the points, drawn by hand as it were. */
export function smooth(points, closed = true, tension = 0.5) {
  const p = closed ? [points.at(-1), ...points, points[0], points[1]] : [points[0], ...points, points.at(-1)]
  let d = `M${n(p[1][0])} ${n(p[1][1])}`
  for (let i = 1; i < p.length - 2; i++) {
    const [a, b, c, e] = [p[i - 1], p[i], p[i + 1], p[i + 2]]
    const k = tension / 3
    d += `C${n(b[0] + (c[0] - a[0]) * k)} ${n(b[1] + (c[1] - a[1]) * k)} ${n(c[0] - (e[0] - b[0]) * k)} ${n(c[1] - (e[1] - b[1]) * k)} ${n(c[0])} ${n(c[1])}`
  }
  return closed ? `${d}Z` : d
}

export const poly = (points, closed = true) =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`

/** Points on a circle whose radius may depend on the index. */
export const ring = (count_, radius, turn = 0) =>
  Array.from({ length: count_ }, (_, i) => {
    const a = ((i / count_) * 360 + turn - 90) * (Math.PI / 180)
    const r = typeof radius === 'function' ? radius(i, a) : radius
    return [Math.cos(a) * r, Math.sin(a) * r]
  })

export const star = (points, outer, inner, turn = 0) =>
  poly(ring(points * 2, (i) => (i % 2 ? inner : outer), turn))

export const disc = (x, y, r) =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`

export const roundBox = (x, y, w, h, r) =>
  `M${n(x + r)} ${n(y)}h${n(w - 2 * r)}q${n(r)} 0 ${n(r)} ${n(r)}v${n(h - 2 * r)}q0 ${n(r)} ${n(-r)} ${n(r)}h${n(2 * r - w)}q${n(-r)} 0 ${n(-r)} ${n(-r)}v${n(2 * r - h)}q0 ${n(-r)} ${n(r)} ${n(-r)}Z`

/** The same seed scatters the same way on every machine. */
export function seeded(seed) {
  let s = seed >>> 0
  const next = () => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = s
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return (low = 0, high = 1) => low + next() * (high - low)
}

export const times = (count_, make) => Array.from({ length: count_ }, (_, i) => make(i)).join('')
