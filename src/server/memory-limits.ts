/**
 * The process's memory: what Node and the system's allocator decide at a process's start, and cannot be told later. Both
 * measured (docs/decisions/0060): 130 and 100 MB less when idle, and no work slower by them.
 */

/** V8's young generation grows to 128 MB while the modules load, and stays so large. */
const FLAG = '--max-semi-space-size=8'
/**
 * glibc raises this by itself once something large was freed, and then keeps freed memory: hundreds of megabytes after
 * the embedded database's code was compiled. This is its own value of the beginning, kept. Elsewhere nobody reads it.
 */
const TRIM = { MALLOC_TRIM_THRESHOLD_: '131072' }

/** Begins this process anew with these, as the same process to everybody else. Where the system cannot do that, nothing happens. */
export function limitMemory(): void {
  if (process.execArgv.includes(FLAG)) return
  const [, program = '', ...args] = process.argv
  const nodeArgs = ['--disable-warning=ExperimentalWarning', ...process.execArgv, FLAG]
  try {
    process.execve?.(process.execPath, [process.execPath, ...nodeArgs, program, ...args], {
      ...process.env,
      ...TRIM,
    })
  } catch {
    // Windows has no such call.
  }
}
