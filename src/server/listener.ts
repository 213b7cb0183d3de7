/** The listening socket: opened before anything else is ready, drained before it closes. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, Server as NetServer, type Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { CacheMiddleware } from './cache-middleware.ts'

export interface Listener {
  server: Server
  port: number
  /** Requests wait until the site is there. */
  serve(http: CacheMiddleware): void
  /** Accepts nothing new, lets what is under way finish, then closes; cuts off after `graceMs`. */
  drain(graceMs: number): Promise<void>
}

/**
 * A kept connection may carry one more request before it learns that we are closing, perhaps one that has
 * arrived and was not read yet. Idle ones are closed when so many looks in a row found nothing going on:
 * looks and not time, since a busy process may read late.
 */
const SILENT_LOOKS = 20
const LOOK_MS = 50

/** Listens. Rejects with the system's error when host or port cannot be had. */
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
      const http = await site
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
    // While draining each reply must close its connection, which the longer way does.
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
      // The HTTP server's own `close` would also cut kept connections on which a request may be arriving.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve())
      })
      silentLooks = 0
      const look = setInterval(() => {
        silentLooks = underWay === 0 ? silentLooks + 1 : 0
        // A request that has arrived since the last reading is read before that: this process may have been held up meanwhile.
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
 * The system's socket as Node holds it; not part of its interface, hence the pinned Node and the fallback. That there is no other way
 * shows in `listener.test.ts › who comes in the moment of closing is answered or refused, never let in and cut off`.
 */
interface SystemSocket {
  listen?(backlog: number): number
  /** 0: it has a peer. */
  getpeername?(out: object): number
}
const systemSocketOf = (of: Server | Socket) => Reflect.get(of, '_handle') as SystemSocket | null | undefined

const DOOR_WITHIN_MS = 3000

/**
 * Resolves at a moment at which closing the socket turns nobody away who believes to be in. The system resets
 * connections that it has established and the event loop, which takes one a turn, has not accepted yet. So the
 * queue for them is made one place long, and as soon as a connection of our own has got that place, nobody else
 * is in it: the caller must close within this very turn. Whoever found no place tries again and is refused.
 */
async function closingMoment(server: Server): Promise<void> {
  const { address, port } = server.address() as AddressInfo
  systemSocketOf(server)?.listen?.(0)
  const { promise: inPlace, resolve } = Promise.withResolvers<void>()
  const takePlace = () => {
    const own = connect(port, address)
    own.on('error', () => {})
    // The next tick comes after Node's own step that connects: on the same machine the system is done with it at once.
    process.nextTick(() => {
      if (systemSocketOf(own)?.getpeername?.({}) === 0) resolve()
      setImmediate(() => own.destroy())
    })
  }
  // An accepted connection has just left the backlog, whose place may be free at any turn of the loop.
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
