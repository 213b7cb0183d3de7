/**
 * The entry point of the site's process. Sets options that save memory and loading time, then runs the site.
 */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUNDLE = new URL('../../build/server/index.js', import.meta.url)
const COMPILED = fileURLToPath(new URL('../../build/compiled', import.meta.url))

/**
 * Stores code for the next start, next to the built site: compiled, and TypeScript without its types. Node
 * writes this cache when the process ends. If Node may not write there, the next start is only slower.
 */
function cacheCompiledCode(): void {
  enableCompileCache(COMPILED)
}

/**
 * Limits the memory that V8 uses for young objects. Otherwise that memory grows to 128 MB while modules are
 * loaded, and stays that large.
 */
const FLAG = '--max-semi-space-size=8'
/**
 * Makes glibc return freed memory to the system even after a large block was freed. Otherwise glibc keeps
 * hundreds of megabytes after the embedded database's code was compiled. Systems without glibc ignore this
 * variable.
 */
const TRIM = { MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Switches the cache of compiled code on before Node loads the first module, because this file is TypeScript
 * too. Without the cache, Node would keep in memory its program that removes types: four megabytes of text
 * and WebAssembly.
 */
const CACHE = { NODE_COMPILE_CACHE: COMPILED }

/**
 * Starts this process again with options that save memory, under the same process id. Does nothing if the
 * system cannot do that.
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
    // Ignores the error, because Windows cannot replace a process.
  }
}

async function runBuilt(): Promise<void> {
  if (!existsSync(BUNDLE)) {
    process.stderr.write('The site is not built yet; run `npm start` or `npm run build`.\n')
    process.exit(1)
  }
  // Makes the log name places in the source files instead of the bundle.
  process.setSourceMapsEnabled(true)
  const { runSite, startBuilt } = (await import(BUNDLE.href)) as typeof import('./run-site.ts')
  await runSite(startBuilt, { development: false })
}

async function runDevelopment(): Promise<void> {
  const { runSite } = await import('./run-site.ts')
  const { startDevelopment } = await import('./development.ts')
  await runSite(startDevelopment, { development: true })
}

limitMemory()
cacheCompiledCode()
if (process.argv.includes('--dev')) await runDevelopment()
else await runBuilt()
