// Signs and creatures: bolts, moons, clouds, mountains, a bee, a rocket.

import { darker, lighter } from '../lib/colour.mjs'
import { cloudPath } from '../lib/patterns.mjs'
import { at, circle, clipped, ellipse, group, n, path, poly, ring, star, times } from '../lib/svg.mjs'
import { ink } from './fruit.mjs'

export const bolt = ({ fill = '#ffe14d', line = '#2a0d4a', width = 9 } = {}) => group({}, path('M24 -130L-70 14H-12L-36 130L74 -32H10Z', { fill, ...ink(line, width) }), path('M10 -92L-44 -8', { fill: 'none', ...ink('#fff', 8) }))

export const cloud = ({ fill = '#fff', line = '#2a0d4a', w = 240, h = 130, width = 7, shade = '#d8d4ee' } = {}) => group({}, path(cloudPath(w, h), { fill, ...ink(line, width) }), clipped(cloudPath(w, h), path(`M${-w / 2} ${h * 0.14}Q0 ${h * 0.02} ${w / 2} ${h * 0.1}V${h}H${-w / 2}Z`, { fill: shade })))

export const moon = ({ fill = '#fff3c8', shade = '#e8d08f' } = {}) =>
  group(
    {},
    circle(0, 0, 100, { fill }),
    clipped('M-100 0a100 100 0 1 0 200 0a100 100 0 1 0 -200 0Z', circle(-40, -10, 120, { fill: lighter(fill, 0.4), opacity: 0.6 }), circle(36, -34, 20, { fill: shade }), circle(-30, 30, 26, { fill: shade }), circle(40, 44, 13, { fill: shade }), circle(-44, -44, 12, { fill: shade }), circle(4, -2, 9, { fill: shade })),
  )

export const crescent = (fill = '#ffd97a') => path('M30 -96A100 100 0 1 0 96 40A80 80 0 1 1 30 -96Z', { fill })

/** A sun with a face, as painted on folk pottery. */
export const folkSun = ({ fill = '#ffb62e', ray = '#f26b38', line = '#5c1608' } = {}) =>
  group(
    {},
    times(16, (i) => at(0, 0, 1, i * 22.5, i % 2 ? path('M-20 -100C-10 -130 -16 -150 0 -178C16 -150 10 -130 20 -100Z', { fill: ray, ...ink(line, 6) }) : path('M-24 -98L0 -154L24 -98Z', { fill: '#ffd97a', ...ink(line, 6) }))),
    circle(0, 0, 112, { fill, ...ink(line, 8) }),
    circle(0, 0, 96, { fill: 'none', stroke: '#fff0b8', 'stroke-width': 5, 'stroke-dasharray': '2 14', 'stroke-linecap': 'round' }),
    circle(-56, 22, 20, { fill: ray, opacity: 0.75 }),
    circle(56, 22, 20, { fill: ray, opacity: 0.75 }),
    path('M-62 -16Q-40 -40 -18 -16M18 -16Q40 -40 62 -16', { fill: 'none', ...ink(line, 9) }),
    path('M0 -18C-6 6 -16 18 0 26', { fill: 'none', ...ink(line, 7) }),
    path('M-34 46Q0 78 34 46Q0 56 -34 46Z', { fill: '#c8321e', ...ink(line, 6) }),
  )

export const mountain = ({ fill = '#2f6b4f', snow = '#fff', line = '#0a2a1c', w = 300, h = 240 } = {}) =>
  group(
    {},
    path(
      poly([
        [-w / 2, h / 2],
        [-w * 0.06, -h / 2],
        [w * 0.06, -h / 2],
        [w / 2, h / 2],
      ]),
      { fill, ...ink(line) },
    ),
    path(`M${-w * 0.06} ${-h / 2}H${w * 0.06}L${w * 0.24} ${-h * 0.1}L${w * 0.12} ${-h * 0.2}L${w * 0.04} ${-h * 0.02}L${-w * 0.06} ${-h * 0.18}L${-w * 0.16} ${-h * 0.04}L${-w * 0.22} ${-h * 0.14}Z`, { fill: snow, ...ink(line, 6) }),
    path(`M${w * 0.06} ${-h / 2}L${w / 2} ${h / 2}H${w * 0.1}L${w * 0.16} ${h * 0.1}Z`, { fill: darker(fill, 0.35), opacity: 0.55 }),
  )

