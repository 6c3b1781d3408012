// The product of the demo's draw, and the large picture of that drop.
import { bend, block, letters, paint } from '../lib/lettering.mjs'
import * as pat from '../lib/patterns.mjs'
import { prop } from '../lib/stage.mjs'
import { at, circle, disc, ellipse, group, linear, n, path, radial, ring, smooth, star } from '../lib/svg.mjs'
import { blossom } from '../motifs/fruit.mjs'
import { tin } from '../packs/hard.mjs'

const [JADE, DEEP, CREAM, GOLD] = ['#0f9d78', '#04302b', '#fff3d1', '#f6c34a']

/** The edge of a mooncake: so many soft bumps around a centre. */
const scallop = (count, r, depth, x = 0, y = 0) =>
  smooth(
    ring(count * 2, (i) => (i % 2 ? r - depth : r)).map(([a, b]) => [a + x, b + y]),
    true,
    1,
  )

/** A mooncake from above, with a flower pressed into it. */
const mooncake = () =>
  group(
    {},
    path(scallop(12, 132, 13), {
      fill: radial([
        [0, '#f7c36a'],
        [0.7, '#d98a2b'],
        [1, '#9a4f12'],
      ]),
      stroke: '#4d2205',
      'stroke-width': 9,
      'stroke-linejoin': 'round',
    }),
    circle(0, 0, 92, { fill: 'none', stroke: '#8a4710', 'stroke-width': 8 }),
    ring(6, 50).map(([x, y], i) => at(x, y, 1, i * 60 + 90, ellipse(0, 0, 19, 31, { fill: '#e8a548', stroke: '#8a4710', 'stroke-width': 7 }))),
    circle(0, 0, 20, { fill: '#f7c36a', stroke: '#8a4710', 'stroke-width': 7 }),
    path('M-104 -40C-92 -76 -66 -98 -34 -108', { fill: 'none', stroke: '#fff', 'stroke-width': 12, 'stroke-linecap': 'round', opacity: 0.6 }),
  )

/** The rabbit that lives in the moon, seen from the side, with a cake between its paws. */
const rabbit = () => {
  const fur = linear([
    [0, '#ffffff'],
    [1, '#cfeee2'],
  ])
  const edge = { stroke: DEEP, 'stroke-width': 9, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }
  return group(
    {},
    circle(150, 96, 40, { fill: '#fff', ...edge }),
    path('M-52 -88C-84 -190 -64 -262 -30 -268C2 -262 10 -180 -6 -92Z', { fill: '#dff5ec', ...edge }),
    path('M150 96C176 16 118 -66 20 -64C-10 -112 -104 -116 -128 -48C-140 -14 -124 12 -96 20C-112 60 -116 112 -96 150H128C150 140 152 118 150 96Z', { fill: fur, ...edge }),
    path('M-18 -96C-34 -196 4 -270 40 -262C70 -246 50 -162 14 -78Z', { fill: fur, ...edge }),
    path('M2 -108C-2 -170 18 -222 36 -226C46 -210 36 -158 14 -106Z', { fill: '#ffb3c4' }),
    circle(-84, -44, 10, { fill: DEEP }),
    circle(-81, -47, 3.4, { fill: '#fff' }),
    ellipse(-54, -16, 19, 12, { fill: '#ffb3c4', opacity: 0.9 }),
    path('M-130 -30q-10 4 -8 12q8 2 12 -6', { fill: '#ff8fa8', ...edge, 'stroke-width': 5 }),
    path('M30 150C34 96 84 84 118 112', { fill: 'none', ...edge, 'stroke-width': 7 }),
    at(-118, 74, 0.42, -8, mooncake()),
    path('M-70 58C-98 56 -116 70 -114 84C-92 92 -72 86 -58 76', { fill: '#fff', ...edge, 'stroke-width': 8 }),
  )
}

const cloudLine = (x, y, scale, colour) =>
  at(x, y, scale, 0, path('M-150 30H130a34 34 0 1 0 -30 -52a54 54 0 0 0 -98 -18a44 44 0 0 0 -70 30a30 30 0 1 0 -82 40Z', { fill: colour, opacity: 0.95 }), path('M-110 8a22 22 0 1 1 34 16M40 -8a26 26 0 1 1 40 18', { fill: 'none', stroke: JADE, 'stroke-width': 7, 'stroke-linecap': 'round' }))

