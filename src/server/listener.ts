/** The listening socket: opened before anything else is ready, and drained before it closes. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, Server as NetServer, type Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { CacheMiddleware } from './cache-middleware.ts'

export interface Listener {
  server: Server
  port: number
  /** Serves the site, or another one from now on. Requests wait until this is called. */
  serve(http: CacheMiddleware): void
  /** Accepts no new connections, lets running requests finish, then closes. Cuts them off after `graceMs`. */
  drain(graceMs: number): Promise<void>
}

/**
 * Number of checks in a row that must find nothing running before idle connections are closed.
 * A client may send one more request on an open connection, perhaps one that has arrived unread. Checks count
 * instead of time, since a busy process may read late.
 */
const SILENT_LOOKS = 20
const LOOK_MS = 50

/** Listens. Rejects with the system's error if the host or port is unavailable. */
export async function listen(host: string, port: number): Promise<Listener> {
  let draining = false
  let underWay = 0
  let silentLooks = 0
  const { promise: site, resolve } = Promise.withResolvers<CacheMiddleware>()
  let open: CacheMiddleware | null = null
  const handle = getRequestListener(async (request: Request, env: unknown) => {
    underWay += 1
    silentLooks = 0
    try {
      const http = open ?? (await site)
      const response = await http.fetch(request, env as HttpBindings)
      if (draining) response.headers.set('connection', 'close')
      return response
    } finally {
      underWay -= 1
      silentLooks = 0
    }
  })
  const closeSilent = () => {
    if (silentLooks >= SILENT_LOOKS) server.closeIdleConnections()
  }
  const server = createServer((request, response) => {
    // While draining, each reply must close its connection. Only the slower path does that.
    if (!draining && open?.answer(request, response)) return
    void handle(request, response)
  })
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
    serve: (http) => {
      open = http
      resolve(http)
    },
    drain: async (graceMs) => {
      await closingMoment(server)
      draining = true
      // The HTTP server's own `close` would also cut connections on which a request may be arriving.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve())
      })
      silentLooks = 0
      const look = setInterval(() => {
        silentLooks = underWay === 0 ? silentLooks + 1 : 0
        // Runs after requests that arrived since the last read, in case this process was blocked.
        if (silentLooks >= SILENT_LOOKS) setImmediate(closeSilent)
      }, LOOK_MS)
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(look)
      clearTimeout(cutOff)
    },
  }
}

/**
 * Node's handle of a system socket. It is not a public API, hence the pinned Node version and the fallback.
 * `listener.test.ts › answers or refuses every client that connects during the shutdown and cuts none off`
 * shows that nothing else works.
 */
interface SystemSocket {
  listen?(backlog: number): number
  /** Returns 0 if the socket has a peer. */
  getpeername?(out: object): number
}
const systemSocketOf = (of: Server | Socket) => Reflect.get(of, '_handle') as SystemSocket | null | undefined

const DOOR_WITHIN_MS = 3000

/**
 * Resolves at a moment when closing the socket cuts off no connected client. The caller must close in this
 * same turn of the event loop.
 * The system resets connections that it has established but Node has not accepted yet; Node accepts one per
 * turn. So the backlog is reduced to one place. Once our own connection occupies it, no client can be in it.
 * Clients without a place retry and are refused.
 */
async function closingMoment(server: Server): Promise<void> {
  const { address, port } = server.address() as AddressInfo
  systemSocketOf(server)?.listen?.(0)
  const { promise: inPlace, resolve } = Promise.withResolvers<void>()
  const takePlace = () => {
    const own = connect(port, address)
    own.on('error', () => {})
    // Runs after Node's own connect step. On the same machine, the system has then finished connecting.
    process.nextTick(() => {
      if (systemSocketOf(own)?.getpeername?.({}) === 0) resolve()
      setImmediate(() => own.destroy())
    })
  }
  // An accepted connection has just left the backlog, so its place may be free in any turn of the loop.
  server.on('connection', takePlace)
  const everyTurn = () => {
    takePlace()
    turn = setImmediate(everyTurn)
  }
  let turn = setImmediate(everyTurn)
  const tooLong = setTimeout(resolve, DOOR_WITHIN_MS)
  await inPlace
  server.off('connection', takePlace)
  clearImmediate(turn)
  clearTimeout(tooLong)
}
