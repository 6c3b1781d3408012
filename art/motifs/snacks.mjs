// Crisps, sweets, biscuits and other things to eat, around the origin.

import { darker, lighter, mix } from '../lib/colour.mjs'
import { circle, clipped, ellipse, group, n, path, radial, rect, ring, roundBox, seeded, smooth, times } from '../lib/svg.mjs'
import { ink } from './fruit.mjs'

/** A potato crisp: a thin slice, both ends curling up, rim toasted. */
export function crisp({ fill = '#f6c445', line = '#8a4b00', seed = 1, specks = '#b5651d' } = {}) {
  const r = seeded(seed)
  const toast = mix(fill, '#b5560a', 0.5)
  const pale = lighter(mix(fill, '#ffe680', 0.5), 0.25)
  const d = 'M-112 -34C-96 -70 -50 -58 -4 -58C46 -58 92 -80 112 -44C126 -6 84 52 6 56C-70 60 -130 10 -112 -34Z'
  return group(
    {},
    path(d, { fill: darker(toast, 0.25), transform: 'translate(-2 9)', ...ink(line) }),
    path(d, { fill: toast, ...ink(line) }),
    clipped(
      d,
      path(d, { fill: pale, transform: 'translate(0 -2) scale(0.9 0.85)' }),
      path('M-120 -50C-74 -50 -64 0 -70 60H-130ZM122 -60C80 -54 66 0 78 60H140Z', { fill, opacity: 0.85 }),
      path('M-62 -40C-20 -46 30 -44 64 -50C30 -30 -24 -28 -62 -40Z', { fill: '#ffffff', opacity: 0.75 }),
      times(5, (i) => path(`M${-70 + i * 34} ${n(r(-10, 26))}q10 -9 20 0`, { fill: 'none', stroke: toast, 'stroke-width': 5, 'stroke-linecap': 'round' })),
      times(14, () => circle(r(-88, 88), r(-36, 38), r(2, 5), { fill: specks, opacity: 0.85 })),
    ),
  )
}

export function ridged({ fill = '#f2b632', line = '#7a3d00' } = {}) {
  const d = smooth(
    [
      [-100, 0],
      [-70, -50],
      [0, -66],
      [70, -52],
      [102, 0],
      [72, 52],
      [0, 66],
      [-72, 50],
    ],
    true,
    1,
  )
  return group(
    {},
    path(d, { fill, ...ink(line) }),
    clipped(
      d,
      times(9, (i) => path(`M${-96 + i * 24} -80Q${-82 + i * 24} 0 ${-96 + i * 24} 80`, { fill: 'none', ...ink(i % 2 ? darker(fill, 0.22) : lighter(fill, 0.5), 9) })),
    ),
  )
}

export const hoop = ({ fill = '#f59e2c', line = '#5c1600', dust = '#c81e1e', seed = 2 } = {}) => {
  const r = seeded(seed)
  return group(
    {},
    path('M-100 0a100 84 0 1 0 200 0a100 84 0 1 0 -200 0ZM-40 -6a40 30 0 1 1 80 0a40 30 0 1 1 -80 0Z', { fill, 'fill-rule': 'evenodd', ...ink(line) }),
    path('M-76 -20A84 66 0 0 1 0 -64', { fill: 'none', ...ink(lighter(fill, 0.6), 12) }),
    path('M-60 54A90 70 0 0 0 82 30', { fill: 'none', ...ink(darker(fill, 0.3), 9) }),
    times(18, () => {
      const a = r(0, 6.28)
      const k = r(52, 88)
      return circle(Math.cos(a) * k, Math.sin(a) * k * 0.84, r(2.5, 5.5), { fill: dust })
    }),
  )
}

/** A saddle-shaped stacked chip, seen on edge. */
export const waveChip = ({ fill = '#f3d36b', line = '#6b4a00' } = {}) =>
  group({}, path('M-180 8C-120 -46 -60 -30 0 -6C60 20 130 22 180 -16C176 10 130 52 60 44C0 38 -60 -6 -110 8C-140 16 -170 26 -180 8Z', { fill, ...ink(line) }), path('M-150 2C-100 -26 -50 -14 0 8C50 28 110 36 160 4', { fill: 'none', ...ink(lighter(fill, 0.55), 8) }))

