// The shop's mark: a pillow bag with a drop punched out of it.
import { block } from './lettering.mjs'
import { group, linear, n, path } from './svg.mjs'

const teeth = (x1, x2, y, depth, count) =>
  Array.from({ length: count }, (_, i) => {
    const step = (x2 - x1) / count
    return `L${n(x1 + step * (i + 0.5))} ${n(y + depth)}L${n(x1 + step * (i + 1))} ${n(y)}`
  }).join('')

/** 100×100, the bag's body; crimps top and bottom, a bite out of one corner. */
const bagPath = `M22 12${teeth(22, 66, 12, -5, 5)}C66 20 70 26 77 26C77 33 82 37 88 38C86 52 86 70 80 88${teeth(80, 20, 88, 5, 7)}C13 66 13 34 22 12Z`
const dropPath = 'M50 32C60 46 67 53 67 62.5A17 17 0 0 1 33 62.5C33 53 40 46 50 32Z'

const mark = () =>
  group(
    {},
    path(bagPath, { fill: '#ffffff' }),
    path(dropPath, { fill: '#f97316' }),
    path('M41 62.5A9.5 9.5 0 0 0 49 71.5', {
      fill: 'none',
      stroke: '#ffffff',
      'stroke-width': 4,
      'stroke-linecap': 'round',
    }),
  )

/** The mark on its night ground; inset leaves the safe zone of a maskable icon. */
export const badge = (size, { radius = 0.23, inset = 0.14 } = {}) =>
  group(
    {},
    `<rect width="${size}" height="${size}" rx="${n(size * radius)}" fill="${linear(
      [
        [0, '#a37bff'],
        [0.5, '#8b5cf6'],
        [1, '#5b21b6'],
      ],
      { x2: 1, y2: 1 },
    )}"/>`,
    `<g transform="translate(${n(size * inset)} ${n(size * inset)}) scale(${(size * (1 - 2 * inset)) / 100})">${mark()}</g>`,
  )

export const wordmark = (x, y, w) =>
  path(block(['SNACKDROP'], { x: x + w / 2, y, w, font: 'dela', tracking: 1.5 }).d, { fill: '#ffffff' })
