// Lists every name that a file exports and no other file imports: node web/scripts/unused-exports.mjs
//
// A part of `npm run lint`. Delete what is listed; where its own file uses it, delete only the word `export`. A test counts as
// a file that imports: what is exported for a test alone is allowed.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['web', 'art', 'e2e', 'bench', 'scripts']
const SOURCE = /\.(ts|tsx|mjs)$/
/** What these files export is not for an import: a program finds them by their path, or wrote them. */
const NOT_FOR_IMPORTS = [
  /\.gen\.ts$/,
  /\.config\.ts$/,
  /^web\/src\/server\/(render|loader)\.ts$/, // vite.server.config.ts
  /^web\/src\/shared\/ui\/style-singleton\.ts$/, // vite.config.ts, in place of a package
  /^e2e\/kit\/build\.ts$/, // playwright.config.ts
]
/** What import.meta.glob and web/page-modules.ts read of every page. */
const PAGE = /\.page\.tsx$/
const OF_A_PAGE = ['default', 'route']

const files = FOLDERS.flatMap((folder) =>
  readdirSync(root + folder, { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => SOURCE.test(file)),
)
const known = new Set(files)

/** The file that an import names, or undefined for a package. */
function resolve(from, specifier) {
  const path = specifier.replace(/\?.*$/, '').replace(/^~\//, '/web/src/')
  if (!/^[./]/.test(path)) return undefined
  const target = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)
  return ['', '.ts', '.tsx'].map((ending) => target + ending).find((file) => known.has(file))
}

/** The names that other files import of each file. */
const imported = new Map(files.map((file) => [file, new Set(PAGE.test(file) ? OF_A_PAGE : [])]))
function addImports(from, specifier, names) {
  const target = resolve(from, specifier)
  if (target) for (const name of names) imported.get(target).add(name)
}

const nameOf = ({ kind, name }) => (kind === 'Default' ? 'default' : name)
const exported = []
for (const file of files) {
  const text = readFileSync(root + file, 'utf8')
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { importName, localName } of entries) {
      // Of a namespace, `import * as icons`, the properties that are read: icons.cart.
      const read = new RegExp(`\\b${localName.value}\\.(\\w+)`, 'g')
      const names = nameOf(importName)
        ? [nameOf(importName)]
        : [...text.matchAll(read)].map(([, name]) => name)
      addImports(file, moduleRequest.value, names)
    }
  }
  // import('./file') gives a whole module: every word of this file may be a name of it.
  for (const [, specifier] of text.matchAll(/\bimport\(\s*'([^']+)'/g))
    addImports(file, specifier, ['default', ...text.match(/\w+/g)])
  for (const { moduleRequest, importName, exportName, start } of module.staticExports.flatMap(
    (e) => e.entries,
  )) {
    if (moduleRequest) addImports(file, moduleRequest.value, [nameOf(importName)])
    exported.push({ file, name: nameOf(exportName), line: text.slice(0, start).split('\n').length })
  }
}

const unused = exported.filter(
  ({ file, name }) => !imported.get(file).has(name) && !NOT_FOR_IMPORTS.some((pattern) => pattern.test(file)),
)
for (const { file, line, name } of unused)
  console.error(`${file}:${line} exports ${name}, which no other file imports`)
process.exitCode = unused.length > 0 ? 1 : 0
