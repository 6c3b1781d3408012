import type { Plugin } from 'vite'

/**
 * React Router's package gives bundlers its development build. Production needs no warnings, and no names for developer tools:
 * giving a component its name keeps it in the bundle even where nothing imports it, as Form and all that submits one.
 */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    transform: {
      filter: { id: /react-router\/dist\/development\// },
      handler: (code) =>
        code
          .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/= (React\d+\.(createContext|forwardRef)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}
