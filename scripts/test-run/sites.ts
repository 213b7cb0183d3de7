/**
 * Starts the sites of the browser tests, one per worker, at the same time: `node sites.ts <folder for data>
 * <port> …`. Prints a line when all sites are ready. The sites end together with this process, because a
 * signal goes to the whole group of processes.
 */
import { join } from 'node:path'
import { startProcess } from '#test/support/process.ts'
import { cloneFolderTemplate } from '#test/support/template.ts'

const [folder = '', ...ports] = process.argv.slice(2)
// Creating three databases at the same time takes longer than copying one.
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