const jadeTin = () =>
  tin(
    scallop(16, 456, 22, 580, 590),
    group(
      {},
      pat.seigaiha('#0b7d63', '#0f9d78', 62),
      path(disc(580, 590, 372), { fill: DEEP, stroke: GOLD, 'stroke-width': 10 }),
      path(disc(580, 590, 352), { fill: 'none', stroke: GOLD, 'stroke-width': 3 }),
      pat.stars(12, 34, '#d9fff0', { x1: 300, x2: 860, y1: 300, y2: 860, apart: 54 }, [3, 8]),
      circle(580, 640, 236, {
        fill: radial([
          [0, '#fffdf2'],
          [0.72, CREAM],
          [1, '#ffd98a'],
        ]),
      }),
      [
        [488, 560, 30],
        [690, 720, 42],
        [662, 540, 20],
      ].map(([x, y, r]) => circle(x, y, r, { fill: '#f3dca0', opacity: 0.7 })),
      at(596, 690, 1.06, 0, rabbit()),
      cloudLine(404, 836, 0.86, '#e9fff6'),
      cloudLine(770, 868, 1, '#e9fff6'),
      [
        [318, 500, 0.34],
        [352, 566, 0.24],
        [846, 470, 0.34],
        [812, 540, 0.22],
      ].map(([x, y, s], i) => at(x, y, s, i * 40, blossom({ fill: '#ffe38a', line: '#a86a06', heart: '#fff' }))),
      paint(block(['JADE RABBIT'], { x: 580, y: 292, w: 560, maxLine: 150, font: 'dela', bends: [bend.arch(0.1)] }), {
        fill: linear([
          [0, '#fffbe0'],
          [0.55, GOLD],
          [1, '#d98a12'],
        ]),
        line: DEEP,
        lineWidth: 22,
        drop: '#021a17',
        dropBy: [5, 10],
      }),
      path('M268 820Q580 990 892 820L876 898Q580 1062 284 898Z', { fill: '#c8203a', stroke: GOLD, 'stroke-width': 7, 'stroke-linejoin': 'round' }),
      letters(['MOONCAKES'], { x: 580, y: 876, w: 440, maxLine: 68, font: 'dela', tracking: 4, bends: [bend.arch(-0.17)] }, { fill: CREAM, line: '#6b0716', lineWidth: 12 }),
    ),
    { edge: '#0b7d63', rim: GOLD, depth: 86 },
  )

const lantern = (x, y, scale, turn) =>
  at(
    x,
    y,
    scale,
    turn,
    path('M0 -150V-96M0 96V150', { stroke: GOLD, 'stroke-width': 10, 'stroke-linecap': 'round' }),
    ellipse(0, 0, 104, 92, {
      fill: radial([
        [0, '#ffb35c'],
        [0.6, '#e8342f'],
        [1, '#9a0c1e'],
      ]),
      stroke: '#4d0410',
      'stroke-width': 8,
    }),
    [-52, 0, 52].map((w) => path(`M0 -92Q${n(w * 1.6)} 0 0 92`, { fill: 'none', stroke: '#4d0410', 'stroke-width': 4, opacity: 0.5 })),
    path('M-46 -98H46L38 -76H-38ZM-38 76H38L46 98H-46Z', { fill: GOLD, stroke: '#4d0410', 'stroke-width': 7, 'stroke-linejoin': 'round' }),
    path('M0 150l-16 56M0 150v62M0 150l16 56', { stroke: GOLD, 'stroke-width': 7, 'stroke-linecap': 'round' }),
  )

export const drawProducts = {
  'jade-rabbit-mooncakes': {
    tint: '#bfe9d8',
    back: 'rays',
    shadow: 400,
    tilt: -3,
    sticker: { x: 936, y: 330, turn: 12, kind: 'seal', fill: '#c8203a' },
    pack: jadeTin,
    props: () => prop(232, 1030, 0.86, -14, mooncake()) + prop(388, 1080, 0.58, 12, mooncake()),
  },
}

export const drawPictures = {
  'drop-jade-rabbit': {
    glow: '#16c79a',
    draw: () =>
      group(
        {},
        lantern(116, 300, 0.92, -8),
        lantern(1080, 250, 0.72, 9),
        group({ transform: 'translate(-18 -6) scale(1.06) rotate(-5 600 600)' }, jadeTin()),
        at(196, 1040, 1.06, -14, mooncake()),
        at(1030, 1070, 0.8, 16, mooncake()),
        at(980, 150, 0.34, 20, path(star(4, 90, 20), { fill: CREAM })),
        at(250, 110, 0.26, 0, path(star(4, 90, 20), { fill: CREAM })),
      ),
  },
}
