// Fruit and other plants, each drawn around the origin, about 100 units in radius.

import { darker, lighter, mix } from '../lib/colour.mjs'
import { at, circle, clipped, ellipse, group, n, path, ring, smooth, times } from '../lib/svg.mjs'

const ink = (colour, width = 7) => ({ stroke: colour, 'stroke-width': width, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' })

export function citrus({ rind = '#f5b800', flesh = '#ffe14d', pith = '#fff6d0', line = '#6b3d00', segments = 9 } = {}) {
  const wedge = times(segments, (i) => {
    const a = (i / segments) * Math.PI * 2
    const half = Math.PI / segments - 0.06
    const p = (r, t) => `${n(Math.cos(t) * r)} ${n(Math.sin(t) * r)}`
    return path(`M${p(12, a)}L${p(66, a - half)}Q${p(80, a)} ${p(66, a + half)}Z`, { fill: flesh, ...ink(flesh, 6) }) + path(`M${p(30, a - half * 0.3)}L${p(58, a - half * 0.5)}`, { fill: 'none', ...ink(lighter(flesh, 0.65), 5) })
  })
  return group({}, circle(0, 0, 100, { fill: rind, ...ink(line) }), circle(0, 0, 86, { fill: pith }), wedge, path('M-62 -74A96 96 0 0 1 20 -93', { fill: 'none', ...ink(lighter(rind, 0.6), 6) }))
}

export function leaf({ fill = '#3fae49', line = '#0e4a2a', veins = 4 } = {}) {
  return group(
    {},
    path('M0 100C-70 50 -70 -40 0 -100C70 -40 70 50 0 100Z', { fill, ...ink(line) }),
    clipped('M0 100C-70 50 -70 -40 0 -100C70 -40 70 50 0 100Z', path('M0 -100C70 -40 70 50 0 100Z', { fill: darker(fill, 0.22) })),
    path(`M0 120V-70${Array.from({ length: veins }, (_, i) => `M0 ${60 - i * 36}L-36 ${30 - i * 36}M0 ${60 - i * 36}L36 ${30 - i * 36}`).join('')}`, { fill: 'none', ...ink(line, 5) }),
  )
}

export function monstera({ fill = '#1f9d55', line = '#07351f' } = {}) {
  const d = 'M0 110C-20 60 -96 60 -100 -6L-56 -2L-98 -34C-92 -70 -70 -84 -60 -88L-30 -44L-42 -98C-16 -108 16 -108 42 -98L30 -44L60 -88C70 -84 92 -70 98 -34L56 -2L100 -6C96 60 20 60 0 110Z'
  return group({}, path(d, { fill, ...ink(line) }), path('M0 120V-70M0 50L-56 26M0 50L56 26M0 0L-44 -36M0 0L44 -36', { fill: 'none', ...ink(lighter(fill, 0.35), 6) }))
}

export function chili({ fill = '#e5202b', line = '#4d0410' } = {}) {
  return group(
    {},
    path('M-30 -70C20 -80 50 -30 40 20C30 76 -20 108 -60 112C-20 84 -12 40 -24 4C-34 -24 -56 -50 -30 -70Z', { fill, ...ink(line) }),
    path('M6 -50C26 -30 28 10 16 40', { fill: 'none', ...ink(lighter(fill, 0.6), 9) }),
    path('M-44 -62C-30 -84 10 -84 22 -62C6 -66 -8 -54 -20 -60C-30 -56 -38 -58 -44 -62Z', { fill: '#4caf3d', ...ink(line, 6) }),
    path('M-8 -76C-8 -96 6 -108 20 -112', { fill: 'none', ...ink(line, 16) }),
    path('M-8 -76C-8 -96 6 -108 20 -112', { fill: 'none', ...ink('#4caf3d', 7) }),
  )
}

export function mango({ line = '#6b2a00' } = {}) {
  const d = 'M-84 30C-90 -40 -30 -96 40 -84C96 -72 104 0 66 50C30 96 -70 96 -84 30Z'
  return group(
    {},
    path(d, { fill: '#ffb21a', ...ink(line) }),
    clipped(d, path('M20 -110C120 -90 120 30 70 80C90 20 80 -60 20 -110Z', { fill: '#f0503c', opacity: 0.85 }), path('M-90 30C-80 90 0 110 60 60C0 80 -60 70 -90 30Z', { fill: '#e88a00', opacity: 0.6 })),
    path('M-54 -8C-48 -38 -26 -56 0 -62', { fill: 'none', ...ink('#fff0b8', 12) }),
    path('M42 -86Q46 -108 64 -116', { fill: 'none', ...ink(line, 12) }),
  )
}

/** A mango cheek scored into cubes. */
export function mangoCheek({ line = '#8a3a00' } = {}) {
  const d = 'M-100 10C-80 -70 80 -70 100 10C70 70 -70 70 -100 10Z'
  return group(
    {},
    path('M-100 10C-70 90 70 90 100 10C70 60 -70 60 -100 10Z', { fill: '#6aa832', ...ink(line) }),
    path(d, { fill: '#ffc02e', ...ink(line) }),
    clipped(d, path('M-80 -60L-60 80M-40 -70L-26 90M0 -80V90M40 -70L26 90M80 -60L60 80M-110 -24Q0 -4 110 -24M-110 14Q0 36 110 14', { fill: 'none', ...ink('#e88a00', 7) }), path('M-76 -16Q-66 -30 -52 -34M-32 -34Q-20 -40 -8 -40M-72 20Q-66 12 -54 8', { fill: 'none', ...ink('#fff2b0', 8) })),
  )
}

export function coconut({ line = '#3a1d10' } = {}) {
  return group(
    {},
    circle(0, 0, 100, { fill: '#7a4a2a', ...ink(line) }),
    times(26, (i) => path(`M${n(Math.cos(i) * 90)} ${n(Math.sin(i) * 90)}l${n(Math.cos(i + 1.2) * 14)} ${n(Math.sin(i + 1.2) * 14)}`, ink('#b07a4a', 4))),
    ellipse(4, 4, 82, 80, { fill: '#ffffff' }),
    ellipse(8, 10, 62, 58, { fill: '#e7eef0' }),
    path('M-40 0A50 46 0 0 0 56 30A62 58 0 0 1 -40 0Z', { fill: '#ffffff' }),
    ellipse(-16, -14, 26, 14, { fill: '#fff' }),
  )
}

export function lychee({ line = '#6b0d32' } = {}) {
  return group(
    {},
    circle(0, 0, 100, { fill: '#e8386b', ...ink(line) }),
    clipped(
      `M-100 0a100 100 0 1 0 200 0a100 100 0 1 0 -200 0Z`,
      times(60, (i) => {
        const a = i * 2.399
        const r = Math.sqrt(i / 60) * 100
        return path('M-9 6L0 -8L9 6Z', { fill: '#c21b50', transform: `translate(${n(Math.cos(a) * r)} ${n(Math.sin(a) * r)})` })
      }),
      path('M-20 110C-40 40 20 -10 110 -10V110Z', { fill: '#fff4f6' }),
      path('M6 110C0 50 40 16 110 14V110Z', { fill: '#f6d9e2' }),
    ),
    path('M-20 98C-30 40 20 -10 99 -10', { fill: 'none', ...ink(line, 6) }),
    path('M-64 -40Q-46 -72 -14 -78', { fill: 'none', ...ink('#ffb5cb', 11) }),
  )
}

export function peach({ line = '#8a1f3a', fill = '#ff9e7a' } = {}) {
  const d = 'M0 -70C40 -110 104 -70 98 0C92 66 40 96 0 98C-40 96 -92 66 -98 0C-104 -70 -40 -110 0 -70Z'
  return group(
    {},
    path(d, { fill, ...ink(line) }),
    clipped(d, path('M30 -100C120 -60 110 60 20 100C70 40 70 -50 30 -100Z', { fill: '#ff5f7e', opacity: 0.75 }), ellipse(-50, -20, 40, 56, { fill: '#ffd0a8', opacity: 0.8 })),
    path('M0 -70C-16 -20 -14 30 4 70', { fill: 'none', ...ink(line, 6) }),
    path('M4 -72C10 -116 60 -124 92 -108C76 -74 36 -62 4 -72Z', { fill: '#5dbb46', ...ink(line, 6) }),
    path('M-66 -30Q-60 -54 -40 -62', { fill: 'none', ...ink('#fff3e0', 11) }),
  )
}

export function grapes({ fill = '#7a2fd0', line = '#22063f' } = {}) {
  return group(
    {},
    path('M0 -60Q-4 -100 20 -120', { fill: 'none', ...ink('#5b8c2a', 12) }),
    at(46, -92, 0.42, 70, leaf({ fill: '#6cc24a', line })),
    [
      [-60, -40],
      [60, -40],
      [0, -52],
      [-34, 4],
      [34, 4],
      [0, 46],
      [-2, 96],
    ].map(([x, y]) => circle(x, y, 38, { fill, ...ink(line, 6) }) + ellipse(x - 12, y - 14, 10, 8, { fill: '#e9d0ff' }) + path(`M${x - 20} ${y + 18}Q${x} ${y + 32} ${x + 24} ${y + 12}`, { fill: 'none', ...ink(darker(fill, 0.35), 6) })),
  )
}

export function guava({ line = '#6b0d32' } = {}) {
  return group(
    {},
    circle(0, 0, 100, { fill: '#a6cf3f', ...ink(line) }),
    circle(0, 0, 86, { fill: '#ffd6d6' }),
    circle(0, 0, 76, { fill: '#ff5c7a' }),
    circle(0, 0, 44, { fill: '#ff8fa3' }),
    ring(13, (i) => 34 + (i % 3) * 9).map(([x, y]) => ellipse(x, y, 6, 8, { fill: '#fff0c8', stroke: '#b8233f', 'stroke-width': 3 })),
    path('M-60 -66A90 90 0 0 1 10 -92', { fill: 'none', ...ink('#e4f5a0', 7) }),
  )
}

export function pomegranate({ line = '#4d0416' } = {}) {
  const d = 'M-18 -88C-90 -90 -112 -10 -90 40C-70 88 -30 100 0 100C30 100 70 88 90 40C112 -10 90 -90 18 -88Z'
  return group(
    {},
    path('M-26 -78L-34 -124L-10 -104L0 -128L12 -104L34 -124L26 -78Z', { fill: '#c81e3a', ...ink(line) }),
    path(d, { fill: '#d92545', ...ink(line) }),
    clipped(d, path('M60 -100C140 -20 100 90 0 110C60 60 80 -20 60 -100Z', { fill: '#8f0f2c', opacity: 0.7 })),
    path('M-44 -40C0 -60 60 -30 56 20C52 66 0 74 -34 52C-66 30 -80 -20 -44 -40Z', { fill: '#fff0c8', ...ink(line, 6) }),
    [
      [-34, -16],
      [-6, -26],
      [22, -16],
      [-44, 12],
      [-16, 4],
      [12, 8],
      [36, 14],
      [-24, 34],
      [4, 38],
      [26, 36],
    ].map(([x, y], i) => path('M0 -15C10 -8 13 6 6 13C0 18 -10 14 -12 6C-12 -4 -6 -12 0 -15Z', { fill: i % 3 ? '#e3213f' : '#ff5a6e', transform: `translate(${x} ${y}) rotate(${i * 40})`, ...ink('#7d0a22', 3) }) + circle(x - 3, y - 3, 3, { fill: '#fff' })),
    path('M-78 -20Q-72 -60 -42 -72', { fill: 'none', ...ink('#ff9aa8', 10) }),
  )
}

export function banana({ line = '#5a3a00' } = {}) {
  return group(
    {},
    path('M-96 -50C-70 40 20 90 104 40C110 34 104 20 94 20C40 30 -40 0 -66 -72C-72 -84 -98 -76 -96 -50Z', { fill: '#ffd93b', ...ink(line) }),
    path('M-84 -44C-56 30 20 70 90 36', { fill: 'none', ...ink('#e0a800', 7) }),
    path('M-68 -72L-76 -104L-96 -98L-92 -62Z', { fill: '#a8772a', ...ink(line, 6) }),
    path('M94 18L112 26L104 44', { fill: '#5a3a00', ...ink(line, 6) }),
    path('M-66 -24C-50 10 -20 34 10 46', { fill: 'none', ...ink('#fff6b8', 8) }),
  )
}

export function watermelon({ line = '#3d0a1e' } = {}) {
  return group(
    {},
    path('M-104 -40A104 104 0 0 0 104 -40Z', { fill: '#1e9a4a', ...ink(line) }),
    path('M-90 -40A90 90 0 0 0 90 -40Z', { fill: '#eafbd0' }),
    path('M-78 -40A78 78 0 0 0 78 -40Z', { fill: '#ff3d5e' }),
    [
      [-40, -16],
      [-10, -22],
      [24, -18],
      [48, -24],
      [-22, 8],
      [10, 8],
      [-4, 28],
    ].map(([x, y]) => ellipse(x, y, 5, 9, { fill: '#2a0614' })),
    path('M-62 -26Q-54 2 -36 16', { fill: 'none', ...ink('#ff9aac', 8) }),
  )
}

export function plum({ line = '#2a0620', fill = '#8f1d52' } = {}) {
  return group(
    {},
    circle(0, 0, 92, { fill, ...ink(line) }),
    path('M14 -90C50 -30 40 50 4 90', { fill: 'none', ...ink(darker(fill, 0.4), 8) }),
    path('M-58 -30Q-46 -62 -16 -70', { fill: 'none', ...ink('#ff9fc4', 12) }),
    path('M0 -88Q4 -112 24 -120', { fill: 'none', ...ink(line, 12) }),
    at(44, -98, 0.36, 60, leaf({ fill: '#6cc24a', line })),
  )
}

export function cacao({ line = '#3a1608', fill = '#d2622a' } = {}) {
  const d = 'M0 -110C50 -80 66 0 40 70C28 100 10 108 0 112C-10 108 -28 100 -40 70C-66 0 -50 -80 0 -110Z'
  return group(
    {},
    path(d, { fill, ...ink(line) }),
    clipped(d, path('M10 -120C90 -60 90 60 0 120C40 60 40 -50 10 -120Z', { fill: darker(fill, 0.3) }), path('M-10 -110C-40 -40 -40 40 -8 110M16 -110C40 -40 36 40 10 110M-34 -70C-56 -10 -46 50 -28 90', { fill: 'none', ...ink(mix(fill, '#ffe0a0', 0.5), 6) })),
    path('M0 -110Q-6 -130 10 -142', { fill: 'none', ...ink(line, 13) }),
  )
}

export function corn({ line = '#5a3a00', char = true } = {}) {
  const d = 'M0 -120C40 -110 56 -40 52 40C50 84 30 100 0 104C-30 100 -50 84 -52 40C-56 -40 -40 -110 0 -120Z'
  return group(
    {},
    path(d, { fill: '#ffd23b', ...ink(line) }),
    clipped(
      d,
      times(12, (r) => times(6, (c) => path('M-9 -10Q0 -14 9 -10V8Q0 14 -9 8Z', { fill: char && (r * 5 + c * 3) % 11 === 0 ? '#a85b12' : (r + c) % 3 ? '#ffca1f' : '#ffe788', stroke: '#c98a00', 'stroke-width': 3, transform: `translate(${-48 + c * 19} ${-106 + r * 19})` }))),
    ),
    path('M-52 30C-96 20 -92 -40 -84 -64C-60 -40 -40 20 -8 108C-50 112 -60 70 -52 30Z', { fill: '#6cbf3a', ...ink(line) }),
    path('M52 30C96 20 92 -40 84 -64C60 -40 40 20 8 108C50 112 60 70 52 30Z', { fill: '#4fa52f', ...ink(line) }),
  )
}

export function rhubarb({ line = '#5c0a2a' } = {}) {
  return group(
    {},
    at(-14, -86, 0.62, -14, monstera({ fill: '#5fb04a', line })),
    path('M-18 -50C-8 0 -12 60 -22 112H22C16 60 14 0 10 -54Z', { fill: '#ff5f86', ...ink(line) }),
    path('M-4 -30C2 20 0 60 -6 108M10 -10C12 40 12 70 12 104', { fill: 'none', ...ink('#c2224e', 5) }),
    path('M-12 40C-10 70 -14 90 -18 108H22V70Z', { fill: '#d9f0a0', opacity: 0.6 }),
  )
}

export const blossom = ({ fill = '#ffb7cf', line = '#b8325f', heart = '#ffe28a' } = {}) =>
  group(
    {},
    ring(5, 1).map((_, i) => at(0, 0, 1, i * 72, path('M0 0C-46 -30 -44 -86 -14 -98L0 -82L14 -98C44 -86 46 -30 0 0Z', { fill, ...ink(line, 6) }), path('M0 -24V-60', { fill: 'none', ...ink(mix(fill, line, 0.5), 5) }))),
    circle(0, 0, 17, { fill: heart, ...ink(line, 5) }),
  )

export const petal = ({ fill = '#ffb7cf' } = {}) => path('M0 50C-46 10 -40 -44 -10 -54L0 -40L10 -54C40 -44 46 10 0 50Z', { fill })

export function rose({ fill = '#e8386b', line = '#6b0d32' } = {}) {
  return group(
    {},
    path(
      smooth(
        ring(10, (i) => (i % 2 ? 90 : 102)),
        true,
        1,
      ),
      { fill, ...ink(line) },
    ),
    path('M-80 20C-60 80 60 80 84 10C60 40 20 44 0 20', { fill: darker(fill, 0.22) }),
    path('M-6 -6C-22 -22 6 -46 26 -26C50 0 20 38 -14 32C-56 24 -60 -40 -18 -62C30 -84 84 -40 72 16C62 62 10 84 -36 66', { fill: 'none', ...ink(line, 7) }),
    path('M-70 -20Q-62 -56 -34 -70', { fill: 'none', ...ink(lighter(fill, 0.6), 9) }),
  )
}

/** Butterfly pea: one broad petal, one small, a pale eye. */
export const peaFlower = ({ fill = '#3747d8', line = '#0e1250' } = {}) =>
  group(
    {},
    path('M0 70C-50 70 -110 20 -96 -40C-84 -92 -30 -100 0 -76C30 -100 84 -92 96 -40C110 20 50 70 0 70Z', { fill, ...ink(line) }),
    path('M0 60C-30 40 -60 0 -50 -40C-30 -10 -10 0 0 30C10 0 30 -10 50 -40C60 0 30 40 0 60Z', { fill: lighter(fill, 0.35) }),
    path('M0 66C-24 50 -24 10 0 -14C24 10 24 50 0 66Z', { fill: '#fff3b8', ...ink(line, 5) }),
    path('M-70 -44Q-56 -70 -30 -72M70 -44Q60 -64 44 -70', { fill: 'none', ...ink(lighter(fill, 0.6), 7) }),
  )

/** A tulip as on Iznik tiles. */
export const tulip = ({ fill = '#e3213f', line = '#0f2f6b' } = {}) =>
  group(
    {},
    path('M0 30V110', { ...ink('#1a8f7a', 9), fill: 'none' }),
    path('M0 100C-50 90 -60 40 -64 16C-30 36 -6 60 0 100C6 60 30 36 64 16C60 40 50 90 0 100Z', { fill: '#1a8f7a', ...ink(line, 5) }),
    path('M0 36C-60 30 -66 -40 -50 -100C-36 -80 -22 -60 -18 -40C-12 -70 -8 -90 0 -110C8 -90 12 -70 18 -40C22 -60 36 -80 50 -100C66 -40 60 30 0 36Z', { fill, ...ink(line, 6) }),
    path('M0 20C-14 0 -12 -40 0 -70C12 -40 14 0 0 20Z', { fill: '#fff3dc' }),
  )

export const teaSprig = ({ fill = '#7a5a2c', line = '#2e1c08' } = {}) => group({}, path('M0 100V0', { fill: 'none', ...ink(line, 8) }), at(0, -50, [0.5, 0.62], 0, leaf({ fill, line })), at(-46, 10, [0.5, 0.6], -52, leaf({ fill, line })), at(46, 10, [0.5, 0.6], 52, leaf({ fill, line })))

export const date = ({ fill = '#6b3416', line = '#240e04' } = {}) =>
  group(
    {},
    ellipse(0, 0, 60, 96, { fill, ...ink(line) }),
    path('M-30 -60C-40 -20 -38 30 -24 66M0 -76C-6 -20 -4 30 4 78M30 -58C36 -20 34 20 28 60', { fill: 'none', ...ink(darker(fill, 0.4), 5) }),
    path('M-36 -30Q-34 -58 -18 -70', { fill: 'none', ...ink('#d99a6a', 9) }),
    circle(0, -94, 11, { fill: '#c9a56a', ...ink(line, 5) }),
  )

export const pistachio = ({ line = '#3a2a10' } = {}) =>
  group(
    {},
    path('M-90 10C-70 -70 50 -90 96 -10C60 60 -50 80 -90 10Z', { fill: '#e9cfa0', ...ink(line) }),
    path('M-80 8C-40 -46 50 -50 90 -10C50 20 -40 40 -80 8Z', { fill: '#8fbf3f', ...ink(line, 6) }),
    path('M-50 4C-20 -24 30 -30 62 -12', { fill: 'none', ...ink('#d3ec8a', 8) }),
    path('M-30 18C0 24 30 16 50 6', { fill: 'none', ...ink('#7a3a6a', 6) }),
  )

export const truffle = ({ line = '#d9a94a' } = {}) =>
  group(
    {},
    path(
      smooth(
        ring(16, (i) => 92 + (i % 2 ? 8 : -4)),
        true,
        1,
      ),
      { fill: '#241a18', ...ink(line, 5) },
    ),
    times(34, (i) => {
      const a = i * 2.4
      const r = Math.sqrt(i / 34) * 84
      return path('M-9 5L0 -9L9 5Z', { fill: i % 2 ? '#3b2b27' : '#120b0b', transform: `translate(${n(Math.cos(a) * r)} ${n(Math.sin(a) * r)}) rotate(${i * 31})` })
    }),
    path('M-58 -40Q-40 -70 -6 -76', { fill: 'none', ...ink('#8a6a5a', 9) }),
  )

export const truffleSlice = () =>
  group(
    {},
    path(
      smooth(
        ring(12, (i) => 88 + (i % 2 ? 9 : -6)),
        true,
        1,
      ),
      { fill: '#1b1210' },
    ),
    path(
      smooth(
        ring(12, (i) => 76 + (i % 2 ? 8 : -5)),
        true,
        1,
      ),
      { fill: '#6a5344' },
    ),
    path('M-60 -10C-30 -40 -20 10 10 -20S50 -40 64 -10M-50 30C-20 10 0 50 30 24S56 30 60 26M-30 -56C-10 -40 20 -66 36 -46M-20 66Q0 50 24 62', { fill: 'none', ...ink('#e6d3bd', 6) }),
  )

export { ink }
