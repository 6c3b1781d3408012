import { settingDefaults } from './setting-defaults.gen'

const INK = '#120a1f'
/** Secondary text on the dark background. */
const MIST = '#c3b9d6'

const AA_TEXT = 4.5

type Rgb = [number, number, number]

export function isHexColor(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value)
}

function parse(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((c) => {
    const s = c / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast of two #rrggbb colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(parse(a)), luminance(parse(b))]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** The text colour for a button of this colour. Pure black where neither of the theme's colours reaches AA. */
export function textOn(color: string): string {
  return ['#ffffff', INK].find((text) => contrast(color, text) >= AA_TEXT) ?? '#000000'
}

/** Moves a colour toward black or white until it can be read as text on the given surface. */
function readableOn(color: string, surface: string): string {
  const target: Rgb = luminance(parse(surface)) > 0.4 ? [0, 0, 0] : [255, 255, 255]
  const from = parse(color)
  for (let step = 0; step <= 20; step++) {
    const mixed = toHex(from.map((c, i) => c + ((target[i] as number) - c) * (step / 20)) as Rgb)
    if (contrast(mixed, surface) >= AA_TEXT) return mixed
  }
  return toHex(target)
}

// Aims above AA, so that text on tinted panels reaches it too.
const LIGHTEST_INK = '#2a1d45'
const DARKEST_PAPER = '#f0e8da'

/** The dark background with as much of this colour mixed in, up to `most`, as leaves secondary text readable. */
function wallLight(color: string, most: number): string {
  const [ink, light] = [parse(INK), parse(color)]
  for (let share = most; share > 0; share -= 0.02) {
    const wall = toHex(ink.map((c, i) => c + ((light[i] as number) - c) * share) as Rgb)
    if (contrast(wall, MIST) >= AA_TEXT) return wall
  }
  return INK
}

/** The CSS custom properties for the shop's two colours. The server writes the same ones into the page's head. */
export function themeVariables(primary: string, secondary: string): Record<string, string> {
  const p = isHexColor(primary) ? primary : settingDefaults.primary_color
  const s = isHexColor(secondary) ? secondary : settingDefaults.secondary_color
  return {
    '--primary': p,
    '--on-primary': textOn(p),
    '--primary-wall': wallLight(p, 0.46),
    '--primary-on-ink': readableOn(p, LIGHTEST_INK),
    '--primary-on-paper': readableOn(p, DARKEST_PAPER),
    '--secondary': s,
    '--on-secondary': textOn(s),
    '--secondary-wall': wallLight(s, 0.38),
    '--secondary-on-ink': readableOn(s, LIGHTEST_INK),
    '--secondary-on-paper': readableOn(s, DARKEST_PAPER),
  }
}
