/** Entry point of the process. Sets options that save memory and loading time, then runs the site. */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUNDLE = new URL('../../build/server/index.js', import.meta.url)
const COMPILED = fileURLToPath(new URL('../../build/compiled', import.meta.url))

/**
 * Stores compiled code, and TypeScript without its types, next to the built site for the next start. Node writes this
 * cache when the process ends. If it may not write there, the next start is only slower.
 */
function cacheCompiledCode(): void {
  enableCompileCache(COMPILED)
}

/**
 * Limits the part of V8's memory for young objects. It would grow to 128 MB while modules are loaded, and stay that
 * large.
 */
const FLAG = '--max-semi-space-size=8'
/**
 * Keeps glibc's threshold for giving freed memory back to the system at its initial value. Other systems ignore this.
 * glibc raises the threshold after a large block was freed, and would then keep hundreds of megabytes after the
 * embedded database's code was compiled.
 */
const TRIM = { MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Switches the cache of compiled code on from the first module, because this file is TypeScript too. Without the
 * cache, Node would keep the code that removes types in memory: four megabytes of text and its own WebAssembly.
 */
const CACHE = { NODE_COMPILE_CACHE: COMPILED }

/**
 * Starts this process again with these options, with the same process id. Does nothing if the system cannot do that.
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
    // Windows cannot replace a process.
  }
}

async function runBuilt(): Promise<void> {
  if (!existsSync(BUNDLE)) {
    process.stderr.write('The site is not built yet; run `npm start` or `npm run build`.\n')
    process.exit(1)
  }
  // Without this, the log would name places in the bundle instead of the source files.
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
