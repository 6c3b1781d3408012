// The mystery shelf. The first box is the shop's star and is drawn alone.
import { bend, block, letters, paint } from '../lib/lettering.mjs'
import * as pat from '../lib/patterns.mjs'
import { small } from '../lib/stage.mjs'
import { at, blurred, circle, clipped, ellipse, group, linear, path, poly, radial, rect, seeded, star, times } from '../lib/svg.mjs'
import { chili, citrus } from '../motifs/fruit.mjs'
import { crisp, hoop, jellyRing, starCandy, twistWrap } from '../motifs/snacks.mjs'
import { onto, shade } from '../packs/hard.mjs'

const sparks = (seed, count, colours, { cx = 600, cy = 520, low = 160, high = 520, spread = 1.25 } = {}) => {
  const r = seeded(seed)
  return times(count, (i) => {
    const a = -Math.PI / 2 + r(-spread, spread)
    const d = r(low, high)
    const [x, y] = [cx + Math.cos(a) * d * 1.05, cy + Math.sin(a) * d]
    const c = colours[i % colours.length]
    return i % 4 === 0 ? pat.sparkle(x, y, r(12, 30), c) : i % 4 === 1 ? circle(x, y, r(3, 8), { fill: c }) : i % 4 === 2 ? at(x, y, 1, r(0, 180), rect(-10, -4, 20, 8, { rx: 3, fill: c })) : at(x, y, r(0.08, 0.16), r(0, 180), path(star(5, 100, 45), { fill: c }))
  })
}

/** An open box from its corner: two walls, inside, four flaps. */
function openBox({ left, right, inside, flap, flapIn }) {
  const [cx, top, mid, back] = [600, 560, 640, 480]
  const [L, R] = [
    [230, top],
    [970, top],
  ]
  const C = [cx, mid]
  const B = [cx, back]
  const h = 390
  const wall = 620
  const flapOf = (p, q, out, colour, dark) =>
    group(
      {},
      path(poly([p, q, [q[0] + out[0], q[1] + out[1]], [p[0] + out[0], p[1] + out[1]]]), { fill: colour }),
      path(poly([p, q, [q[0] + out[0], q[1] + out[1]], [p[0] + out[0], p[1] + out[1]]]), { fill: '#1a0b2e', opacity: dark }),
      path(
        poly(
          [
            [q[0] + out[0], q[1] + out[1]],
            [p[0] + out[0], p[1] + out[1]],
          ],
          false,
        ),
        { stroke: '#fff', 'stroke-width': 4, opacity: 0.5 },
      ),
    )
  return {
    back: group({}, flapOf(L, B, [-70, -130], flapIn, 0.35), flapOf(B, R, [70, -130], flapIn, 0.2), path(poly([L, B, R, C]), { fill: inside })),
    front: group(
      {},
      onto(
        L,
        [C[0] - L[0], C[1] - L[1]],
        [0, h],
        wall,
        h,
        left,
        shade(wall, h, 0.05, 0.22),
        rect(0, 0, wall, h, {
          fill: linear([
            [0, '#fff', 0.22],
            [0.5, '#fff', 0],
          ]),
        }),
      ),
      onto(C, [R[0] - C[0], R[1] - C[1]], [0, h], wall, h, right, shade(wall, h, 0.34, 0.55)),
      flapOf(L, C, [-120, 96], flap, 0.0),
      flapOf(C, R, [120, 96], flap, 0.25),
      path(poly([L, C, R], false), { fill: 'none', stroke: '#fff', 'stroke-width': 5, opacity: 0.7 }),
      path(`M${C[0]} ${C[1]}v${h}`, { stroke: '#fff', 'stroke-width': 5, opacity: 0.45 }),
    ),
  }
}

const question = (x, y, size, layers, bends = []) => paint(block(['?'], { x, y, w: size, maxLine: size * 1.4, font: 'dela', bends }), layers)

