// Hard packs: boxes, bars, tins and cartons.
import { blend, blurred, clipped, group, linear, n, path, poly, rect, times } from '../lib/svg.mjs'

/** Puts a drawing made on a flat w×h sheet onto a leaning face. */
const onto = ([x, y], [ux, uy], [vx, vy], w, h, ...art) => `<g transform="matrix(${[ux / w, uy / w, vx / h, vy / h, x, y].map((v) => Math.round(v * 1e4) / 1e4).join(' ')})">${clipped(`M0 0H${w}V${h}H0Z`, ...art)}</g>`

const shade = (w, h, from, to, vertical = false) =>
  blend(
    'multiply',
    rect(0, 0, w, h, {
      fill: linear(
        [
          [0, '#1d0838', from],
          [1, '#1d0838', to],
        ],
        vertical ? {} : { x2: 1, y2: 0 },
      ),
    }),
  )

/**
 * A carton box seen from its right corner. Faces are drawn flat: front fw×fh,
 * side sw×fh, top fw×sw.
 */
export function carton({ front, side, top, fw = 600, fh = 800, depth = 0.34, x = 250, y = 250 }) {
  const sw = Math.round(fw * depth)
  const drop = 46
  const rise = Math.round(sw * 0.36)
  const a = [x, y]
  const b = [x + fw, y + drop]
  const c = [x + fw + sw * 0.86, y + drop - rise]
  return group(
    {},
    onto(b, [sw * 0.86, -rise], [0, fh], sw, fh, side, shade(sw, fh, 0.42, 0.66)),
    onto(
      [a[0] + sw * 0.86, a[1] - rise],
      [fw, drop],
      [-sw * 0.86, rise],
      fw,
      sw,
      top,
      rect(0, 0, fw, sw, {
        fill: linear([
          [0, '#fff', 0.45],
          [1, '#fff', 0.12],
        ]),
      }),
    ),
    onto(
      a,
      [fw, drop],
      [0, fh],
      fw,
      fh,
      front,
      shade(fw, fh, 0.0, 0.2),
      rect(0, 0, fw, fh, {
        fill: linear(
          [
            [0, '#fff', 0.26],
            [0.35, '#fff', 0.02],
            [1, '#000', 0.12],
          ],
          { x2: 0.8, y2: 1 },
        ),
      }),
    ),
    path(poly([a, b, c], false), { fill: 'none', stroke: '#fff', 'stroke-width': 4, opacity: 0.55, 'stroke-linejoin': 'round' }),
    path(`M${b[0]} ${b[1]}v${fh}`, { stroke: '#fff', 'stroke-width': 4, opacity: 0.45 }),
  )
}

const foilLight = (w, h) => [
  rect(0, 0, w, h, {
    fill: linear(
      [
        [0, '#fff', 0.1],
        [0.2, '#fff', 0.75],
        [0.32, '#000', 0.15],
        [0.5, '#fff', 0.4],
        [0.62, '#000', 0.18],
        [0.8, '#fff', 0.5],
        [1, '#000', 0.2],
      ],
      { x2: 1, y2: 0.25 },
    ),
  }),
]

const torn = (x1, x2, y, rough, count, seed) => {
  let d = ''
  for (let i = 0; i <= count; i++) {
    const k = Math.sin(i * 12.9898 + seed * 78.233) * 43758.5453
    d += `L${n(x1 + ((x2 - x1) * i) / count)} ${n(y + (k - Math.floor(k) - 0.5) * rough)}`
  }
  return d
}

/**
 * A chocolate bar standing up, foil torn at the top, the chocolate looking
 * out. `bite` is drawn where the corner is broken.
 */
