/** Staff look at the shop of another moment under /preview/{milliseconds}/. */
const found = typeof location === 'object' ? /^\/preview\/(\d+)/.exec(location.pathname) : null

/** The path under which the pages are. */
export const basePath = found?.[0] ?? '/'

/** The moment in milliseconds, or undefined where it is now. */
export const previewAt = found?.[1]

/** The path of the page at hand, outside of a preview. */
export const currentPath = () =>
  previewAt ? location.pathname.slice(basePath.length) || '/' : location.pathname
