const channels = (hex) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))

const hex = (rgb) =>
  `#${rgb
    .map((v) =>
      Math.round(Math.min(255, Math.max(0, v)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** t of the way from a to b. */
export const mix = (a, b, t) => {
  const [p, q] = [channels(a), channels(b)]
  return hex(p.map((v, i) => v + (q[i] - v) * t))
}

export const lighter = (c, t = 0.3) => mix(c, '#ffffff', t)
/** Shadows lean to the shop's violet ink instead of grey. */
export const darker = (c, t = 0.3) => mix(c, '#1a0b2e', t)

export const luminance = (c) => {
  const [r, g, b] = channels(c)
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255
}