export const curl = ({ fill = '#ffc63b', line = '#7a3d00', dust = '#d9482b', seed = 4 } = {}) => {
  const r = seeded(seed)
  return group(
    {},
    path('M-90 40C-110 -30 -50 -96 20 -86C90 -76 110 0 70 40C50 58 24 44 34 20C48 -10 30 -36 0 -34C-40 -32 -40 20 -50 50C-60 74 -84 66 -90 40Z', { fill, ...ink(line) }),
    path('M-70 20C-76 -30 -40 -66 10 -64', { fill: 'none', ...ink(lighter(fill, 0.65), 11) }),
    [
      [-60, 44],
      [-52, 4],
      [-24, -40],
      [20, -54],
      [60, -36],
      [72, 0],
      [54, 28],
    ].map(([x, y]) => circle(x + r(-6, 6), y + r(-6, 6), r(4, 7), { fill: dust })),
  )
}

export const twist = ({ fill = '#ff9a5c', line = '#7a1f0d' } = {}) =>
  group(
    {},
    times(
      5,
      (i) =>
        path('M-34 30C-44 -10 -10 -44 30 -34C44 0 10 40 -34 30Z', { fill: i % 2 ? fill : lighter(fill, 0.25), transform: `translate(${-96 + i * 48} ${(i % 2) * 10 - 5})`, ...ink(line, 6) }) +
        path('M-18 -4Q-8 -22 12 -24', { fill: 'none', transform: `translate(${-96 + i * 48} ${(i % 2) * 10 - 5})`, ...ink('#fff0d8', 6) }),
    ),
  )

export const stick = ({ fill = '#f0a52e', line = '#6b2f00' } = {}) =>
  group(
    {},
    path(roundBox(-16, -120, 32, 240, 14), { fill, ...ink(line, 6) }),
    path('M-5 -100V90', { fill: 'none', ...ink(lighter(fill, 0.6), 6) }),
    [-70, -20, 36, 82].map((y, i) => circle(i % 2 ? 6 : 2, y, 4, { fill: '#3f7d20' })),
  )

export const plank = ({ fill = '#f5d66a', line = '#6b5200' } = {}) =>
  group(
    {},
    path('M-120 -10C-80 -50 60 -56 122 -14C130 14 70 46 -10 44C-80 42 -130 20 -120 -10Z', { fill, ...ink(line) }),
    path('M-96 -4C-50 -26 50 -28 100 -4M-90 14C-40 26 40 26 92 10', { fill: 'none', ...ink('#d9a52c', 5) }),
    times(7, (i) => ellipse(-66 + i * 22, 2 + (i % 2) * 6, 6, 3, { fill: '#8a5a10' })),
  )

export function shrimp({ fill = '#ff7d5c', line = '#6b1408' } = {}) {
  return group(
    {},
    path('M30 -92C-60 -100 -112 -40 -98 24C-88 74 -36 100 14 92C34 88 40 60 16 54C-20 50 -44 36 -46 4C-46 -30 -10 -48 40 -44C80 -42 92 -80 30 -92Z', { fill, ...ink(line) }),
    path('M-70 -64L-34 -30M-96 -18L-50 -6M-92 40L-46 22M-50 82L-26 48M-14 -92L-4 -46', { fill: 'none', ...ink(darker(fill, 0.3), 6) }),
    path('M-78 -24C-70 -56 -40 -74 -10 -76', { fill: 'none', ...ink('#ffd9c4', 9) }),
    path('M10 60L64 46L50 72L76 96L20 92Z', { fill: '#ff5636', ...ink(line, 6) }),
    path('M60 -80C90 -110 110 -116 124 -112M54 -64C90 -76 112 -72 124 -60', { fill: 'none', ...ink(line, 6) }),
    circle(42, -70, 9, { fill: '#1a0b12' }),
    circle(39, -73, 3, { fill: '#fff' }),
    path('M-26 44L-14 74M-40 34L-40 62M-6 52L10 76', { fill: 'none', ...ink(line, 5) }),
  )
}

