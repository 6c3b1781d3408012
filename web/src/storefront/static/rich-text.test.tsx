import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { parseQuestions } from './questions'
import { RichText } from './RichText'
import { parseBlocks, parseInline } from './rich-text'

describe('a text that the merchant wrote', () => {
  it('has paragraphs, headings and lists', () => {
    const text = '## Who we are\nA shop.\nReally.\n\n- one\n- two\n \n### Why?\n\n  Because.  '
    expect(parseBlocks(text)).toEqual([
      { kind: 'chapter', text: 'Who we are' },
      { kind: 'paragraph', text: 'A shop. Really.' },
      { kind: 'list', items: ['one', 'two'] },
      { kind: 'question', text: 'Why?' },
      { kind: 'paragraph', text: 'Because.' },
    ])
    expect(parseBlocks('')).toEqual([])
  })

  it.each([
    ['Please [write](/contact).', ['Please ', { label: 'write', to: '/contact' }, '.']],
    [
      '[a](https://x.test/y) [b](mailto:a@b.test)',
      [{ label: 'a', to: 'https://x.test/y' }, ' ', { label: 'b', to: 'mailto:a@b.test' }],
    ],
    ['[x](javascript:alert(1))', ['[x](javascript:alert(1))']],
    ['[x](//elsewhere.test) [y](/\\elsewhere.test)', ['[x](//elsewhere.test) [y](/\\elsewhere.test)']],
    ['', []],
  ])('%s', (text, parts) => expect(parseInline(text)).toEqual(parts))

  it('brings no markup of its own into the page', () => {
    const text = '<img src=x onerror=alert(1)>\n\n[<b>ask</b>](/contact)'
    const { container } = render(<RichText blocks={parseBlocks(text)} />, { wrapper: MemoryRouter })
    expect(container.querySelector('img, b')).toBeNull()
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
    expect(screen.getByRole('link', { name: '<b>ask</b>' }).getAttribute('href')).toBe('/contact')
  })
})

it('the questions are grouped by chapter', () => {
  const text =
    'Lost words\n\n### First?\n\nYes.\n\n## Food\n\n### Fresh?\n\nAlways.\n\n- Nearly.\n\n## Nothing here'
  expect(parseQuestions(text)).toEqual([
    { title: '', questions: [{ question: 'First?', answer: [{ kind: 'paragraph', text: 'Yes.' }] }] },
    {
      title: 'Food',
      questions: [
        {
          question: 'Fresh?',
          answer: [
            { kind: 'paragraph', text: 'Always.' },
            { kind: 'list', items: ['Nearly.'] },
          ],
        },
      ],
    },
  ])
})
