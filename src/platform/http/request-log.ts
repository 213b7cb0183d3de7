/** The layers around everything: who asks, under which id, and one line in the log for it. */
import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from '../log.ts'
import type { AddressOf } from './address.ts'
import type { HttpEnv } from './context.ts'

/** Sets address, request id and route; the id is returned as `X-Request-Id`. */
export function identifyRequest(addressOf: AddressOf): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const origin = c.env?.origin
    const remote = c.env?.incoming?.socket.remoteAddress
    c.set('address', origin?.address ?? addressOf(remote, c.req.header('x-forwarded-for')))
    c.set('requestId', origin?.requestId ?? newRequestId())
    c.set('route', 'unmatched')
    await next()
    c.res.headers.set('x-request-id', c.get('requestId'))
  }
}

/** Not a uuid: those are guests' secrets, and the log blots them out. */
function newRequestId(): string {
  return randomBytes(10).toString('hex')
}

/** One line per request: what was asked by name (never its path), the outcome, how long it took. */
export function logRequests(log: Logger): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const fields = {
      requestId: c.get('requestId'),
      method: c.req.method,
      route: c.get('route'),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    }
    // Pages call the API in process: their own line says enough.
    if (c.env?.origin) log.debug(fields, 'call')
    else log.info(fields, 'request')
  }
}
