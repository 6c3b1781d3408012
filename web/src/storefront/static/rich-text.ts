/** A block of a text that a merchant wrote. */
export type Block =
  | { kind: 'chapter' | 'question' | 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }

/** Splits a text at its empty lines. `##` and `###` begin a heading, `-` a point of a list; nothing else is special. */
export function parseBlocks(text: string): Block[] {
  return text
    .split(/\n[^\S\n]*\n|\n(?=##)/)
    .flatMap((part) => {
      const block = part.trim()
      const heading = /^(###?) +(.+)$/m.exec(block.split('\n', 1)[0] ?? '')
      if (!heading) return [block]
      // What stands right below a heading is a block of its own.
      return [block.slice(0, heading[0].length), block.slice(heading[0].length).trim()]
    })
    .filter((block) => block !== '')
    .map(blockOf)
}

function blockOf(block: string): Block {
  if (block.startsWith('### ')) return { kind: 'question', text: block.slice(4).trim() }
  if (block.startsWith('## ')) return { kind: 'chapter', text: block.slice(3).trim() }
  const lines = block.split('\n').map((line) => line.trim())
  if (lines.every((line) => line.startsWith('- ')))
    return { kind: 'list', items: lines.map((line) => line.slice(2).trim()) }
  return { kind: 'paragraph', text: lines.join(' ') }
}

type Inline = string | { label: string; to: string }

/** A page of the shop, or a web address; anything else (javascript:, //elsewhere) is no link. */
const LINK = /\[([^\][]+)\]\((\/(?![/\\])[^\s()]*|https?:\/\/[^\s()]+|mailto:[^\s()]+)\)/

/** Splits a line into text and links. */
export function parseInline(text: string): Inline[] {
  const match = LINK.exec(text)
  if (!match) return text ? [text] : []
  const [whole, label = '', to = ''] = match
  const rest = parseInline(text.slice(match.index + whole.length))
  return [...(match.index > 0 ? [text.slice(0, match.index)] : []), { label, to }, ...rest]
}
