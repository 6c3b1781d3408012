// The chocolate shelf.
import { bend, letters } from '../lib/lettering.mjs'
import * as pat from '../lib/patterns.mjs'
import { prop, small } from '../lib/stage.mjs'
import { at, circle, clipped, disc, ellipse, group, linear, path, poly, rect, ring, seeded, star, times } from '../lib/svg.mjs'
import { banana, cacao, chili, date, leaf, monstera, pistachio } from '../motifs/fruit.mjs'
import { bee, comb, crescent, flake, folkSun, hex, mountain, smoke, splash, toucan } from '../motifs/signs.mjs'
import { bonbon, chocoSquare, cinnamon, pillow } from '../motifs/snacks.mjs'
import { bar, carton, tin } from '../packs/hard.mjs'
import { bag } from '../packs/soft.mjs'

/** Crisp pastry threads in a tangle. */
const threads = (seed, count, w, h) => {
  const r = seeded(seed)
  return times(count, () => path(`M${r(-w, w)} ${r(-h, h)}q${r(-40, 40)} ${r(-30, 30)} ${r(-60, 60)} ${r(-26, 26)}`, { fill: 'none', stroke: ['#f2c76a', '#d99a3a', '#ffe2a0', '#b8762a'][Math.floor(r(0, 4))], 'stroke-width': 7, 'stroke-linecap': 'round' }))
}

