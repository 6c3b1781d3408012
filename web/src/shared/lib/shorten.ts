/** The text on one line, cut between words to at most `most` characters. */
export function shorten(text: string, most: number): string {
  const line = text.split(/\s+/).filter(Boolean).join(' ')
  const characters = [...line]
  if (characters.length <= most) return line
  const cut = characters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`
}
