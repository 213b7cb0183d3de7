/** Loaded into the site's process before it starts: at SIGUSR2 tells how much memory is really in use. Needs `--expose-gc`. */
import { getHeapSpaceStatistics } from 'node:v8'

process.on('SIGUSR2', () => {
  const collect = (globalThis as { gc?: () => void }).gc
  collect?.()
  // What the first one freed may hold more: buffers go in a second round.
  setTimeout(() => {
    collect?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
    process.stdout.write(`soak-memory ${JSON.stringify({ rss, heap: heapUsed, external, young })}\n`)
  }, 100)
})
