// The candy shelf.
import { bend, letters } from '../lib/lettering.mjs'
import * as pat from '../lib/patterns.mjs'
import { prop, small } from '../lib/stage.mjs'
import { at, circle, clipped, disc, group, linear, path, poly, rect, ring, times } from '../lib/svg.mjs'
import { chili, coconut, leaf, lychee, peach, petal, pistachio, plum, rose, watermelon } from '../motifs/fruit.mjs'
import { cloud, rosette, smoke } from '../motifs/signs.mjs'
import * as snack from '../motifs/snacks.mjs'
import { tin } from '../packs/hard.mjs'
import { jar, label } from '../packs/round.mjs'
import { bag, pane, pouch } from '../packs/soft.mjs'

/** A heap of round sweets filling a jar from y down. */
const heap = (seed, y, r, paintOne) => {
  const rows = Math.ceil((1080 - y) / (r * 1.5))
  return times(rows, (j) => times(Math.ceil(640 / (r * 1.8)) + 1, (i) => at(280 + i * r * 1.8 + (j % 2 ? r * 0.9 : 0) + ((i * 7 + j * 13 + seed) % 9) - 4, y + r + j * r * 1.5 + ((i * 5 + j * 11 + seed) % 11) - 5, 1, (i * 40 + j * 70) % 360, paintOne(i + j * 3))))
}

