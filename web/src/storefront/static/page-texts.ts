import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, unwrap } from '~/shared/api/client'
import { keys } from '~/shared/api/queries'
import type { QueryDescriptor } from '~/shared/api/query-descriptors'
import type { components } from '~/shared/api/schema.gen'
import type { Known, Setting } from '~/shared/lib/page'
import { type Fillings, fillText, useSettings } from '~/shared/lib/settings'

type Texts = components['schemas']['PageTexts']
export type PageTextKey = keyof Texts

/** The texts that only one page shows. They are settings too: a change of the settings makes them stale. */
const pageTextsQuery = (page: string) =>
  queryOptions({
    queryKey: [...keys.settings, 'texts', page],
    queryFn: ({ signal }) => unwrap(api.GET('/api/texts/{page}', { params: { path: { page } }, signal })),
  })

export const pageTextsDescriptor = (page: string): QueryDescriptor => ({
  key: pageTextsQuery(page).queryKey,
  path: `/api/texts/${page}`,
  meta: true,
})

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