export function bar(face, { chocolate = '#5a2d1a', foil = '#e9c46a', bite = '', x = 350, w = 500, seed = 3 } = {}) {
  const right = x + w
  const sq = w / 4 - 4
  const light = (c) =>
    linear(
      [
        [0, c[0]],
        [1, c[1]],
      ],
      { x2: 0.7, y2: 1 },
    )
  const square = (i, j) =>
    group(
      {},
      rect(x + 14 + i * sq, 120 + j * 96, sq - 8, 88, { rx: 10, fill: chocolate }),
      rect(x + 14 + i * sq, 120 + j * 96, sq - 8, 88, { rx: 10, fill: light(['#ffffff55', '#00000055']) }),
      rect(x + 28 + i * sq, 134 + j * 96, sq - 36, 60, { rx: 6, fill: chocolate }),
      rect(x + 28 + i * sq, 134 + j * 96, sq - 36, 60, { rx: 6, fill: light(['#ffffff22', '#00000022']) }),
    )
  const barShape = `M${x + 8} 200L${x + 12} 128Q${x + 12} 112 ${x + 30} 112H${right - 190}L${right - 150} 150L${right - 120} 146L${right - 96} 196L${right - 60} 204L${right - 8} 250V460H${x + 8}Z`
  const foilShape = `M${x - 4} 300${torn(x - 4, right + 4, 292, 56, 15, seed)}L${right + 4} 460H${x - 4}Z`
  const sleeve = `M${x - 10} 372${torn(x - 10, right + 10, 366, 20, 22, seed + 2)}L${right + 10} 1070Q${right + 10} 1084 ${right - 4} 1084H${x + 4}Q${x - 10} 1084 ${x - 10} 1070Z`
  return group(
    {},
    clipped(
      barShape,
      rect(x, 100, w, 400, { fill: chocolate }),
      rect(x, 100, w, 400, { fill: '#000', opacity: 0.25 }),
      times(4, (i) => times(4, (j) => square(i, j))),
    ),
    bite,
    clipped(
      foilShape,
      rect(x - 10, 230, w + 20, 260, { fill: foil }),
      `<g transform="translate(${x} 240)">${foilLight(w, 240).join('')}</g>`,
      times(9, (i) => path(`M${x + i * (w / 8)} 260l${i % 2 ? 26 : -22} 180`, { stroke: i % 2 ? '#fff' : '#000', 'stroke-width': 5, opacity: i % 2 ? 0.6 : 0.2, fill: 'none' })),
    ),
    blurred(10, path(`M${x - 6} 366H${right + 6}`, { stroke: '#1d0838', 'stroke-width': 20, opacity: 0.4 })),
    clipped(
      sleeve,
      face,
      blend(
        'multiply',
        rect(x - 10, 330, w + 20, 780, {
          fill: linear(
            [
              [0, '#1d0838', 0.5],
              [0.05, '#1d0838', 0.1],
              [0.5, '#1d0838', 0],
              [0.93, '#1d0838', 0.2],
              [1, '#1d0838', 0.6],
            ],
            { x2: 1, y2: 0 },
          ),
        }),
      ),
      rect(x - 10, 330, w + 20, 780, {
        fill: linear(
          [
            [0, '#fff', 0.34],
            [0.3, '#fff', 0],
            [0.62, '#fff', 0],
            [0.72, '#fff', 0.14],
            [0.8, '#fff', 0],
          ],
          { x2: 1, y2: 0.7 },
        ),
      }),
      path(`M${x - 10} 372${torn(x - 10, right + 10, 366, 20, 22, seed + 2)}`, { fill: 'none', stroke: '#fff', 'stroke-width': 9, opacity: 0.85 }),
      rect(x - 10, 1052, w + 20, 5, { fill: '#000', opacity: 0.18 }),
    ),
  )
}

/**
 * A tin or lidded box standing on its edge towards us: any outline, its
 * thickness behind it. Shape is centred on (600, 590).
 */
