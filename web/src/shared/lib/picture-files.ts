/** Formats that people often have and the shop cannot show, with what to do instead. The server says the same. */
const refused = [
  {
    name: /\.svgz?$/i,
    type: /^image\/svg/,
    message: 'SVG pictures cannot be used. Save it as a PNG and choose that.',
  },
  {
    name: /\.hei[cf]s?$/i,
    type: /^image\/hei[cf]/,
    message: 'HEIC pictures cannot be used. Save it as a JPEG and choose that.',
  },
]

/** Why a chosen file cannot be uploaded as a picture; undefined when it may. */
export function pictureFileProblem(file: Pick<File, 'name' | 'type'>): string | undefined {
  const known = refused.find(({ name, type }) => name.test(file.name) || type.test(file.type))
  if (known) return known.message
  return file.type.startsWith('image/') ? undefined : 'Choose an image file.'
}
