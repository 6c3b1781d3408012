import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PAGE = /\.page\.tsx(\?route)?$/
const COMPONENT = /^export default function /m
const ROUTE = /^export const route\b/m
const STYLES = /^import '.*\.css'$/gm
const CLIENT = /^export const route\b[\s\S]*?\brender: 'client'/m
const PATH = /^export const route\b[\s\S]*?\bpath: ('[^']*'|\[[^\]]*\])/m

const LIST = /^(\0)?virtual:lazy-pages\/(storefront|admin)$/
const source = fileURLToPath(new URL('src/', import.meta.url))

/**
 * Compiles a page's file in parts, so that each bundle gets only what it needs: `x.page.tsx` is the component,
 * `x.page.tsx?route` the route without the component and its styles. What is no longer exported is removed by tree shaking.
 * `virtual:lazy-pages/storefront` and `…/admin` are what the router needs before either is loaded: every page's paths, and the
 * function that loads its component. The server's list (`onServer`) lacks the pages that are only rendered in browsers.
 */
export function pageModules({ onServer = false } = {}): Plugin {
  return {
    name: 'page-modules',
    enforce: 'pre',
    resolveId: (id) => (LIST.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const area = LIST.exec(id)?.[2]
      if (area) return lazyPages(`${source}${area}/pages/`, onServer)
      const match = PAGE.exec(id)
      if (!match) return undefined
      const { text } = await readPage(id.replace(/\?.*$/, ''))
      return match[1]
        ? text.replace(COMPONENT, 'function ').replace(STYLES, '')
        : text.replace(ROUTE, 'const route')
    },
    configureServer({ watcher, moduleGraph, hot }) {
      // A page that was added or removed changes the list.
      const update = (file: string) => {
        if (!PAGE.test(file)) return
        for (const area of ['storefront', 'admin']) {
          const list = moduleGraph.getModuleById(`\0virtual:lazy-pages/${area}`)
          if (list) moduleGraph.invalidateModule(list)
        }
        hot.send({ type: 'full-reload' })
      }
      watcher.on('add', update).on('unlink', update)
    },
  }
}

async function readPage(file: string) {
  const text = await readFile(file, 'utf8')
  const path = PATH.exec(text)?.[1]
  if (path && COMPONENT.test(text)) return { text, path }
  throw new Error(`${file} must export a route with a literal path, and its component as default function`)
}

async function lazyPages(folder: string, onServer: boolean): Promise<string> {
  const files = (await readdir(folder)).filter((name) => PAGE.test(name)).sort()
  const pages = files.map(async (name) => {
    const { path, text } = await readPage(folder + name)
    if (onServer && CLIENT.test(text)) return ''
    return `[${path}, () => import(${JSON.stringify(folder + name)})],\n`
  })
  return `export default [\n${(await Promise.all(pages)).join('')}]`
}
