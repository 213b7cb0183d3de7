/**
 * Assembles the whole site into one `fetch` function: outer layers first, then probes, API, sandboxes, files and
 * pages.
 */
import { Hono, type MiddlewareHandler } from 'hono'
import { serveUpload, UPLOADS_PATH } from '#domain/events/uploads/handlers.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createAddressReader } from '#platform/http/address.ts'
import { type Bound, fail, failureResponse } from '#platform/http/bind.ts'
import {
  type HttpContext,
  type HttpEnv,
  type ResolveCaller,
  identifyRequest,
  logRequests,
} from '#platform/http/context.ts'
import { securityHeaders } from '#platform/http/headers.ts'
import { isOutage } from '#platform/http/outage.ts'
import { mountEndpoints } from '#platform/http/pipeline.ts'
import { xsrfCookie } from '#platform/http/xsrf.ts'
import type { RateLimits } from '#platform/rate-limits.ts'
import type { Services } from '#platform/services.ts'
import { COMMON_FAILURES } from '#shared/failures.ts'
import { describeApi } from './api-docs.ts'
import type { JobRunner } from './job-runner.ts'
import { plainPage } from './page-requests.ts'
import type { Pages } from './pages.ts'
import type { StaticFiles } from './static-files.ts'

/** A local replacement for an outside service. It has its own path on the site (R22.1). */
export interface Sandbox {
  path: string
  app: Hono
}

interface AppParts {
  services: Services
  endpoints: readonly Bound[]
  resolveCaller: ResolveCaller
  limits: RateLimits
  readiness: Readiness
  sandboxes: readonly Sandbox[]
  files: StaticFiles | null
  fileStore: FileStore
  pages: Pages | null
  /**
   * Makes the job workers look for jobs after a call that may have enqueued one, so that the job runs
   * immediately (R20.12).
   */
  wakeJobs: JobRunner['wake']
}

export type App = Hono<HttpEnv>

export function createApp(parts: AppParts): App {
  const { settings, log, sessionSecret } = parts.services
  const { publicUrl } = settings
  const xsrf = { secret: sessionSecret, publicUrl }
  const app: App = new Hono<HttpEnv>()
  app.use(xsrfCookie(xsrf))
  app.use(identifyRequest(createAddressReader(settings.trustedProxies)))
  app.use(logRequests(log))
  app.use(securityHeaders({ publicUrl }))
  app.onError((error, c) => unexpected(error, c, parts.services))
  app.route('/', probes(parts.readiness))
  app.use('/api/*', noticeChanges(parts))
  app.route('/api', describeApi(parts.endpoints, publicUrl))
  app.route(
    '/api',
    mountEndpoints(parts.endpoints, {
      ...xsrf,
      log,
      limits: parts.limits,
      resolveCaller: parts.resolveCaller,
    }),
  )
  for (const sandbox of parts.sandboxes) {
    app.use(`${sandbox.path}/*`, async (c, next) => {
      c.set('route', sandbox.path)
      await next()
    })
    app.route(sandbox.path, sandbox.app)
  }
  app.all(`${UPLOADS_PATH}/*`, (c) => {
    c.set('route', 'upload')
    return serveUpload(parts.fileStore, c.req.raw)
  })
  app.all('*', (c) => fileOrPage(c, parts))
  return app
}

async function fileOrPage(c: HttpContext, { files, pages }: AppParts): Promise<Response> {
  const request = c.req.raw
  const file = await files?.answer(request)
  if (file) {
    c.set('route', 'file')
    return file
  }
  if (!pages) return failureResponse(fail('not_found'))
  const { response, route } = await pages({
    request,
    address: c.get('address'),
    requestId: c.get('requestId'),
  })
  c.set('route', route)
  return response
}

/**
 * The statuses of calls that are refused before they change anything. After any other status, even of a
 * failure, there may be a new job.
 */
const REFUSED_AT_THE_DOOR = new Set([400, 401, 403, 413, 415, 429])

/**
 * Wakes the job workers after calls that may have enqueued a job. These are changes, and reads by a private
 * link. Such a read may find a payment that no webhook has reported.
 */
function noticeChanges({ endpoints, wakeJobs }: AppParts): MiddlewareHandler<HttpEnv> {
  const names = endpoints
    .filter(({ endpoint: { method, access } }) => method !== 'GET' || access === 'link')
    .map(({ endpoint }) => endpoint.name)
  const mayPromise = new Set(names)
  return async (c, next) => {
    try {
      await next()
    } finally {
      if (mayPromise.has(c.get('route')) && !REFUSED_AT_THE_DOOR.has(c.res.status)) wakeJobs()
    }
  }
}

/** Answers an unexpected error with a plain message. Logs the error with its stack. */
function unexpected(error: Error, c: HttpContext, { log }: Services): Response {
  const code = isOutage(error) ? 'unavailable' : 'internal'
  log.error({ err: error, requestId: c.get('requestId'), route: c.get('route'), code }, 'request failed')
  const response = failureResponse(fail(code))
  return c.req.header('accept')?.includes('text/html')
    ? plainPage(response.status, COMMON_FAILURES[code][1])
    : response
}

// The probes: `GET /healthz` says that the process is alive, and `GET /readyz` that it can serve (R21.8).

export interface Readiness {
  /** Rejects while the database cannot be reached. */
  ping(): Promise<void>
  migrated(): Promise<boolean>
}

function probes({ ping, migrated }: Readiness): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/healthz', (c) => {
    c.set('route', 'healthz')
    return c.json({ status: 'ok' })
  })
  app.get('/readyz', async (c) => {
    c.set('route', 'readyz')
    try {
      await ping()
      const ready = await migrated()
      return c.json({ status: ready ? 'ready' : 'migrations missing' }, ready ? 200 : 503)
    } catch {
      return c.json({ status: 'database unreachable' }, 503)
    }
  })
  return app
}
