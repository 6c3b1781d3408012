// The shop's icons, as files for web/public.
import sharp from 'sharp'
import { badge } from './lib/mark.mjs'
import { drawing } from './lib/svg.mjs'

const png = (svg, width) =>
  sharp(Buffer.from(svg), { density: 288 })
    .resize(width)
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer()

/** An .ico is a small table before an ordinary PNG. */
function ico(image, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, image])
}

export async function iconFiles() {
  const icon = drawing(512, 512, () => badge(512))
  const full = drawing(512, 512, () => badge(512, { radius: 0, inset: 0.23 }))
  const touch = drawing(512, 512, () => badge(512, { radius: 0, inset: 0.16 }))
  return {
    'icon.svg': icon,
    'favicon.ico': ico(await png(icon, 32), 32),
    'icon-192.png': await png(icon, 192),
    'icon-512.png': await png(icon, 512),
    'icon-maskable-512.png': await png(full, 512),
    'apple-touch-icon.png': await png(touch, 180),
  }
}
