/** Loaded into the site's process before it starts: at SIGUSR2 tells how many megabytes are really in use. Needs `--expose-gc`. */
import { getHeapSpaceStatistics } from 'node:v8'

const megabytes = (bytes: number) => Number((bytes / 2 ** 20).toFixed(1))

process.on('SIGUSR2', () => {
  const collect = (globalThis as { gc?: () => void }).gc
  collect?.()
  // What the first one freed may hold more: buffers go in a second round.
  setTimeout(() => {
    collect?.()
    const { rss, heapUsed: heap, external } = process.memoryUsage()
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
    const told = Object.entries({ rss, heap, external, young }).map(([of, bytes]) => [of, megabytes(bytes)])
    process.stdout.write(`soak-memory ${JSON.stringify(Object.fromEntries(told))}\n`)
  }, 100)
})
