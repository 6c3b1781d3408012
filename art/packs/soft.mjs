// Soft packs: the pillow bag and the stand-up pouch. A face is drawn in the
// canvas's own coordinates; the pack clips it and puts the light on it.
import { blend, blurred, clipped, group, linear, n, path, rect, softEllipse, times } from '../lib/svg.mjs'

const zigzag = (x1, x2, y, depth, count) => {
  const step = (x2 - x1) / count
  let d = ''
  for (let i = 0; i < count; i++) {
    d += `L${n(x1 + step * (i + 0.5))} ${n(y + depth)}L${n(x1 + step * (i + 1))} ${n(y)}`
  }
  return d
}

const crimp = (x, y, w, h) =>
  group(
    {},
    rect(x, y, w, h, { fill: '#000', opacity: 0.12 }),
    times(Math.floor(w / 15), (i) => rect(x + i * 15, y, 5, h, { fill: '#fff', opacity: 0.28 })),
    times(Math.floor(w / 15), (i) => rect(x + i * 15 + 6, y, 4, h, { fill: '#000', opacity: 0.16 })),
  )

/** A fold: a thin wedge from (x, y) to (x2, y2), light on one side. */
const fold = (x, y, x2, y2, width, light) => {
  const dx = light ? -width * 0.6 : width * 0.6
  return path(`M${n(x - width)} ${n(y)}Q${n((x + x2) / 2 + dx)} ${n((y + y2) / 2)} ${n(x2)} ${n(y2)}Q${n((x + x2) / 2 + width + dx)} ${n((y + y2) / 2)} ${n(x + width)} ${n(y)}Z`, {
    fill: light ? '#fff' : '#000',
  })
}

/** Folds run out from the seams; each seam's are blurred together, over a small area. */
function folds(top, bottom, left, right) {
  const above = []
  const below = []
  const soft = (x, y, x2, y2, width, light) => group({ opacity: light ? 0.4 : 0.28 }, fold(x, y, x2, y2, width, light))
  const spots = [0.1, 0.24, 0.4, 0.58, 0.74, 0.9]
  spots.forEach((s, i) => {
    const x = left + (right - left) * s
    const drift = (0.5 - s) * -60
    const long = 70 + (i % 3) * 42
    above.push(soft(x, top, x + drift, top + long, 15, false), soft(x + 26, top, x + 26 + drift, top + long * 0.8, 12, true))
    below.push(soft(x + 14, bottom, x + 14 + drift, bottom - long, 15, false), soft(x - 14, bottom, x - 14 + drift, bottom - long * 0.8, 12, true))
  })
  return [blurred(6, ...above), blurred(6, ...below)]
}

/** Light that bulging film has: dark flanks, a broad soft shine, a thin rim. */
function filmLight(left, right, top, bottom) {
  const w = right - left
  const mid = (top + bottom) / 2
  return [
    blend(
      'multiply',
      rect(left - 40, top - 80, w + 80, bottom - top + 160, {
        fill: linear(
          [
            [0, '#55172e', 0.5],
            [0.09, '#55172e', 0.16],
            [0.22, '#55172e', 0],
            [0.74, '#55172e', 0],
            [0.9, '#55172e', 0.22],
            [1, '#55172e', 0.56],
          ],
          { x2: 1, y2: 0 },
        ),
      }),
      rect(left - 40, top - 80, w + 80, bottom - top + 160, {
        fill: linear([
          [0, '#55172e', 0.18],
          [0.16, '#55172e', 0],
          [0.76, '#55172e', 0],
          [1, '#55172e', 0.34],
        ]),
      }),
    ),
    blurred(20, path(`M${left + w * 0.13} ${top + 60}C${left + w * 0.05} ${mid - 120} ${left + w * 0.05} ${mid + 60} ${left + w * 0.12} ${bottom - 220}C${left + w * 0.14} ${mid + 60} ${left + w * 0.17} ${mid - 160} ${left + w * 0.2} ${top + 50}Z`, { fill: '#fff', opacity: 0.75 })),
    blurred(16, path(`M${right - w * 0.1} ${top + 150}C${right - w * 0.035} ${mid - 60} ${right - w * 0.04} ${mid + 120} ${right - w * 0.09} ${bottom - 120}C${right - w * 0.07} ${mid + 80} ${right - w * 0.065} ${mid - 40} ${right - w * 0.1} ${top + 150}Z`, { fill: '#fff', opacity: 0.6 })),
    softEllipse(left + w * 0.52, top + 40, w * 0.36, 60, '#ffffff', 0.42),
  ]
}

