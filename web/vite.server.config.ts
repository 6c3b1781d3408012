import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pageModules } from './page-modules.ts'
import { productionRouter } from './production-router.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The program embeds the scripts as bytecode of its JavaScript engine: they are compiled here, by the engine itself. */
function compile(script: string): Plugin {
  return {
    name: 'compile',
    async writeBundle({ dir = '' }) {
      const file = `${dir}/${script}.js`
      // The Makefile's flags, so that both use one build cache.
      const command = ['run', '-trimpath', '-tags', 'nodynamic', './internal/ssr/bytecode/make']
      const env = { ...process.env, CGO_ENABLED: '0' }
      execFileSync('go', [...command, file, `${dir}/${script}.bin`], {
        cwd: `${root}..`,
        stdio: 'inherit',
        env,
      })
      await rm(file)
    },
  }
}

/** Leaves out what pages load after hydration (dialogs, menus, toasts): it is never rendered on the server. */
function withoutLazyParts(): Plugin {
  const EMPTY = '\0empty'
  return {
    name: 'without-lazy-parts',
    resolveDynamicImport: (specifier) => (/\.page\.tsx$/.test(String(specifier)) ? undefined : EMPTY),
    load: (id) => (id === EMPTY ? 'export default undefined' : undefined),
  }
}

/**
 * The scripts for the JavaScript VMs inside the Go program: `render` has the pages that are rendered on the server, `loader`
 * (vite.loader.config.ts) the routes of all pages. A VM has no Node, no DOM and no modules: everything is inlined, and web/src/server/polyfills.ts comes first.
 */
export const serverScript = (script: 'render' | 'loader') =>
  defineConfig(({ mode }) => ({
    root,
    cacheDir: '../node_modules/.vite',
    publicDir: false,
    plugins: [
      pageModules({ onServer: true }),
      withoutLazyParts(),
      productionRouter(),
      react(),
      compile(script),
    ],
    resolve: { alias: { '~': `${root}src` }, conditions: ['browser', 'module', 'import', 'default'] },
    define: { 'process.env.NODE_ENV': JSON.stringify(mode === 'development' ? 'development' : 'production') },
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: `src/server/${script}.ts`,
      outDir: '../internal/ssr/render',
      emptyOutDir: false,
      // As in the browser's build: a picture has the same address in both.
      assetsInlineLimit: 0,
      target: 'es2022',
      minify: true,
      rolldownOptions: {
        checks: { pluginTimings: false }, // no warning that the compiler plugin takes long
        // The loader script uses little of what the pages import, so modules outside of src/server may be left out although they
        // could have side effects.
        ...(script === 'loader' && { treeshake: { moduleSideEffects: (id) => id.includes('/src/server/') } }),
        output: { format: 'iife', name: 'snackdrop', entryFileNames: `${script}.js`, codeSplitting: false },
      },
    },
  }))

export default serverScript('render')
