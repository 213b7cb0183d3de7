/** The listening socket: opened before anything else is ready, drained before it closes. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { App } from './app.ts'

export interface Listener {
  server: Server
  port: number
  /** Requests wait until the site is there. */
  serve(app: App): void
  /** Accepts nothing new, lets what is under way finish, then closes; cuts off after `graceMs`. */
  drain(graceMs: number): Promise<void>
}

/**
 * A kept connection may carry one more request before it learns that we are closing, perhaps one that has
 * arrived and was not read yet. Idle ones are closed when so many looks in a row found nothing going on:
 * looks and not time, since a busy process may read late.
 */
const SILENT_LOOKS = 8
const LOOK_MS = 50

/** Listens. Rejects with the system's error when host or port cannot be had. */
export async function listen(host: string, port: number): Promise<Listener> {
  let draining = false
  let underWay = 0
  let silentLooks = 0
  const { promise: site, resolve: serve } = Promise.withResolvers<App>()
  const server = createAdaptorServer({
    fetch: async (request: Request, env: unknown) => {
      underWay += 1
      silentLooks = 0
      try {
        const app = await site
        const response = await app.fetch(request, env as HttpBindings)
        if (draining) response.headers.set('connection', 'close')
        return response
      } finally {
        underWay -= 1
        silentLooks = 0
      }
    },
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    server,
    port: (server.address() as AddressInfo).port,
    serve,
    drain: async (graceMs) => {
      await emptyQueue(server)
      draining = true
      // The HTTP server's own `close` would also cut kept connections on which a request may be arriving.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve())
      })
      silentLooks = 0
      const look = setInterval(() => {
        silentLooks = underWay === 0 ? silentLooks + 1 : 0
        if (silentLooks >= SILENT_LOOKS) server.closeIdleConnections()
      }, LOOK_MS)
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(look)
      clearTimeout(cutOff)
    },
  }
}

const QUEUE_WITHIN_MS = 3000
const SHORT_TURN_MS = 3
const QUIET_TURNS = 3

/**
 * Waits until no connection is on its way. Closing the socket resets those that the system has established
 * and the event loop, which takes one a turn, has not accepted yet: so it closes after a short turn without
 * one, or after several. Kept connections are not told yet, or all would come back as new ones.
 */
async function emptyQueue(server: Server): Promise<void> {
  // The turn that brought the signal is already past its look for connections.
  let quietTurns = -1
  const count = () => (quietTurns = -1)
  server.on('connection', count)
  const until = performance.now() + QUEUE_WITHIN_MS
  let began = performance.now()
  while (began < until) {
    await nextTurn()
    const now = performance.now()
    quietTurns += 1
    if (quietTurns >= QUIET_TURNS || (quietTurns > 0 && now - began < SHORT_TURN_MS)) break
    began = now
  }
  server.off('connection', count)
}