export function egg({ line = '#6b2a00' } = {}) {
  const d = 'M0 -104C50 -104 82 -30 82 20C82 74 46 100 0 100C-46 100 -82 74 -82 20C-82 -30 -50 -104 0 -104Z'
  return group(
    {},
    path(d, { fill: '#fff9ee', ...ink(line) }),
    clipped(d, path('M20 -110C100 -40 110 80 0 110C60 60 60 -40 20 -110Z', { fill: '#e9d9c0' })),
    circle(0, 26, 52, { fill: '#ff8a00', ...ink('#c24e00', 5) }),
    circle(0, 26, 40, { fill: '#ffab1a' }),
    path('M-32 14Q-24 -8 -4 -12', { fill: 'none', ...ink('#ffe9a8', 9) }),
    path('M20 60C22 92 28 104 26 124C38 124 40 104 40 54Z', { fill: '#ff8a00', ...ink('#c24e00', 4) }),
  )
}

export const nori = ({ line = '#04140f' } = {}) =>
  group(
    {},
    path('M-90 -64C-50 -88 50 -84 92 -60C100 -10 94 40 84 74C40 94 -50 90 -86 68C-98 20 -98 -20 -90 -64Z', { fill: '#12382c', ...ink(line) }),
    path('M-70 -44C-30 -60 30 -58 70 -42M-74 -10C-30 -22 36 -20 78 -6M-72 26C-30 16 30 18 74 30M-60 54C-20 46 30 46 64 56', { fill: 'none', ...ink('#2f6b50', 6) }),
    path('M-78 -52Q-40 -70 10 -68', { fill: 'none', ...ink('#6fb08a', 6) }),
  )

export const butter = ({ line = '#8a5a00' } = {}) =>
  group({}, path('M-80 -10L0 -54L84 -16L6 34Z', { fill: '#fff3a8', ...ink(line) }), path('M-80 -10L6 34V84L-80 38Z', { fill: '#ffdf5c', ...ink(line) }), path('M84 -16L6 34V84L84 32Z', { fill: '#f2bd2e', ...ink(line) }), path('M-56 -8L0 -38L40 -20', { fill: 'none', ...ink('#fff', 7) }))

/** A jelly ring with sugar on it. */
export const jellyRing = ({ fill = '#ff9a3d', line = '#7a1f0d', sugar = '#fff', seed = 7 } = {}) => {
  const r = seeded(seed)
  return group(
    {},
    path('M-96 0a96 96 0 1 0 192 0a96 96 0 1 0 -192 0ZM-34 0a34 34 0 1 1 68 0a34 34 0 1 1 -68 0Z', { fill, 'fill-rule': 'evenodd', ...ink(line) }),
    path('M-70 -16A72 72 0 0 1 10 -70', { fill: 'none', ...ink(lighter(fill, 0.7), 14) }),
    path('M-30 72A78 78 0 0 0 76 14', { fill: 'none', ...ink(darker(fill, 0.25), 10) }),
    times(26, () => {
      const a = r(0, 6.28)
      const k = r(46, 88)
      return rect(Math.cos(a) * k, Math.sin(a) * k, 6, 6, { fill: sugar, transform: `rotate(${n(r(0, 40))})` })
    }),
  )
}

/** A glassy drop. */
export const bead = (fill, r = 60) =>
  group(
    {},
    circle(0, 0, r, {
      fill: radial(
        [
          [0, lighter(fill, 0.75)],
          [0.35, lighter(fill, 0.2)],
          [0.75, fill],
          [1, darker(fill, 0.45)],
        ],
        { cx: 0.36, cy: 0.32, r: 0.75 },
      ),
    }),
    ellipse(-r * 0.34, -r * 0.42, r * 0.24, r * 0.15, { fill: '#fff', opacity: 0.95, transform: `rotate(-30)` }),
    path(`M${-r * 0.3} ${r * 0.72}A${r * 0.78} ${r * 0.78} 0 0 0 ${r * 0.7} ${r * 0.34}`, { fill: 'none', stroke: '#fff', 'stroke-width': r * 0.09, opacity: 0.5, 'stroke-linecap': 'round' }),
  )