export const mystery = {
  'mystery-snack-box-hype-favorites': {
    tint: '#2a1052',
    back: 'none',
    shadow: 480,
    sticker: { x: 1010, y: 1010, turn: 12, kind: 'seal', fill: '#f97316' },
    scene: () =>
      group(
        {},
        rect(0, 0, 1200, 1200, {
          fill: radial(
            [
              [0, '#8b5cf6', 0.95],
              [0.45, '#5b21b6', 0.6],
              [1, '#12052b', 0],
            ],
            { cx: 0.5, cy: 0.42, r: 0.58 },
          ),
        }),
        pat.rays(600, 560, 22, '#c4a1ff', { opacity: 0.16, turn: 5 }),
        pat.stars(13, 60, '#e9dcff', { x1: 20, x2: 1180, y1: 20, y2: 1100, apart: 70 }, [2, 7]),
      ),
    pack: () => {
      const print = (w, h, seed) =>
        group(
          {},
          rect(0, 0, w, h, {
            fill: linear([
              [0, '#7c3aed'],
              [1, '#4c1d95'],
            ]),
          }),
          pat.scatter(seed, 26, { x1: 0, y1: 0, x2: w, y2: h, apart: 84 }, (x, y, r, i) => (i % 3 ? question(x, y - 22, 30, { fill: i % 2 ? '#9d6bff' : '#6d28d9' }) : at(x, y, 0.22, r(0, 60), path(star(5, 100, 46), { fill: '#9d6bff' })))),
        )
      const ribbon = (x, w, h) =>
        rect(x, 0, w, h, {
          fill: linear(
            [
              [0, '#ff9a3d'],
              [0.5, '#ffb765'],
              [1, '#ea580c'],
            ],
            { x2: 1, y2: 0 },
          ),
        }) +
        rect(x + 12, 0, 5, h, { fill: '#fff', opacity: 0.5 }) +
        rect(x + w - 17, 0, 5, h, { fill: '#fff', opacity: 0.5 })
      const b = openBox({
        inside: radial(
          [
            [0, '#fff6c8'],
            [0.5, '#ffc64a'],
            [1, '#ea580c'],
          ],
          { cx: 0.5, cy: 0.6, r: 0.6 },
        ),
        flap: linear([
          [0, '#a06bff'],
          [1, '#7c3aed'],
        ]),
        flapIn: linear([
          [0, '#5b21b6'],
          [1, '#ffb04a'],
        ]),
        left: group({}, print(620, 390, 3), ribbon(250, 110, 390)),
        right: group({}, print(620, 390, 8), ribbon(270, 110, 390)),
      })
      return group(
        { transform: 'translate(600 400) scale(1.07) translate(-600 -404)' },
        b.back,
        blurred(40, ellipse(600, 520, 330, 120, { fill: '#ffd56a', opacity: 0.9 })),
        clipped(
          'M230 560L600 480L970 560L1110 -40H90Z',
          path('M250 556L600 640L950 556L1150 0H50Z', {
            fill: linear([
              [0, '#ffe9a8', 0],
              [0.55, '#ffe08a', 0.35],
              [1, '#fff3c8', 0.85],
            ]),
          }),
          beams(),
        ),
        at(330, 330, 0.92, -24, crisp({ seed: 4 })),
        at(880, 320, 0.9, 22, jellyRing({ seed: 4 })),
        at(214, 470, 0.56, 12, starCandy({ fill: '#ff8ad0', line: '#4a0a4a' })),
        at(976, 470, 0.58, -18, twistWrap()),
        at(430, 190, 0.56, 20, hoop({ seed: 3 })),
        at(790, 176, 0.58, -10, citrus()),
        at(1000, 220, 0.42, 30, starCandy()),
        at(214, 214, 0.46, -30, chili()),
        blurred(30, question(600, 120, 300, { fill: '#fff3c8', line: '#ffb02e', lineWidth: 70 })),
        question(
          600,
          120,
          300,
          {
            fill: linear([
              [0, '#fffbe6'],
              [0.5, '#ffe14d'],
              [1, '#ff8a1f'],
            ]),
            line: '#3b0f7a',
            lineWidth: 26,
            outer: '#fff',
            outerWidth: 52,
            drop: '#3b0f7a',
            dropBy: [14, 16],
            shine: path('M440 120L560 100L500 600L420 600Z', { fill: '#fff', opacity: 0.4 }),
          },
          [bend.lean(0.1)],
        ),
        sparks(5, 84, ['#fff3c8', '#ffb02e', '#ff8ad0', '#c4a1ff', '#7de8ff'], { low: 200, high: 560 }),
        b.front,
        bow(),
        paint(block(['MYSTERY'], { x: 405, y: 742, w: 316, maxLine: 92, font: 'dela', bends: [bend.rise(-0.216)] }), { fill: '#fff', line: '#2a0a5e', lineWidth: 20, drop: '#2a0a5e', dropBy: [6, 10] }),
        paint(block(['SNACK BOX'], { x: 405, y: 858, w: 300, maxLine: 60, font: 'dela', bends: [bend.rise(-0.216)] }), { fill: '#ffe14d', line: '#2a0a5e', lineWidth: 18, drop: '#2a0a5e', dropBy: [5, 8] }),
        paint(block(['HYPE', 'FAVORITES'], { x: 786, y: 750, w: 270, h: 150, maxLine: 84, font: 'dela', gap: 14, bends: [bend.rise(0.216)] }), { fill: '#ffb765', line: '#1d0638', lineWidth: 18 }),
      )
    },
  },
  'mystery-heat-box-five-alarm': {
    tint: '#ffb39a',
    back: 'burst',
    shadow: 480,
    sticker: { x: 930, y: 930, turn: 12, kind: 'burst', fill: '#1d4ed8' },
    pack: () => {
      const b = openBox({
        inside: radial(
          [
            [0, '#fff3a8'],
            [0.5, '#ff8a1f'],
            [1, '#a50d1d'],
          ],
          { cx: 0.5, cy: 0.6, r: 0.6 },
        ),
        flap: linear([
          [0, '#3a0a14'],
          [1, '#1a060a'],
        ]),
        flapIn: linear([
          [0, '#3a0a14'],
          [1, '#ff6a1f'],
        ]),
        left: group({}, rect(0, 0, 620, 390, { fill: '#1c070c' }), hazard(0, 300, 620, 60)),
        right: group({}, rect(0, 0, 620, 390, { fill: '#1c070c' }), hazard(0, 300, 620, 60)),
      })
      return group(
        {},
        b.back,
        blurred(30, ellipse(600, 520, 320, 110, { fill: '#ff8a1f', opacity: 0.9 })),
        clipped(
          'M230 562L600 640L970 562L1140 -100H60Z',
          pat.flames(620, 500, '#e1261c', { x1: 240, x2: 960, count: 5, seed: 3, base: 700 }),
          pat.flames(640, 420, '#ff7a1f', { x1: 290, x2: 910, count: 5, seed: 8, base: 700 }),
          pat.flames(650, 320, '#ffd93b', { x1: 350, x2: 850, count: 5, seed: 5, base: 700 }),
          pat.flames(650, 200, '#fffbe0', { x1: 430, x2: 770, count: 3, seed: 2, base: 700 }),
        ),
        at(330, 300, 0.8, -30, chili()),
        at(868, 280, 0.9, 24, chili()),
        question(600, 250, 200, { fill: '#fff', line: '#5a0614', lineWidth: 24, outer: '#ffe14d', outerWidth: 44, drop: '#5a0614', dropBy: [10, 12] }),
        sparks(8, 40, ['#ffe14d', '#ff8a1f', '#fff'], { low: 260, high: 520 }),
        b.front,
        paint(block(['HEAT BOX'], { x: 405, y: 716, w: 320, maxLine: 110, font: 'anton', bends: [bend.rise(-0.216)] }), { fill: '#fff', line: '#5a0614', lineWidth: 12, drop: '#e1261c', dropBy: [6, 9] }),
        paint(block(['FIVE ALARM'], { x: 790, y: 720, w: 320, maxLine: 110, font: 'anton', bends: [bend.rise(0.216)] }), { fill: '#ffd93b', line: '#1c070c', lineWidth: 12, drop: '#e1261c', dropBy: [4, 7] }),
        times(5, (i) => at(640 + i * 62, 860 - i * 13, 0.24, 0, chili())),
      )
    },
  },
  'mystery-sip-crate-six-cans': {
    tint: '#a8e8e2',
    back: 'rays',
    shadow: 440,
    sticker: { x: 924, y: 930, turn: 12, kind: 'seal', fill: '#f97316' },
    pack: () => {
      const sixes = ['#ff5aa8', '#ffd23b', '#8b5cf6', '#22c3e6', '#ff8a1f', '#7ed348']
      const oneCan = (i) => {
        const [x, y] = [270 + (i % 3) * 250 + (i < 3 ? 60 : 0), i < 3 ? 210 : 300]
        return group(
          {},
          path(`M${x + 26} ${y}H${x + 154}L${x + 180} ${y + 50}V760H${x}V${y + 50}Z`, { fill: '#0d2a38', stroke: '#06161f', 'stroke-width': 6 }),
          ellipse(x + 90, y, 66, 17, { fill: '#b9c3d0', stroke: '#5c6078', 'stroke-width': 5 }),
          ellipse(x + 90, y, 44, 9, { fill: '#8790a5' }),
          blurred(16, circle(x + 90, y + 190, 70, { fill: sixes[i], opacity: 0.75 })),
          question(x + 90, y + 110, 84, { fill: '#fff', line: sixes[i], lineWidth: 20 }),
          rect(x + 18, y + 60, 12, 420, { rx: 6, fill: '#fff', opacity: 0.28 }),
        )
      }
      const slat = (y, c) =>
        group(
          {},
          path(roundBoxLike(190, y, 820, 118), { fill: c }),
          rect(190, y + 6, 820, 8, { fill: '#fff', opacity: 0.4 }),
          rect(190, y + 100, 820, 18, { fill: '#06363a', opacity: 0.35 }),
          times(5, (i) => path(`M${230 + i * 160} ${y + 30 + (i % 3) * 20}q60 -8 110 4`, { fill: 'none', stroke: '#06565a', 'stroke-width': 4, opacity: 0.5 })),
        )
      return group(
        {},
        path('M230 560H970V640H230Z', { fill: '#06363a' }),
        times(6, (i) => oneCan(i)),
        slat(640, '#17a5a0'),
        slat(778, '#129490'),
        slat(916, '#0f8581'),
        [190, 940].map((x) => rect(x, 620, 70, 434, { rx: 10, fill: '#0c6e6b' }) + [660, 800, 940, 1020].map((y) => circle(x + 35, y, 9, { fill: '#ffe9a8' })).join('')),
        path('M330 720H870L850 830L870 960H330L350 830Z', { fill: '#fff6e0', stroke: '#06363a', 'stroke-width': 8, 'stroke-linejoin': 'round' }),
        letters(['MYSTERY'], { x: 600, y: 742, w: 330, maxLine: 50, font: 'bungee', tracking: 4 }, { fill: '#0f8581' }),
        letters(['SIP CRATE'], { x: 600, y: 802, w: 440, maxLine: 90, font: 'bungee' }, { fill: '#f97316', line: '#06363a', lineWidth: 12, drop: '#06363a', dropBy: [5, 7] }),
        small('SIX CANS · SIX COUNTRIES · NO SPOILERS', 600, 918, 400, '#06363a', { maxLine: 22 }),
        sparks(4, 26, ['#fff', '#ffd23b', '#ff5aa8'], { cy: 420, low: 300, high: 400 }),
      )
    },
  },
  'mystery-mini-drop-pocket-edition': {
    tint: '#ffd0a0',
    back: 'disc',
    shadow: 250,
    sticker: { x: 862, y: 900, turn: 12, kind: 'round', fill: '#7c3aed' },
    pack: () => {
      const gores = ['#ff5aa8', '#fff6e0', '#8b5cf6', '#ffd23b', '#8b5cf6', '#fff6e0', '#ff5aa8']
      const edge = Array.from({ length: 8 }, (_, i) => 230 + i * (740 / 7))
      return group(
        {},
        gores.map((c, i) => path(`M600 70C${600 + (edge[i] - 600) * 0.7} 80 ${edge[i]} 200 ${edge[i]} 380Q${(edge[i] + edge[i + 1]) / 2} 330 ${edge[i + 1]} 380C${edge[i + 1]} 200 ${600 + (edge[i + 1] - 600) * 0.7} 80 600 70Z`, { fill: c, stroke: '#3a1052', 'stroke-width': 8, 'stroke-linejoin': 'round' })),
        path('M300 250C320 170 400 110 500 96', { fill: 'none', stroke: '#fff', 'stroke-width': 20, 'stroke-linecap': 'round', opacity: 0.7 }),
        edge.map((x) => path(`M${x} 380L600 610`, { stroke: '#3a1052', 'stroke-width': 6 })),
        group(
          { transform: 'rotate(-6 600 820)' },
          `${onto(
            [420, 610],
            [300, 34],
            [0, 440],
            300,
            440,
            group(
              {},
              rect(0, 0, 300, 440, {
                fill: linear([
                  [0, '#ff9a3d'],
                  [1, '#ea580c'],
                ]),
              }),
              pat.halftone('#ffb765', { from: 440, to: 180, x1: 0, x2: 300, pitch: 26 }),
              rect(122, 0, 56, 440, { fill: '#fff6e0' }),
            ),
          )}`,
          onto([720, 644], [90, -40], [0, 440], 90, 440, group({}, rect(0, 0, 90, 440, { fill: '#ea580c' })), shade(90, 440, 0.35, 0.55)),
          path(
            poly([
              [420, 610],
              [720, 644],
              [810, 604],
              [510, 572],
            ]),
            { fill: '#ffb765' },
          ),
          path(
            poly([
              [542, 624],
              [598, 630],
              [688, 591],
              [632, 585],
            ]),
            { fill: '#fff6e0' },
          ),
          circle(570, 850, 116, { fill: '#3a1052' }),
          circle(570, 850, 104, { fill: 'none', stroke: '#ffd23b', 'stroke-width': 5 }),
          question(566, 776, 100, { fill: '#ffe14d', line: '#7c3aed', lineWidth: 14 }),
          letters(['MINI DROP'], { x: 570, y: 664, w: 250, maxLine: 56, font: 'luckiest', bends: [bend.rise(-0.11)] }, { fill: '#fff', line: '#3a1052', lineWidth: 16, drop: '#3a1052', dropBy: [4, 6] }),
          letters(['POCKET EDITION'], { x: 570, y: 1000, w: 220, font: 'condensed', tracking: 5, bends: [bend.rise(-0.11)] }, { fill: '#3a1052' }),
        ),
        sparks(9, 22, ['#7c3aed', '#ff5aa8', '#fff'], { cy: 700, low: 330, high: 500, spread: 2 }),
      )
    },
  },
}