export function bag(face, { trim } = {}) {
  const shape = `M268 118${zigzag(268, 932, 118, -13, 34)}L934 192C972 330 966 850 936 1016L932 1090${zigzag(932, 268, 1090, 13, 34)}L264 1016C234 850 228 330 266 192Z`
  return clipped(
    shape,
    face,
    trim ? rect(220, 100, 760, 92, { fill: trim }) + rect(220, 1016, 760, 100, { fill: trim }) : '',
    ...filmLight(240, 960, 190, 1018),
    ...folds(192, 1016, 270, 930),
    crimp(240, 100, 720, 84),
    crimp(240, 1024, 720, 84),
    rect(220, 184, 760, 5, { fill: '#000', opacity: 0.25 }),
    rect(220, 189, 760, 4, { fill: '#fff', opacity: 0.4 }),
    rect(220, 1017, 760, 5, { fill: '#000', opacity: 0.28 }),
    rect(220, 1022, 760, 4, { fill: '#fff', opacity: 0.35 }),
  )
}

/** A stand-up pouch: zip, tear notch, hang hole, gusset. */
export function pouch(face, { window: pane } = {}) {
  const shape = 'M292 128H908Q934 128 934 154V240L926 250L936 262C962 480 972 800 966 1010Q964 1052 922 1066Q600 1112 278 1066Q236 1052 234 1010C228 800 238 480 264 262L274 250L266 240V154Q266 128 292 128Z'
  return clipped(
    shape,
    face,
    pane ?? '',
    blend('multiply', path('M228 985Q600 1085 972 985L980 1120H220Z', { fill: '#55172e', opacity: 0.22 })),
    path('M228 985Q600 1085 972 985', { fill: 'none', stroke: '#fff', 'stroke-width': 4, opacity: 0.5 }),
    path('M228 980Q600 1080 972 980', { fill: 'none', stroke: '#000', 'stroke-width': 5, opacity: 0.22 }),
    ...filmLight(238, 962, 210, 1060),
    rect(220, 128, 760, 82, { fill: '#000', opacity: 0.1 }),
    rect(220, 206, 760, 4, { fill: '#fff', opacity: 0.45 }),
    rect(220, 210, 760, 4, { fill: '#000', opacity: 0.25 }),
    rect(240, 262, 720, 9, { fill: '#fff', opacity: 0.35 }),
    rect(240, 271, 720, 5, { fill: '#000', opacity: 0.25 }),
    rect(240, 284, 720, 9, { fill: '#fff', opacity: 0.28 }),
    rect(240, 293, 720, 4, { fill: '#000', opacity: 0.2 }),
    blurred(5, group({ opacity: 0.3 }, fold(330, 298, 320, 420, 13, false), fold(860, 298, 880, 450, 14, false)), group({ opacity: 0.4 }, fold(356, 298, 348, 390, 11, true), fold(838, 298, 848, 400, 11, true))),
    blurred(5, group({ opacity: 0.3 }, fold(330, 1010, 290, 880, 16, false), fold(880, 1010, 915, 860, 15, false)), group({ opacity: 0.4 }, fold(306, 1006, 272, 900, 11, true))),
    path('M560 152h80a17 17 0 0 1 0 34h-80a17 17 0 0 1 0-34Z', { fill: '#000', opacity: 0.45 }),
    path('M560 184h80', { stroke: '#fff', 'stroke-width': 4, opacity: 0.5, fill: 'none' }),
  )
}

/** A clear window in a pouch, through which its contents show. */
export function pane(d, contents, back = '#fff3') {
  return group({}, clipped(d, path(d, { fill: back }), contents, blurred(14, path(d, { fill: 'none', stroke: '#000', 'stroke-width': 34, opacity: 0.5 }))), path(d, { fill: 'none', stroke: '#fff', 'stroke-width': 5, opacity: 0.75 }))
}
