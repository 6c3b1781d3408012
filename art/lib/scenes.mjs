// Pictures made of several packs: the category cards, link previews.
import { darker, mix } from './colour.mjs'
import { letters } from './lettering.mjs'
import { badge, wordmark } from './mark.mjs'
import { halftone, rays, stars } from './patterns.mjs'
import { subject } from './stage.mjs'
import { blurred, circle, ellipse, group, linear, path, radial, rect } from './svg.mjs'

const INK = '#140a24'

/** A design's pack, scaled about its foot and set down at (x, y). */
const stand = (design, x, y, scale, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-600 -1080)">${subject({ ...design, sticker: undefined })}</g>`

/** Each shelf's card: three or four of its packs on the shelf's light. */
const shelves = {
  chips: {
    colours: ['#ffb02e', '#f97316'],
    packs: [
      ['elote-street-corn-curls', 300, 830, 0.66, -9],
      ['malt-vinegar-thunder-crisps', 920, 830, 0.66, 9],
      ['hokkaido-nori-butter-crisps', 600, 870, 0.78, 0],
    ],
  },
  drinks: {
    colours: ['#22c3e6', '#3b5bff'],
    packs: [
      ['butterfly-pea-lemonade', 270, 840, 0.7, -6],
      ['guava-sunset-nectar', 930, 840, 0.7, 6],
      ['midnight-grape-fizz', 760, 866, 0.66, 4],
      ['yuzu-lightning-soda', 490, 872, 0.7, -3],
    ],
  },
  candy: {
    colours: ['#ff5aa8', '#a21caf'],
    packs: [
      ['ramune-star-crackle', 290, 836, 0.64, -9],
      ['lychee-petal-drops', 926, 840, 0.68, 5],
      ['chamoy-comet-gummies', 600, 872, 0.76, 1],
    ],
  },
  chocolate: {
    colours: ['#b45309', '#5a1f0a'],
    packs: [
      ['matcha-snowfall-bar', 280, 836, 0.7, -14],
      ['dubai-nights-date-bar', 930, 836, 0.7, 11],
      ['ruby-pistachio-kadayif-bar', 600, 872, 0.8, 4],
    ],
  },
  cookies: {
    colours: ['#8b5cf6', '#5b21b6'],
    packs: [
      ['ginger-rocket-snaps', 290, 836, 0.7, -10],
      ['midnight-caramel-stroopwafels', 900, 840, 0.62, 0],
      ['ube-cloud-sandwich-cookies', 590, 874, 0.72, 0],
    ],
  },
  mystery: {
    colours: ['#8b5cf6', '#2a1052'],
    packs: [
      ['mystery-heat-box-five-alarm', 260, 820, 0.5, 0],
      ['mystery-sip-crate-six-cans', 950, 820, 0.5, 0],
      ['mystery-snack-box-hype-favorites', 600, 906, 0.82, 0],
    ],
  },
}

export const shelfNames = Object.keys(shelves)

/** 1200×900. */
export function shelfCard(name, designs) {
  const {
    colours: [light, deep],
    packs,
  } = shelves[name]
  return group(
    {},
    rect(0, 0, 1200, 900, {
      fill: radial(
        [
          [0, light],
          [1, deep],
        ],
        { cx: 0.5, cy: 0.42, r: 0.75 },
      ),
    }),
    rays(600, 480, 22, '#ffffff', { opacity: 0.12 }),
    halftone(darker(deep, 0.5), { from: 900, to: 520, pitch: 36, x1: 0, x2: 1200, big: 0.56, opacity: 0.5 }),
    blurred(60, ellipse(600, 460, 420, 260, { fill: mix(light, '#ffffff', 0.5), opacity: 0.45 })),
    packs.map(([slug, x, y, s, t]) => stand(designs[slug], x, y, s, t)),
  )
}

export const shelfColour = (name) => shelves[name].colours[0]

/** 1200×630 for the shop as a whole. */
export const shopCard = (designs) =>
  group(
    {},
    rect(0, 0, 1200, 630, {
      fill: linear(
        [
          [0, '#2a1052'],
          [1, INK],
        ],
        { x2: 1, y2: 1 },
      ),
    }),
    rays(860, 340, 24, '#a37bff', { opacity: 0.13 }),
    stars(5, 40, '#e9dcff', { x1: 10, x2: 1190, y1: 10, y2: 620, apart: 70 }, [2, 6]),
    blurred(70, circle(870, 340, 240, { fill: '#8b5cf6', opacity: 0.7 })),
    stand(designs['gochujang-blaze-corn-rings'], 1080, 580, 0.44, 8),
    stand(designs['hokkaido-nori-butter-crisps'], 740, 586, 0.42, -8),
    stand(designs['mystery-snack-box-hype-favorites'], 910, 616, 0.52, 0),
    `<g transform="translate(64 64)">${badge(92)}</g>`,
    wordmark(176, 92, 300),
    letters(
      ['RARE SNACKS.', 'LIMITED SUPPLY.', 'MAXIMUM HYPE.'],
      { x: 64 + 200, y: 230, w: 400, font: 'dela', gap: 26, maxLine: 44, align: 'start' },
      { fill: '#ffffff' },
    ),
    path('M64 470H250', { stroke: '#f97316', 'stroke-width': 14, 'stroke-linecap': 'round' }),
  )

/** Words broken into lines of about the same length. */
function broken(name, most) {
  const lines = ['']
  for (const word of name.split(' ')) {
    if (lines.at(-1) && lines.at(-1).length + word.length > most) lines.push('')
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim()
  }
  return lines
}

/**
 * 1200×630: the name on ink to the left. The product's own square, already
 * rendered, takes the 630 pixels to the right.
 */
export function linkPanel(product, tint) {
  const lines = broken(product.name.replace(' - ', ' ').toUpperCase(), 12)
  return group(
    {},
    rect(0, 0, 570, 630, {
      fill: linear(
        [
          [0, '#2a1052'],
          [1, INK],
        ],
        { x2: 0.6, y2: 1 },
      ),
    }),
    rect(570, 0, 630, 630, { fill: tint }),
    `<g transform="translate(56 52)">${badge(68)}</g>`,
    wordmark(140, 74, 220),
    letters(
      lines,
      { x: 56 + 230, y: 188, w: 460, h: 300, maxLine: 58, gap: 22, font: 'dela', align: 'start' },
      { fill: '#ffffff' },
    ),
    path('M62 566H190', { stroke: '#f97316', 'stroke-width': 12, 'stroke-linecap': 'round' }),
    letters(
      [`FROM ${product.origin.toUpperCase()}`],
      { x: 216 + 160, y: 555, w: 320, maxLine: 22, font: 'condensed', tracking: 10, align: 'start' },
      { fill: '#c9b8ec' },
    ),
  )
}
