// Packs turned on a lathe: cans, tubes, cups, jars and bottles.
import { blend, blurred, clipped, ellipse, group, linear, n, path, radial, rect, seeded, times } from '../lib/svg.mjs'

/** Light on a cylinder between two x. */
const barrelLight = (left, right, top, bottom, depth = 1) => {
  const area = [left - 10, top - 60, right - left + 20, bottom - top + 120]
  return [
    blend(
      'multiply',
      rect(...area, {
        fill: linear(
          [
            [0, '#47122c', 0.7 * depth],
            [0.08, '#47122c', 0.34 * depth],
            [0.2, '#47122c', 0.08 * depth],
            [0.34, '#47122c', 0],
            [0.62, '#47122c', 0.04 * depth],
            [0.82, '#47122c', 0.28 * depth],
            [1, '#47122c', 0.74 * depth],
          ],
          { x2: 1, y2: 0 },
        ),
      }),
    ),
    rect(...area, {
      fill: linear(
        [
          [0.02, '#fff', 0],
          [0.045, '#fff', 0.3],
          [0.07, '#fff', 0],
          [0.15, '#fff', 0],
          [0.2, '#fff', 0.62],
          [0.255, '#fff', 0.5],
          [0.3, '#fff', 0.06],
          [0.4, '#fff', 0],
          [0.88, '#fff', 0],
          [0.93, '#fff', 0.34],
          [0.965, '#fff', 0],
        ],
        { x2: 1, y2: 0 },
      ),
    }),
  ]
}

const metal = (dark = '#5c6078', mid = '#aeb4c8') =>
  linear(
    [
      [0, dark],
      [0.12, mid],
      [0.24, '#ffffff'],
      [0.36, mid],
      [0.6, '#d5d9e6'],
      [0.8, dark],
      [0.92, mid],
      [1, dark],
    ],
    { x2: 1, y2: 0 },
  )

const gold = () =>
  linear(
    [
      [0, '#6b3d06'],
      [0.14, '#d99b2b'],
      [0.26, '#fff3c0'],
      [0.4, '#e8b54a'],
      [0.64, '#f7d98a'],
      [0.84, '#8a5410'],
      [0.94, '#d99b2b'],
      [1, '#6b3d06'],
    ],
    { x2: 1, y2: 0 },
  )

/** Cold sweat on a can. */
function dew(left, right, top, bottom, seed, count = 46) {
  const r = seeded(seed)
  return times(count, () => {
    const x = r(left + 16, right - 16)
    const y = r(top, bottom)
    const s = r(2.5, 9) * (r() > 0.85 ? 1.4 : 1)
    return group({}, ellipse(x + 1.5, y + 2, s, s * 1.12, { fill: '#000', opacity: 0.22 }), ellipse(x, y, s, s * 1.1, { fill: '#fff', opacity: 0.3 }), ellipse(x - s * 0.3, y - s * 0.35, s * 0.35, s * 0.35, { fill: '#fff', opacity: 0.9 }))
  })
}

/** A drinks can. Its face spans x 350 to 850, y 190 to 1020. */
export function can(face, { seed = 1, lid } = {}) {
  const body = 'M396 168C380 196 350 220 350 262V952C350 990 384 1010 392 1040Q600 1090 808 1040C816 1010 850 990 850 952V262C850 220 820 196 804 168Q600 210 396 168Z'
  return group(
    {},
    path('M388 1030Q400 1062 420 1072Q600 1108 780 1072Q800 1062 812 1030Z', { fill: metal() }),
    clipped(
      body,
      face,
      ...barrelLight(350, 850, 160, 1080),
      blend('multiply', path('M340 964Q600 1024 860 964V1100H340Z', { fill: '#47122c', opacity: 0.24 }), path('M340 160H860V244Q600 296 340 244Z', { fill: '#47122c', opacity: 0.14 })),
      path('M350 248Q600 300 850 248', { fill: 'none', stroke: '#fff', 'stroke-width': 5, opacity: 0.4 }),
      path('M350 958Q600 1018 850 958', { fill: 'none', stroke: '#fff', 'stroke-width': 4, opacity: 0.3 }),
      dew(350, 850, 270, 940, seed),
    ),
    ellipse(600, 160, 212, 40, { fill: metal('#7d8299', '#c3c8d8') }),
    ellipse(600, 156, 212, 38, { fill: metal() }),
    ellipse(600, 158, 196, 32, {
      fill: linear([
        [0, '#6d7188'],
        [0.5, '#b9bfd0'],
        [1, '#eef0f7'],
      ]),
    }),
    ellipse(600, 163, 178, 25, {
      fill: linear([
        [0, '#8f95ab'],
        [1, '#d9dde8'],
      ]),
    }),
    ellipse(600, 176, 62, 9, { fill: '#596078', opacity: 0.55 }),
    path('M562 158Q562 146 600 146Q638 146 638 158Q638 172 600 172Q562 172 562 158Z', { fill: lid ?? metal(), stroke: '#5c6078', 'stroke-width': 2 }),
    ellipse(600, 162, 17, 5, { fill: '#4b5068' }),
    ellipse(600, 152, 20, 4, { fill: '#fff', opacity: 0.7 }),
  )
}

