// Grounds for packs. Each fills the whole canvas unless it says otherwise.
import { circle, group, linear, n, path, poly, rect, ring, seeded, smooth, tile, times } from './svg.mjs'

const cover = (fill, a = {}) => rect(0, 0, 1200, 1200, { fill, ...a })

export const plain = (colour) => cover(colour)
export const fade = (...stops) => cover(linear(stops.map((c, i) => [i / (stops.length - 1), c])))

export const stripes = (colour, width, turn = 0, opacity = 1) =>
  cover(tile(width * 2, width * 2, rect(0, 0, width, width * 2, { fill: colour }), `rotate(${turn})`), {
    opacity,
  })

export const dots = (colour, pitch, r, opacity = 1) =>
  cover(
    tile(
      pitch,
      pitch,
      circle(pitch * 0.25, pitch * 0.25, r, { fill: colour }) +
        circle(pitch * 0.75, pitch * 0.75, r, { fill: colour }),
    ),
    { opacity },
  )

export const checker = (colour, size, turn = 0, opacity = 1) =>
  cover(
    tile(
      size * 2,
      size * 2,
      rect(0, 0, size, size, { fill: colour }) + rect(size, size, size, size, { fill: colour }),
      `rotate(${turn})`,
    ),
    { opacity },
  )

/** Rays from a point; every other wedge is painted. */
export const rays = (x, y, count, colour, { turn = 0, r = 1300, opacity = 1, share = 0.5 } = {}) =>
  group(
    { transform: `translate(${x} ${y}) rotate(${turn})`, opacity },
    times(count, (i) => {
      const a = (i * 2 * Math.PI) / count - Math.PI / 2
      const b = a + ((2 * Math.PI) / count) * share
      return path(
        poly([
          [0, 0],
          [Math.cos(a) * r, Math.sin(a) * r],
          [Math.cos(b) * r, Math.sin(b) * r],
        ]),
        { fill: colour },
      )
    }),
  )

/** Rays with bent sides, as on old matchboxes. */
export const swirl = (x, y, count, colour, { r = 1100, twist = 0.9, opacity = 1 } = {}) =>
  group(
    { transform: `translate(${x} ${y})`, opacity },
    times(count, (i) => {
      const a = (i * 2 * Math.PI) / count
      const half = Math.PI / count
      const p = (rad, ang) => `${n(Math.cos(ang) * rad)} ${n(Math.sin(ang) * rad)}`
      return path(
        `M0 0Q${p(r * 0.5, a + twist * 0.1)} ${p(r, a + twist)}L${p(r, a + twist + half)}Q${p(r * 0.5, a + twist * 0.1 + half)} 0 0Z`,
        { fill: colour },
      )
    }),
  )

/** Dots that shrink along y from `from` to `to`. */
export function halftone(
  colour,
  { from = 200, to = 1000, pitch = 34, x1 = 200, x2 = 1000, big = 0.62, opacity = 1 } = {},
) {
  const step = from < to ? pitch : -pitch
  const rows = Math.floor(Math.abs(to - from) / pitch)
  return group(
    { fill: colour, opacity },
    times(rows, (i) => {
      const r = pitch * big * (1 - i / rows)
      const y = from + i * step
      return r < 1.2
        ? ''
        : times(Math.ceil((x2 - x1) / pitch) + 1, (j) =>
            circle(x1 + j * pitch + (i % 2 ? pitch / 2 : 0), y, r),
          )
    }),
  )
}

/** Seigaiha: scales of concentric arcs. */
export const seigaiha = (ground, line_, r = 60) => {
  const one = (x, y) =>
    [1, 0.78, 0.56, 0.34, 0.14]
      .map((k, i) => circle(x, y, r * k, { fill: i % 2 ? line_ : ground, stroke: line_, 'stroke-width': 3 }))
      .join('')
  return cover(
    tile(r * 2, r, one(0, 0) + one(r * 2, 0) + one(r, r * 0.5) + one(0, r) + one(r * 2, r) + one(r, r * 1.5)),
  )
}

/** Waves that fill everything below y. */
export const waves = (y, colour, { amp = 22, len = 140, phase = 0, opacity = 1 } = {}) => {
  let d = `M0 ${y}`
  for (let x = 0, i = 0; x < 1260; x += len / 2, i++) {
    d += `Q${n(x + len / 4)} ${n(y + (i % 2 ? amp : -amp))} ${n(x + len / 2)} ${n(y)}`
  }
  return path(`${d}V1300H0Z`, { fill: colour, opacity, transform: `translate(${-phase} 0)` })
}

