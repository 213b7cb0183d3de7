/** How much memory the process still needs, for tests that weigh: waste is collected first, which takes a moment. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of the heap in use. */
export function heldBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}
