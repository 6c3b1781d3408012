import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const backend = process.env.SNACKDROP_DEV_BACKEND ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root,
  cacheDir: '../node_modules/.vite',
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '~': `${root}src` } },
  server: {
    proxy: { '/api': backend, '/site-assets': backend, '/healthz': backend },
  },
  build: {
    outDir: '../internal/site/dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // The CSP allows no data: fonts or scripts, and one more request is cheaper than base64.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What changes with our code and what changes with a library's release are kept apart in shoppers' caches.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
})