export const chocolate = {
  'ruby-pistachio-kadayif-bar': {
    tint: '#f7c8d8',
    back: 'burst',
    shadow: 300,
    tilt: -7,
    sticker: { x: 862, y: 900, turn: 12, kind: 'seal', fill: '#0f766e' },
    pack: () =>
      bar(
        group(
          {},
          pat.plain('#b81a52'),
          pat.swirl(600, 760, 18, '#c92a63', { r: 900 }),
          times(4, (j) => times(3, (i) => at(380 + i * 220, 440 + j * 200, 0.6, 0, path(star(8, 100, 74), { fill: 'none', stroke: '#f2c14e', 'stroke-width': 5, opacity: 0.6 })))),
          path(
            poly([
              [390, 560],
              [600, 480],
              [810, 560],
              [810, 880],
              [600, 960],
              [390, 880],
            ]),
            { fill: '#e9f2c8', stroke: '#f2c14e', 'stroke-width': 11 },
          ),
          path(
            poly([
              [408, 572],
              [600, 500],
              [792, 572],
              [792, 868],
              [600, 940],
              [408, 868],
            ]),
            { fill: 'none', stroke: '#b81a52', 'stroke-width': 3 },
          ),
          letters(['RUBY'], { x: 600, y: 560, w: 300, maxLine: 90, font: 'limelight' }, { fill: '#b81a52' }),
          letters(['Pistachio'], { x: 600, y: 660, w: 350, maxLine: 110, font: 'shrikhand', bends: [bend.rise(0.06)] }, { fill: '#4d8a1e', line: '#fff', lineWidth: 12, drop: '#24480a', dropBy: [4, 7] }),
          letters(['KADAYIF'], { x: 600, y: 788, w: 240, maxLine: 50, font: 'limelight', tracking: 6 }, { fill: '#b81a52' }),
          at(540, 886, 0.4, -10, pistachio()),
          at(652, 880, 0.46, 20, pistachio()),
          small('NET WT 7 OZ (200 g)', 600, 1010, 200, '#ffd9e6'),
        ),
        { chocolate: '#d9507f', foil: '#f2c14e', bite: at(700, 236, 1, 6, path('M-110 -90L-70 -50L-40 -56L-16 -6L20 4L150 50V110H-110Z', { fill: '#8fbf3f', stroke: '#4d7a1a', 'stroke-width': 6 }), threads(6, 60, 90, 54), path('M-60 40C-50 90 -40 120 -46 150C-20 150 -20 110 -10 60Z', { fill: '#9fce4f' })) },
      ),
    props: () => prop(286, 1010, 0.72, -16, pistachio()) + prop(380, 1060, 0.5, 30, pistachio()) + prop(210, 1064, 0.46, 60, pistachio()),
  },
  'black-sesame-truffle-squares': {
    tint: '#d5cfdd',
    back: 'dots',
    shadow: 400,
    sticker: { x: 300, y: 950, turn: -12, kind: 'burst', fill: '#1d4ed8' },
    pack: () => {
      const sesame = (seed, count, w, h) => pat.scatter(seed, count, { x1: 20, y1: 20, x2: w - 20, y2: h - 20, apart: 34 }, (x, y, r) => path('M0 -13C8 -3 8 8 0 12C-8 8 -8 -3 0 -13Z', { fill: r() > 0.3 ? '#f4ecdc' : '#c9a24a', transform: `translate(${x} ${y}) rotate(${Math.round(r(0, 360))})` }))
      const [w, h] = [600, 760]
      return carton({
        x: 230,
        y: 270,
        fw: w,
        fh: h,
        front: group(
          {},
          rect(0, 0, w, h, { fill: '#17131c' }),
          sesame(4, 90, w, h),
          rect(56, 60, w - 112, 400, { fill: '#17131c', stroke: '#c9a24a', 'stroke-width': 6 }),
          letters(['BLACK', 'SESAME'], { x: 300, y: 104, w: 400, h: 230, maxLine: 110, font: 'dela', gap: 18 }, { fill: '#f4ecdc' }),
          rect(100, 356, 400, 5, { fill: '#c9a24a' }),
          letters(['TRUFFLE SQUARES'], { x: 300, y: 384, w: 360, font: 'condensed', tracking: 9 }, { fill: '#c9a24a' }),
          circle(300, 590, 140, { fill: '#f4ecdc' }),
          at(300, 586, 1.3, 0, chocoSquare({ fill: '#2b2230', top: '#4a3f50', line: '#0c080f' })),
          letters(['흑임자'], { x: 510, y: 690, w: 110, maxLine: 40, font: 'hangul' }, { fill: '#c9a24a' }),
        ),
        side: group({}, rect(0, 0, 204, h, { fill: '#17131c' }), sesame(9, 40, 204, h), group({ transform: 'rotate(-90 102 380)' }, letters(['TWELVE SQUARES'], { x: 102, y: 360, w: 460, font: 'dela' }, { fill: '#c9a24a' }))),
        top: group({}, rect(0, 0, w, 204, { fill: '#2b2230' }), sesame(2, 30, w, 204)),
      })
    },
    props: () => prop(880, 1020, 0.66, 0, chocoSquare({ fill: '#2b2230', top: '#4a3f50', line: '#0c080f' })) + prop(980, 1058, 0.5, 0, chocoSquare({ fill: '#2b2230', top: '#4a3f50', line: '#0c080f' })),
  },
  'matcha-snowfall-bar': {
    tint: '#cfe6cf',
    back: 'disc',
    shadow: 300,
    tilt: 6,
    sticker: { x: 880, y: 790, turn: -12, kind: 'round', fill: '#d7263d' },
    pack: () =>
      bar(
        group(
          {},
          pat.fade('#0f3d2a', '#2c7a4a', '#8fcf7a'),
          circle(600, 660, 150, { fill: '#f6fbe8' }),
          at(470, 860, 1.25, 0, mountain({ fill: '#1d5a3c' })),
          at(740, 880, 1.3, 0, mountain({ fill: '#2a7350' })),
          at(600, 850, 1.6, 0, mountain({ fill: '#17492f' })),
          path('M300 980Q450 930 600 980T900 970V1120H300Z', { fill: '#f6fbf6' }),
          pat.scatter(6, 20, { x1: 360, x2: 840, y1: 400, y2: 900, apart: 76 }, (x, y, r) => at(x, y, r(0.1, 0.26), r(0, 60), flake('#fff', 11))),
          letters(['MATCHA'], { x: 600, y: 430, w: 410, maxLine: 110, font: 'dela', bends: [bend.arch(0.05)] }, { fill: '#f6fbe8', line: '#0a2a1c', lineWidth: 18, drop: '#0a2a1c', dropBy: [5, 9] }),
          letters(['抹茶'], { x: 600, y: 600, w: 150, font: 'delaJp' }, { fill: '#2c7a4a' }),
          letters(['SNOWFALL'], { x: 600, y: 1006, w: 340, maxLine: 50, font: 'dela', tracking: 4 }, { fill: '#17492f' }),
        ),
        { chocolate: '#9cc46a', foil: '#dfe6e2', seed: 6 },
      ),
  },
  'oaxaca-smoke-chocolate': {
    tint: '#f6cfae',
    back: 'rays',
    shadow: 400,
    sticker: { x: 914, y: 930, turn: 10, kind: 'burst', fill: '#15803d' },
    pack: () =>
      tin(
        disc(580, 590, 450),
        group(
          {},
          pat.plain('#17a2a8'),
          group(
            { transform: 'translate(580 590)' },
            ring(28, 392).map(([x, y], i) => at(x, y, 0.34, i * (360 / 28), path('M0 60C-46 30 -46 -30 0 -70C46 -30 46 30 0 60Z', { fill: i % 2 ? '#ffd23b' : '#f7338a', stroke: '#5c1608', 'stroke-width': 12 }))),
            circle(0, 0, 344, { fill: '#d2491e', stroke: '#fff0c8', 'stroke-width': 10 }),
            ring(40, 322).map(([x, y]) => circle(x, y, 6, { fill: '#fff0c8' })),
            at(0, -30, 1.36, 0, folkSun()),
          ),
          at(330, 690, 0.8, -40, cacao()),
          at(830, 690, 0.8, 40, cacao()),
          at(430, 400, 0.34, 0, smoke('#fff0c8', 20)),
          at(740, 400, 0.34, 0, smoke('#fff0c8', 20)),
          letters(['OAXACA'], { x: 580, y: 776, w: 430, maxLine: 110, font: 'chango', bends: [bend.arch(-0.14)] }, { fill: '#fff6dc', line: '#5c1608', lineWidth: 22, drop: '#5c1608', dropBy: [5, 9] }),
          letters(['SMOKE CHOCOLATE'], { x: 580, y: 304, w: 330, maxLine: 42, font: 'luckiest', bends: [bend.arch(0.14)] }, { fill: '#fff0c8' }),
        ),
        { edge: '#a8331a', rim: '#ffd23b', depth: 80 },
      ),
    props: () => prop(190, 1030, 0.5, 64, cinnamon()) + prop(300, 1056, 0.56, 80, cacao()) + prop(420, 1074, 0.4, 20, chili()),
  },
  'honeycomb-riot-bar': {
    tint: '#ffe39a',
    back: 'slant',
    shadow: 300,
    tilt: -6,
    sticker: { x: 850, y: 930, turn: 12, kind: 'ticket', fill: '#1e3a8a' },
    pack: () =>
      bar(
        group(
          {},
          pat.plain('#15100a'),
          `<g transform="translate(330 420)">${comb(8, 12, 46, (i, j) => ((i * 3 + j * 5) % 4 ? '#ffc21f' : '#ffdf6b'), '#15100a', 9)}</g>`,
          path('M320 560L460 530L600 566L740 520L880 556V800L740 770L600 812L470 776L320 806Z', { fill: '#ff2e7e' }),
          path('M320 580L460 550L600 586L740 540L880 576V780L740 750L600 792L470 756L320 786Z', { fill: '#fff7e0' }),
          letters(['HONEYCOMB'], { x: 600, y: 592, w: 440, maxLine: 80, font: 'anton', tracking: 2, bends: [bend.rise(0.05)] }, { fill: '#15100a' }),
          letters(['RIOT!'], { x: 600, y: 664, w: 400, maxLine: 190, font: 'knewave', bends: [bend.rise(0.08)] }, { fill: '#ff2e7e', line: '#15100a', lineWidth: 20, drop: '#15100a', dropBy: [8, 10] }),
          at(490, 940, 1, -14, bee()),
          small('BURNT HONEY · MILK CHOCOLATE', 600, 1024, 300, '#15100a', { maxLine: 20 }),
        ),
        {
          chocolate: '#7a4220',
          foil: '#f2c14e',
          seed: 9,
          bite: at(
            720,
            240,
            0.9,
            8,
            times(5, (i) => path(hex(34), { fill: i % 2 ? '#ffb71f' : '#ffd45c', stroke: '#a85b00', 'stroke-width': 6, transform: `translate(${-70 + i * 40} ${(i % 2) * 30 + i * 6 - 30})` })),
          ),
        },
      ),
    props: () =>
      prop(
        300,
        1040,
        0.56,
        -10,
        group(
          {},
          path(hex(100), { fill: '#ffc21f', stroke: '#8a4b00', 'stroke-width': 9 }),
          times(7, (i) => circle(-50 + ((i * 37) % 100), -50 + ((i * 53) % 100), 9 + (i % 3) * 4, { fill: '#d98a00' })),
        ),
      ),
  },
  'cupuacu-gold-bonbons': {
    tint: '#cfe9d2',
    back: 'blob',
    shadow: 420,
    sticker: { x: 960, y: 470, turn: -10, kind: 'pill', fill: '#ffd23b' },
    pack: () => {
      const [w, h] = [640, 680]
      const jungle = (ww, hh) =>
        group(
          {},
          rect(0, 0, ww, hh, {
            fill: linear([
              [0, '#0d4a34'],
              [1, '#062a20'],
            ]),
          }),
          [
            [0.06, 0.1, -40],
            [0.95, 0.12, 50],
            [0.02, 0.55, -90],
            [1, 0.55, 80],
            [0.1, 0.98, -130],
            [0.95, 0.96, 130],
            [0.5, 1.04, 180],
          ].map(([x, y, t], i) => at(x * ww, y * hh, 1.15, t, i % 2 ? monstera({ fill: '#c99a3a', line: '#5a3a08' }) : leaf({ fill: '#1f8f5a', line: '#04231a' }))),
        )
      return carton({
        x: 200,
        y: 330,
        fw: w,
        fh: h,
        depth: 0.32,
        front: group(
          {},
          jungle(w, h),
          ellipse(320, 340, 236, 250, { fill: '#f9e8b8', stroke: '#d9a94a', 'stroke-width': 12 }),
          at(372, 318, 1.05, 0, toucan()),
          path('M190 470Q320 440 460 480L470 500Q320 470 190 496Z', { fill: '#7a4a20' }),
          path('M60 500Q320 580 580 500V620Q320 700 60 620Z', { fill: '#d9a94a' }),
          path('M60 512Q320 592 580 512V608Q320 688 60 608Z', { fill: '#0d4a34' }),
          letters(['Cupuaçu'], { x: 320, y: 532, w: 420, maxLine: 96, font: 'abril', bends: [bend.arch(-0.06)] }, { fill: '#ffe9a8' }),
          letters(['GOLD BONBONS'], { x: 320, y: 50, w: 380, font: 'limelight', tracking: 3 }, { fill: '#f2c14e' }),
        ),
        side: group({}, jungle(205, h), at(102, 340, 0.9, 0, bonbon())),
        top: group({}, rect(0, 0, w, 205, { fill: '#c99a3a' }), rect(30, 24, w - 60, 150, { fill: 'none', stroke: '#5a3a08', 'stroke-width': 5 })),
      })
    },
    props: () => prop(830, 1030, 0.62, 0, bonbon()) + prop(950, 1050, 0.56, 0, bonbon({ fill: '#7a4220' })) + prop(1050, 1078, 0.4, 0, bonbon()),
  },
  'banana-milk-choco-pillows': {
    tint: '#fff0a8',
    back: 'burst',
    tilt: 3,
    sticker: { x: 312, y: 650, turn: -12, kind: 'burst', fill: '#1d4ed8' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#ffe14d', '#ffd21f'),
          pat.dots('#ffea8a', 84, 17),
          path('M200 1120V830Q400 760 600 820T1000 800V1120Z', { fill: '#fffdf4' }),
          at(600, 830, 1.3, 0, splash()),
          at(430, 650, 1.3, -16, banana()),
          at(780, 656, 1.2, 148, banana()),
          at(600, 800, 1.05, -6, pillow()),
          at(450, 880, 0.8, 14, pillow({ fill: '#8a4a22' })),
          at(762, 890, 0.84, -16, pillow({ fill: '#8a4a22' })),
          at(600, 960, 0.7, 8, pillow()),
          letters(['BANANA', 'MILK'], { x: 600, y: 226, w: 540, h: 300, maxLine: 160, font: 'titan', gap: 12, bends: [bend.arch(0.05)] }, { fill: '#fff', line: '#5a2d0a', lineWidth: 26, drop: '#5a2d0a', dropBy: [0, 16] }),
          letters(['CHOCO PILLOWS'], { x: 600, y: 552, w: 400, maxLine: 62, font: 'titan' }, { fill: '#5a2d0a', line: '#fff6c8', lineWidth: 12 }),
        ),
        { trim: '#5a2d0a' },
      ),
    props: () => prop(900, 1050, 0.62, 12, pillow()),
  },
  'dubai-nights-date-bar': {
    tint: '#c9d3f0',
    back: 'arch',
    shadow: 300,
    tilt: 5,
    sticker: { x: 352, y: 880, turn: -12, kind: 'seal', fill: '#15803d' },
    pack: () =>
      bar(
        group(
          {},
          pat.fade('#0b1240', '#1a2a7a'),
          lattice(),
          path('M420 1000V640C420 560 500 540 540 500C570 470 590 440 600 410C610 440 630 470 660 500C700 540 780 560 780 640V1000Z', { fill: '#0b1240', stroke: '#e2b14f', 'stroke-width': 9 }),
          pat.stars(5, 18, '#ffe9a8', { x1: 440, x2: 760, y1: 520, y2: 760, apart: 60 }, [3, 8]),
          at(600, 560, 0.62, 20, crescent()),
          at(540, 900, 0.76, -24, date()),
          at(662, 900, 0.76, 22, date()),
          at(600, 920, 0.86, 0, date({ fill: '#7a3d1a' })),
          letters(
            ['Dubai', 'Nights'],
            { x: 600, y: 640, w: 270, h: 150, maxLine: 80, font: 'limelight', gap: 10 },
            {
              fill: linear([
                [0, '#fff3c8'],
                [1, '#d9a23a'],
              ]),
            },
          ),
          rect(340, 1010, 520, 70, { fill: '#e2b14f' }),
          letters(['DATE · CARDAMOM · ALMOND'], { x: 600, y: 1030, w: 380, font: 'condensed', tracking: 6 }, { fill: '#0b1240' }),
        ),
        { chocolate: '#3f1f14', foil: '#e2b14f', seed: 12 },
      ),
    props: () => prop(880, 1044, 0.6, 64, date()) + prop(980, 1070, 0.46, 110, date()),
  },
}

/** Gold eight-point lattice. */
function lattice() {
  return clipped(
    'M300 380H900V1100H300Z',
    times(9, (j) => times(7, (i) => at(340 + i * 90, 400 + j * 90, 0.46, 0, path(`${star(8, 96, 68)}`, { fill: 'none', stroke: '#e2b14f', 'stroke-width': 7 })))),
  )
}