export const starCandy = ({ fill = '#ffd23b', line = '#5c3a00' } = {}) =>
  group(
    {},
    path(
      smooth(
        ring(10, (i) => (i % 2 ? 56 : 104)),
        true,
        0.7,
      ),
      { fill, ...ink(line) },
    ),
    path('M-44 -10Q-32 -16 -22 -36L-6 -66', { fill: 'none', ...ink('#fff', 10) }),
    path('M40 60Q30 34 60 4', { fill: 'none', ...ink(darker(fill, 0.2), 8) }),
  )

export const lolly = ({ line = '#3d0a1e' } = {}) =>
  group(
    {},
    rect(-9, 80, 18, 190, { rx: 9, fill: '#fff7ea', ...ink(line, 6) }),
    path('M-100 20C-100 -120 100 -120 100 20Q100 96 0 96Q-100 96 -100 20Z', { fill: '#1e9a4a', ...ink(line) }),
    path('M-82 14C-82 -98 82 -98 82 14Q82 78 0 78Q-82 78 -82 14Z', { fill: '#ff3d5e' }),
    path('M-82 10C-40 40 40 -10 82 20V14C82 -98 -82 -98 -82 14Z', { fill: '#c81e2e' }),
    times(26, (i) => circle(-66 + ((i * 37) % 134), -46 + ((i * 23) % 56), 4, { fill: i % 3 ? '#7d0f16' : '#ff9a5c' })),
    [
      [-40, 52],
      [0, 60],
      [40, 50],
    ].map(([x, y]) => ellipse(x, y, 5, 9, { fill: '#2a0614' })),
    path('M-66 -16C-58 -50 -30 -66 0 -68', { fill: 'none', ...ink('#ffb3bf', 10) }),
  )

export const twistWrap = ({ fill = '#4caf50', stripe = '#fff3c8', line = '#0d3a1e' } = {}) =>
  group(
    {},
    path('M-56 0L-120 -46L-106 0L-120 46Z', { fill: lighter(fill, 0.25), ...ink(line) }),
    path('M56 0L120 -46L106 0L120 46Z', { fill: lighter(fill, 0.25), ...ink(line) }),
    path('M-60 -2L-104 -24M-60 2L-104 24M60 -2L104 -24M60 2L104 24', { fill: 'none', ...ink(line, 4) }),
    path(roundBox(-64, -46, 128, 92, 40), { fill, ...ink(line) }),
    clipped(roundBox(-64, -46, 128, 92, 40), path('M-30 -60L0 -60L-20 60L-50 60ZM30 -60L60 -60L40 60L10 60Z', { fill: stripe })),
    path('M-44 -22Q-30 -34 0 -34', { fill: 'none', ...ink('#fff', 7) }),
  )

export const shard = ({ fill = '#8a3f12', line = '#2e1003', d = 'M-90 -30L-20 -80L80 -50L96 20L20 80L-70 60Z' } = {}) =>
  group({}, path(d, { fill, ...ink(line) }), path('M-70 -26L-16 -62L60 -40L0 -10Z', { fill: lighter(fill, 0.4) }), path('M-70 -26L0 -10L10 60M0 -10L60 -40', { fill: 'none', ...ink(darker(fill, 0.35), 5) }))

