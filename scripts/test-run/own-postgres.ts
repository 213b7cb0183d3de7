/**
 * A PostgreSQL server for one test that stops it: prints its address, restarts it at every line it is told (`SIGINT`:
 * in order, `SIGQUIT`: as after a crash) and prints `ready` then, and ends with its input.
 */
import { createInterface } from 'node:readline'
import { startOwn } from './postgres.ts'

// Durable, since a test asks what is still there.
const started = await startOwn(['fsync=on'])
if ('missing' in started) {
  console.error(started.missing)
  process.exit(1)
}
const { server, remove } = started
console.log(server.url)
for await (const line of createInterface({ input: process.stdin })) {
  await server.stop(line === 'SIGQUIT' ? 'SIGQUIT' : 'SIGINT')
  await server.start()
  console.log('ready')
}
await server.stop('SIGQUIT')
remove()
