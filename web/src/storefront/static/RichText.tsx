import { Link } from 'react-router'
import { type Block, parseInline } from './rich-text'

/** The blocks of a text that the merchant wrote. It is text to React, so no markup of it reaches the page. */
export function RichText({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => <BlockElement key={index} block={block} />)
}

function BlockElement({ block }: { block: Block }) {
  switch (block.kind) {
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            <li key={index}>
              <Inline text={item} />
            </li>
          ))}
        </ul>
      )
    case 'chapter':
      return <h2>{block.text}</h2>
    case 'question':
      return <h3>{block.text}</h3>
    default:
      return (
        <p>
          <Inline text={block.text} />
        </p>
      )
  }
}

function Inline({ text }: { text: string }) {
  return parseInline(text).map((part, index) => {
    if (typeof part === 'string') return part
    const { to, label } = part
    return to.startsWith('/') ? (
      <Link key={index} to={to}>
        {label}
      </Link>
    ) : (
      <a key={index} href={to} rel="noreferrer">
        {label}
      </a>
    )
  })
}
