/**
 * The process begins here. Before anything else is loaded it sets what must be set by then, for less memory and modules that load
 * quickly; then it runs the site.
 */
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const COMPILED = fileURLToPath(new URL('../../build/compiled', import.meta.url))

/**
 * Node reads a package's `package.json` again for each of its files, to know whether they are modules. Drizzle's
 * has 180 KB and it has 112 files: a third of the start, and 100 MB of memory. Its files beside one another are modules.
 */
function registerDrizzleModules(): void {
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
function cacheCompiledCode(): void {
  enableCompileCache(COMPILED)
}

/** V8's young generation grows to 128 MB while the modules load, and stays so large. */
const FLAG = '--max-semi-space-size=8'
/**
 * glibc raises this by itself once something large was freed, and then keeps freed memory: hundreds of megabytes after
 * the embedded database's code was compiled. This is its own value of the beginning, kept. Elsewhere nobody reads it.
 */
const TRIM = { MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * From the first module on: this file is TypeScript too, and what takes its types away would stay in memory for it alone, with
 * four megabytes of text and a WebAssembly of its own.
 */
const CACHE = { NODE_COMPILE_CACHE: COMPILED }

/** Begins this process anew with these, as the same process to everybody else. Where the system cannot do that, nothing happens. */
function limitMemory(): void {
  if (process.execArgv.includes(FLAG)) return
  const [, program = '', ...args] = process.argv
  const nodeArgs = ['--disable-warning=ExperimentalWarning', ...process.execArgv, FLAG]
  try {
    process.execve?.(process.execPath, [process.execPath, ...nodeArgs, program, ...args], {
      ...CACHE,
      ...process.env,
      ...TRIM,
    })
  } catch {
    // Windows has no such call.
  }
}

limitMemory()
cacheCompiledCode()
registerDrizzleModules()
await import('./run-site.ts')
