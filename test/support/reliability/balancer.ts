/**
 * Runs a load balancer in front of several processes of the site. It is nginx with `deploy/nginx.conf` if
 * nginx is installed, otherwise a small one in this file. If a process refuses a connection, either of them
 * sends the request to the next process.
 */
import { readFile } from 'node:fs/promises'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { hasNginx, startNginx } from '#test/support/nginx.ts'

const SHIPPED = new URL('../../../deploy/nginx.conf', import.meta.url)

interface Balancer {
  kind: 'nginx' | 'our own'
  address: string
  close(): Promise<void>
}

/** Starts a load balancer for processes on these ports of this machine. */
export async function openBalancer(ports: [string, string]): Promise<Balancer> {
  return hasNginx() ? await openNginx(ports) : await openOwn(ports)
}

/**
 * Returns the content of `deploy/nginx.conf` with the test's addresses and without TLS, which these tests do
 * not cover.
 */
async function nginxConfig(ports: [string, string], listen: string): Promise<string> {
  const shipped = await readFile(SHIPPED, 'utf8')
  const [before = '', , tls = ''] = shipped.split(/^server \{$/m)
  const plain = tls
    .replace(/^ {2}(listen|ssl_|access_log|error_log).*\n/gm, '')
    .replace('server_name ranch.example.org;', `listen ${listen};\n  access_log off;`)
  return `${before}server {${plain}`
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
}

async function openNginx(ports: [string, string]): Promise<Balancer> {
  return { kind: 'nginx', ...(await startNginx((listen) => nginxConfig(ports, listen))) }
}

async function openOwn(ports: [string, string]): Promise<Balancer> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    turn += 1
    pass({ incoming, outgoing }, turn % 2 === 0 ? ports : ports.toReversed())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    kind: 'our own',
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Passage {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

function pass({ incoming, outgoing }: Passage, [port, ...others]: string[]): void {
  const { method, url, headers } = incoming
  const passed = ask({
    host: '127.0.0.1',
    port,
    method,
    path: url,
    headers: { ...headers, connection: 'close' },
    agent: false,
  })
  passed.on('response', (reply) => {
    const { connection: _, ...kept } = reply.headers
    outgoing.writeHead(reply.statusCode ?? 502, kept)
    reply.pipe(outgoing)
  })
  passed.on('error', (error: NodeJS.ErrnoException) => {
    // Sends the request to the next process. That is safe, because this process received no part of the
    // request.
    if (error.code === 'ECONNREFUSED' && others.length > 0) return pass({ incoming, outgoing }, others)
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end()
  })
  passed.on('socket', (socket) => socket.once('connect', () => incoming.pipe(passed)))
}
