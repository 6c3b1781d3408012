// The tile a pack stands on: tinted ground, a shape behind, a shadow below,
// the origin sticker on top.
import { darker, lighter, luminance, mix } from './colour.mjs'
import { bend, block, letters, paint } from './lettering.mjs'
import { bumpyRing, halftone, rays, sparkle } from './patterns.mjs'
import {
  at,
  circle,
  group,
  linear,
  path,
  radial,
  rect,
  ring,
  roundBox,
  smooth,
  softEllipse,
  star,
} from './svg.mjs'

const INK = '#1a0b2e'

const backs = {
  none: () => '',
  disc: (t) => circle(600, 590, 470, { fill: lighter(t, 0.3), opacity: 0.75 }),
  rays: (t) => rays(600, 640, 18, lighter(t, 0.42), { opacity: 0.55 }),
  arch: (t) => path('M150 1060V560A450 450 0 0 1 1050 560V1060Z', { fill: lighter(t, 0.34), opacity: 0.8 }),
  dots: (t) =>
    halftone(lighter(t, 0.45), { from: 1120, to: 240, pitch: 48, x1: 0, x2: 1200, big: 0.5, opacity: 0.8 }),
  blob: (t) =>
    path(
      smooth(
        ring(9, (i) => 500 + (i % 3) * 42 - 40),
        true,
        0.5,
      ),
      { fill: lighter(t, 0.32), opacity: 0.8, transform: 'translate(600 600)' },
    ),
  burst: (t) =>
    path(star(22, 560, 470), { fill: lighter(t, 0.34), opacity: 0.75, transform: 'translate(600 600)' }),
  slant: (t) => path('M0 900L1200 300V760L0 1200Z', { fill: lighter(t, 0.32), opacity: 0.7 }),
}

function ground(tint, back = 'disc') {
  return group(
    {},
    rect(0, 0, 1200, 1200, { fill: tint }),
    backs[back](tint),
    rect(0, 0, 1200, 1200, {
      fill: radial(
        [
          [0, '#ffffff', 0.3],
          [0.55, '#ffffff', 0],
          [1, darker(tint, 0.5), 0.13],
        ],
        { cx: 0.46, cy: 0.4, r: 0.78 },
      ),
    }),
    rect(0, 1000, 1200, 200, {
      fill: linear([
        [0, darker(tint, 0.6), 0],
        [1, darker(tint, 0.6), 0.16],
      ]),
    }),
  )
}

/** A pack with its shadow and what lies before it, without the tile. */
export function subject(d) {
  const w = d.shadow ?? 360
  const deep = darker(d.tint, 0.75)
  return group(
    {},
    softEllipse(624, 1084, w * 1.2, 74, deep, 0.5),
    softEllipse(606, 1080, w * 0.96, 30, deep, 0.7),
    d.behind ? d.behind() : '',
    group({ transform: d.tilt ? `rotate(${d.tilt} 600 640)` : undefined }, d.pack()),
    d.props ? d.props() : '',
    d.sticker ? sticker(d.origin, d.sticker) : '',
  )
}

/** A thing lying in front of the pack, on its own small shadow. */
export const prop = (x, y, scale, turn, art) =>
  group(
    {},
    softEllipse(x + 8, y + 74 * scale, 112 * scale, 40 * scale, INK, 0.45),
    at(x, y, scale, turn, art),
  )

const shapes = {
  seal: bumpyRing(18, 100, 9),
  round: 'M-96 0a96 96 0 1 0 192 0a96 96 0 1 0 -192 0Z',
  burst: star(16, 108, 88),
  ticket: 'M-118 -58H118V-20a20 20 0 0 0 0 40V58H-118V20a20 20 0 0 0 0 -40Z',
  pill: roundBox(-124, -54, 248, 108, 54),
  flag: 'M-112 -70H112L92 0L112 70H-112Z',
}

/** The die-cut origin sticker. */
function sticker(origin, { x, y, turn = -10, kind = 'seal', fill = '#f97316', text, scale = 1 }) {
  const d = shapes[kind]
  const colour = text ?? (luminance(fill) > 0.6 ? INK : '#ffffff')
  const wide = kind === 'ticket' || kind === 'pill' || kind === 'flag'
  const words = origin.toUpperCase()
  const body = wide
    ? letters(
        ['DIRECT FROM'],
        { x: 0, y: -40, w: 150, maxLine: 17, font: 'condensed', tracking: 8 },
        { fill: colour },
      ) +
      letters(
        [words],
        { x: 0, y: -12, w: kind === 'flag' ? 160 : 186, maxLine: 44, font: 'dela' },
        { fill: colour },
      )
    : circle(0, 0, 82, { fill: 'none', stroke: colour, 'stroke-width': 3, opacity: 0.7 }) +
      paint(
        block(['FROM'], {
          x: 0,
          y: -56,
          w: 70,
          maxLine: 20,
          font: 'condensed',
          tracking: 8,
          bends: [bend.arch(0.06)],
        }),
        { fill: colour },
      ) +
      letters(
        words.split(' '),
        { x: 0, y: -22, w: words.length > 8 ? 146 : 128, h: 58, maxLine: 48, gap: 8, font: 'dela' },
        { fill: colour },
      ) +
      sparkle(0, 56, 17, colour)
  return at(
    x,
    y,
    1.06 * scale,
    turn,
    [34, 26, 18].map((width) =>
      path(d, {
        fill: INK,
        stroke: INK,
        'stroke-width': width,
        'stroke-linejoin': 'round',
        opacity: 0.11,
        transform: 'translate(4 8)',
      }),
    ),
    path(d, { fill: '#fff', stroke: '#fff', 'stroke-width': 17, 'stroke-linejoin': 'round' }),
    path(d, { fill }),
    path(d, {
      fill: linear(
        [
          [0, '#fff', 0.3],
          [0.5, '#fff', 0],
          [1, mix(fill, '#000000', 0.6), 0.25],
        ],
        { x2: 1, y2: 1 },
      ),
    }),
    body,
  )
}

/** Small print in one line. */
export const small = (text, x, y, w, fill, a = {}) =>
  letters(
    [text],
    {
      x,
      y,
      w,
      maxLine: a.maxLine ?? 26,
      font: a.font ?? 'condensed',
      tracking: a.tracking ?? 6,
      bends: a.bends ?? [],
    },
    { fill },
  )

/** The whole square picture of a design. */
export const poster = (d) => ground(d.tint, d.back) + (d.scene ? d.scene() : '') + subject(d)
