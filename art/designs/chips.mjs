// The chips shelf. Each design draws one pack; keys are the products' image names.
import { bend, block, letters, paint } from '../lib/lettering.mjs'
import * as pat from '../lib/patterns.mjs'
import { prop, small } from '../lib/stage.mjs'
import { at, circle, clipped, ellipse, group, linear, path, poly, rect, times } from '../lib/svg.mjs'
import { chili, citrus, corn, leaf, monstera, truffle, truffleSlice } from '../motifs/fruit.mjs'
import { bolt, cloud, paisley, picado } from '../motifs/signs.mjs'
import * as snack from '../motifs/snacks.mjs'
import { tube } from '../packs/round.mjs'
import { bag } from '../packs/soft.mjs'

export const chips = {
  'hokkaido-nori-butter-crisps': {
    tint: '#bfe3d2',
    back: 'disc',
    tilt: -3,
    sticker: { x: 926, y: 640, turn: 12, kind: 'round', fill: '#d7263d' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#ffe27a', '#ffc933'),
          pat.rays(600, 640, 24, '#ffd95a', { opacity: 0.9 }),
          circle(600, 640, 300, { fill: '#fff7d6' }),
          circle(600, 640, 270, { fill: 'none', stroke: '#f2a900', 'stroke-width': 6 }),
          clipped('M200 800Q330 720 460 800T720 800T980 790V1200H200Z', pat.seigaiha('#0f6b5c', '#e9fff2', 52)),
          path('M200 800Q330 720 460 800T720 800T980 790', { fill: 'none', stroke: '#e9fff2', 'stroke-width': 10 }),
          at(740, 700, 1.15, 14, snack.nori()),
          at(450, 720, 1.35, -16, snack.crisp({ seed: 3, specks: '#12382c' })),
          at(600, 765, 1.5, 6, snack.crisp({ seed: 9, specks: '#12382c' })),
          at(770, 790, 0.72, 0, snack.butter()),
          letters(['HOKKAIDO'], { x: 600, y: 212, w: 380, font: 'dela', tracking: 6 }, { fill: '#0b4a41' }),
          letters(['NORI', 'BUTTER'], { x: 600, y: 294, w: 560, h: 290, maxLine: 160, font: 'chango', gap: 12, bends: [bend.arch(0.03)] }, { fill: '#ffffff', line: '#0b4a41', lineWidth: 26, drop: '#0b4a41', dropBy: [8, 16] }),
          letters(['のりバター味'], { x: 600, y: 902, w: 440, font: 'delaJp', tracking: 5 }, { fill: '#fff', line: '#0b4a41', lineWidth: 14 }),
          rect(420, 962, 360, 38, { rx: 19, fill: '#0b4a41' }),
          small('CRISPS · NET WT 2.8 OZ (80 g)', 600, 972, 310, '#eafff2', { maxLine: 18 }),
        ),
        { trim: '#0f6b5c' },
      ),
    props: () => prop(250, 1010, 0.95, -18, snack.crisp({ seed: 21, specks: '#12382c' })) + prop(380, 1066, 0.7, 12, snack.crisp({ seed: 5, specks: '#12382c' })),
  },
  'gochujang-blaze-corn-rings': {
    tint: '#ffc2a3',
    back: 'rays',
    tilt: 4,
    sticker: { x: 300, y: 960, turn: -12, kind: 'burst', fill: '#1d4ed8' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#5a0614', '#a50d1d', '#e1261c'),
          pat.halftone('#3d0410', { from: 120, to: 560, pitch: 30 }),
          pat.flames(720, 420, '#ff5a1f', { seed: 4, count: 6 }),
          pat.flames(800, 380, '#ff9a1f', { seed: 8, count: 7 }),
          pat.flames(900, 300, '#ffd93b', { seed: 12, count: 8 }),
          at(400, 770, 1.05, -14, snack.hoop({ seed: 3 })),
          at(790, 800, 1.1, 18, snack.hoop({ seed: 6 })),
          at(600, 720, 1.3, 0, snack.hoop({ seed: 9 })),
          at(520, 900, 0.8, 30, snack.hoop({ seed: 2 })),
          at(716, 930, 0.76, -20, snack.hoop({ seed: 5 })),
          at(816, 640, 0.95, 24, chili()),
          at(372, 610, 0.7, 150, chili()),
          paint(block(['GOCHUJANG'], { x: 600, y: 230, w: 560, font: 'bangers', bends: [bend.rise(0.08)] }), { fill: '#ffe14d', line: '#3d0410', lineWidth: 18 }),
          paint(block(['BLAZE'], { x: 600, y: 340, w: 600, maxLine: 230, font: 'bangers', bends: [bend.rise(0.08), bend.wedge(0.3)] }), {
            fill: linear([
              [0, '#fff6c8'],
              [0.5, '#ffe14d'],
              [1, '#ff8a1f'],
            ]),
            line: '#3d0410',
            lineWidth: 28,
            outer: '#ff5a1f',
            outerWidth: 46,
            drop: '#3d0410',
            dropBy: [10, 16],
          }),
          letters(['고추장 링'], { x: 600, y: 584, w: 210, font: 'hangul' }, { fill: '#fff', line: '#3d0410', lineWidth: 12 }),
          small('CORN RINGS · NET WT 3.2 OZ (90 g)', 600, 986, 380, '#5a0614'),
        ),
        { trim: '#3d0410' },
      ),
    props: () => prop(900, 1030, 0.8, 14, snack.hoop({ seed: 31 })) + prop(1000, 1060, 0.5, -20, snack.hoop({ seed: 14 })),
  },
  'salted-egg-lava-chips': {
    tint: '#ffdf9e',
    back: 'burst',
    tilt: -4,
    sticker: { x: 880, y: 920, turn: 10, kind: 'seal', fill: '#0f766e' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#2b0f3a', '#4a1450'),
          pat.dots('#5f1f63', 60, 9),
          pat.drips(330, '#ff7a00', { seed: 5, count: 6, low: 160, high: 420 }),
          pat.drips(290, '#ffa51f', { seed: 9, count: 7, low: 90, high: 300 }),
          pat.drips(240, '#ffcf4a', { seed: 3, count: 8, low: 40, high: 190 }),
          at(430, 800, 1.5, -20, snack.crisp({ seed: 4, fill: '#f9b52a', specks: '#3f7d20' })),
          at(790, 850, 1.35, 18, snack.crisp({ seed: 8, fill: '#f9b52a', specks: '#c81e1e' })),
          at(600, 800, 1.6, 0, snack.egg()),
          at(360, 660, 0.62, -40, leaf({ fill: '#4fae3d' })),
          at(850, 690, 0.56, 50, leaf({ fill: '#4fae3d' })),
          at(780, 640, 0.4, 10, leaf({ fill: '#7ccf4f' })),
          at(470, 950, 0.5, 110, chili()),
          letters(['SALTED', 'EGG'], { x: 600, y: 226, w: 520, h: 270, maxLine: 150, font: 'titan', gap: 8 }, { fill: '#fff', line: '#3a0f2a', lineWidth: 24, drop: '#3a0f2a', dropBy: [0, 18] }),
          paint(block(['LAVA'], { x: 600, y: 502, w: 400, maxLine: 140, font: 'titan', bends: [bend.wave(0.02)] }), {
            fill: linear([
              [0, '#fff0a0'],
              [1, '#ff6a00'],
            ]),
            line: '#3a0f2a',
            lineWidth: 24,
            drop: '#c2270d',
            dropBy: [0, 16],
          }),
          small('POTATO CHIPS · NET WT 3.7 OZ (105 g)', 600, 990, 380, '#ffd88a'),
        ),
        { trim: '#ff8a00' },
      ),
    props: () => prop(270, 1040, 0.85, -10, snack.crisp({ seed: 44, fill: '#f9b52a', specks: '#3f7d20' })),
  },
  'trufa-negra-kettle-chips': {
    tint: '#d9cdb8',
    back: 'arch',
    sticker: { x: 296, y: 640, turn: -14, kind: 'seal', fill: '#b91c1c' },
    pack: () =>
      bag(
        group(
          {},
          pat.plain('#171214'),
          pat.rays(600, 700, 40, '#d9a94a', { share: 0.16, opacity: 0.9 }),
          circle(600, 700, 268, { fill: '#171214', stroke: '#d9a94a', 'stroke-width': 10 }),
          circle(600, 700, 244, { fill: 'none', stroke: '#d9a94a', 'stroke-width': 3 }),
          at(600, 670, 1.4, 0, truffle()),
          at(716, 776, 0.78, 20, truffleSlice()),
          at(476, 776, 0.66, -30, truffleSlice()),
          at(600, 838, 1.1, -4, snack.crisp({ fill: '#e9b44c', seed: 6, specks: '#171214' })),
          path(
            poly([
              [330, 220],
              [870, 220],
              [830, 430],
              [600, 474],
              [370, 430],
            ]),
            { fill: '#171214', stroke: '#d9a94a', 'stroke-width': 8 },
          ),
          letters(
            ['Trufa', 'Negra'],
            { x: 600, y: 244, w: 420, h: 196, maxLine: 104, font: 'limelight', gap: 10 },
            {
              fill: linear([
                [0, '#fff3c8'],
                [0.5, '#e2b14f'],
                [1, '#9a6a1e'],
              ]),
            },
          ),
          path('M330 954H510M690 954H870', { stroke: '#d9a94a', 'stroke-width': 4 }),
          rect(250, 916, 700, 96, { fill: '#171214' }),
          letters(['KETTLE CHIPS'], { x: 600, y: 926, w: 430, font: 'limelight', tracking: 5 }, { fill: '#e2b14f' }),
          small('HECHAS A MANO · 5.3 OZ (150 g)', 600, 984, 330, '#d9a94a'),
        ),
        { trim: '#b8873a' },
      ),
    props: () => prop(890, 1040, 0.85, 12, snack.crisp({ fill: '#e9b44c', seed: 16, specks: '#171214' })) + prop(1000, 1074, 0.4, 0, truffleSlice()),
  },
  'tom-yum-shrimp-twists': {
    tint: '#a9e5e0',
    back: 'blob',
    tilt: 3,
    sticker: { x: 900, y: 956, turn: 14, kind: 'seal', fill: '#e11d74' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#ff7a59', '#ff5a4a'),
          pat.rays(600, 700, 16, '#ff8f6b', { opacity: 0.8 }),
          path('M200 1100V640Q400 540 600 620T1000 590V1100Z', { fill: '#0d7f86' }),
          pat.waves(690, '#12999c', { amp: 26, len: 170 }),
          pat.waves(800, '#0d7f86', { amp: 24, len: 150, phase: 50 }),
          pat.waves(900, '#0a6168', { amp: 20, len: 130 }),
          times(9, (i) => circle(310 + ((i * 151) % 600), 730 + ((i * 97) % 260), 8 + (i % 3) * 6, { fill: 'none', stroke: '#b8fff2', 'stroke-width': 4, opacity: 0.7 })),
          at(600, 700, 2, -12, snack.shrimp()),
          at(380, 830, 0.8, 20, citrus({ rind: '#4fae3d', flesh: '#b6e35a', pith: '#f2ffd8', line: '#0d4a2a' })),
          at(830, 840, 0.62, 0, citrus({ rind: '#4fae3d', flesh: '#b6e35a', pith: '#f2ffd8', line: '#0d4a2a' })),
          at(800, 560, 0.72, 30, chili()),
          at(560, 930, 0.9, -6, snack.twist()),
          path('M330 620C340 520 360 430 350 380M352 620C372 520 400 460 420 400', { stroke: '#c8e07a', 'stroke-width': 16, fill: 'none', 'stroke-linecap': 'round' }),
          letters(['ต้มยำ'], { x: 600, y: 216, w: 170, maxLine: 60, font: 'thai' }, { fill: '#fff3c8' }),
          letters(['TOM YUM', 'SHRIMP'], { x: 600, y: 286, w: 560, h: 270, maxLine: 150, font: 'lilita', gap: 14, bends: [bend.arch(0.05), bend.rise(0.05)] }, { fill: '#fff8e0', line: '#7a0f1e', lineWidth: 22, drop: '#7a0f1e', dropBy: [9, 14] }),
          small('CRISPY TWISTS · 2.6 OZ (75 g)', 600, 992, 330, '#d8fff6'),
        ),
        { trim: '#0a6168' },
      ),
    props: () => prop(290, 1040, 0.75, -14, snack.twist()),
  },
  'elote-street-corn-curls': {
    tint: '#f9c5dc',
    back: 'disc',
    tilt: -3,
    sticker: { x: 306, y: 930, turn: -10, kind: 'burst', fill: '#15803d' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#f7338a', '#e0197a'),
          pat.rays(600, 720, 20, '#ff56a1', { opacity: 0.6 }),
          path('M220 214Q600 300 980 214', { fill: 'none', stroke: '#fff', 'stroke-width': 5 }),
          [
            [330, 282, '#19c3c9'],
            [510, 312, '#ffd23b'],
            [692, 312, '#7ed348'],
            [872, 282, '#ff8a1f'],
          ].map(([x, y, c], i) => at(x, y, 0.93, (i - 1.5) * -5, picado(c))),
          circle(600, 800, 240, { fill: '#19c3c9' }),
          circle(600, 800, 216, { fill: 'none', stroke: '#fff', 'stroke-width': 6, 'stroke-dasharray': '3 17', 'stroke-linecap': 'round' }),
          at(610, 788, 1.85, 24, corn()),
          at(430, 880, 0.86, -10, snack.curl({ seed: 3 })),
          at(792, 900, 0.92, 30, snack.curl({ seed: 6 })),
          at(804, 690, 0.6, 130, snack.curl({ seed: 8 })),
          at(392, 726, 0.56, 30, chili()),
          paint(block(['ELOTE'], { x: 600, y: 400, w: 580, maxLine: 190, font: 'chango', bends: [bend.bulge(0.18)] }), { fill: '#fff6d0', line: '#5c0a3a', lineWidth: 24, outer: '#ffd23b', outerWidth: 40, drop: '#5c0a3a', dropBy: [9, 14] }),
          letters(['STREET CORN CURLS'], { x: 600, y: 580, w: 430, font: 'luckiest', tracking: 3 }, { fill: '#fff', line: '#5c0a3a', lineWidth: 12 }),
          small('CON QUESO Y CHILE · 3 OZ (85 g)', 600, 1000, 330, '#ffe3f0', { maxLine: 15 }),
        ),
        { trim: '#19c3c9' },
      ),
    props: () => prop(910, 1040, 0.7, 10, snack.curl({ seed: 14 })) + prop(1010, 1074, 0.44, 160, snack.curl({ seed: 22 })),
  },
  'malt-vinegar-thunder-crisps': {
    tint: '#b9cdf5',
    back: 'slant',
    tilt: 3,
    sticker: { x: 868, y: 940, turn: 12, kind: 'ticket', fill: '#d7263d' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#12246b', '#2348c8', '#5b8dff'),
          pat.stripes('#ffffff', 34, 32, 0.06),
          at(620, 660, 3, 8, bolt({ fill: '#fff', line: '#0c1645', width: 5 })),
          at(600, 650, 2.6, 8, bolt({ fill: '#ffe14d', line: '#0c1645', width: 6 })),
          at(350, 560, 1.3, 0, cloud({ line: '#0c1645', shade: '#b8c6ee' })),
          at(870, 620, 1.15, 0, cloud({ line: '#0c1645', shade: '#b8c6ee' })),
          at(420, 850, 1.25, -16, snack.ridged()),
          at(770, 850, 1.3, 14, snack.ridged()),
          at(600, 910, 1.35, -4, snack.ridged()),
          times(14, (i) => path('M0 -14L5 6L-5 6Z', { fill: '#fff', transform: `translate(${300 + ((i * 173) % 620)} ${650 + ((i * 67) % 200)}) rotate(20) scale(1.2)` })),
          letters(['MALT VINEGAR'], { x: 600, y: 228, w: 500, font: 'alfa' }, { fill: '#fff' }),
          paint(block(['THUNDER'], { x: 600, y: 312, w: 610, maxLine: 190, font: 'alfa', bends: [bend.pinch(0.3), bend.rise(-0.06)] }), {
            fill: linear([
              [0, '#fffbe0'],
              [1, '#ffd21f'],
            ]),
            line: '#0c1645',
            lineWidth: 24,
            drop: '#0c1645',
            dropBy: [10, 16],
          }),
          letters(['SEA SALT RIDGED CRISPS'], { x: 590, y: 496, w: 350, font: 'condensed', tracking: 7, bends: [bend.rise(-0.06)] }, { fill: '#fff', line: '#0c1645', lineWidth: 14 }),
          small('NET WT 5.3 OZ (150 g)', 560, 1000, 240, '#dbe6ff', { maxLine: 15 }),
        ),
        { trim: '#0c1645' },
      ),
    props: () => prop(290, 1040, 0.8, -16, snack.ridged()),
  },
  'masala-monsoon-sticks': {
    tint: '#ffd6a1',
    back: 'arch',
    tilt: -2,
    sticker: { x: 936, y: 300, turn: 12, kind: 'seal', fill: '#166534' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#1b1464', '#2e1f8f'),
          pat.scatter(5, 34, { apart: 92 }, (x, y, r) => at(x, y, r(0.2, 0.32), 18, paisley({ fill: r() > 0.5 ? '#ff8a1f' : '#e11d74' }))),
          path('M300 1030V560A300 300 0 0 1 360 440Q400 380 420 380Q460 330 520 350Q560 270 600 232Q640 270 680 350Q740 330 780 380Q800 380 840 440A300 300 0 0 1 900 560V1030Z', { fill: '#ff9a1f', stroke: '#ffe9b0', 'stroke-width': 12 }),
          path('M330 1030V570A270 270 0 0 1 384 460Q420 404 440 404Q476 362 530 378Q570 310 600 280Q630 310 670 378Q724 362 760 404Q780 404 816 460A270 270 0 0 1 870 570V1030Z', { fill: 'none', stroke: '#b8321e', 'stroke-width': 5 }),
          times(11, (i) => at(430 + i * 34, 850 + Math.abs(i - 5) * 12, 1.12, (i - 5) * 8, snack.stick())),
          at(460, 640, 0.62, -30, chili({ fill: '#4fae3d' })),
          at(744, 640, 0.62, 40, chili({ fill: '#4fae3d' })),
          path('M340 900Q600 980 860 900L880 1040H320Z', { fill: '#e11d74', stroke: '#ffe9b0', 'stroke-width': 8 }),
          times(7, (i) => circle(390 + i * 70, 968 + (i % 2) * 10 + 14 - Math.abs(i - 3) * 7, 9, { fill: '#ffe14d' })),
          letters(['Masala'], { x: 600, y: 400, w: 400, maxLine: 130, font: 'shrikhand', bends: [bend.rise(0.08)] }, { fill: '#fff6d8', line: '#5c1048', lineWidth: 20, drop: '#5c1048', dropBy: [7, 12] }),
          letters(['MONSOON'], { x: 600, y: 548, w: 430, maxLine: 84, font: 'righteous', tracking: 4 }, { fill: '#1b1464' }),
          small('CRUNCHY GRAM STICKS', 600, 650, 200, '#5c1048'),
        ),
        { trim: '#e11d74' },
      ),
    props: () => prop(270, 1050, 0.62, 66, snack.stick()) + prop(350, 1078, 0.6, 104, snack.stick()),
  },
  'wasabi-dragon-wave-chips': {
    tint: '#d3ecb0',
    back: 'disc',
    shadow: 270,
    tilt: 6,
    sticker: { x: 800, y: 930, turn: 8, kind: 'round', fill: '#d7263d' },
    pack: () =>
      tube(
        group(
          {},
          pat.fade('#c9ee7a', '#6fc13a', '#2f8f3a'),
          pat.halftone('#2f8f3a', { from: 1090, to: 620, pitch: 30, opacity: 0.6 }),
          group({ transform: 'translate(0 52)' }, dragon()),
          paint(block(['WASABI'], { x: 600, y: 330, w: 360, maxLine: 110, font: 'bungee', bends: [bend.round(210)] }), { fill: '#fff', line: '#0d3a1e', lineWidth: 18, drop: '#0d3a1e', dropBy: [0, 12] }),
          paint(block(['DRAGON'], { x: 600, y: 444, w: 360, maxLine: 110, font: 'bungee', bends: [bend.round(210)] }), { fill: '#ffe14d', line: '#0d3a1e', lineWidth: 18, drop: '#0d3a1e', dropBy: [0, 12] }),
          letters(['わさび'], { x: 600, y: 560, w: 150, font: 'delaJp', bends: [bend.round(210)] }, { fill: '#0d3a1e' }),
          small('WAVE CHIPS · 3.5 OZ', 600, 1018, 200, '#f2ffd8', { bends: [bend.round(210)], maxLine: 18 }),
        ),
        { stack: times(4, (i) => at(600 + (i % 2) * 8, 176 - i * 30, 0.96, i * 2 - 3, snack.waveChip({ fill: '#e6dd8a', line: '#4a5a10' }))) },
      ),
    props: () => prop(330, 1050, 0.5, -12, snack.waveChip({ fill: '#e6dd8a', line: '#4a5a10' })),
  },
  'limon-plantain-planks': {
    tint: '#c9f0c4',
    back: 'blob',
    tilt: 2,
    sticker: { x: 300, y: 920, turn: -14, kind: 'pill', fill: '#f97316' },
    pack: () =>
      bag(
        group(
          {},
          pat.fade('#eaf75a', '#b5e03a'),
          pat.swirl(600, 700, 14, '#d3ec3f', { opacity: 0.9 }),
          [
            [280, 260, 1.5, -50],
            [930, 300, 1.6, 50],
            [270, 960, 1.5, -120],
            [940, 930, 1.6, 125],
            [960, 620, 1.1, 90],
            [240, 620, 1.1, -90],
          ].map(([x, y, s, t], i) => at(x, y, s, t, i % 2 ? monstera() : leaf({ fill: '#2fae5a' }))),
          at(600, 720, 1.7, -26, snack.plank()),
          at(640, 800, 1.7, -14, snack.plank({ fill: '#fbe38a' })),
          at(560, 880, 1.6, -4, snack.plank()),
          at(790, 850, 1.02, 10, citrus({ rind: '#39a845', flesh: '#b6e35a', pith: '#f6ffe0', line: '#0d4a2a' })),
          at(410, 760, 0.78, 30, citrus({ rind: '#39a845', flesh: '#b6e35a', pith: '#f6ffe0', line: '#0d4a2a' })),
          letters(['Limón'], { x: 600, y: 226, w: 420, maxLine: 190, font: 'pacifico', bends: [bend.rise(0.1)] }, { fill: '#fff', line: '#0d5a2e', lineWidth: 26, drop: '#0d5a2e', dropBy: [7, 13] }),
          letters(['PLANTAIN', 'PLANKS'], { x: 600, y: 436, w: 500, h: 210, maxLine: 105, font: 'titan', gap: 10, bends: [bend.rise(0.1)] }, { fill: '#0d5a2e', line: '#f6ffd0', lineWidth: 14 }),
          small('LIME & SEA SALT · 4 OZ (113 g)', 600, 990, 320, '#0d5a2e'),
        ),
        { trim: '#f97316' },
      ),
    props: () => prop(880, 1050, 0.72, 8, snack.plank()),
  },
}

