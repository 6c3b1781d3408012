// The products of the demo's drops, and the large pictures of the drops: packs without a tile, to be lit from behind.
import { bend, block, letters, paint } from '../lib/lettering.mjs'
import * as pat from '../lib/patterns.mjs'
import { prop, small } from '../lib/stage.mjs'
import { at, circle, ellipse, group, linear, n, path, poly, radial, rect, ring, seeded, smooth, star, times } from '../lib/svg.mjs'
import { chili } from '../motifs/fruit.mjs'
import { mountain } from '../motifs/signs.mjs'
import { crisp, egg, nori, ridged, shard } from '../motifs/snacks.mjs'
import { bar } from '../packs/hard.mjs'
import { can } from '../packs/round.mjs'
import { bag, pouch } from '../packs/soft.mjs'
import { drawPictures, drawProducts } from './jade-rabbit.mjs'

const [PINK, CYAN, NIGHT] = ['#ff3d9a', '#37e6ff', '#12061f']

/** A tube of neon: a wide glow, the tube, its bright core. */
const tube = (d, colour, width = 12) => [
  path(d, { fill: 'none', stroke: colour, 'stroke-width': width * 3.4, opacity: 0.16, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
  path(d, { fill: 'none', stroke: colour, 'stroke-width': width * 2, opacity: 0.3, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
  path(d, { fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
  path(d, { fill: 'none', stroke: '#fff', 'stroke-width': width * 0.34, opacity: 0.9, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
]

const noodles = (seed) => {
  const r = seeded(seed)
  return times(15, (i) => {
    const [x, y] = [-190 + i * 27, r(-34, 10)]
    const d = `M${n(x)} ${n(y + 70)}q${n(r(-30, 30))} ${n(r(-120, -70))} ${n(r(20, 60))} ${n(r(-60, -20))}t${n(r(10, 50))} ${n(r(20, 60))}`
    return path(d, { fill: 'none', stroke: '#7a4a00', 'stroke-width': 17, 'stroke-linecap': 'round' }) + path(d, { fill: 'none', stroke: i % 3 ? '#ffd98a' : '#ffc65a', 'stroke-width': 11, 'stroke-linecap': 'round' })
  })
}

/** A bowl of ramen, seen from the counter. */
const bowl = () =>
  group(
    {},
    ellipse(0, 0, 262, 66, { fill: '#3a0a2c', stroke: '#fff', 'stroke-width': 7 }),
    ellipse(0, 6, 240, 54, {
      fill: radial([
        [0, '#d98b3a'],
        [1, '#6b2f10'],
      ]),
    }),
    noodles(7),
    at(112, -34, 0.92, 12, egg()),
    at(-150, -66, 1.2, -12, nori()),
    at(10, -58, 0.5, 70, chili()),
    path('M-262 4A262 66 0 0 0 262 4C256 130 190 206 96 222H-96C-190 206 -256 130 -262 4Z', {
      fill: linear([
        [0, '#ff5cab'],
        [0.5, PINK],
        [1, '#8a0f6a'],
      ]),
      stroke: NIGHT,
      'stroke-width': 9,
      'stroke-linejoin': 'round',
    }),
    path('M-236 70C-190 104 190 104 236 70L222 116C170 146 -170 146 -222 116Z', { fill: '#fff', opacity: 0.92 }),
    times(9, (i) => path('M-20 -14H20V14H-8V0H6V6', { fill: 'none', stroke: PINK, 'stroke-width': 6, transform: `translate(${-188 + i * 47} ${n(118 - Math.abs(i - 4) ** 2 * 1.6)})` })),
    path('M-86 222H86L70 250H-70Z', { fill: '#8a0f6a', stroke: NIGHT, 'stroke-width': 8, 'stroke-linejoin': 'round' }),
    path('M-228 40C-214 120 -170 176 -120 196', { fill: 'none', stroke: '#fff', 'stroke-width': 14, 'stroke-linecap': 'round', opacity: 0.55 }),
  )

const skyline = (seed, y, colour, lights) => {
  const r = seeded(seed)
  let x = 190
  let out = ''
  while (x < 1010) {
    const [w, h] = [r(46, 92), r(90, 250)]
    out += rect(x, y - h, w, h + 300, { fill: colour })
    if (lights) out += times(6, () => (r() > 0.35 ? rect(x + 8 + r(0, w - 28), y - h + 14 + r(0, h - 20), 9, 12, { fill: lights[Math.floor(r(0, lights.length))], opacity: 0.85 }) : ''))
    x += w + r(0, 10)
  }
  return out
}

const ramenBag = () =>
  bag(
    group(
      {},
      pat.fade('#1c0736', '#3a0a52', '#7a0f5e'),
      circle(600, 560, 268, {
        fill: radial([
          [0, '#ffd0e8'],
          [0.7, '#ff7abf'],
          [1, PINK],
        ]),
      }),
      tube('M600 292a268 268 0 1 0 .1 0', PINK, 9),
      pat.stars(21, 46, '#ffd9f0', { y1: 210, y2: 700 }, [2, 8]),
      skyline(5, 770, '#240a44'),
      skyline(11, 850, NIGHT, [CYAN, '#ffe14d', PINK]),
      path('M200 850H1000V1120H200Z', { fill: NIGHT }),
      times(9, (i) => path(`M${220 + i * 96} 850L${-40 + i * 160} 1120`, { stroke: CYAN, 'stroke-width': 4, opacity: 0.5 })),
      times(4, (i) => path(`M200 ${872 + i * i * 18}H1000`, { stroke: CYAN, 'stroke-width': 4, opacity: 0.5 })),
      at(600, 756, 0.98, 0, bowl()),
      tube('M520 610q-26 -40 4 -76t2 -76', '#ffffff', 5),
      tube('M622 590q-26 -40 4 -76t2 -76', '#ffffff', 5),
      paint(block(['MIDNIGHT'], { x: 600, y: 228, w: 560, maxLine: 120, font: 'dela', bends: [bend.arch(0.03)] }), { fill: '#fff', line: NIGHT, lineWidth: 22, outer: CYAN, outerWidth: 36, drop: NIGHT, dropBy: [6, 12] }),
      paint(block(['RAMEN'], { x: 600, y: 336, w: 520, maxLine: 170, font: 'dela', bends: [bend.arch(0.03)] }), {
        fill: linear([
          [0, '#fff6c8'],
          [0.5, '#ffe14d'],
          [1, '#ff8a1f'],
        ]),
        line: NIGHT,
        lineWidth: 26,
        outer: PINK,
        outerWidth: 44,
        drop: NIGHT,
        dropBy: [8, 14],
      }),
      letters(['ラーメン'], { x: 330, y: 566, w: 118, maxLine: 40, font: 'delaJp', bends: [bend.rise(0.2)] }, { fill: CYAN, line: NIGHT, lineWidth: 10 }),
      small('CRISPS · NET WT 3.1 OZ (88 g)', 600, 988, 320, '#fff', { maxLine: 19 }),
    ),
    { trim: '#4a1070' },
  )

const face = () => [circle(-22, -6, 8, { fill: NIGHT }), circle(22, -6, 8, { fill: NIGHT }), path('M-14 12q14 14 28 0', { fill: 'none', stroke: NIGHT, 'stroke-width': 6, 'stroke-linecap': 'round' })]

/** A soy egg, cut and smiling. */
const gummy = () =>
  group(
    {},
    path('M0 -108C62 -108 92 -22 92 26C92 82 50 112 0 112C-50 112 -92 82 -92 26C-92 -22 -62 -108 0 -108Z', {
      fill: linear([
        [0, '#f2b06a'],
        [1, '#b8652a'],
      ]),
      stroke: '#3a1608',
      'stroke-width': 9,
    }),
    path('M0 -84C46 -84 70 -16 70 24C70 66 38 90 0 90C-38 90 -70 66 -70 24C-70 -16 -46 -84 0 -84Z', { fill: '#fff4dc' }),
    circle(0, 24, 47, {
      fill: radial([
        [0, '#ffd23b'],
        [0.75, '#ff9a1f'],
        [1, '#e0600a'],
      ]),
    }),
    at(0, 24, 0.9, 0, face()),
    path('M-52 -24C-44 -56 -26 -76 -8 -80', { fill: 'none', stroke: '#fff', 'stroke-width': 11, 'stroke-linecap': 'round' }),
  )

const eggPouch = () =>
  pouch(
    group(
      {},
      pat.fade('#0a2a5e', '#0f5ea8', '#2ec9e6'),
      pat.rays(600, 720, 22, '#7df3ff', { opacity: 0.16, turn: 4 }),
      pat.stars(4, 34, '#eaffff', { y1: 320, y2: 1000 }, [3, 9]),
      [
        [410, 690, 0.8, -22],
        [790, 668, 0.82, 18],
        [384, 906, 0.86, 16],
        [820, 900, 0.84, -14],
      ].map(([x, y, s, t]) => at(x, y, s, t, gummy())),
      at(600, 810, 1.7, -4, gummy()),
      paint(block(['SOY EGG'], { x: 600, y: 330, w: 540, maxLine: 150, font: 'luckiest', bends: [bend.arch(0.05)] }), { fill: '#fff', line: '#06204a', lineWidth: 26, drop: '#06204a', dropBy: [6, 16] }),
      letters(['GUMMIES'], { x: 600, y: 480, w: 390, maxLine: 84, font: 'luckiest', tracking: 4, bends: [bend.arch(0.05)] }, { fill: '#ffd23b', line: '#06204a', lineWidth: 20, drop: '#06204a', dropBy: [4, 9] }),
      letters(['味玉グミ'], { x: 866, y: 566, w: 130, maxLine: 46, font: 'delaJp', bends: [bend.rise(-0.14)] }, { fill: '#fff', line: PINK, lineWidth: 14 }),
      small('SWEET · SALTY · 8 PIECES', 600, 1014, 300, '#eaffff', { maxLine: 19 }),
    ),
  )

const onCan = bend.round(270, 0.16)

/** A curtain of northern light between two heights. */
const curtain = (seed, y, height, low, high, opacity) => {
  const r = seeded(seed)
  const points = Array.from({ length: 8 }, (_, i) => [300 + i * 86, y + r(-60, 60)])
  const line = smooth(points, false, 0.9)
  return (
    times(26, (i) => {
      const k = i / 25
      const [x, h] = [320 + k * 560, height * r(0.55, 1.1)]
      const base = y + Math.sin(k * 7 + seed) * 46
      return path(`M${n(x)} ${n(base)}v${n(-h)}h26v${n(h)}Z`, {
        fill: linear([
          [0, high, 0],
          [0.55, high, opacity * 0.75],
          [1, low, opacity],
        ]),
      })
    }) + path(line, { fill: 'none', stroke: low, 'stroke-width': 10, opacity: opacity * 0.35 })
  )
}

const auroraCan = () =>
  can(
    group(
      {},
      pat.fade('#04102e', '#082454', '#0b3a6b'),
      pat.stars(17, 60, '#e4fbff', { x1: 350, x2: 850, y1: 250, y2: 720 }, [2, 7]),
      curtain(3, 620, 330, '#3dffb0', '#8b5cf6', 0.75),
      curtain(8, 700, 300, '#2ee6d6', '#3d7bff', 0.7),
      curtain(12, 640, 220, '#b8ffd9', '#37e6a8', 0.55),
      at(440, 830, 1.25, 0, mountain({ fill: '#123f66', line: '#051a33' })),
      at(770, 850, 1.3, 0, mountain({ fill: '#0e3357', line: '#051a33' })),
      at(600, 840, 1.6, 0, mountain({ fill: '#0a2747', line: '#051a33' })),
      path('M330 930Q470 880 600 930T870 920V1100H330Z', { fill: '#eafcff' }),
      [
        [430, 962, 0.9],
        [520, 990, 0.7],
        [720, 966, 1],
        [800, 992, 0.7],
        [626, 996, 0.8],
      ].map(([x, y, s]) =>
        at(
          x,
          y,
          s * 0.42,
          0,
          ring(7, 42).map(([a, b]) => circle(a, b, 30, { fill: '#ff9a3d', stroke: '#7a2a00', 'stroke-width': 7 })),
          circle(0, 0, 34, { fill: '#ffb765', stroke: '#7a2a00', 'stroke-width': 6 }),
        ),
      ),
      paint(block(['AURORA'], { x: 600, y: 318, w: 420, maxLine: 150, font: 'dela', bends: [onCan] }), {
        fill: linear([
          [0, '#ffffff'],
          [1, '#b8ffe4'],
        ]),
        line: '#04102e',
        lineWidth: 22,
        drop: '#04102e',
        dropBy: [6, 12],
      }),
      paint(block(['BERRY SODA'], { x: 600, y: 462, w: 360, maxLine: 60, font: 'dela', tracking: 4, bends: [onCan] }), { fill: '#3dffb0', line: '#04102e', lineWidth: 16 }),
      small('CLOUDBERRY · 12 FL OZ (355 ml)', 600, 884, 270, '#082454', { bends: [onCan], maxLine: 18 }),
    ),
    { seed: 9, lid: '#3dffb0' },
  )

const gold = () =>
  linear(
    [
      [0, '#fff3b8'],
      [0.35, '#ffd24a'],
      [0.6, '#c98a12'],
      [1, '#ffe38a'],
    ],
    { x2: 1, y2: 1 },
  )

const goldBar = () =>
  bar(
    group(
      {},
      pat.plain('#140a1c'),
      pat.rays(600, 720, 40, '#e9b53a', { share: 0.34, turn: 3 }),
      circle(600, 720, 214, { fill: '#140a1c', stroke: gold(), 'stroke-width': 12 }),
      circle(600, 720, 186, { fill: 'none', stroke: gold(), 'stroke-width': 4 }),
      at(600, 720, 1.45, 0, path(star(16, 100, 62), { fill: gold() })),
      circle(600, 720, 62, { fill: '#140a1c' }),
      paint(block(['AU'], { x: 600, y: 694, w: 90, maxLine: 56, font: 'limelight' }), { fill: gold() }),
      path(
        poly([
          [360, 420],
          [840, 420],
          [840, 520],
          [360, 520],
        ]),
        { fill: '#140a1c' },
      ),
      paint(block(['GOLD RUSH'], { x: 600, y: 424, w: 430, maxLine: 90, font: 'limelight' }), { fill: gold(), line: '#140a1c', lineWidth: 16 }),
      path('M340 950H860V1052H340Z', { fill: '#140a1c' }),
      paint(block(['SALTED HONEY GANACHE'], { x: 600, y: 974, w: 400, maxLine: 34, font: 'limelight', tracking: 3 }), { fill: gold() }),
      small('72% CACAO · 2.4 OZ (68 g)', 600, 1022, 240, '#ffe9a8', { maxLine: 17 }),
    ),
    { chocolate: '#c8901e', foil: '#ffd24a', seed: 5 },
  )

const leafs = (seed, count, area) => {
  const r = seeded(seed)
  return times(count, () => {
    const [x, y, s] = [r(area.x1, area.x2), r(area.y1, area.y2), r(14, 36)]
    return path(smooth(ring(5, () => s * r(0.5, 1.1))), { fill: r() > 0.5 ? '#ffd24a' : '#fff0a8', opacity: 0.95, transform: `translate(${n(x)} ${n(y)}) rotate(${n(r(0, 180))})` })
  })
}

export const drops = {
  ...drawProducts,
  'midnight-ramen-crisps': {
    tint: '#f7b3dc',
    back: 'rays',
    tilt: -4,
    sticker: { x: 926, y: 640, turn: 12, kind: 'round', fill: '#0e9fc4' },
    pack: ramenBag,
    props: () => prop(256, 1016, 0.9, -18, ridged({ fill: '#f2b632' })) + prop(392, 1070, 0.6, 14, crisp({ seed: 6, specks: '#3a2a10' })),
  },
  'soy-egg-gummies': {
    tint: '#bdeffb',
    back: 'burst',
    tilt: 3,
    sticker: { x: 286, y: 940, turn: -12, kind: 'seal', fill: '#d6247e' },
    pack: eggPouch,
    props: () => prop(930, 1020, 0.72, 14, gummy()) + prop(1040, 1072, 0.5, -12, gummy()),
  },
  'aurora-berry-soda': {
    tint: '#b7efe0',
    back: 'arch',
    shadow: 300,
    tilt: 4,
    sticker: { x: 352, y: 890, turn: -12, kind: 'round', fill: '#c8203a' },
    pack: auroraCan,
  },
  'gold-rush-ganache-bar': {
    tint: '#f6dfa6',
    back: 'disc',
    shadow: 320,
    tilt: -3,
    sticker: { x: 900, y: 930, turn: 12, kind: 'burst', fill: '#15803d' },
    pack: goldBar,
    props: () => prop(280, 1030, 0.8, -14, shard({ fill: '#c8901e', line: '#4a2a04' })),
  },
}

/** What stands on the poster of a drop, and the colour of the light behind it. */
export const dropPictures = {
  ...drawPictures,
  'drop-midnight-ramen': {
    glow: PINK,
    draw: () =>
      group(
        {},
        group({ transform: 'translate(430 96) scale(.76) rotate(11 600 600)' }, eggPouch()),
        group({ transform: 'translate(-96 26) scale(.98) rotate(-6 600 600)' }, ramenBag()),
        at(150, 1030, 1, -18, ridged({ fill: '#f2b632' })),
        at(1010, 1060, 0.86, 14, gummy()),
        at(858, 1110, 0.56, -22, gummy()),
        at(90, 240, 0.5, 24, crisp({ seed: 6, specks: '#3a2a10' })),
      ),
  },
  'drop-aurora-berry': {
    glow: '#2ee6a8',
    draw: () => group({ transform: 'translate(-84 -76) scale(1.14) rotate(7 600 600)' }, auroraCan()),
  },
  'drop-gold-rush': {
    glow: '#ffb020',
    draw: () => group({}, leafs(3, 12, { x1: 130, x2: 1070, y1: 90, y2: 700 }), group({ transform: 'translate(-24 -30) scale(1.04) rotate(-6 600 600)' }, goldBar()), at(250, 1040, 1, -14, shard({ fill: '#c8901e', line: '#4a2a04' })), leafs(9, 6, { x1: 860, x2: 1080, y1: 760, y2: 1080 })),
  },
}