export const flake = (colour = '#fff', width = 9) =>
  group(
    { fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-linecap': 'round' },
    times(6, (i) => at(0, 0, 1, i * 60, path('M0 0V-90M0 -52L-22 -74M0 -52L22 -74M0 -26L-14 -38M0 -26L14 -38'))),
  )

export const bee = ({ line = '#1a0b12' } = {}) =>
  group(
    {},
    ellipse(-20, -62, 30, 52, { fill: '#fff', opacity: 0.92, transform: 'rotate(-24 -20 -62)', ...ink(line, 6) }),
    ellipse(36, -64, 28, 48, { fill: '#e6f3ff', opacity: 0.92, transform: 'rotate(20 36 -64)', ...ink(line, 6) }),
    path('M-92 6C-92 -44 -40 -50 10 -46C70 -40 100 -14 112 10C96 34 60 54 10 54C-46 56 -92 46 -92 6Z', { fill: '#ffc81f', ...ink(line) }),
    clipped('M-92 6C-92 -44 -40 -50 10 -46C70 -40 100 -14 112 10C96 34 60 54 10 54C-46 56 -92 46 -92 6Z', path('M-30 -60Q-14 0 -30 70H-4Q12 0 -4 -60ZM28 -60Q44 0 28 70H52Q66 0 52 -60ZM84 -40Q92 0 84 50H130V-40Z', { fill: line })),
    circle(-64, -8, 9, { fill: line }),
    circle(-67, -11, 3, { fill: '#fff' }),
    path('M-74 -36Q-90 -70 -108 -66M-60 -42Q-66 -76 -84 -82', { fill: 'none', ...ink(line, 6) }),
    path('M-74 20Q-62 32 -48 24', { fill: 'none', ...ink(line, 5) }),
    path('M110 10L132 14', { fill: 'none', ...ink(line, 7) }),
  )

export const rocket = ({ fill = '#fff4e0', trim = '#e8392b', line = '#2a0d1e' } = {}) =>
  group(
    {},
    path('M-60 60C-110 80 -104 140 -96 170C-70 150 -50 140 -34 110ZM60 60C110 80 104 140 96 170C70 150 50 140 34 110Z', { fill: trim, ...ink(line) }),
    path('M-36 120C-50 170 -20 190 0 250C20 190 50 170 36 120Z', { fill: '#ff8a1f', ...ink(line) }),
    path('M-16 124C-24 160 -8 176 0 204C8 176 24 160 16 124Z', { fill: '#ffe14d' }),
    path('M0 -180C70 -120 80 -10 48 124H-48C-80 -10 -70 -120 0 -180Z', { fill, ...ink(line) }),
    path('M0 -180C34 -152 54 -114 62 -74H-62C-54 -114 -34 -152 0 -180Z', { fill: trim, ...ink(line) }),
    circle(0, -14, 34, { fill: '#39b6d8', ...ink(line) }),
    path('M-18 -24A22 22 0 0 1 4 -36', { fill: 'none', ...ink('#fff', 7) }),
    path('M-56 92H56', { ...ink(trim, 16) }),
    path('M-44 -40C-52 10 -46 60 -40 90', { fill: 'none', ...ink('#fff', 9) }),
  )

export const toucan = ({ line = '#0d1a14' } = {}) =>
  group(
    {},
    path('M-20 -60C40 -70 70 -20 60 50C54 100 20 140 -10 170C-20 120 -60 100 -66 40C-70 -10 -60 -54 -20 -60Z', { fill: '#14181c', ...ink(line) }),
    path('M-50 -30C-70 20 -40 60 -14 50C4 40 6 -10 -8 -40Z', { fill: '#fff4c8', ...ink(line, 5) }),
    path('M-30 -60C-70 -110 -190 -100 -196 -26C-170 -50 -130 -40 -60 -20C-50 -40 -44 -50 -30 -60Z', { fill: '#ff9a1f', ...ink(line) }),
    path('M-196 -26C-176 -52 -120 -50 -58 -28', { fill: 'none', ...ink(line, 5) }),
    path('M-196 -26C-196 -60 -180 -74 -160 -80C-172 -60 -176 -48 -180 -42Z', { fill: '#d92545' }),
    path('M-60 -80Q-110 -96 -150 -72', { fill: 'none', ...ink('#ffe08a', 9) }),
    circle(-22, -30, 20, { fill: '#39b6d8', ...ink(line, 5) }),
    circle(-22, -30, 9, { fill: '#0d1014' }),
    circle(-25, -34, 3, { fill: '#fff' }),
    path('M30 0C50 40 30 90 4 130', { fill: 'none', ...ink('#3a444c', 9) }),
  )

/** Curls of smoke or steam, rising from the origin. */
export const smoke = (colour = '#fff', width = 16) =>
  group({ fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-linecap': 'round' }, path('M-50 60C-90 20 -10 -10 -50 -60C-74 -96 -30 -120 -20 -100'), path('M0 70C-30 20 40 0 10 -60C-10 -100 30 -140 50 -110'), path('M50 60C20 30 80 10 60 -30C44 -60 80 -80 90 -60'))

/** A splash of milk seen from the side. */
export const splash = ({ fill = '#fffdf4', line = '#c9b98a', shade = '#eadfbd' } = {}) =>
  group(
    {},
    path('M-260 40C-240 -20 -220 -60 -230 -110C-200 -90 -180 -50 -170 -16C-150 -60 -150 -110 -120 -150C-110 -110 -110 -60 -90 -20C-60 -70 -40 -150 0 -190C10 -140 20 -70 50 -22C70 -60 90 -120 130 -140C126 -100 130 -60 150 -16C170 -50 190 -90 232 -104C216 -60 236 -20 260 40C200 120 -200 120 -260 40Z', {
      fill,
      ...ink(line, 6),
    }),
    path('M-230 40C-160 70 160 70 230 40C190 100 -190 100 -230 40Z', { fill: shade }),
    [
      [-190, -150, 14],
      [70, -190, 18],
      [190, -140, 12],
      [-60, -210, 12],
    ].map(([x, y, r]) => circle(x, y, r, { fill, ...ink(line, 5) })),
  )

export const hex = (r) => poly(ring(6, r))

export const comb = (cols, rows, r, fill, line, width = 6) => times(rows, (j) => times(cols, (i) => path(hex(r), { fill: typeof fill === 'function' ? fill(i, j) : fill, transform: `translate(${n(i * r * 1.732 + (j % 2 ? r * 0.866 : 0))} ${n(j * r * 1.5)})`, ...ink(line, width) })))

/** A cut-paper banner. */
export const picado = (fill, line = 'none') =>
  group(
    {},
    path(`M-90 -70H90V60${times(6, () => 'q-15 30 -30 0')}Z`, { fill, stroke: line }),
    path('M-30 -30L0 -54L30 -30L0 -6Z', { fill: '#fff', opacity: 0.9 }),
    [-62, 62].map((x) => circle(x, -34, 12, { fill: '#fff', opacity: 0.9 })),
    [-60, -30, 0, 30, 60].map((x, i) => path(i % 2 ? star(4, 13, 6) : 'M0 -12L10 0L0 12L-10 0Z', { fill: '#fff', opacity: 0.9, transform: `translate(${x} 24)` })),
  )

export const paisley = ({ fill = '#ff8a1f', line = '#1b1464', dot = '#ffe14d' } = {}) =>
  group(
    {},
    path('M-10 100C-80 90 -90 0 -40 -50C-10 -80 30 -84 34 -112C70 -60 80 20 50 70C36 92 12 102 -10 100Z', { fill, ...ink(line) }),
    path('M-10 70C-50 64 -54 10 -24 -18C0 -40 24 -44 34 -62C50 -20 50 24 32 50C22 64 8 72 -10 70Z', { fill: lighter(fill, 0.4) }),
    circle(2, 26, 17, { fill: dot, ...ink(line, 5) }),
    times(6, (i) => circle(Math.cos(i) * 30 + 2, Math.sin(i * 1.05) * 30 + 26, 4, { fill: line })),
  )

/** A tile rosette of n petals. */
export const rosette = (count, { a = '#e8386b', b = '#f2c14e', c = '#fff', line = '#6b0d32' } = {}) =>
  group(
    {},
    times(count, (i) => at(0, 0, 1, (i * 360) / count, path('M0 -20C-26 -50 -22 -80 0 -104C22 -80 26 -50 0 -20Z', { fill: a, ...ink(line, 5) }))),
    times(count, (i) => at(0, 0, 0.6, (i * 360) / count + 180 / count, path('M0 -20C-26 -50 -22 -80 0 -104C22 -80 26 -50 0 -20Z', { fill: c, ...ink(line, 5) }))),
    circle(0, 0, 22, { fill: b, ...ink(line, 5) }),
  )
