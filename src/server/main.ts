/** Entry point of the process. It sets options that save memory and loading time, then runs the site. */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUNDLE = new URL('../../build/server/index.js', import.meta.url)
const COMPILED = fileURLToPath(new URL('../../build/compiled', import.meta.url))

/**
 * Caches compiled code, and TypeScript without its types, next to the built site for the next start.
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

async function runBuilt(): Promise<void> {
  if (!existsSync(BUNDLE)) {
    process.stderr.write('The site is not built yet; run `npm start` or `npm run build`.\n')
    process.exit(1)
  }
  // Without it, the log would name places in the bundle.
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
