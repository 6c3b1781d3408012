import { useEffect } from 'react'
import { useBrand } from './settings'

/** Names the tab after a navigation. The first page's title is already in the HTML that the server sent. */
export function usePageTitle(title: string | undefined) {
  const brand = useBrand()
  useEffect(() => {
    if (title !== undefined) document.title = title ? `${title} · ${brand}` : brand
  }, [title, brand])
}
