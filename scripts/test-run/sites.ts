/**
 * The sites of the browser tests, one for each worker, started side by side: `node sites.ts <folder for data> <port> …`.
 * Says when all of them are ready. Who ends this ends them, since the signal goes to the whole group of processes.
 */
import { join } from 'node:path'
import { startProcess } from '#testing/process.ts'
import { cloneFolderTemplate } from '#testing/template.ts'

const [folder = '', ...ports] = process.argv.slice(2)
// Making three databases at once takes longer than copying one.
for (const port of ports) await cloneFolderTemplate(join(folder, port))
process.on('SIGTERM', () => {})
const sites = ports.map((port) => startProcess({ ...process.env, PORT: port, DATA_DIR: join(folder, port) }))
for (const { child } of sites) {
  child.stderr?.pipe(process.stderr)
  child.on('close', (status) => {
    if (status) process.exit(status)
  })
}
await Promise.all(sites.map(({ address }) => address))
console.log('The sites are ready.')
