// The drinks shelf.
import { bend, block, letters, paint } from '../lib/lettering.mjs'
import * as pat from '../lib/patterns.mjs'
import { prop, small } from '../lib/stage.mjs'
import { at, circle, clipped, ellipse, group, linear, path, radial, rect, seeded, times } from '../lib/svg.mjs'
import { citrus, coconut, grapes, guava, leaf, mango, mangoCheek, peaFlower, pomegranate, rhubarb, rose, teaSprig, tulip } from '../motifs/fruit.mjs'
import { bolt, moon } from '../motifs/signs.mjs'
import { cinnamon } from '../motifs/snacks.mjs'
import { gable } from '../packs/hard.mjs'
import { bottle, can, caps, cup, label } from '../packs/round.mjs'

const onCan = bend.round(270, 0.16)
const calamansi = { rind: '#5fae2f', flesh: '#ffb53b', pith: '#fff3c8', line: '#2a4a08' }

const bubbles = (seed, colour, x1, x2, y1, y2, count = 26) => {
  const r = seeded(seed)
  return times(count, () => circle(r(x1, x2), r(y1, y2), r(4, 15), { fill: colour, opacity: 0.35, stroke: '#fff', 'stroke-width': 2.5 }))
}

export const drinks = {
  'yuzu-lightning-soda': {
    tint: '#d9c8ff',
    back: 'rays',
    shadow: 300,
    tilt: -5,
    sticker: { x: 846, y: 900, turn: 12, kind: 'round', fill: '#d7263d' },
    pack: () =>
      can(
        group(
          {},
          pat.fade('#fff27a', '#ffe01a', '#ffc400'),
          pat.halftone('#ff9d00', { from: 1080, to: 560, pitch: 30, opacity: 0.75 }),
          at(612, 610, 3.1, 6, bolt({ fill: '#3b1090', line: '#3b1090', width: 8 })),
          at(592, 600, 3.1, 6, bolt({ fill: '#8b5cf6', line: '#1d0838', width: 5 })),
          at(470, 850, 1.05, -20, citrus({ line: '#6b3d00' })),
          at(760, 790, 0.7, 30, citrus({ line: '#6b3d00' })),
          at(560, 930, 0.5, 10, leaf({ fill: '#4fae3d' })),
          paint(block(['YUZU'], { x: 600, y: 300, w: 400, maxLine: 170, font: 'dela', bends: [onCan] }), { fill: '#fff', line: '#1d0838', lineWidth: 24, drop: '#1d0838', dropBy: [9, 14] }),
          paint(block(['LIGHTNING'], { x: 600, y: 500, w: 430, maxLine: 90, font: 'bangers', tracking: 3, bends: [onCan, bend.rise(0.1)] }), { fill: '#fff27a', line: '#1d0838', lineWidth: 20, drop: '#1d0838', dropBy: [6, 10] }),
          letters(['ゆず'], { x: 726, y: 636, w: 110, font: 'delaJp' }, { fill: '#fff', line: '#1d0838', lineWidth: 12 }),
          small('SPARKLING · 11.8 FL OZ (350 ml)', 600, 985, 300, '#3b1090', { bends: [onCan], maxLine: 20 }),
        ),
        { seed: 4, lid: '#8b5cf6' },
      ),
    props: () => prop(318, 1010, 0.86, -14, citrus({ line: '#6b3d00' })),
  },
  'mango-sticky-rice-milk': {
    tint: '#ffe3a6',
    back: 'arch',
    shadow: 300,
    tilt: 3,
    sticker: { x: 868, y: 396, turn: 10, kind: 'seal', fill: '#e11d74' },
    pack: () =>
      bottle('milk', {
        liquid: linear([
          [0, '#fff6dc'],
          [0.3, '#ffe9a8'],
          [1, '#ffc23b'],
        ]),
        level: 270,
        label: label(
          330,
          500,
          540,
          460,
          group(
            {},
            pat.fade('#ff9d1f', '#ffbe3b'),
            pat.rays(600, 740, 20, '#ffab2b'),
            rect(300, 930, 600, 90, { fill: '#3f9d3a' }),
            pat.checker('#fff7df', 22, 45, 0.14),
            at(470, 840, 1.05, -10, mango()),
            at(706, 850, 0.95, 10, mangoCheek()),
            at(600, 900, 0.56, 0, coconut()),
            letters(['MANGO'], { x: 600, y: 560, w: 420, maxLine: 120, font: 'luckiest', bends: [bend.round(280, 0.2)] }, { fill: '#fff', line: '#7a2a00', lineWidth: 20, drop: '#7a2a00', dropBy: [6, 11] }),
            letters(['STICKY RICE MILK'], { x: 600, y: 694, w: 380, font: 'luckiest', tracking: 2, bends: [bend.round(280, 0.2)] }, { fill: '#7a2a00' }),
          ),
        ),
        cap: caps.screw('#3f9d3a', 100, 92, 104),
        shoulder: letters(['ข้าวเหนียว'], { x: 600, y: 420, w: 170, maxLine: 48, font: 'thai', bends: [bend.round(280, 0.2)] }, { fill: '#a35a00' }),
      }),
    props: () => prop(290, 1010, 0.9, -12, mangoCheek()) + prop(906, 1030, 0.7, 14, coconut()),
  },
  'midnight-grape-fizz': {
    tint: '#cfc0f2',
    back: 'disc',
    shadow: 300,
    tilt: 5,
    sticker: { x: 338, y: 560, turn: -12, kind: 'burst', fill: '#22d3ee', text: '#1a0b2e' },
    pack: () =>
      can(
        group(
          {},
          pat.fade('#140532', '#2a0a5e', '#4b12a0'),
          pat.stars(7, 40, '#fff', { x1: 350, x2: 850, y1: 240, y2: 700 }, [3, 9]),
          [270, 226, 182].map((r, i) => circle(600, 640, r, { fill: 'none', stroke: ['#ff3df0', '#8b5cf6', '#22d3ee'][i], 'stroke-width': 13 }) + circle(600, 640, r, { fill: 'none', stroke: '#fff', 'stroke-width': 3, opacity: 0.8 })),
          circle(600, 640, 160, { fill: '#fff1c4' }),
          at(600, 640, 1.6, 0, moon()),
          at(600, 690, 1.55, 0, grapes()),
          bubbles(3, '#c77dff', 360, 840, 780, 1000),
          paint(block(['MIDNIGHT'], { x: 600, y: 290, w: 440, maxLine: 96, font: 'monoton', bends: [onCan] }), { fill: '#ffe3fc' }),
          paint(block(['GRAPE'], { x: 600, y: 850, w: 360, maxLine: 96, font: 'righteous', bends: [onCan] }), { fill: '#fff', line: '#140532', lineWidth: 18, drop: '#ff3df0', dropBy: [5, 7] }),
          letters(['포도 소다'], { x: 600, y: 960, w: 150, font: 'hangul', bends: [onCan] }, { fill: '#22d3ee' }),
        ),
        { seed: 9, lid: '#ff3df0' },
      ),
  },
  'guava-sunset-nectar': {
    tint: '#ffc9c2',
    back: 'burst',
    shadow: 280,
    tilt: -3,
    sticker: { x: 330, y: 440, turn: -12, kind: 'pill', fill: '#15803d' },
    pack: () =>
      bottle('soda', {
        liquid: linear([
          [0, '#ffcf5c'],
          [0.35, '#ff8a5c'],
          [0.7, '#ff4d79'],
          [1, '#c21b66'],
        ]),
        level: 262,
        label: label(
          380,
          560,
          440,
          360,
          group(
            {},
            [
              ['#5a1a7a', 0],
              ['#a3256f', 60],
              ['#e8386b', 120],
              ['#ff6b4a', 180],
              ['#ffa53b', 240],
              ['#ffd86b', 300],
            ].map(([c, y]) => path(`M300 ${560 + y}Q600 ${612 + y} 900 ${560 + y}V1100H300Z`, { fill: c })),
            circle(600, 850, 112, { fill: '#fff2a8' }),
            at(600, 880, 0.92, 0, guava()),
            path('M340 960Q600 900 860 960V1040H340Z', { fill: '#5a1a7a' }),
            letters(['GUAVA'], { x: 600, y: 604, w: 330, maxLine: 92, font: 'shrikhand', bends: [bend.round(240, 0.2)] }, { fill: '#fff', line: '#5a0a4a', lineWidth: 16, drop: '#5a0a4a', dropBy: [5, 9] }),
            letters(['SUNSET NECTAR'], { x: 600, y: 712, w: 270, font: 'righteous', tracking: 3, bends: [bend.round(240, 0.2)] }, { fill: '#fff8d8' }),
          ),
        ),
        cap: caps.crown('#15803d'),
        shoulder: path('M560 300H640V420H560Z', { fill: 'none' }),
      }),
    props: () => prop(318, 1000, 0.92, -12, guava()) + prop(894, 1036, 0.66, 12, guava()),
  },
  'horchata-moon-milk': {
    tint: '#c5cff7',
    back: 'disc',
    shadow: 350,
    sticker: { x: 876, y: 930, turn: 10, kind: 'seal', fill: '#c2410c' },
    pack: () => {
      const night = (w, h) =>
        group(
          {},
          rect(0, 0, w, h, {
            fill: linear([
              [0, '#17205e'],
              [0.6, '#2c3fa3'],
              [1, '#5b6fe0'],
            ]),
          }),
          pat.stars(w, 26, '#fff6cf', { x1: 10, y1: 10, x2: w - 10, y2: h * 0.75 }, [3, 10]),
        )
      return gable({
        front: group(
          {},
          night(470, 640),
          circle(235, 330, 168, { fill: '#fff6cf', opacity: 0.16 }),
          at(235, 330, 1.4, 0, moon({ fill: '#fff6dc', shade: '#ecd9a6' })),
          path('M0 520C70 470 120 540 190 510C260 470 320 540 380 510C420 492 450 510 470 520V640H0Z', { fill: '#fff6e6' }),
          path('M0 570C90 530 160 590 240 566C320 540 400 590 470 560V640H0Z', { fill: '#f0dcbc' }),
          at(330, 480, 0.86, 38, cinnamon()),
          at(120, 490, 0.74, -32, cinnamon()),
          letters(['Horchata'], { x: 235, y: 60, w: 400, maxLine: 110, font: 'pacifico', bends: [bend.rise(0.05)] }, { fill: '#fff', line: '#0d1440', lineWidth: 16, drop: '#0d1440', dropBy: [5, 9] }),
          letters(['MOON', 'MILK'], { x: 235, y: 268, w: 210, h: 130, maxLine: 60, font: 'titan', gap: 9 }, { fill: '#2c2a7a' }),
          small('1 PINT (473 ml)', 235, 600, 130, '#8a5a2a', { maxLine: 18 }),
        ),
        side: group({}, night(190, 640), path('M0 520C40 480 120 560 190 510V640H0Z', { fill: '#fff6e6' }), at(95, 250, 0.5, 0, moon()), group({ transform: 'rotate(-90 95 470)' }, letters(['RICE · CINNAMON'], { x: 260, y: 456, w: 290, font: 'condensed', tracking: 6 }, { fill: '#fff6cf' }))),
        gableArt: group({}, rect(200, 100, 800, 500, { fill: '#24348f' }), pat.stars(3, 18, '#fff6cf', { x1: 300, x2: 800, y1: 230, y2: 450 }, [4, 10]), path('M290 470Q420 360 520 420T770 400L800 500H290Z', { fill: '#fff6e6', opacity: 0 })),
        fin: '#f97316',
      })
    },
    props: () => prop(300, 1060, 0.62, 74, cinnamon()),
  },
  'butterfly-pea-lemonade': {
    tint: '#c3d4ff',
    back: 'blob',
    shadow: 310,
    tilt: -4,
    sticker: { x: 880, y: 450, turn: 10, kind: 'seal', fill: '#f97316' },
    pack: () =>
      bottle('flask', {
        liquid: linear([
          [0, '#2a3be0'],
          [0.4, '#5a3be0'],
          [0.7, '#b44be8'],
          [1, '#ff8ad0'],
        ]),
        level: 350,
        inside: group({}, at(452, 930, 0.8, 20, citrus()), at(764, 950, 0.7, -10, citrus()), at(600, 1000, 0.66, 0, citrus()), bubbles(8, '#fff', 390, 810, 520, 1040, 34)),
        label: group(
          {},
          at(600, 700, 1.28, 0, path(pat.bumpyRing(16, 152, 9), { fill: '#fffaf0' }), circle(0, 0, 134, { fill: 'none', stroke: '#3747d8', 'stroke-width': 4 })),
          at(600, 596, 0.74, 0, peaFlower()),
          letters(['Butterfly', 'Pea'], { x: 600, y: 644, w: 280, h: 132, maxLine: 70, font: 'pacifico', gap: 2 }, { fill: '#2a2ab8' }),
          letters(['LEMONADE'], { x: 600, y: 790, w: 196, font: 'righteous', tracking: 4 }, { fill: '#b4308f' }),
        ),
        cap: caps.screw('#ffd23b', 66, 84, 84),
      }),
    props: () => prop(310, 1010, 0.84, -10, peaFlower()) + prop(410, 1066, 0.5, 20, citrus()) + prop(908, 1050, 0.56, 14, peaFlower()),
  },
  'calamansi-spark': {
    tint: '#e4f3b0',
    back: 'dots',
    shadow: 300,
    tilt: 4,
    sticker: { x: 350, y: 460, turn: -12, kind: 'seal', fill: '#1d4ed8' },
    pack: () =>
      can(
        group(
          {},
          pat.plain('#ff9a1f'),
          pat.rays(600, 720, 26, '#ffc53b'),
          circle(600, 720, 210, { fill: '#fff3a8' }),
          circle(600, 720, 190, { fill: '#ffe14d' }),
          at(600, 720, 1.6, 12, citrus({ ...calamansi, segments: 10 })),
          at(440, 900, 0.62, 0, citrus(calamansi)),
          at(776, 886, 0.54, 0, citrus(calamansi)),
          at(700, 560, 0.5, 50, leaf({ fill: '#4fae3d' })),
          at(516, 566, 0.42, -50, leaf({ fill: '#4fae3d' })),
          path('M340 210H860V480Q600 540 340 480Z', { fill: '#3f9d2f' }),
          path('M340 480Q600 540 860 480', { fill: 'none', stroke: '#fff3a8', 'stroke-width': 10 }),
          paint(block(['Calamansi'], { x: 600, y: 296, w: 430, maxLine: 120, font: 'lilita', bends: [onCan] }), { fill: '#fff', line: '#123f12', lineWidth: 18, drop: '#123f12', dropBy: [6, 10] }),
          letters(['SPARK'], { x: 600, y: 420, w: 240, maxLine: 60, font: 'bungee', bends: [onCan] }, { fill: '#ffe14d' }),
          small('11.2 FL OZ (330 ml)', 600, 996, 200, '#7a3a00', { bends: [onCan], maxLine: 20 }),
        ),
        { seed: 15, lid: '#5fae2f' },
      ),
    props: () => prop(880, 1040, 0.66, 12, citrus(calamansi)) + prop(990, 1070, 0.44, 30, citrus(calamansi)),
  },
  'pomegranate-rose-sherbet': {
    tint: '#f3c6cf',
    back: 'arch',
    shadow: 290,
    tilt: -2,
    sticker: { x: 858, y: 470, turn: 12, kind: 'seal', fill: '#0f766e' },
    pack: () =>
      bottle('swing', {
        liquid: linear([
          [0, '#d11a3f'],
          [0.6, '#8f0a2c'],
          [1, '#4d0416'],
        ]),
        glass: '#ff8aa0',
        level: 330,
        label: label(
          370,
          580,
          460,
          370,
          group(
            {},
            pat.plain('#f4f7ef'),
            rect(360, 560, 480, 500, { fill: '#f4f7ef' }),
            at(440, 850, 0.95, -16, tulip()),
            at(762, 850, 0.95, 16, tulip({ fill: '#1d56b8' })),
            at(600, 884, 0.78, 0, pomegranate()),
            at(404, 720, 0.4, -30, tulip({ fill: '#1d56b8' })),
            at(796, 720, 0.4, 30, tulip()),
            path('M370 604Q600 656 830 604V640Q600 692 370 640Z', { fill: '#0f5f9a' }),
            path('M370 940Q600 992 830 940V1010H370Z', { fill: '#0f5f9a' }),
            times(13, (i) => circle(390 + i * 35, 622 + 24 - Math.abs(i - 6) * 4 + 2, 8, { fill: '#fff' })),
            letters(['Pomegranate', 'Rose'], { x: 600, y: 684, w: 290, h: 96, maxLine: 50, font: 'abril', gap: 7, bends: [bend.round(250, 0.16)] }, { fill: '#a3102f' }),
          ),
        ),
        cap: caps.swing('#fff7ea'),
        shoulder: letters(['SHERBET'], { x: 600, y: 480, w: 190, font: 'abril', tracking: 6, bends: [bend.round(200, 0.3)] }, { fill: '#ffd9b0' }),
      }),
    props: () => prop(300, 1000, 0.95, -8, pomegranate()) + prop(898, 1040, 0.62, 0, rose()),
  },
  'rhubarb-custard-cream-soda': {
    tint: '#ffd9e2',
    back: 'slant',
    shadow: 300,
    tilt: -5,
    sticker: { x: 848, y: 890, turn: 10, kind: 'ticket', fill: '#1e3a8a' },
    pack: () =>
      can(
        group(
          {},
          pat.plain('#ffe38a'),
          clipped('M340 100H600C680 300 520 480 600 640C680 800 520 900 600 1120H340Z', pat.plain('#ff6f96'), pat.stripes('#ff8bab', 22, 20)),
          path('M600 100C680 300 520 480 600 640C680 800 520 900 600 1120', { fill: 'none', stroke: '#fff', 'stroke-width': 16 }),
          pat.swirl(716, 790, 9, '#fff1bd', { r: 150, twist: 1.6 }),
          at(470, 770, 1.3, -12, rhubarb()),
          at(716, 790, 1.1, 0, circle(0, 0, 104, { fill: '#fff8df', stroke: '#8a5a00', 'stroke-width': 7 }), clipped('M-100 0a100 100 0 1 0 200 0a100 100 0 1 0 -200 0Z', pat.swirl(0, 0, 7, '#ff6f96', { r: 150, twist: 1.5 })), circle(0, 0, 104, { fill: 'none', stroke: '#8a2a4a', 'stroke-width': 7 })),
          ellipse(600, 440, 222, 158, { fill: '#fffdf5', stroke: '#8a2a4a', 'stroke-width': 9 }),
          ellipse(600, 440, 202, 140, { fill: 'none', stroke: '#ff6f96', 'stroke-width': 4 }),
          letters(['RHUBARB'], { x: 600, y: 356, w: 320, maxLine: 62, font: 'chango', bends: [onCan] }, { fill: '#e0275e' }),
          letters(['CUSTARD'], { x: 600, y: 430, w: 320, maxLine: 62, font: 'chango', bends: [onCan] }, { fill: '#e89a00' }),
          letters(['CREAM SODA'], { x: 600, y: 510, w: 220, font: 'pacifico', maxLine: 44 }, { fill: '#8a2a4a' }),
          small('11.2 FL OZ (330 ml)', 600, 996, 200, '#8a2a4a', { bends: [onCan], maxLine: 20 }),
        ),
        { seed: 22, lid: '#ff6f96' },
      ),
  },
  'hojicha-cloud-latte': {
    tint: '#ead3bb',
    back: 'arch',
    shadow: 290,
    tilt: 2,
    sticker: { x: 824, y: 560, turn: 12, kind: 'round', fill: '#d7263d' },
    pack: () =>
      cup(
        group(
          {},
          pat.fade('#a8683a', '#7a4420', '#4d2610'),
          path('M300 380H900V560C840 620 780 520 720 590C660 640 620 540 560 600C500 650 450 540 400 590C360 620 330 560 300 580Z', { fill: '#fff3de' }),
          path('M300 380H900V510C840 560 780 480 720 530C660 580 620 490 560 540C500 580 450 490 400 530C360 560 330 520 300 530Z', { fill: '#fffaf0' }),
          path('M360 640Q600 690 840 640L812 930Q600 980 388 930Z', { fill: '#f7e3c6' }),
          path('M372 656Q600 704 828 656L802 916Q600 964 398 916Z', { fill: 'none', stroke: '#a8683a', 'stroke-width': 5 }),
          at(600, 890, 0.5, 0, teaSprig({ fill: '#a8683a', line: '#4d2610' })),
          at(478, 866, 0.34, -20, teaSprig({ fill: '#a8683a', line: '#4d2610' })),
          at(722, 866, 0.34, 20, teaSprig({ fill: '#a8683a', line: '#4d2610' })),
          letters(['HOJICHA'], { x: 600, y: 694, w: 350, maxLine: 84, font: 'titan', bends: [bend.round(250, 0.14)] }, { fill: '#5a2d12' }),
          letters(['Cloud Latte'], { x: 600, y: 786, w: 250, maxLine: 62, font: 'pacifico', bends: [bend.round(250, 0.14)] }, { fill: '#c2703a' }),
          letters(['ほうじ茶'], { x: 600, y: 470, w: 170, font: 'delaJp', bends: [bend.round(250, 0.14)] }, { fill: '#7a4420' }),
        ),
        {
          foam: group(
            {},
            rect(340, 140, 520, 300, { fill: '#d9a778' }),
            [
              [440, 300, 110],
              [560, 250, 130],
              [700, 270, 120],
              [780, 330, 90],
              [600, 330, 150],
            ].map(([x, y, r]) =>
              circle(x, y, r, {
                fill: radial(
                  [
                    [0, '#fffdf6'],
                    [0.8, '#ffeed6'],
                    [1, '#e6c7a0'],
                  ],
                  { cx: 0.4, cy: 0.35, r: 0.7 },
                ),
              }),
            ),
            times(20, (i) => ellipse(460 + ((i * 71) % 290), 200 + ((i * 37) % 110), 7, 4, { fill: '#7a4420', opacity: 0.7 })),
          ),
          lid: '#fff8ec',
        },
      ),
    props: () => prop(318, 1050, 0.6, -30, teaSprig()) + prop(900, 1056, 0.5, 40, teaSprig()),
  },
}
