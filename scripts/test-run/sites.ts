/**
 * The sites of the browser tests, one for each worker, started side by side: `node sites.ts <folder for data> <port> …`.
 * Says when all of them are ready. Who ends this ends them, since the signal goes to the whole group of processes.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { cloneFolderTemplate } from '#testing/template.ts'

const [folder = '', ...ports] = process.argv.slice(2)
// Making three databases at once takes longer than copying one.
for (const port of ports) await cloneFolderTemplate(join(folder, port))
const sites = ports.map((port) =>
  spawn(process.execPath, ['src/server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: port, DATA_DIR: join(folder, port) },
  }),
)
process.on('SIGTERM', () => {})
for (const site of sites)
  site.on('exit', (code) => {
    if (code) process.exit(code)
  })

const isReady = async (port: string) => {
  const reply = await fetch(`http://localhost:${port}/readyz`).catch(() => null)
  return reply?.ok ?? false
}
for (const port of ports)
  while (!(await isReady(port))) await new Promise((resolve) => setTimeout(resolve, 200))
console.log('The sites are ready.')