/** Tongues of flame along y, rising. */
export function flames(y, height, colour, { seed = 1, count = 7, x1 = 180, x2 = 1020, base = 1250 } = {}) {
  const r = seeded(seed)
  const w = (x2 - x1) / count
  let d = `M${x1 - 60} ${base}V${y}`
  for (let i = 0; i < count; i++) {
    const x = x1 + i * w
    const h = height * r(0.55, 1)
    const lean = r(-0.3, 0.45) * w
    d += `C${n(x - w * 0.1)} ${n(y - h * 0.35)} ${n(x + w * 0.62)} ${n(y - h * 0.5)} ${n(x + w * 0.42 + lean)} ${n(y - h)}C${n(x + w * 0.95 + lean * 0.4)} ${n(y - h * 0.6)} ${n(x + w * 0.62)} ${n(y - h * 0.22)} ${n(x + w * 0.86)} ${n(y - h * 0.12)}Q${n(x + w * 1.02)} ${n(y - h * 0.1)} ${n(x + w)} ${n(y)}`
  }
  return path(`${d}V${base}Z`, { fill: colour })
}

/** Something thick running down from y. */
export function drips(
  y,
  colour,
  { seed = 1, count = 7, x1 = 200, x2 = 1000, low = 40, high = 190, top = 0, stroke, width = 0 } = {},
) {
  const r = seeded(seed)
  const w = (x2 - x1) / count
  let d = `M${x1} ${top}V${y}`
  for (let i = 0; i < count; i++) {
    const x = x1 + i * w
    const long = r(low, high)
    const k = w * r(0.28, 0.34)
    d += `C${n(x + w * 0.1)} ${n(y)} ${n(x + w / 2 - k)} ${n(y)} ${n(x + w / 2 - k)} ${n(y + 40)}V${n(y + long)}a${n(k)} ${n(k)} 0 0 0 ${n(2 * k)} 0V${n(y + 40)}C${n(x + w / 2 + k)} ${n(y)} ${n(x + w * 0.9)} ${n(y)} ${n(x + w)} ${n(y)}`
  }
  return path(`${d}V${top}Z`, { fill: colour, stroke, 'stroke-width': width })
}

/** Calls draw(x, y, random, i) on points that keep their distance. */
export function scatter(
  seed,
  count,
  { x1 = 230, y1 = 120, x2 = 970, y2 = 1090, apart = 90, avoid = [] },
  draw,
) {
  const r = seeded(seed)
  const spots = []
  for (let tries = 0; spots.length < count && tries < count * 40; tries++) {
    const [x, y] = [r(x1, x2), r(y1, y2)]
    if (avoid.some((b) => x > b[0] && x < b[2] && y > b[1] && y < b[3])) continue
    if (spots.every(([a, b]) => Math.hypot(a - x, b - y) > apart)) spots.push([x, y])
  }
  return spots.map(([x, y], i) => draw(x, y, r, i)).join('')
}

export const sparkle = (x, y, r, colour = '#ffffff', opacity = 1) =>
  path(
    `M${x} ${y - r}Q${x + r * 0.12} ${y - r * 0.12} ${x + r} ${y}Q${x + r * 0.12} ${y + r * 0.12} ${x} ${y + r}Q${x - r * 0.12} ${y + r * 0.12} ${x - r} ${y}Q${x - r * 0.12} ${y - r * 0.12} ${x} ${y - r}Z`,
    { fill: colour, opacity },
  )

export const stars = (seed, count, colour, area = {}, size = [4, 14]) =>
  scatter(seed, count, { apart: 50, ...area }, (x, y, r) =>
    r() > 0.6
      ? sparkle(x, y, r(size[0] * 2, size[1] * 2), colour)
      : circle(x, y, r(size[0] * 0.5, size[1] * 0.5), { fill: colour }),
  )

export const cloudPath = (w, h) =>
  smooth(
    [
      [-w / 2, h * 0.3],
      [-w * 0.46, -h * 0.02],
      [-w * 0.26, -h * 0.14],
      [-w * 0.16, -h * 0.46],
      [w * 0.1, -h * 0.5],
      [w * 0.22, -h * 0.2],
      [w * 0.42, -h * 0.16],
      [w * 0.5, h * 0.14],
      [w * 0.42, h * 0.34],
      [0, h * 0.36],
    ],
    true,
    1,
  )

export const bumpyRing = (count, r, depth) =>
  smooth(
    ring(count * 2, (i) => (i % 2 ? r - depth : r)),
    true,
    1,
  )