/** A biscuit pair with filling; biscuit may be scalloped. */
export function sandwich({ biscuit = '#e8b66a', cream = '#8b4fd6', line = '#3a1550' } = {}) {
  return group(
    {},
    path('M-104 30C-104 60 -60 84 0 84C60 84 104 60 104 30V48C104 80 60 104 0 104C-60 104 -104 80 -104 48Z', { fill: darker(biscuit, 0.3), ...ink(line) }),
    ellipse(0, 34, 104, 56, { fill: biscuit, ...ink(line) }),
    path('M-112 0C-112 30 -100 40 -84 36C-72 60 -52 52 -40 58C-20 76 -4 60 10 68C30 72 40 54 58 56C76 54 84 40 96 34C110 26 112 10 110 -6Z', { fill: cream, ...ink(line) }),
    path('M-94 16Q-60 40 -20 42', { fill: 'none', ...ink(lighter(cream, 0.5), 7) }),
    path('M-104 -18C-104 10 -60 34 0 34C60 34 104 10 104 -18V-34H-104Z', { fill: darker(biscuit, 0.25), ...ink(line) }),
    ellipse(0, -34, 104, 56, { fill: biscuit, ...ink(line) }),
    ellipse(0, -34, 80, 40, { fill: 'none', stroke: darker(biscuit, 0.22), 'stroke-width': 5, 'stroke-dasharray': '5 12' }),
    [
      [-40, -44],
      [0, -54],
      [40, -44],
      [-24, -22],
      [24, -22],
      [0, -36],
    ].map(([x, y]) => ellipse(x, y, 6, 4, { fill: darker(biscuit, 0.4) })),
    path('M-84 -50Q-60 -78 -10 -82', { fill: 'none', ...ink(lighter(biscuit, 0.6), 7) }),
  )
}

/** A round biscuit from above, cracked or sprinkled. */
export function biscuit({ fill = '#c97b34', line = '#4d2205', sprinkles, seed = 3, cracks = false } = {}) {
  const r = seeded(seed)
  return group(
    {},
    path(
      smooth(
        ring(14, (i) => 98 + (i % 2 ? 3 : -3)),
        true,
        1,
      ),
      { fill, ...ink(line) },
    ),
    circle(-4, -6, 80, { fill: lighter(fill, 0.16) }),
    cracks ? path('M-70 -10L-30 -20L-10 10L30 0L66 26M-20 -70L-6 -40L-30 -20M-10 10L-16 50L10 76M30 0L40 -40L64 -52', { fill: 'none', ...ink(darker(fill, 0.45), 7) }) : '',
    sprinkles
      ? times(46, (i) => {
          const a = i * 2.399
          const k = Math.sqrt(i / 46) * 84
          return rect(-10, -3.5, 20, 7, { rx: 3.5, fill: sprinkles[i % sprinkles.length], transform: `translate(${n(Math.cos(a) * k)} ${n(Math.sin(a) * k)}) rotate(${n(r(0, 180))})` })
        })
      : '',
    path('M-78 -36Q-56 -78 -10 -84', { fill: 'none', ...ink(lighter(fill, 0.6), 8) }),
  )
}

/** A fan-shaped shortbread with a pressed blossom. */
export const fanCookie = ({ fill = '#f2cf94', line = '#8a4b1e' } = {}) =>
  group(
    {},
    path(`M0 96L-104 -26${['Q-112 -58 -80 -60', 'Q-74 -92 -42 -84', 'Q-24 -112 0 -94', 'Q24 -112 42 -84', 'Q74 -92 80 -60', 'Q112 -58 104 -26'].join('')}Z`, { fill, ...ink(line) }),
    path('M0 84L-76 -50M0 84L-40 -74M0 84V-86M0 84L40 -74M0 84L76 -50', { fill: 'none', ...ink(darker(fill, 0.25), 5) }),
    path('M-86 -34Q-70 -66 -38 -74', { fill: 'none', ...ink('#fff4d8', 6) }),
  )