/** A tall canister with a lid; `stack` is drawn above an open top. */
export function tube(face, { lid = '#ffffff', stack, rim = 'metal' } = {}) {
  const ends = rim === 'gold' ? gold() : metal()
  const body = 'M390 210V1040Q600 1100 810 1040V210Q600 262 390 210Z'
  const lidParts = stack
    ? group({}, ellipse(600, 206, 212, 46, { fill: ends }), ellipse(600, 206, 196, 38, { fill: '#23123a' }), stack, path('M388 206Q392 252 600 254Q808 252 812 206L812 226Q800 274 600 276Q400 274 388 226Z', { fill: ends }))
    : group(
        {},
        clipped('M382 150Q600 104 818 150V232Q600 286 382 232Z', rect(370, 90, 460, 220, { fill: lid }), ...barrelLight(382, 818, 100, 290, 0.7)),
        ellipse(600, 150, 218, 44, { fill: lid }),
        ellipse(600, 150, 218, 44, {
          fill: linear([
            [0, '#fff', 0.15],
            [1, '#fff', 0.6],
          ]),
        }),
        ellipse(600, 150, 190, 35, { fill: 'none', stroke: '#000', 'stroke-width': 4, opacity: 0.16 }),
      )
  return group(
    {},
    path('M386 1024V1050Q600 1112 814 1050V1024Z', { fill: ends }),
    clipped(body, face, ...barrelLight(390, 810, 200, 1100), blend('multiply', path('M380 980Q600 1040 820 980V1110H380Z', { fill: '#47122c', opacity: 0.2 }))),
    path('M388 1022Q600 1082 812 1022L813 1032Q600 1092 387 1032Z', { fill: ends, opacity: 0.9 }),
    lidParts,
  )
}

/** The silhouette of a turned thing from its right-hand profile: [x, y] or a cubic of three pairs. */
const turned = (profile, cx = 600) => {
  let d = `M${n(profile[0][0])} ${n(profile[0][1])}`
  for (const p of profile.slice(1)) d += p.length === 2 ? `L${n(p[0])} ${n(p[1])}` : `C${p.map(n).join(' ')}`
  const ends = profile.map((p) => p.slice(-2))
  d += `L${n(2 * cx - ends.at(-1)[0])} ${n(ends.at(-1)[1])}`
  for (let i = profile.length - 1; i > 0; i--) {
    const p = profile[i]
    const to = ends[i - 1]
    d += p.length === 2 ? `L${n(2 * cx - to[0])} ${n(to[1])}` : `C${n(2 * cx - p[2])} ${n(p[3])} ${n(2 * cx - p[0])} ${n(p[1])} ${n(2 * cx - to[0])} ${n(to[1])}`
  }
  return `${d}Z`
}

const profiles = {
  soda: [
    [648, 150],
    [650, 250],
    [654, 360, 800, 400, 800, 540],
    [800, 1010],
    [800, 1052, 770, 1070, 730, 1074],
  ],
  milk: [
    [680, 170],
    [684, 262],
    [700, 330, 826, 350, 826, 470],
    [826, 1000],
    [826, 1050, 790, 1070, 740, 1074],
  ],
  flask: [
    [646, 130],
    [648, 330],
    [652, 460, 846, 520, 846, 740],
    [846, 980],
    [846, 1044, 800, 1070, 730, 1074],
  ],
  swing: [
    [652, 190],
    [654, 300],
    [662, 420, 806, 430, 806, 560],
    [806, 1014],
    [806, 1054, 776, 1072, 730, 1074],
  ],
}

