/** Entry point of the process. It sets options that save memory and loading time, then runs the site. */
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const COMPILED = fileURLToPath(new URL('../../build/compiled', import.meta.url))

/**
 * Node reads a package's `package.json` again for each file, to learn whether the file is an ES module.
 * Drizzle's has 180 KB and is read for 112 files: a third of the start, and 100 MB of memory. This hook
 * declares Drizzle's own files as modules.
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
 * Caches compiled code, and TypeScript without its types, next to the built pages for the next start.
 * Node writes the cache when the process ends. Without write permission the next start is only slower.
 */
function cacheCompiledCode(): void {
  enableCompileCache(COMPILED)
}

/** Limits V8's young generation. It would grow to 128 MB while modules load and stay that large. */
const FLAG = '--max-semi-space-size=8'
/**
 * Fixes glibc's threshold for returning freed memory at its initial value. Other systems ignore it.
 * glibc raises it after a large block is freed. It would then retain hundreds of megabytes after the embedded
 * database's code is compiled.
 */
const TRIM = { MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Enables the compile cache from the first module on. This file is TypeScript too.
 * Without the cache, Node would keep its type remover in memory: four megabytes of text and its own
 * WebAssembly.
 */
const CACHE = { NODE_COMPILE_CACHE: COMPILED }

/**
 * Restarts this process with these options under the same process id. Does nothing where the system cannot do
 * that.
 */
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
