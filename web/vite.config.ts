import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { pageModules } from './page-modules.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
/**
 * Compresses each file as hard as possible, in the two encodings that browsers accept. The plain file is removed: the
 * program unpacks it for the rare client that accepts neither.
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
        await writeFile(`${dir}/${name}.br`, brotliCompressSync(text))
        await writeFile(`${dir}/${name}.gz`, gzipSync(text, { level: 9 }))
        await rm(`${dir}/${name}`)
      }
    },
  }
}

const backend = process.env.SNACKDROP_DEV_BACKEND ?? 'http://127.0.0.1:8080'

/** The pages between the home page and an order. */
const CHECKOUT_PATH = /\/(home|products|product|category|cart|checkout|account)\.page-/

export default defineConfig({
  root,
  cacheDir: '../node_modules/.vite',
  plugins: [pageModules(), react(), tailwindcss(), precompress()],
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
        hostType === 'html' || CHECKOUT_PATH.test(file) ? deps : deps.filter((dep) => dep.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        // Libraries change less often than our code: in files of their own they stay in browser caches.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
            },
            // What nearly every page uses is one file: thirty small files compress worse than one.
            {
              name: 'common',
              test: /node_modules\/@tanstack\/|createLucideIcon|src\/shared\/(api|auth|lib)\/|src\/shared\/ui\/(Button|Spinner|Skeleton|Badge|Money|EmptyState|toast-store)|src\/storefront\/(cart\/(CartProvider|cart-store|cart-owner)|product\/Product(Image|Grid|Card))\.tsx?/,
              minShareCount: 6,
            },
            // So are the icons that several of the storefront's pages show.
            {
              name: 'signs',
              test: /\/icons\/(arrow-right|chevron-(down|right)|store|truck|minus|plus|package|map-pin)\.|src\/shared\/ui\/MapLink|src\/storefront\/home\/SectionHeading/,
              minShareCount: 2,
            },
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
  },
})
