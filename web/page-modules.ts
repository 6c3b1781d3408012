import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const PAGE = /\.page\.tsx(\?(?:route|lazy))?$/
const COMPONENT = /^export default function /m
const ROUTE = /^export const route\b/m
const PATH = /^export const route\b[\s\S]*?\bpath: ('[^']*'|\[[^\]]*\])/m

/**
 * Compiles a page's file in up to three parts, so that each bundle gets only what it needs: `x.page.tsx` is the component,
 * `x.page.tsx?route` the route without the component, and `x.page.tsx?lazy` what the router needs before either is loaded. What is no
 * longer exported is removed by tree shaking.
 */
export function pageModules(): Plugin {
  return {
    name: 'page-modules',
    enforce: 'pre',
    async load(id) {
      const match = PAGE.exec(id)
      if (!match) return undefined
      const file = id.replace(/\?.*$/, '')
      const source = await readFile(file, 'utf8')
      const path = PATH.exec(source)?.[1]
      if (!path || !COMPONENT.test(source)) {
        throw new Error(
          `${file} must export a route with a literal path, and its component as default function`,
        )
      }
      switch (match[1]) {
        case '?lazy':
          return `export default [${path}, () => import(${JSON.stringify(file)})]`
        case '?route':
          return source.replace(COMPONENT, 'function ')
        default:
          return source.replace(ROUTE, 'const route')
      }
    },
  }
}
