/** A port for a server of the tests. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port that nothing listens on just now, below those that the system gives to outgoing connections: one of
 * these could have it before the server does.
 * @returns as settings and arguments take it
 */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(11_000, 30_000)
    const server = createServer()
    const free = new Promise((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    })
    server.listen(port, '127.0.0.1')
    if (!(await free)) continue
    await new Promise((resolve) => server.close(resolve))
    return String(port)
  }
}