/** A scaled body that winds round the tube, and a head that looks out of it. */
function dragon() {
  const body = 'M350 760C470 660 560 860 700 790C800 740 850 820 860 900'
  const coil = 'M340 930C460 860 560 1010 860 930'
  const scaled = (d, w) =>
    path(d, { fill: 'none', stroke: '#0d3a1e', 'stroke-width': w + 16 }) +
    path(d, { fill: 'none', stroke: '#17843f', 'stroke-width': w }) +
    path(d, { fill: 'none', stroke: '#4fc25a', 'stroke-width': w * 0.62, 'stroke-dasharray': '20 9' }) +
    path(d, { fill: 'none', stroke: '#d8f59a', 'stroke-width': w * 0.16, transform: `translate(0 ${w * 0.4})` })
  const l = { stroke: '#0d3a1e', 'stroke-width': 8, 'stroke-linejoin': 'round' }
  return group(
    {},
    scaled(coil, 66),
    scaled(body, 84),
    at(
      600,
      720,
      1.05,
      0,
      path('M-20 -60L-70 -130L-44 -120L-30 -150L10 -76ZM60 -60L96 -132L70 -124L58 -150L30 -76Z', { fill: '#ffe14d', ...l }),
      path('M-120 10C-130 -50 -60 -92 20 -90C110 -88 150 -40 150 6C150 40 110 50 90 44C80 80 20 92 -30 84C-90 76 -116 50 -120 10Z', { fill: '#2fa84a', ...l }),
      path('M-110 24C-60 50 40 50 96 30C92 66 40 84 -20 78C-70 72 -104 54 -110 24Z', { fill: '#7d0f1e', ...l }),
      path('M-84 36L-70 58L-54 42L-40 64L-22 46L-8 66L10 46L26 62L42 42L56 56L68 38', { fill: '#fff', ...l, 'stroke-width': 5 }),
      ellipse(-50, -24, 26, 22, { fill: '#ffe14d', ...l }),
      ellipse(-50, -22, 8, 18, { fill: '#1a0b12' }),
      ellipse(60, -24, 26, 22, { fill: '#ffe14d', ...l }),
      ellipse(60, -22, 8, 18, { fill: '#1a0b12' }),
      path('M-84 -54L-26 -40M94 -54L36 -40', { fill: 'none', ...l, 'stroke-width': 12 }),
      circle(-8, 4, 7, { fill: '#0d3a1e' }),
      circle(22, 4, 7, { fill: '#0d3a1e' }),
      path('M-100 20C-160 20 -170 60 -200 50M130 26C180 30 180 70 210 60', { fill: 'none', stroke: '#ffe14d', 'stroke-width': 9, 'stroke-linecap': 'round' }),
      path('M-20 -70Q20 -84 60 -70', { fill: 'none', stroke: '#a8ec7a', 'stroke-width': 10, 'stroke-linecap': 'round' }),
    ),
  )
}