/** A glass bottle: liquid is a paint, label a drawing clipped to the glass. */
export function bottle(kind, { liquid, glass = '#ffffff', level = 300, label, inside = '', cap, shoulder = '' }) {
  const shape = turned(profiles[kind])
  const [left, right] = [340, 860]
  return group(
    {},
    clipped(
      shape,
      path(shape, { fill: glass, opacity: 0.35 }),
      rect(300, level, 600, 900, { fill: liquid }),
      ellipse(600, level, 190, 10, { fill: '#fff', opacity: 0.35 }),
      inside,
      blurred(26, path(shape, { fill: 'none', stroke: '#47122c', 'stroke-width': 60, opacity: 0.5 })),
      shoulder,
      label ?? '',
      blurred(7, path(`M${left + 96} 1000V560Q${left + 96} 470 ${left + 190} 400`, { fill: 'none', stroke: '#fff', 'stroke-width': 26, opacity: 0.75, 'stroke-linecap': 'round' })),
      blurred(5, path(`M${right - 84} 1010V600`, { fill: 'none', stroke: '#fff', 'stroke-width': 12, opacity: 0.55, 'stroke-linecap': 'round' })),
      path('M585 200V350', { stroke: '#fff', 'stroke-width': 12, opacity: 0.55, 'stroke-linecap': 'round' }),
      path('M480 1052Q600 1076 720 1052', { fill: 'none', stroke: '#fff', 'stroke-width': 8, opacity: 0.5 }),
    ),
    path(shape, { fill: 'none', stroke: '#fff', 'stroke-width': 4, opacity: 0.55 }),
    cap,
  )
}

/** A paper label round a bottle or jar, edges dipping as a cylinder's do. */
export function label(x, y, w, h, content, dip = 26) {
  const d = `M${x} ${y}Q${x + w / 2} ${y + dip * 2} ${x + w} ${y}V${y + h}Q${x + w / 2} ${y + h + dip * 2} ${x} ${y + h}Z`
  return clipped(
    d,
    content,
    blend(
      'multiply',
      rect(x, y, w, h + dip * 2, {
        fill: linear(
          [
            [0, '#47122c', 0.6],
            [0.12, '#47122c', 0.12],
            [0.3, '#47122c', 0],
            [0.7, '#47122c', 0.02],
            [0.9, '#47122c', 0.26],
            [1, '#47122c', 0.66],
          ],
          { x2: 1, y2: 0 },
        ),
      }),
    ),
  )
}

/** Caps, drawn to sit on the necks above. */
export const caps = {
  crown: (colour) => group({}, clipped('M536 108Q600 88 664 108L672 168L660 160L648 170L636 161L624 172L612 162L600 172L588 162L576 172L564 161L552 170L540 160L528 168Z', rect(500, 80, 200, 100, { fill: colour }), ...barrelLight(528, 672, 90, 180, 0.8)), ellipse(600, 108, 63, 15, { fill: '#fff', opacity: 0.35 })),
  screw: (colour, w = 92, y = 96, h = 92) =>
    group(
      {},
      clipped(
        `M${600 - w} ${y + 14}Q600 ${y - 14} ${600 + w} ${y + 14}V${y + h}Q600 ${y + h + 24} ${600 - w} ${y + h}Z`,
        rect(600 - w, y - 20, 2 * w, h + 60, { fill: colour }),
        times(Math.floor((2 * w) / 13), (i) => rect(600 - w + i * 13, y + 30, 5, h, { fill: '#000', opacity: 0.14 })),
        ...barrelLight(600 - w, 600 + w, y - 10, y + h + 20, 0.8),
      ),
      ellipse(600, y + 12, w - 2, 16, { fill: '#fff', opacity: 0.32 }),
    ),
  swing: (colour) =>
    group(
      {},
      path('M548 236Q520 300 560 330M652 236Q680 300 640 330', { fill: 'none', stroke: '#9aa0b5', 'stroke-width': 9 }),
      path('M536 232H664', { stroke: '#c8cddb', 'stroke-width': 10, 'stroke-linecap': 'round' }),
      clipped('M548 130Q600 84 652 130V196H548Z', rect(540, 80, 120, 130, { fill: colour }), ...barrelLight(548, 652, 90, 200, 0.7)),
      rect(540, 190, 120, 22, { rx: 10, fill: '#e8552d' }),
      path('M552 150Q530 190 540 236M648 150Q670 190 660 236', { fill: 'none', stroke: '#c8cddb', 'stroke-width': 8 }),
    ),
}

