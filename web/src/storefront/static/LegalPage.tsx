import type { PageTextKey, usePageTexts } from './page-texts'
import { RichText } from './RichText'
import { parseBlocks } from './rich-text'
import { TextsState } from './TextsState'

type LegalPageProps = {
  texts: ReturnType<typeof usePageTexts>
  updated: PageTextKey
  content: PageTextKey
}

/** A legal page: a date, then text. */
export function LegalPage({ texts, updated, content }: LegalPageProps) {
  const date = texts.text(updated)
  return (
    <div className="wrap py-14 sm:py-20">
      {date && <p className="mb-8 text-mute">Last updated {date}</p>}
      <div className="max-w-[44rem] text-lg leading-relaxed [&_a]:font-semibold [&_a]:text-primary-deep [&_a]:underline [&_a]:underline-offset-3 [&_h2]:mt-12 [&_h2]:mb-3 [&_h2]:font-display [&_h2]:text-2xl [&_h2]:leading-tight [&_h2:first-child]:mt-0 [&_h3]:mt-8 [&_h3]:font-bold [&_h3]:text-xl [&_li]:mt-2 [&_p]:mt-4 [&_ul]:mt-4 [&_ul]:list-disc [&_ul]:pl-6">
        <TextsState texts={texts} />
        <RichText blocks={parseBlocks(texts.text(content))} />
      </div>
    </div>
  )
}
