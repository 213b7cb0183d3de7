/**
 * The socket on which the site listens. The site opens it before anything else is ready. Before closing it,
 * the site finishes all requests on its connections.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, Server as NetServer, type Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { CacheMiddleware } from './cache-middleware.ts'

export interface Listener {
  server: Server
  port: number
  /** Serves this site from now on. Requests that arrive before the first call of this function wait. */
  serve(http: CacheMiddleware): void
  /**
   * Accepts no new connections, lets running requests finish, and then closes the socket. Cuts off requests
   * that run longer than `graceMs`.
   */
  drain(graceMs: number): Promise<void>
}

/**
 * The server closes idle connections only after this many checks in a row have found no running request. A
 * client may still send a request on an open connection, and one may have arrived but not been read. Counts
 * checks instead of time, because a busy process may read late.
 */
const SILENT_LOOKS = 20
const LOOK_MS = 50

/** Starts to listen. Rejects with the system's error if the host or the port is not available. */
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
    // While the site shuts down, each reply must close its connection. Only `handle` below does that.
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
      // Uses `close` of the TCP server. The HTTP server's own `close` would cut connections on which a
      // request may be arriving.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve())
      })
      silentLooks = 0
      const look = setInterval(() => {
        silentLooks = underWay === 0 ? silentLooks + 1 : 0
        // A blocked process may have unread requests. With `setImmediate`, Node reads them before idle
        // connections are closed.
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
 * Node's internal object for a system socket. Node's public API lacks these functions, so the Node version is
 * fixed and there is a fallback. `listener.test.ts › answers or refuses every client that connects during the
 * shutdown, and cuts off none` shows that nothing else works.
 */
interface SystemSocket {
  listen?(backlog: number): number
  /** Returns 0 if the socket is connected. */
  getpeername?(out: object): number
}
const systemSocketOf = (of: Server | Socket) => Reflect.get(of, '_handle') as SystemSocket | null | undefined

const DOOR_WITHIN_MS = 3000

/**
 * Resolves at a moment when closing the socket cuts off no connected client. The caller must close the socket
 * in the same run of the event loop. The system resets connections that it has established but that Node has
 * not accepted yet. Node accepts one per run. So this function reduces the queue of such connections to one
 * place. While a connection of our own is in that place, no client can be in it. Clients that find no place
 * try again and are then refused.
 */
async function closingMoment(server: Server): Promise<void> {
  const { address, port } = server.address() as AddressInfo
  systemSocketOf(server)?.listen?.(0)
  const { promise: inPlace, resolve } = Promise.withResolvers<void>()
  const takePlace = () => {
    const own = connect(port, address)
    own.on('error', () => {})
    // Runs after Node's own step of connecting. On the same machine, the system has finished connecting by
    // then.
    process.nextTick(() => {
      if (systemSocketOf(own)?.getpeername?.({}) === 0) resolve()
      setImmediate(() => own.destroy())
    })
  }
  // A connection leaves the system's queue when Node accepts it. So the place in the queue may now be free.
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