/** A glass jar full of sweets. */
export function jar(contents, { lid, labelArt, squat = false }) {
  const top = squat ? 400 : 300
  const shape = `M380 ${top - 40}H820V${top}C880 ${top + 20} 912 ${top + 60} 912 ${top + 130}V980Q912 1070 822 1074H378Q288 1070 288 980V${top + 130}C288 ${top + 60} 320 ${top + 20} 380 ${top}Z`
  return group(
    {},
    clipped(
      shape,
      path(shape, {
        fill: linear([
          [0, '#fff', 0.5],
          [1, '#fff', 0.2],
        ]),
      }),
      contents,
      blurred(20, path(shape, { fill: 'none', stroke: '#2a0d3a', 'stroke-width': 70, opacity: 0.5 })),
      labelArt ?? '',
      blurred(6, path(`M336 960V${top + 160}Q336 ${top + 80} 400 ${top + 54}`, { fill: 'none', stroke: '#fff', 'stroke-width': 26, opacity: 0.85, 'stroke-linecap': 'round' })),
      blurred(4, path(`M872 980V${top + 190}`, { fill: 'none', stroke: '#fff', 'stroke-width': 13, opacity: 0.7, 'stroke-linecap': 'round' })),
    ),
    path(shape, { fill: 'none', stroke: '#fff', 'stroke-width': 5, opacity: 0.7 }),
    clipped(
      `M350 ${top - 150}Q600 ${top - 200} 850 ${top - 150}V${top - 34}Q600 ${top + 26} 350 ${top - 34}Z`,
      rect(340, top - 210, 520, 260, { fill: lid }),
      times(44, (i) => rect(350 + i * 11.5, top - 140, 4, 150, { fill: '#000', opacity: 0.13 })),
      ...barrelLight(350, 850, top - 200, top + 20, 0.85),
    ),
    ellipse(600, top - 152, 248, 36, { fill: lid }),
    ellipse(600, top - 152, 248, 36, {
      fill: radial(
        [
          [0, '#fff', 0.65],
          [1, '#fff', 0.1],
        ],
        { cx: 0.35, cy: 0.3, r: 0.8 },
      ),
    }),
  )
}

/** A paper cup with a dome lid and foam. */
export function cup(face, { foam, lid = '#ffffff' }) {
  const body = 'M342 400L402 1030Q404 1056 430 1062Q600 1086 770 1062Q796 1056 798 1030L858 400Q600 460 342 400Z'
  return group(
    {},
    path('M362 350Q372 168 600 160Q828 168 838 350Z', { fill: lid, opacity: 0.28 }),
    clipped(
      'M362 356Q372 168 600 160Q828 168 838 356Q600 420 362 356Z',
      foam,
      blurred(10, path('M362 350Q372 168 600 160Q828 168 838 350', { fill: 'none', stroke: '#3a1d10', 'stroke-width': 30, opacity: 0.3 })),
      blurred(6, path('M410 310Q424 224 520 196', { fill: 'none', stroke: '#fff', 'stroke-width': 22, opacity: 0.9, 'stroke-linecap': 'round' })),
    ),
    path('M362 350Q372 168 600 160Q828 168 838 350', { fill: 'none', stroke: '#fff', 'stroke-width': 6, opacity: 0.85 }),
    ellipse(600, 168, 74, 17, { fill: '#3a2013', opacity: 0.75 }),
    clipped(body, face, ...barrelLight(350, 850, 390, 1090, 0.85)),
    clipped('M330 344Q600 400 870 344V404Q600 470 330 404Z', rect(320, 330, 560, 150, { fill: lid }), ...barrelLight(330, 870, 330, 470, 0.6)),
  )
}
