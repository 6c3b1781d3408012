import { useEffect } from 'react'

/**
 * Replaces the package react-style-singleton, with which dialogs and menus lock the page's scrolling (see vite.config.ts). It
 * adopts a style sheet where the package inserts a <style> element: the content security policy allows no inline <style>.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: like the package's, it changes only when it says so
    useEffect(() => {
      if (users++ === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(styles)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      return () => {
        if (--users > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
        sheet = null
      }
    }, [styles && dynamic])
    return null
  }
}
