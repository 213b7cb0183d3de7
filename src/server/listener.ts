/** The listening socket: opened before anything else is ready, drained before it closes. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as NetServer } from 'node:net'
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

/** A kept connection may carry one more request before it learns that we are closing. */
const LAST_CALL_MS = 300
const POLL_MS = 50

/** Listens. Rejects with the system's error when host or port cannot be had. */
export async function listen(host: string, port: number): Promise<Listener> {
  let draining = false
  let serve: (app: App) => void = () => {}
  const site = new Promise<App>((resolve) => {
    serve = resolve
  })
  const server = createAdaptorServer({
    fetch: async (request: Request, env: unknown) => {
      const app = await site
      const response = await app.fetch(request, env as HttpBindings)
      if (draining) response.headers.set('connection', 'close')
      return response
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
      draining = true
      // The HTTP server's own `close` would also cut kept connections on which a request may be arriving.
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve())
      })
      const idle = setTimeout(() => {
        poll = setInterval(() => server.closeIdleConnections(), POLL_MS)
      }, LAST_CALL_MS)
      let poll: NodeJS.Timeout | undefined
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(idle)
      clearInterval(poll)
      clearTimeout(cutOff)
    },
  }
}
