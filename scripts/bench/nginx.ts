/** nginx with a file of the same length, where it is installed: what a page server can be at best. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#testing/process.ts'

export interface Nginx {
  address: string
  /** The file's path below the address. */
  path: string
  stop(): Promise<void>
}

/** Null: nginx is not installed here. */
export async function startNginx(bytes: number): Promise<Nginx | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'))
  const port = await freePort()
  await writeFile(join(folder, 'page.html'), Buffer.alloc(bytes, 'x'))
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  for (let look = 0; look < 50; look += 1) {
    if (
      await fetch(`${address}/page.html`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      break
    await sleep(50)
  }
  return {
    address,
    path: '/page.html',
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const configuration = (folder: string, port: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 64; }
http {
  access_log ${folder}/access.log;
  types { text/html html; }
  keepalive_requests 1000000;
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`
