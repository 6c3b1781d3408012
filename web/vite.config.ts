import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { pageModules } from './page-modules.ts'
import { productionRouter } from './production-router.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
/**
 * Compresses each file as hard as possible. The plain file is removed: the program unpacks it for clients that do not accept
 * Brotli.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    async writeBundle({ dir = '' }) {
      for (const name of await readdir(dir, { recursive: true })) {
        if (!/\.(js|css|svg|txt)$/.test(name)) continue
        const text = await readFile(`${dir}/${name}`)
        if (text.length < 512) continue
        // The API reference is large and for few: as hard as possible takes seconds.
        const quality = name.includes('api-reference') ? 9 : constants.BROTLI_MAX_QUALITY
        const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
        await writeFile(`${dir}/${name}.br`, packed)
        await rm(`${dir}/${name}`)
      }
    },
  }
}

/**
 * The icons' React keys are random letters, which do not compress, and nothing ever reorders the parts of an icon. A
 * development build keeps them: React would warn.
 */
function withoutIconKeys(): Plugin {
  return {
    name: 'without-icon-keys',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) => code.replace(/,\s*key: "[a-z0-9]+"/g, ''),
    },
  }
}

/** The API reference's renderer, for /api/docs alone. It is published ready for browsers; ours is what starts it. */
function apiReference(): Plugin {
  const read = (path: string) => readFile(`${root}${path}`, 'utf8')
  return {
    name: 'api-reference',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    async generateBundle() {
      for (const [ending, renderer] of [
        ['js', 'swagger-ui-bundle.js'],
        ['css', 'swagger-ui.css'],
      ]) {
        const built = await read(`../node_modules/swagger-ui-dist/${renderer}`)
        const own = await read(`api-reference/reference.${ending}`)
        const source = `${built.replace(/\n?(\/\/|\/\*)# sourceMappingURL=.*$/, '')}\n${own}`
        this.emitFile({ type: 'asset', name: `api-reference.${ending}`, source })
      }
    },
  }
}

const backend = process.env.SNACKDROP_DEV_BACKEND ?? 'http://127.0.0.1:8080'

/** The pages between the home page and an order. */
const CHECKOUT_PATH = /\/(home|products|product|category|cart|checkout|account)\.page-/

const ALWAYS_LOADED = /\/(rolldown-runtime|vendor|common)-/

const COMMON = new RegExp(
  [
    'preload-helper|virtual:lazy-pages/storefront|infiniteQueryOptions',
    'src/app/(App|ErrorPage|Root|lazy-admin-area|lazy-pages|prefetch-on-intent|routes)\\.',
    'src/shared/api/(client|errors|live|public-query|queries|query-client)\\.|src/shared/auth/(AuthProvider|admin-prompt)',
    'src/shared/lib/(cn|drop-phase|leaving|money|page|page-title|preview|rules.gen|setting-defaults.gen|settings)\\.',
    'src/shared/ui/(Badge|Button|EmptyState|LazyToaster|LogoMark|Money|Skeleton|Spinner|toast-store)\\.',
    'src/storefront/cart/(CartProvider|LazyCartSync|cart-owner|cart-store)\\.|src/storefront/shared/(ProductImage|Skyline|art/skyline|visits)\\.',
    'src/storefront/layout/(ConnectionNotice|Footer|Header|Logo|StorefrontLayout|nav-links|page-names)\\.',
    'src/storefront/home/next-drop\\.|/icons/(menu|search|shopping-bag|user-round)\\.',
  ].join('|'),
)

export default defineConfig({
  root,
  cacheDir: '../node_modules/.vite',
  plugins: [
    pageModules(),
    withoutIconKeys(),
    productionRouter(),
    react(),
    tailwindcss(),
    apiReference(),
    precompress(),
  ],
  resolve: {
    alias: { '~': `${root}src`, 'react-style-singleton': `${root}src/shared/ui/style-singleton.ts` },
  },
  server: {
    proxy: { '/api': backend, '/site-assets': backend, '/healthz': backend },
  },
  build: {
    outDir: '../internal/ssr/dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // The CSP allows no data: fonts or scripts, and one more request is cheaper than base64.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The list of each page's preloads is part of the first download, so only the pages on the way to an order have one.
      resolveDependencies: (file, deps, { hostType }) =>
        hostType === 'html'
          ? deps
          : deps.filter(
              (dep) => dep.endsWith('.css') || (CHECKOUT_PATH.test(file) && !ALWAYS_LOADED.test(dep)),
            ),
    },
    rolldownOptions: {
      // The routes of all pages are one script: nothing that only their components need may come along for its side effects.
      treeshake: {
        moduleSideEffects: [
          { test: /\.css$|entry-client/, sideEffects: true },
          { test: /\/web\/src\//, sideEffects: false },
        ],
        propertyReadSideEffects: false,
      },
      output: {
        // Libraries change less often than our code: in files of their own they stay in browser caches.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/(?!.*infinite)|createLucideIcon/i,
            },
            // What every page or nearly every page uses is one file: thirty small files compress worse than one.
            { name: 'common', test: COMMON },
            // A group takes what its files import along: with FormDialog it would be all of Radix's dialog.
            { name: 'forms', test: /src\/shared\/form\/(?!.*(assword|FormDialog))|src\/shared\/ui\/Field\./ },
            // What the pages of a drop, of its products and of held units share.
            {
              name: 'drops',
              test: /src\/(shared\/(lib\/clock|ui\/Stepper)|storefront\/(buyer\/(pass-store|reservations)|drops\/(action|queries|use-hold)))\./,
              minShareCount: 2,
            },
            // What several pages need of the checkout to show and to keep a held unit.
            {
              name: 'held',
              test: /src\/storefront\/(checkout\/form|shared\/(Countdown|local-time)|buyer\/(checkout-form|stores|session-store))\./,
              minShareCount: 2,
            },
            {
              name: 'checkout',
              test: /src\/storefront\/(checkout\/|shared\/use-line-pictures)/,
              minShareCount: 2,
            },
            {
              name: 'radix',
              test: /@radix-ui\/(primitive|react-(compose-refs|context|id|presence|primitive|slot|use-[a-z-]+))\//,
              minShareCount: 2,
            },
            // So are the icons that several of the storefront's pages show.
            {
              name: 'icons',
              test: /\/icons\/(arrow-right|chevron-(down|right)|store|truck|minus|plus|package|map-pin)\.|src\/shared\/ui\/MapLink|src\/storefront\/(shared\/SectionHeading|product\/Breadcrumbs)/,
              minShareCount: 2,
            },
            // The signs with their colors: two small files would be two requests of the home page.
            { name: 'signs', test: /src\/shared\/(ui\/NeonSign|lib\/signs)\./ },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    isolate: false,
    setupFiles: ['test-setup.ts'],
    restoreMocks: true,
    // All checks run beside the browser tests, on two cores.
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
