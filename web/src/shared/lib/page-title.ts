import { useEffect } from 'react'
import { documentTitle } from './page'
import { useSettings } from './settings'

/** Titles the tab of a back office page. The storefront's pages have their titles in their `route`. */
export function usePageTitle(title: string | undefined) {
  const setting = useSettings()
  const full = title === undefined ? undefined : documentTitle(title, setting)
  useEffect(() => {
    if (full !== undefined) document.title = full
  }, [full])
}
