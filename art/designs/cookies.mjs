// The cookies shelf.
import { bend, letters } from '../lib/lettering.mjs'
import * as pat from '../lib/patterns.mjs'
import { prop, small } from '../lib/stage.mjs'
import { at, circle, clipped, disc, group, linear, path, rect, ring, times } from '../lib/svg.mjs'
import { blossom, petal } from '../motifs/fruit.mjs'
import { cloud, rocket, rosette } from '../motifs/signs.mjs'
import { biscuit, fanCookie, sandwich, waffle } from '../motifs/snacks.mjs'
import { carton, tin } from '../packs/hard.mjs'
import { tube } from '../packs/round.mjs'

const ube = { biscuit: '#e8b66a', cream: '#8b4fd6', line: '#2e0f52' }
const alfajor = { biscuit: '#f6e3c0', cream: '#c2762a', line: '#5a2d0a' }
const onTube = bend.round(212, 0.16)

export const cookies = {
  'ube-cloud-sandwich-cookies': {
    tint: '#dcc8fa',
    back: 'rays',
    shadow: 420,
    sticker: { x: 980, y: 340, turn: -12, kind: 'seal', fill: '#1d4ed8' },
    pack: () => {
      const [w, h] = [640, 740]
      return carton({
        x: 220,
        y: 290,
        fw: w,
        fh: h,
        depth: 0.3,
        front: group(
          {},
          rect(0, 0, w, h, {
            fill: linear([
              [0, '#5b21b6'],
              [0.55, '#8b4fe0'],
              [1, '#ff9ad0'],
            ]),
          }),
          circle(320, 400, 190, { fill: '#ffd23b' }),
          pat.rays(320, 400, 16, '#ffe27a', { r: 520, opacity: 0.3 }),
          circle(320, 400, 176, { fill: '#ffe27a' }),
          [
            [70, 330, 1],
            [580, 380, 1.1],
            [120, 640, 1.2],
            [560, 680, 1.25],
            [330, 730, 1.7],
          ].map(([x, y, s]) => at(x, y, s, 0, cloud({ line: '#5b21b6', shade: '#e9d8ff' }))),
          at(320, 560, 1.2, 4, sandwich(ube)),
          at(310, 450, 1.2, -6, sandwich(ube)),
          at(328, 340, 1.2, 5, sandwich(ube)),
          letters(['UBE'], { x: 320, y: 44, w: 330, maxLine: 150, font: 'chango', bends: [bend.arch(0.04)] }, { fill: '#fff', line: '#2e0f52', lineWidth: 24, drop: '#2e0f52', dropBy: [8, 12] }),
          letters(['CLOUD'], { x: 320, y: 196, w: 300, maxLine: 70, font: 'chango' }, { fill: '#ffe27a', line: '#2e0f52', lineWidth: 18 }),
          letters(['SANDWICH COOKIES'], { x: 320, y: 672, w: 460, maxLine: 38, font: 'luckiest', tracking: 3 }, { fill: '#fff', line: '#2e0f52', lineWidth: 16 }),
        ),
        side: group(
          {},
          rect(0, 0, 192, h, {
            fill: linear([
              [0, '#4a1a96'],
              [1, '#c26ad0'],
            ]),
          }),
          at(96, 620, 0.8, 0, cloud({ line: '#5b21b6' })),
          group({ transform: 'rotate(-90 96 300)' }, letters(['UBE CLOUD'], { x: 96, y: 270, w: 420, font: 'chango' }, { fill: '#fff' })),
        ),
        top: group({}, rect(0, 0, w, 192, { fill: '#7a3fd0' }), pat.dots('#9a66e6', 60, 10)),
      })
    },
    props: () => prop(830, 1020, 0.7, 6, sandwich(ube)) + prop(966, 1056, 0.52, -8, sandwich(ube)),
  },
  'brigadeiro-crunch-cookies': {
    tint: '#d3efc0',
    back: 'blob',
    shadow: 270,
    tilt: -5,
    sticker: { x: 352, y: 600, turn: 12, kind: 'pill', fill: '#1d4ed8' },
    pack: () =>
      tube(
        group(
          {},
          pat.plain('#ffd21f'),
          times(9, (i) => path('M360 0C440 60 520 -60 600 0S760 60 840 0V56C760 116 680 -4 600 56S440 116 360 56Z', { fill: ['#0f8f4a', '#ffd21f', '#5a2d1a'][i % 3], transform: `translate(0 ${200 + i * 104})` })),
          circle(600, 780, 200, { fill: '#fff6d8', stroke: '#5a2d1a', 'stroke-width': 10 }),
          at(520, 830, 0.92, -10, biscuit({ fill: '#5a2d1a', line: '#220d04', sprinkles: ['#3a1a0c', '#8a5230', '#2a1208'] })),
          at(686, 840, 0.84, 20, biscuit({ fill: '#5a2d1a', line: '#220d04', sprinkles: ['#3a1a0c', '#8a5230', '#2a1208'] })),
          at(600, 730, 1, 0, biscuit({ fill: '#6b3620', line: '#220d04', sprinkles: ['#ffd21f', '#e8386b', '#2fae5a', '#fff'] })),
          path('M380 330Q600 392 820 330V520Q600 582 380 520Z', { fill: '#5a2d1a' }),
          letters(['Brigadeiro'], { x: 600, y: 392, w: 370, maxLine: 130, font: 'pacifico', bends: [onTube, bend.rise(0.06)] }, { fill: '#fff6d8', line: '#220d04', lineWidth: 10 }),
          letters(['CRUNCH COOKIES'], { x: 600, y: 524, w: 250, maxLine: 30, font: 'luckiest', tracking: 3, bends: [onTube] }, { fill: '#ffd21f' }),
        ),
        { lid: '#0f8f4a' },
      ),
    props: () => prop(320, 1030, 0.72, -10, biscuit({ fill: '#6b3620', line: '#220d04', sprinkles: ['#ffd21f', '#e8386b', '#2fae5a', '#fff'] })) + prop(880, 1056, 0.52, 0, biscuit({ fill: '#5a2d1a', line: '#220d04', sprinkles: ['#3a1a0c', '#8a5230'] })),
  },
  'sakura-shortbread-fans': {
    tint: '#ffd9e2',
    back: 'disc',
    shadow: 420,
    sticker: { x: 300, y: 950, turn: -10, kind: 'round', fill: '#d7263d' },
    pack: () => {
      const [w, h] = [640, 720]
      const drift = (seed, count, ww, hh) => pat.scatter(seed, count, { x1: 10, y1: 10, x2: ww - 10, y2: hh - 10, apart: 58 }, (x, y, r) => at(x, y, r(0.22, 0.44), r(0, 360), petal({ fill: ['#ff9ab8', '#ffc3d4', '#f76a97'][Math.floor(r(0, 3))] })))
      return carton({
        x: 220,
        y: 310,
        fw: w,
        fh: h,
        depth: 0.3,
        front: group(
          {},
          rect(0, 0, w, h, {
            fill: linear([
              [0, '#fff0f3'],
              [1, '#ffc9d8'],
            ]),
          }),
          circle(390, 290, 170, { fill: '#e0303f' }),
          path('M-20 90C140 70 220 170 330 150C420 130 480 60 660 40', { fill: 'none', stroke: '#5a2d2a', 'stroke-width': 22, 'stroke-linecap': 'round' }),
          path('M210 136C240 200 300 220 340 280M470 104C500 160 560 180 600 170', { fill: 'none', stroke: '#5a2d2a', 'stroke-width': 11, 'stroke-linecap': 'round' }),
          [
            [60, 96, 0.62],
            [150, 110, 0.8],
            [250, 160, 0.7],
            [340, 270, 0.56],
            [410, 118, 0.8],
            [520, 88, 0.66],
            [600, 170, 0.6],
            [590, 50, 0.74],
            [300, 210, 0.44],
          ].map(([x, y, s], i) => at(x, y, s, i * 31, blossom())),
          drift(3, 26, w, h),
          at(230, 590, 1.05, -16, fanCookie()),
          at(420, 600, 1.05, 14, fanCookie()),
          at(324, 570, 1.2, 0, fanCookie()),
          at(324, 540, 0.3, 0, blossom()),
          letters(['Sakura'], { x: 235, y: 316, w: 380, maxLine: 120, font: 'abril' }, { fill: '#a3123f', line: '#fff3f5', lineWidth: 16 }),
          letters(['SHORTBREAD FANS'], { x: 235, y: 430, w: 330, font: 'condensed', tracking: 6 }, { fill: '#5a1428', line: '#fff3f5', lineWidth: 10 }),
          letters(['桜'], { x: 560, y: 640, w: 60, font: 'delaJp' }, { fill: '#e0303f' }),
        ),
        side: group(
          {},
          rect(0, 0, 192, h, {
            fill: linear([
              [0, '#ffc3d4'],
              [1, '#f794b4'],
            ]),
          }),
          drift(8, 18, 192, h),
          group({ transform: 'rotate(-90 96 360)' }, letters(['SAKURA'], { x: 96, y: 330, w: 400, font: 'abril' }, { fill: '#a3123f' })),
        ),
        top: group({}, rect(0, 0, w, 192, { fill: '#fff0f3' }), drift(12, 16, w, 192)),
      })
    },
    props: () => prop(830, 1030, 0.72, 14, fanCookie()) + prop(960, 1062, 0.54, -12, fanCookie()),
  },
  'midnight-caramel-stroopwafels': {
    tint: '#c6d8f5',
    back: 'arch',
    shadow: 400,
    sticker: { x: 900, y: 930, turn: 10, kind: 'flag', fill: '#f97316' },
    pack: () =>
      tin(
        disc(580, 590, 450),
        group(
          {},
          pat.plain('#f7f9ff'),
          group(
            { transform: 'translate(580 590)' },
            ring(10, 366).map(([x, y], i) => at(x, y, 0.74, i * 36, rosette(6, { a: '#1d4fb8', b: '#fff', c: '#8fb3f0', line: '#0c2a6b' }))),
            ring(10, 366, 18).map(([x, y], i) => at(x, y, 0.5, i * 36 + 18, path('M0 60C-60 40 -60 -20 -20 -50C-30 -10 0 10 0 60ZM0 60C60 40 60 -20 20 -50C30 -10 0 10 0 60Z', { fill: '#1d4fb8' }))),
            circle(0, 0, 286, { fill: '#0c2a6b', stroke: '#1d4fb8', 'stroke-width': 12 }),
            circle(0, 0, 268, { fill: 'none', stroke: '#fff', 'stroke-width': 3 }),
          ),
          pat.stars(4, 24, '#ffe9a8', { x1: 340, x2: 820, y1: 350, y2: 560, apart: 60 }, [3, 8]),
          at(580, 730, 1.5, 0, waffle()),
          clipped(disc(580, 730, 150), pat.drips(600, '#8a3f0a', { seed: 6, count: 4, x1: 420, x2: 740, low: 40, high: 150 }), pat.drips(590, '#c2681a', { seed: 6, count: 4, x1: 420, x2: 740, low: 34, high: 130 })),
          letters(['Midnight', 'Caramel'], { x: 580, y: 372, w: 390, h: 190, maxLine: 100, font: 'lilita', gap: 12, bends: [bend.arch(0.06)] }, { fill: '#fff', line: '#071a48', lineWidth: 18, drop: '#071a48', dropBy: [5, 9] }),
          path('M300 850Q580 960 860 850V770Q580 880 300 770Z', { fill: '#f97316', stroke: '#fff', 'stroke-width': 6 }),
          letters(['STROOPWAFELS'], { x: 580, y: 806, w: 430, maxLine: 60, font: 'luckiest', bends: [bend.arch(-0.12)] }, { fill: '#fff' }),
        ),
        { edge: '#1d4fb8', rim: '#dfe8fb', depth: 80 },
      ),
    props: () => prop(210, 1020, 0.74, -10, waffle()) + prop(340, 1060, 0.52, 10, waffle()),
  },
  'alfajor-avalanche': {
    tint: '#c9ecf7',
    back: 'slant',
    shadow: 420,
    sticker: { x: 984, y: 400, turn: -12, kind: 'seal', fill: '#f97316' },
    pack: () => {
      const [w, h] = [640, 700]
      return carton({
        x: 220,
        y: 320,
        fw: w,
        fh: h,
        depth: 0.3,
        front: group(
          {},
          rect(0, 0, w, h, {
            fill: linear([
              [0, '#2aa7e0'],
              [0.6, '#9fe0f7'],
              [1, '#e9f9ff'],
            ]),
          }),
          path('M-20 620L120 330L210 430L330 170L450 400L540 300L660 560V720H-20Z', { fill: '#8a4a18', stroke: '#3a1a06', 'stroke-width': 8, 'stroke-linejoin': 'round' }),
          path('M330 170L450 400L540 300L660 560V720H380C420 600 350 420 330 170Z', { fill: '#6b350e' }),
          path('M330 170L410 324C390 340 384 420 366 420C348 420 350 350 332 350C312 350 316 450 294 450C276 450 280 340 262 330ZM120 330L160 376C150 390 150 440 134 440C120 440 122 380 96 380ZM540 300L580 384C566 390 566 430 552 430C538 430 540 370 510 340Z', {
            fill: '#fffaf0',
            stroke: '#3a1a06',
            'stroke-width': 6,
            'stroke-linejoin': 'round',
          }),
          path('M-20 600C60 560 120 640 200 600S340 560 420 610S560 580 660 600V720H-20Z', { fill: '#c2762a', stroke: '#3a1a06', 'stroke-width': 7 }),
          at(150, 600, 0.9, -18, sandwich(alfajor)),
          at(490, 604, 0.95, 14, sandwich(alfajor)),
          at(322, 570, 1.25, -4, sandwich(alfajor)),
          pat.scatter(9, 46, { x1: 10, y1: 20, x2: 630, y2: 690, apart: 40 }, (x, y, r) => circle(x, y, r(3, 8), { fill: '#fff', opacity: 0.9 })),
          letters(['ALFAJOR'], { x: 320, y: 46, w: 540, maxLine: 130, font: 'luckiest', bends: [bend.arch(0.05)] }, { fill: '#fff', line: '#0c3a6b', lineWidth: 22, drop: '#0c3a6b', dropBy: [7, 12] }),
          letters(['AVALANCHE'], { x: 320, y: 190, w: 400, maxLine: 66, font: 'luckiest', tracking: 3, bends: [bend.rise(-0.06)] }, { fill: '#ffd23b', line: '#0c3a6b', lineWidth: 18 }),
          small('DULCE DE LECHE · COCO', 320, 662, 240, '#fff6e0'),
        ),
        side: group(
          {},
          rect(0, 0, 192, h, {
            fill: linear([
              [0, '#1d8fc8'],
              [1, '#8fd3ee'],
            ]),
          }),
          path('M0 560L96 380L192 540V720H0Z', { fill: '#8a4a18' }),
          group({ transform: 'rotate(-90 96 260)' }, letters(['AVALANCHE'], { x: 96, y: 236, w: 400, font: 'luckiest' }, { fill: '#fff' })),
        ),
        top: group({}, rect(0, 0, w, 192, { fill: '#fff' }), pat.stripes('#9fe0f7', 60, 0, 1)),
      })
    },
    props: () => prop(850, 1030, 0.68, 6, sandwich(alfajor)),
  },
  'ginger-rocket-snaps': {
    tint: '#ffd5ad',
    back: 'burst',
    shadow: 270,
    tilt: 6,
    sticker: { x: 366, y: 900, turn: -10, kind: 'ticket', fill: '#1e3a8a' },
    pack: () =>
      tube(
        group(
          {},
          pat.fade('#0f4a5c', '#17768a'),
          pat.rays(600, 1040, 22, '#1d8ca3', { opacity: 0.8 }),
          pat.stars(9, 26, '#ffe9a8', { x1: 390, x2: 810, y1: 280, y2: 760 }, [3, 9]),
          path('M600 900L420 1120H780Z', { fill: '#ff8a1f' }),
          pat.flames(1010, 200, '#ff6a1f', { x1: 380, x2: 820, count: 5, seed: 3 }),
          pat.flames(1050, 160, '#ffd23b', { x1: 380, x2: 820, count: 6, seed: 7 }),
          at(600, 730, 1.02, 0, rocket()),
          at(470, 930, 0.5, 0, biscuit({ cracks: true })),
          at(740, 920, 0.54, 0, biscuit({ cracks: true })),
          path('M380 280Q600 342 820 280V470Q600 532 380 470Z', { fill: '#f97316' }),
          path('M380 296Q600 358 820 296M380 454Q600 516 820 454', { fill: 'none', stroke: '#fff3d8', 'stroke-width': 5 }),
          letters(['GINGER'], { x: 600, y: 334, w: 330, maxLine: 80, font: 'bungee', bends: [onTube] }, { fill: '#fff3d8', line: '#4d1a05', lineWidth: 14, drop: '#4d1a05', dropBy: [4, 8] }),
          letters(['ROCKET SNAPS'], { x: 600, y: 434, w: 300, maxLine: 40, font: 'bungee', bends: [onTube] }, { fill: '#4d1a05' }),
        ),
        { lid: '#e8392b', rim: 'gold' },
      ),
    props: () => prop(890, 1030, 0.68, 8, biscuit({ cracks: true })) + prop(1000, 1064, 0.48, 0, biscuit({ cracks: true, seed: 8 })),
  },
}