const roundBoxLike = (x, y, w, h) => `M${x} ${y + 6}Q${x + w / 2} ${y - 4} ${x + w} ${y + 4}V${y + h}Q${x + w / 2} ${y + h + 5} ${x} ${y + h - 3}Z`

const hazard = (x, y, w, h) =>
  clipped(
    `M${x} ${y}h${w}v${h}h${-w}Z`,
    rect(x, y, w, h, { fill: '#ffd21f' }),
    times(14, (i) => path(`M${x + i * 60} ${y + h}l40 ${-h}h28l-40 ${h}Z`, { fill: '#1c070c' })),
  )

/** Beams that leave the open box. */
function beams() {
  return group(
    { opacity: 0.5 },
    [-52, -30, -10, 12, 32, 54].map((a) =>
      path('M-20 0L-64 -760H64L20 0Z', {
        fill: linear([
          [0, '#fff3c8', 0],
          [1, '#fff3c8', 0.7],
        ]),
        transform: `translate(600 590) rotate(${a})`,
      }),
    ),
  )
}

/** The ribbon's bow on the front corner. */
function bow() {
  const s = { stroke: '#7a2a05', 'stroke-width': 7, 'stroke-linejoin': 'round' }
  const silk = linear([
    [0, '#ffd2a0'],
    [0.45, '#ff9a3d'],
    [1, '#d9480f'],
  ])
  return at(
    600,
    655,
    0.86,
    0,
    blurred(12, ellipse(10, 60, 210, 60, { fill: '#1a0b2e', opacity: 0.4 })),
    path('M-10 20C-60 90 -90 150 -130 190L-84 186L-70 224C-30 150 0 90 20 30Z', { fill: silk, ...s }),
    path('M10 20C60 90 90 150 130 190L84 186L70 224C30 150 0 90 -20 30Z', { fill: silk, ...s }),
    path('M0 10C-60 -100 -230 -110 -236 -20C-240 70 -90 70 0 10Z', { fill: silk, ...s }),
    path('M0 10C60 -100 230 -110 236 -20C240 70 90 70 0 10Z', { fill: silk, ...s }),
    path('M-40 0C-90 -50 -170 -60 -186 -20C-180 20 -100 26 -40 0ZM40 0C90 -50 170 -60 186 -20C180 20 100 26 40 0Z', { fill: '#a8330a', opacity: 0.75 }),
    path('M-200 -50C-170 -86 -110 -70 -70 -44M70 -44C110 -70 160 -84 190 -60', { fill: 'none', stroke: '#fff', 'stroke-width': 10, 'stroke-linecap': 'round', opacity: 0.7 }),
    path('M-42 -30Q0 -46 42 -30Q54 10 42 48Q0 62 -42 48Q-54 10 -42 -30Z', { fill: silk, ...s }),
    path('M-24 -20Q0 -28 22 -20', { fill: 'none', stroke: '#fff', 'stroke-width': 8, 'stroke-linecap': 'round', opacity: 0.8 }),
  )
}