export const candy = {
  'chamoy-comet-gummies': {
    tint: '#f7b8e0',
    back: 'rays',
    tilt: -4,
    deep: '#3a0640',
    sticker: { x: 884, y: 950, turn: 12, kind: 'burst', fill: '#15803d' },
    pack: () =>
      pouch(
        group(
          {},
          pat.fade('#2a0650', '#8a0f7a', '#f0287f'),
          pat.stars(11, 60, '#ffe9a8', { y1: 300, y2: 900 }, [3, 11]),
          path('M930 330C760 420 560 560 430 760C420 840 500 900 580 860C700 720 840 520 930 330Z', {
            fill: linear(
              [
                [0, '#ffe14d', 0],
                [1, '#ff6a1f'],
              ],
              { x1: 1, y1: 0, x2: 0, y2: 1 },
            ),
          }),
          path('M900 430C780 520 640 640 520 800C530 840 560 850 590 830C700 720 820 570 900 430Z', {
            fill: linear(
              [
                [0, '#fff', 0],
                [1, '#ffe14d'],
              ],
              { x1: 1, y1: 0, x2: 0, y2: 1 },
            ),
          }),
          [
            [700, 610, 0.5],
            [800, 500, 0.36],
            [640, 700, 0.42],
            [760, 650, 0.3],
            [860, 400, 0.26],
          ].map(([x, y, s], i) => at(x, y, s, i * 30, snack.jellyRing({ seed: i + 2, sugar: '#c81e1e' }))),
          at(490, 810, 1.5, -14, snack.jellyRing({ seed: 3, sugar: '#c81e1e' })),
          at(820, 760, 0.62, 34, chili()),
          at(350, 690, 0.5, -60, chili()),
          letters(['CHAMOY'], { x: 600, y: 330, w: 560, maxLine: 170, font: 'knewave', bends: [bend.rise(0.1)] }, { fill: '#ffe14d', line: '#2a0650', lineWidth: 26, drop: '#2a0650', dropBy: [9, 14] }),
          letters(['COMET'], { x: 540, y: 500, w: 400, maxLine: 110, font: 'knewave', bends: [bend.rise(0.1)] }, { fill: '#fff', line: '#2a0650', lineWidth: 22, drop: '#ff6a1f', dropBy: [7, 10] }),
          letters(['GUMMIES · DULCE · ÁCIDO · PICOSO'], { x: 500, y: 948, w: 400, font: 'condensed', tracking: 5 }, { fill: '#fff0c8' }),
        ),
      ),
    props: () => prop(290, 1040, 0.66, -14, snack.jellyRing({ seed: 21, sugar: '#c81e1e' })) + prop(400, 1074, 0.44, 14, snack.jellyRing({ seed: 12, sugar: '#c81e1e' })),
  },
  'lychee-petal-drops': {
    tint: '#ffd3df',
    back: 'disc',
    shadow: 360,
    sticker: { x: 872, y: 950, turn: 10, kind: 'seal', fill: '#0f766e' },
    pack: () =>
      jar(
        heap(3, 390, 54, (i) => snack.bead(['#ff8fb3', '#ffb3c9', '#f76a97', '#ffd0dc'][i % 4], 56) + at(4, 6, 0.4, i * 50, petal({ fill: '#d11a55' }))),
        {
          lid: '#e7a48e',
          labelArt: group(
            {},
            path(pat.bumpyRing(20, 226, 12), { fill: '#fffaf6', transform: 'translate(600 700)' }),
            circle(600, 700, 196, { fill: 'none', stroke: '#e8386b', 'stroke-width': 5 }),
            at(600, 600, 0.74, 0, lychee()),
            at(506, 612, 0.46, -50, leaf({ fill: '#4fae3d' })),
            at(694, 612, 0.46, 50, leaf({ fill: '#4fae3d' })),
            letters(['Lychee'], { x: 600, y: 680, w: 290, maxLine: 96, font: 'abril' }, { fill: '#c21b50' }),
            letters(['PETAL DROPS'], { x: 600, y: 788, w: 240, font: 'condensed', tracking: 9 }, { fill: '#6b0d32' }),
            letters(['花'], { x: 600, y: 826, w: 44, font: 'delaJp' }, { fill: '#e8386b' }),
          ),
        },
      ),
    props: () => prop(250, 1020, 0.74, -12, lychee()) + prop(358, 1066, 0.46, 20, lychee()),
  },
  'ramune-star-crackle': {
    tint: '#bfe8ff',
    back: 'burst',
    tilt: 3,
    sticker: { x: 296, y: 960, turn: -12, kind: 'round', fill: '#d7263d' },
    pack: () =>
      pouch(
        group(
          {},
          pat.fade('#38b6ff', '#1f8fff', '#3b5bff'),
          pat.halftone('#9fe4ff', { from: 300, to: 760, pitch: 32, opacity: 0.6 }),
          path(poly(ring(28, (i) => (i % 2 ? 190 : 330), 5)), { fill: '#ffe14d', stroke: '#10206b', 'stroke-width': 10, 'stroke-linejoin': 'round', transform: 'translate(600 780)' }),
          path(poly(ring(28, (i) => (i % 2 ? 150 : 256), 5)), { fill: '#ff5aa8', stroke: '#10206b', 'stroke-width': 8, 'stroke-linejoin': 'round', transform: 'translate(600 780)' }),
          at(600, 780, 1.6, -8, snack.starCandy({ fill: '#fff', line: '#10206b' })),
          at(440, 700, 0.7, 20, snack.starCandy({ fill: '#7dffb0', line: '#10206b' })),
          at(780, 690, 0.66, -20, snack.starCandy({ fill: '#ffd23b', line: '#10206b' })),
          at(420, 900, 0.56, 0, snack.starCandy({ fill: '#ff8ad0', line: '#10206b' })),
          at(790, 890, 0.6, 16, snack.starCandy({ fill: '#7de8ff', line: '#10206b' })),
          pat.scatter(4, 16, { y1: 620, y2: 970, x1: 270, x2: 930, apart: 80 }, (x, y, r) => at(x, y, r(0.2, 0.42), 0, snack.bead('#8fd8ff', 50))),
          letters(['RAMUNE'], { x: 600, y: 322, w: 540, maxLine: 170, font: 'luckiest', bends: [bend.arch(0.07)] }, { fill: '#fff', line: '#10206b', lineWidth: 26, drop: '#10206b', dropBy: [0, 18] }),
          letters(['STAR CRACKLE'], { x: 600, y: 484, w: 480, maxLine: 80, font: 'bangers', tracking: 4, bends: [bend.arch(0.07)] }, { fill: '#ffe14d', line: '#10206b', lineWidth: 18 }),
          letters(['ラムネ'], { x: 824, y: 570, w: 130, font: 'delaJp', bends: [bend.rise(0.16)] }, { fill: '#fff', line: '#ff5aa8', lineWidth: 14 }),
        ),
      ),
    props: () => prop(900, 1044, 0.55, 14, snack.starCandy({ fill: '#ffd23b', line: '#10206b' })) + prop(990, 1076, 0.36, -10, snack.starCandy({ fill: '#ff8ad0', line: '#10206b' })),
  },
  'sour-plum-meteor-drops': {
    tint: '#e3c3d8',
    back: 'dots',
    shadow: 370,
    sticker: { x: 908, y: 470, turn: -12, kind: 'seal', fill: '#0f766e' },
    pack: () =>
      jar(
        heap(5, 480, 48, (i) => snack.bead(['#6b1040', '#8f1d52', '#4d0a3a', '#a83263'][i % 4], 50)),
        {
          squat: true,
          lid: '#c81e3a',
          labelArt: label(
            280,
            600,
            640,
            300,
            group(
              {},
              pat.fade('#1a0b3a', '#3a0f5a'),
              pat.stars(6, 34, '#ffd9ec', { x1: 290, x2: 910, y1: 620, y2: 900 }, [3, 8]),
              [
                [380, 690, 1],
                [820, 870, 0.8],
              ].map(([x, y, s]) =>
                at(
                  x,
                  y,
                  s,
                  -24,
                  path('M0 -18L240 -4L240 4L0 18Z', {
                    fill: linear(
                      [
                        [0, '#ff8a3d'],
                        [1, '#ff8a3d', 0],
                      ],
                      { x2: 1, y2: 0 },
                    ),
                  }),
                  circle(0, 0, 24, { fill: '#ffe14d' }),
                ),
              ),
              at(400, 830, 0.88, -8, plum()),
              letters(['SOUR PLUM'], { x: 650, y: 672, w: 390, maxLine: 84, font: 'bungee', bends: [bend.round(340, 0.16)] }, { fill: '#fff', line: '#4d0a3a', lineWidth: 14 }),
              letters(['METEOR'], { x: 650, y: 756, w: 370, maxLine: 96, font: 'bungee', bends: [bend.round(340, 0.16)] }, { fill: '#ff8a3d', line: '#1a0b3a', lineWidth: 16, drop: '#c81e3a', dropBy: [6, 8] }),
              letters(['酸梅'], { x: 650, y: 868, w: 100, font: 'delaJp', maxLine: 44, bends: [bend.round(340, 0.16)] }, { fill: '#ffd9ec' }),
            ),
          ),
        },
      ),
    props: () => prop(880, 1030, 0.66, 10, plum()),
  },
  'rose-garden-lokum': {
    tint: '#f9d5dc',
    back: 'arch',
    shadow: 400,
    sticker: { x: 934, y: 900, turn: 12, kind: 'seal', fill: '#0f766e' },
    pack: () => {
      const eight = (r) => poly(ring(8, r, 22.5).map(([x, y]) => [x + 580, y + 580]))
      return tin(
        eight(460),
        group(
          {},
          pat.plain('#a8123f'),
          path(eight(450), { fill: '#c81e50' }),
          group(
            { transform: 'translate(580 580)' },
            ring(8, 322, 22.5).map(([x, y], i) => at(x, y, 0.92, i * 45 + 22, rosette(8, { a: i % 2 ? '#1d8f8a' : '#ff8fae', line: '#5c0a2a', c: '#fff3e0' }))),
            ring(8, 356, 0).map(([x, y]) => circle(x, y, 22, { fill: '#f2c14e', stroke: '#5c0a2a', 'stroke-width': 5 })),
            path(poly(ring(8, 252, 22.5)), { fill: '#fff6ea', stroke: '#f2c14e', 'stroke-width': 12 }),
            path(poly(ring(8, 230, 22.5)), { fill: 'none', stroke: '#c81e50', 'stroke-width': 3 }),
            at(0, -112, 0.62, 0, rose()),
            at(-78, -98, 0.42, -62, leaf({ fill: '#2f9d6a' })),
            at(78, -98, 0.42, 62, leaf({ fill: '#2f9d6a' })),
          ),
          letters(['Rose Garden'], { x: 580, y: 556, w: 360, maxLine: 80, font: 'abril' }, { fill: '#a8123f' }),
          letters(['LOKUM'], { x: 580, y: 640, w: 250, maxLine: 84, font: 'abril', tracking: 8 }, { fill: '#b8862a' }),
          small('PISTACHIO · ISPARTA ROSE', 580, 742, 190, '#5c0a2a', { maxLine: 17 }),
        ),
        { edge: '#a8123f', rim: '#f2c14e', depth: 76 },
      )
    },
    props: () => prop(256, 1010, 0.8, 0, snack.sugarCube()) + prop(390, 1050, 0.66, 0, snack.sugarCube({ fill: '#8fd06a', line: '#2a5a1e' })) + prop(160, 1060, 0.44, 10, pistachio()),
  },
  'sandia-chili-pops': {
    tint: '#bff0c9',
    back: 'disc',
    tilt: 2,
    sticker: { x: 290, y: 470, turn: -12, kind: 'burst', fill: '#f97316' },
    behind: () => group({}, at(420, 190, 0.95, -18, snack.lolly()), at(790, 180, 1, 16, snack.lolly()), at(600, 150, 1.1, -2, snack.lolly())),
    pack: () => {
      const sack = 'M280 330Q600 400 920 330L950 420C984 640 980 860 950 1050Q600 1110 250 1050C220 860 216 640 250 420Z'
      return group(
        {},
        clipped(
          sack,
          pat.plain('#ff4d6d'),
          path('M180 320H1020V560Q600 640 180 560Z', { fill: '#18a558' }),
          clipped('M180 320H1020V560Q600 640 180 560Z', pat.stripes('#0f7a40', 26, 6, 0.7)),
          path('M180 560Q600 640 1020 560V600Q600 680 180 600Z', { fill: '#eafbd0' }),
          pat.scatter(8, 26, { y1: 680, y2: 1040, apart: 76 }, (x, y) => path('M0 -17C9 -4 9 10 0 15C-9 10 -9 -4 0 -17Z', { fill: '#2a0614', transform: `translate(${x} ${y}) rotate(${((x * 7) % 50) - 25})` })),
          at(792, 930, 1.2, -16, watermelon()),
          at(400, 930, 0.86, -40, chili()),
          letters(['SANDÍA'], { x: 600, y: 610, w: 590, maxLine: 200, font: 'chango', bends: [bend.arch(-0.05), bend.rise(0.06)] }, { fill: '#fff', line: '#3d0a1e', lineWidth: 28, drop: '#3d0a1e', dropBy: [8, 14] }),
          letters(['CHILI POPS'], { x: 590, y: 800, w: 420, maxLine: 80, font: 'luckiest', bends: [bend.rise(0.06)] }, { fill: '#ffe14d', line: '#3d0a1e', lineWidth: 18, drop: '#3d0a1e', dropBy: [5, 8] }),
          small('10 LOLLIPOPS', 590, 1018, 150, '#fff'),
          rect(200, 300, 800, 800, {
            fill: linear(
              [
                [0, '#2a0614', 0.45],
                [0.14, '#2a0614', 0.05],
                [0.3, '#fff', 0.22],
                [0.4, '#fff', 0],
                [0.8, '#2a0614', 0.06],
                [1, '#2a0614', 0.5],
              ],
              { x2: 1, y2: 0 },
            ),
          }),
          path('M262 420Q600 500 938 420', { fill: 'none', stroke: '#fff', 'stroke-width': 4, opacity: 0.5 }),
        ),
        path('M262 402Q600 476 938 402L934 440Q600 514 266 440Z', { fill: '#ffe14d', stroke: '#3d0a1e', 'stroke-width': 6 }),
        at(
          600,
          466,
          0.9,
          0,
          path('M0 0C-60 -60 -130 -40 -120 10C-110 50 -50 40 0 0ZM0 0C60 -60 130 -40 120 10C110 50 50 40 0 0ZM0 0L-60 110L-20 90ZM0 0L60 110L20 90Z', { fill: '#ffe14d', stroke: '#3d0a1e', 'stroke-width': 7, 'stroke-linejoin': 'round' }),
          circle(0, 0, 22, { fill: '#ffb800', stroke: '#3d0a1e', 'stroke-width': 6 }),
        ),
      )
    },
    props: () => prop(900, 1040, 0.7, 10, watermelon()),
  },
  'peach-cloud-jellies': {
    tint: '#ffdccb',
    back: 'blob',
    tilt: -3,
    sticker: { x: 930, y: 600, turn: 12, kind: 'burst', fill: '#1d4ed8' },
    pack: () =>
      pouch(
        group(
          {},
          pat.fade('#8fd3ff', '#ffc7d6', '#ff9aa8'),
          [
            [330, 400, 0.8],
            [880, 470, 0.9],
            [290, 900, 1],
            [900, 930, 1.1],
          ].map(([x, y, s]) => at(x, y, s, 0, cloud({ line: '#ffffff', shade: '#ffe6ee' }))),
          circle(600, 780, 236, { fill: '#fff4e6', opacity: 0.65 }),
          pane(
            'M400 800a200 176 0 1 0 400 0a200 176 0 1 0 -400 0Z',
            heap(2, 610, 46, (i) => group({}, at(0, 0, 0.5, 0, peach({ fill: ['#ffab8a', '#ff9e7a', '#ffc09a'][i % 3] })))),
            '#ffe2cf',
          ),
          at(352, 770, 0.95, -14, peach()),
          at(856, 800, 1.08, 12, peach()),
          letters(['Peach'], { x: 600, y: 322, w: 440, maxLine: 190, font: 'pacifico', bends: [bend.rise(0.06)] }, { fill: '#fff', line: '#e0406a', lineWidth: 28, drop: '#c22352', dropBy: [6, 12] }),
          letters(['CLOUD JELLIES'], { x: 600, y: 526, w: 440, maxLine: 72, font: 'titan', bends: [bend.rise(0.06)] }, { fill: '#c22352', line: '#fff', lineWidth: 16 }),
          letters(['복숭아 젤리'], { x: 600, y: 1000, w: 220, maxLine: 36, font: 'hangul' }, { fill: '#fff', line: '#e0406a', lineWidth: 9 }),
        ),
      ),
    props: () => prop(300, 1050, 0.6, -12, peach()),
  },
  'smoked-treacle-toffee': {
    tint: '#cfdccd',
    back: 'disc',
    shadow: 400,
    sticker: { x: 900, y: 280, turn: 12, kind: 'ticket', fill: '#b91c1c' },
    pack: () =>
      tin(
        disc(580, 590, 450),
        group(
          {},
          pat.plain('#0f3b30'),
          pat.rays(580, 590, 60, '#14493b', { share: 0.4 }),
          circle(580, 590, 400, { fill: 'none', stroke: '#d98a4a', 'stroke-width': 6 }),
          circle(580, 590, 386, { fill: 'none', stroke: '#d98a4a', 'stroke-width': 2 }),
          group(
            { transform: 'translate(580 590)' },
            ring(44, 410).map(([x, y]) => circle(x, y, 6, { fill: '#e8a86a' })),
          ),
          at(580, 440, 1.05, 0, smoke('#f2e2c8', 13)),
          at(430, 790, 1.06, -12, snack.shard({ fill: '#7a3410' })),
          at(720, 796, 1.1, 20, snack.shard({ fill: '#8f4214' })),
          at(580, 816, 1.25, 0, snack.shard({ fill: '#a8551c' })),
          at(580, 890, 0.6, 40, snack.shard({ fill: '#7a3410' })),
          path('M200 500Q580 440 960 500V690Q580 630 200 690Z', { fill: '#b8622a', stroke: '#f2d3a8', 'stroke-width': 7 }),
          letters(['SMOKED'], { x: 580, y: 258, w: 300, maxLine: 58, font: 'alfa', tracking: 8, bends: [bend.arch(0.1)] }, { fill: '#f2d3a8', line: '#0f3b30', lineWidth: 12 }),
          letters(['Treacle'], { x: 580, y: 486, w: 500, maxLine: 118, font: 'shrikhand', bends: [bend.arch(0.02)] }, { fill: '#fff3dc', line: '#3a1608', lineWidth: 18, drop: '#3a1608', dropBy: [6, 10] }),
          letters(['TOFFEE'], { x: 580, y: 612, w: 230, maxLine: 36, font: 'alfa', tracking: 6 }, { fill: '#3a1608' }),
        ),
        { edge: '#0f3b30', rim: '#d98a4a', depth: 80 },
      ),
    props: () => prop(190, 1020, 0.66, -10, snack.shard({ fill: '#8f4214' })) + prop(310, 1056, 0.5, 20, snack.shard({ fill: '#a8551c' })),
  },
  'pandan-coconut-chews': {
    tint: '#cdeec0',
    back: 'rays',
    tilt: -3,
    sticker: { x: 306, y: 950, turn: -12, kind: 'seal', fill: '#b91c1c' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#a8e063', '#3fae55', '#127a45'),
          times(13, (i) => path('M-26 0Q-10 -260 0 -520Q10 -260 26 0Z', { fill: i % 2 ? '#1f9d4a' : '#2fbf5a', stroke: '#0b4a2a', 'stroke-width': 5, transform: `translate(600 900) rotate(${(i - 6) * 15}) scale(1.9 1.12)` })),
          circle(600, 790, 246, { fill: '#0b4a2a' }),
          circle(600, 790, 226, { fill: '#fff3c8' }),
          pat.rays(600, 790, 24, '#ffe08a', { r: 224 }),
          at(600, 770, 1.7, 0, coconut()),
          at(430, 920, 0.95, -18, snack.twistWrap()),
          at(770, 926, 1, 16, snack.twistWrap({ fill: '#b5622a' })),
          at(600, 970, 0.84, 0, snack.twistWrap({ fill: '#8fd04a' })),
          letters(['PANDAN'], { x: 600, y: 236, w: 540, maxLine: 160, font: 'righteous', bends: [bend.arch(0.06)] }, { fill: '#fff', line: '#0b4a2a', lineWidth: 26, drop: '#0b4a2a', dropBy: [7, 14] }),
          letters(['COCONUT CHEWS'], { x: 600, y: 404, w: 480, maxLine: 80, font: 'righteous', bends: [bend.arch(0.06)] }, { fill: '#ffe98a', line: '#0b4a2a', lineWidth: 18 }),
        ),
        { trim: '#b5622a' },
      ),
    props: () => prop(890, 1046, 0.66, 14, snack.twistWrap()),
  },
}
