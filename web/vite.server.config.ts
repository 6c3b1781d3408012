import { readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The program carries the script compressed. */
function pack(): Plugin {
  return {
    name: 'pack',
    async writeBundle({ dir = '' }) {
      const file = `${dir}/render.js`
      await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)))
      await rm(file)
    },
  }
}

/**
 * The same pages as one script for the JavaScript engine inside the Go program. That engine has no Node, no DOM and no
 * modules: everything is inlined, and web/src/server/polyfills.ts comes first.
 */
export default defineConfig(({ mode }) => ({
  root,
  cacheDir: '../node_modules/.vite',
  publicDir: false,
  plugins: [react(), pack()],
  resolve: { alias: { '~': `${root}src` }, conditions: ['browser', 'module', 'import', 'default'] },
  define: { 'process.env.NODE_ENV': JSON.stringify(mode === 'development' ? 'development' : 'production') },
  ssr: { target: 'webworker', noExternal: true },
  build: {
    ssr: 'src/server/main.ts',
    outDir: '../internal/site/render',
    emptyOutDir: false,
    // As in the browser's build: a picture has the same address in both.
    assetsInlineLimit: 0,
    target: 'es2022',
    minify: true,
    rolldownOptions: {
      output: { format: 'iife', name: 'snackdrop', entryFileNames: 'render.js', codeSplitting: false },
    },
  },
}))