export function tin(outline, face, { edge = '#888888', rim = '#ffffff', depth = 62 } = {}) {
  const step = (k) => `<g transform="translate(${n(depth * k)} ${n(depth * 0.42 * k)})">`
  return group(
    {},
    ...Array.from({ length: 14 }, (_, i) => {
      const k = 1 - i / 13
      return `${step(k)}${path(outline, { fill: edge })}${path(outline, { fill: '#1d0838', opacity: n(0.25 + 0.4 * k) })}</g>`
    }),
    `${step(0.42)}${path(outline, { fill: 'none', stroke: '#fff', 'stroke-width': 3, opacity: 0.45 })}</g>`,
    path(outline, { fill: edge }),
    clipped(
      outline,
      face,
      rect(100, 100, 1000, 1000, {
        fill: linear(
          [
            [0, '#fff', 0.55],
            [0.24, '#fff', 0.1],
            [0.4, '#fff', 0],
            [0.75, '#1d0838', 0.02],
            [1, '#1d0838', 0.45],
          ],
          { x2: 1, y2: 1 },
        ),
      }),
      path('M150 720L720 130H850L170 860Z', { fill: '#fff', opacity: 0.13 }),
      path('M200 900L930 190H965L220 930Z', { fill: '#fff', opacity: 0.1 }),
      path(outline, { fill: 'none', stroke: rim, 'stroke-width': 40 }),
      path(outline, { fill: 'none', stroke: '#000', 'stroke-width': 44, opacity: 0.12 }),
      path(outline, { fill: 'none', stroke: rim, 'stroke-width': 28 }),
      blurred(3, path(outline, { fill: 'none', stroke: '#fff', 'stroke-width': 6, opacity: 0.6, transform: 'translate(8 8)' })),
    ),
  )
}

/** A gable-top milk carton; front is 470×640, side 190×640. */
export function gable({ front, side, gableArt, fin }) {
  const [x, y, w, s, h] = [290, 440, 470, 190, 620]
  const drop = 30
  const rise = 56
  const tl = [x, y]
  const tr = [x + w, y + drop]
  const sr = [x + w + s * 0.9, y + drop - rise]
  const finL = [x + 66, 226]
  const finR = [x + w + 42, 226 + drop]
  return group(
    {},
    path(poly([tr, sr, finR]), { fill: fin }),
    path(poly([tr, sr, finR]), { fill: '#1d0838', opacity: 0.5 }),
    path(poly([sr, finR, [finR[0] - 36, finR[1] + 90]]), { fill: '#1d0838', opacity: 0.25 }),
    onto(tr, [s * 0.9, -rise], [0, h], s, 640, side, shade(s, 640, 0.4, 0.62)),
    onto(
      tl,
      [w, drop],
      [0, h],
      w,
      640,
      front,
      shade(w, 640, 0, 0.2),
      rect(0, 0, w, 640, {
        fill: linear(
          [
            [0, '#fff', 0.3],
            [0.4, '#fff', 0],
          ],
          { x2: 1, y2: 1 },
        ),
      }),
    ),
    clipped(
      poly([tl, tr, finR, finL]),
      gableArt,
      path(poly([tl, tr, finR, finL]), {
        fill: linear([
          [0, '#fff', 0.35],
          [0.6, '#fff', 0],
          [1, '#1d0838', 0.3],
        ]),
      }),
    ),
    clipped(
      poly([finL, finR, [finR[0], finR[1] - 84], [finL[0], finL[1] - 84]]),
      rect(200, 80, 800, 300, { fill: fin }),
      times(34, (i) => rect(finL[0] + i * 14, 100, 5, 190, { fill: '#000', opacity: 0.16 })),
      rect(200, 80, 800, 300, {
        fill: linear(
          [
            [0, '#fff', 0.45],
            [0.5, '#fff', 0],
            [1, '#000', 0.2],
          ],
          { x2: 1, y2: 0 },
        ),
      }),
    ),
    path(poly([finL, finR], false), { stroke: '#1d0838', 'stroke-width': 6, opacity: 0.35 }),
    path(poly([tl, tr], false), { stroke: '#1d0838', 'stroke-width': 5, opacity: 0.25 }),
    path(`M${tr[0]} ${tr[1]}v${h}`, { stroke: '#fff', 'stroke-width': 4, opacity: 0.5 }),
  )
}

export { onto, shade }