export function waffle({ fill = '#d98b2e', line = '#4d2205' } = {}) {
  return group(
    {},
    circle(0, 0, 100, { fill, ...ink(line) }),
    clipped(
      'M-92 0a92 92 0 1 0 184 0a92 92 0 1 0 -184 0Z',
      rect(-100, -100, 200, 200, { fill: darker(fill, 0.25) }),
      times(9, (i) => times(9, (j) => rect(-98 + i * 23, -98 + j * 23, 17, 17, { rx: 3, fill: lighter(fill, (i + j) % 2 ? 0.22 : 0.1) }))),
    ),
    path('M-76 -40A86 86 0 0 1 -10 -85', { fill: 'none', ...ink('#ffe2a8', 8) }),
  )
}

export const cinnamon = ({ line = '#3a1608' } = {}) =>
  group(
    {},
    path('M-26 -110H26V110H-26Z', { fill: '#b5622a', ...ink(line) }),
    path('M-10 -110V110M10 -100V110', { fill: 'none', ...ink('#8a431a', 6) }),
    path('M-26 -110C-26 -130 -4 -128 0 -114C4 -128 26 -130 26 -110C26 -100 10 -98 6 -108M-26 -110C-26 -100 -10 -98 -6 -108', { fill: '#d98a4a', ...ink(line, 6) }),
    path('M-18 -90V80', { fill: 'none', ...ink('#e8a86a', 5) }),
  )

export const bonbon = ({ fill = '#5a2d1a', foil = '#f2c14e', line = '#2e1003' } = {}) =>
  group(
    {},
    path('M-92 70L-76 30L-56 60L-36 26L-14 58L10 24L34 58L56 26L76 58L94 30L86 76Q0 112 -92 70Z', { fill: foil, ...ink(line, 6) }),
    path('M-78 50C-84 -50 -40 -90 0 -90C40 -90 84 -50 78 50Q0 86 -78 50Z', { fill, ...ink(line) }),
    path('M-92 70L-72 44L-50 72L-26 46L-2 74L24 46L48 72L70 44L88 74Q0 112 -92 70Z', { fill: lighter(foil, 0.3), ...ink(line, 5) }),
    path('M-50 10C-50 -30 -30 -58 -6 -64', { fill: 'none', ...ink(lighter(fill, 0.55), 11) }),
    path('M-20 -20C0 -50 30 -30 20 -6C10 16 -20 6 -10 -10', { fill: 'none', ...ink(foil, 7) }),
  )

export const chocoSquare = ({ fill = '#3a1f18', top = '#55312a', line = '#120706' } = {}) =>
  group({}, path('M-90 -10L0 -60L90 -14L6 40Z', { fill: top, ...ink(line) }), path('M-90 -10L6 40V100L-90 46Z', { fill, ...ink(line) }), path('M90 -14L6 40V100L90 42Z', { fill: darker(fill, 0.4), ...ink(line) }), path('M-62 -10L0 -42L44 -20', { fill: 'none', ...ink(lighter(top, 0.45), 7) }))

export const sugarCube = ({ fill = '#ff8fb0', line = '#8a1f4a' } = {}) =>
  group(
    {},
    chocoSquare({ fill, top: lighter(fill, 0.5), line }),
    times(18, (i) => circle(-70 + ((i * 41) % 140), -20 + ((i * 29) % 90), 4, { fill: '#fff', opacity: 0.9 })),
    ellipse(-20, 40, 14, 10, { fill: '#9fce4f', ...ink(line, 4) }),
    ellipse(40, 44, 13, 9, { fill: '#9fce4f', ...ink(line, 4) }),
  )

export const pillow = ({ fill = '#7a4220', line = '#2e1003' } = {}) =>
  group(
    {},
    path('M-86 -54Q-90 -76 -66 -70Q0 -54 66 -70Q90 -76 86 -54Q72 0 86 54Q90 76 66 70Q0 54 -66 70Q-90 76 -86 54Q-72 0 -86 -54Z', { fill, ...ink(line) }),
    path('M-56 -36Q0 -24 50 -38M-62 40Q0 30 60 44', { fill: 'none', ...ink(lighter(fill, 0.45), 8) }),
    path('M-40 0L-20 4M10 -4L34 2M-6 24L12 20', { fill: 'none', ...ink(darker(fill, 0.4), 6) }),
  )
