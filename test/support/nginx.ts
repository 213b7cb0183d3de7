/** Runs a real nginx for tests, if this machine has it. */
import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './process.ts'

interface Nginx {
  address: string
  close(): Promise<void>
}

export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0

/**
 * Returns the content of the block `http { … }` for nginx. The server listens on `listen`, and may write its
 * files to `folder`.
 */
type HttpPart = (listen: string, folder: string) => string | Promise<string>

/** Starts nginx. Resolves when nginx responds to requests. */
export async function startNginx(httpPart: HttpPart): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  // Lets every user read the folder. If root starts nginx, its workers run as another user.
  await chmod(folder, 0o755)
  const listen = `127.0.0.1:${await freePort()}`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const file = join(folder, 'nginx.conf')
  const http = `${temporary}\n${await httpPart(listen, folder)}`
  const top = `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nworker_processes 1;`
  await writeFile(file, `${top}\nevents {}\nhttp {\n${http}\n}\n`)
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const address = `http://${listen}`
  while (!(await fetch(address).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`nginx: ${complaint}`)
    await sleep(50)
  }
  return {
    address,
    close: async () => {
      child.kill('SIGQUIT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
