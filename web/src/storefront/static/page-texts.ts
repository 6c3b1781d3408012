import { useQuery } from '@tanstack/react-query'
import { publicQuery } from '~/shared/api/public-query'
import { keys } from '~/shared/api/queries'
import type { components } from '~/shared/api/schema.gen'
import type { Known, Setting } from '~/shared/lib/page'
import { type Fillings, fillText, useSettings } from '~/shared/lib/settings'

type Texts = components['schemas']['PageTexts']
export type PageTextKey = keyof Texts

/** The texts that only one page shows. They are settings too: a change of the settings makes them stale. */
export const pageTextsQuery = (page: string) =>
  publicQuery([...keys.settings, 'texts', page], '/api/texts/{page}', { path: { page } })

/** The description for search engines, from the page's texts. */
export function describePage(page: string, key: PageTextKey, known: Known, setting: Setting): string {
  return fillText(known<Texts>(pageTextsQuery(page))?.[key] ?? '', setting)
}

/** Reads the texts of a page, with the shop's name and place filled in; `more` are fillings that only this page has. */
export function usePageTexts(page: string, more?: Fillings) {
  const setting = useSettings()
  const { data, isError, refetch } = useQuery(pageTextsQuery(page))
  return {
    text: (key: PageTextKey) => fillText(data?.[key] ?? '', setting, more),
    isLoading: !data && !isError,
    isError: !data && isError,
    retry: () => void refetch(),
  }
}
