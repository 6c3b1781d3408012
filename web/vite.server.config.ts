import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The program carries the scripts as the engine's bytecode: compiling them is done here, once, by the engine itself. */
function compile(script: string): Plugin {
  return {
    name: 'compile',
    async writeBundle({ dir = '' }) {
      const file = `${dir}/${script}.js`
      const args = [
        'run',
        '-tags',
        'nodynamic',
        './internal/site/bytecode/make',
        file,
        `${dir}/${script}.bin`,
      ]
      execFileSync('go', args, { cwd: `${root}..`, stdio: 'inherit' })
      await rm(file)
    },
  }
}

/**
 * The same pages as scripts for the JavaScript engine inside the Go program: `draw`, and `plan` by vite.plan.config.ts.
 * That engine has no Node, no DOM and no modules: everything is inlined, and web/src/server/polyfills.ts comes first.
 */
export const serverScript = (script: 'draw' | 'plan') =>
  defineConfig(({ mode }) => ({
    root,
    cacheDir: '../node_modules/.vite',
    publicDir: false,
    plugins: [react(), compile(script)],
    resolve: { alias: { '~': `${root}src` }, conditions: ['browser', 'module', 'import', 'default'] },
    define: { 'process.env.NODE_ENV': JSON.stringify(mode === 'development' ? 'development' : 'production') },
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: `src/server/${script}.ts`,
      outDir: '../internal/site/render',
      emptyOutDir: false,
      // As in the browser's build: a picture has the same address in both.
      assetsInlineLimit: 0,
      target: 'es2022',
      minify: true,
      rolldownOptions: {
        checks: { pluginTimings: false }, // compiling takes its time
        output: { format: 'iife', name: 'snackdrop', entryFileNames: `${script}.js`, codeSplitting: false },
      },
    },
  }))

export default serverScript('draw')
