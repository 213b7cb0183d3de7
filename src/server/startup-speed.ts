/** Makes the loading of the server's modules quick. Call it before they are imported. */
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const COMPILED = fileURLToPath(new URL('../../build/compiled', import.meta.url))

/**
 * Node reads a package's `package.json` again for each of its files, to know whether they are modules. Drizzle's
 * has 180 KB and it has 112 files: a third of the start, and 100 MB of memory. Its files beside one another are modules.
 */
export function registerDrizzleModules(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL } = context
      const isOwn = parentURL?.includes('/node_modules/drizzle-orm/') && /^\.\.?\/.*\.js$/.test(specifier)
      if (!isOwn) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    },
  })
}

/**
 * Keeps compiled code, and TypeScript without its types, beside the built pages for the next start. Written at the
 * end of the process; where that is not allowed, the start is only slower.
 */
export function cacheCompiledCode(): void {
  enableCompileCache(COMPILED)
}
