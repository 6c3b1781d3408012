import { type Block, parseBlocks } from './rich-text'

export type Question = { question: string; answer: Block[] }
type Chapter = { title: string; questions: Question[] }

/** The chapters of the FAQ: `##` begins a chapter, `###` a question, and all until the next one is its answer. */
export function parseQuestions(text: string): Chapter[] {
  const chapters: Chapter[] = []
  for (const block of parseBlocks(text)) {
    if (block.kind === 'chapter') {
      chapters.push({ title: block.text, questions: [] })
      continue
    }
    if (chapters.length === 0) chapters.push({ title: '', questions: [] })
    const { questions } = chapters.at(-1) as Chapter
    if (block.kind === 'question') questions.push({ question: block.text, answer: [] })
    else questions.at(-1)?.answer.push(block)
  }
  return chapters.filter(({ questions }) => questions.length > 0)
}
