// @vitest-environment node
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

/** A page that exists only here: the copy of the sources differs from the shop's in this one file. */
const page = `
import type { PageRoute } from '~/shared/lib/page'
import { descriptorOf } from '~/shared/api/public-query'
import { categoriesQuery } from '~/shared/api/queries'
import { Link } from 'react-router'

export const route: PageRoute = {
  path: '/giveaway',
  render: 'public',
  queries: () => [descriptorOf(categoriesQuery)],
  meta: () => ({ title: 'Giveaway', description: 'Free crisps.' }),
  sitemap: true,
}

export default function GiveawayPage() {
  return <h1>Crisps for everybody <Link to="/products">More</Link></h1>
}
`

const adminPage = `
import { adminPage, type PageRoute } from '~/shared/lib/page'

export const route: PageRoute = { path: '/admin/giveaways', ...adminPage }

export default function GiveawaysPage() {
  return <h2>Crisps to give away</h2>
}
`

const repository = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'new-page-'))
  for (const name of ['web', 'package.json', 'tsconfig.json']) {
    await cp(join(repository, name), join(folder, name), { recursive: true })
  }
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'web/src/storefront/pages/giveaway.page.tsx'), page)
  await writeFile(join(folder, 'web/src/admin/pages/giveaways.page.tsx'), adminPage)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

type Program = Record<string, (...values: string[]) => string>

/** Builds a script of the server and runs it without the interfaces of Node, as the VM inside the program does. */
async function run(script: 'loader' | 'render'): Promise<Program> {
  const config = script === 'loader' ? 'vite.loader.config.ts' : 'vite.server.config.ts'
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    configFile: join(folder, 'web', config),
    mode: 'production',
    logLevel: 'silent',
    build: { write: false, minify: false },
  })
  const [chunk] = ([built].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk') throw new Error(`${script} has no code`)
  if (script === 'loader')
    expect(chunk.code, 'the loader script has components').not.toMatch(/Crisps (for everybody|to give away)/)
  else
    expect(chunk.code, 'what only browsers render').not.toMatch(
      /Crisps to give away|Your Shopping Cart|Or walk along a shelf/,
    )
  const context = createContext({})
  runInContext(chunk.code, context)
  return context.snackdrop as Program
}

it('takes one file to add a page: it is routed, titled, rendered and in the sitemap', async () => {
  const loader = await run('loader')
  const address = 'http://shop.test/giveaway'
  expect(JSON.parse(loader.resolve?.(`${address}?utm_source=x`) ?? '')).toEqual({
    key: '/giveaway',
    source: 'src/storefront/pages/giveaway.page.tsx',
    client: false,
    parameters: [],
  })
  const { queries } = JSON.parse(loader.load?.(address, '[]') ?? '') as {
    queries: { key: string[]; path: string }[]
  }
  expect(queries.map(({ path }) => path)).toEqual(['/api/settings', '/api/categories'])
  const data = JSON.stringify([
    [queries[0]?.key, { site_name: 'Night Bites' }],
    [queries[1]?.key, { items: [] }],
  ])
  const { head } = JSON.parse(loader.load?.(address, data) ?? '') as { head: object }
  expect(head).toMatchObject({
    status: 200,
    title: 'Giveaway · Night Bites',
    canonical: address,
    noindex: false,
  })
  const { sitemap } = JSON.parse(loader.index?.() ?? '') as { sitemap: object[] }
  expect(sitemap).toContainEqual({ path: '/giveaway', each: '' })
  expect(JSON.parse(loader.resolve?.('http://shop.test/admin/giveaways') ?? '')).toMatchObject({
    key: '/admin/giveaways',
    source: 'src/admin/pages/giveaways.page.tsx',
    client: true,
  })

  const renderer = await run('render')
  renderer.render?.(address, data)
  await expect.poll(() => renderer.take?.(), { timeout: 20_000 }).toContain('Crisps for everybody')
}, 180_000)

it('takes one file to add a page of the admin area: the browser’s router has it', async () => {
  const { pageModules } = (await import(
    join(folder, 'web/page-modules.ts')
  )) as typeof import('../../page-modules')
  const { load } = pageModules() as unknown as { load: (id: string) => Promise<string> }
  const list = await load('\0virtual:lazy-pages/admin')
  expect(list).toContain("['/admin/products/:id', '/admin/products/new'], () => import(")
  expect(list).toMatch(/\['\/admin\/giveaways', \(\) => import\(".*\/giveaways\.page\.tsx"\)\]/)
})
