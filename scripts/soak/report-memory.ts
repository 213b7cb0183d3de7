/** Loaded into the site's process before it starts: at SIGUSR2 tells how many megabytes are really in use. Needs `--expose-gc`. */
const megabytes = (bytes: number) => Number((bytes / 2 ** 20).toFixed(1))

process.on('SIGUSR2', () => {
  const collect = (globalThis as { gc?: () => void }).gc
  collect?.()
  // Objects that the first one freed may hold more: buffers go in a second round.
  setTimeout(() => {
    collect?.()
    const { rss, heapUsed } = process.memoryUsage()
    const told = { rss: megabytes(rss), heap: megabytes(heapUsed) }
    process.stdout.write(`soak-memory ${JSON.stringify(told)}\n`)
  }, 100)
})
