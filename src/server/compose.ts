/**
 * The site's parts put together, with everything from outside handed in: the same for `main.ts` and for
 * the tests. Nothing here listens, waits or starts by itself.
 */
import { bearerCheckFor, type CheckBearer } from '../capabilities/access/bearer.ts'
import { createCallerResolver } from '../capabilities/access/caller.ts'
import { accessHandlers } from '../capabilities/access/handlers.ts'
import type { Bound } from '../platform/http/bind.ts'
import type { Services } from '../platform/services.ts'
import { createApp, type App } from './app.ts'
import { optionalParts } from './interim.ts'
import type { Pages } from './pages.ts'
import type { Readiness } from './probes.ts'
import type { StaticFiles } from './static.ts'

export interface SiteOptions {
  services: Services
  readiness: Readiness
  files: StaticFiles | null
  pages: Pages | null
  /** Tests bring keys of their own; otherwise the settings decide. */
  checkBearer?: CheckBearer
}

export interface Site {
  app: App
  services: Services
  endpoints: readonly Bound[]
}

export async function composeSite(options: SiteOptions): Promise<Site> {
  const { services } = options
  const checkBearer = options.checkBearer ?? bearerCheckFor(services.settings, services.now)
  const endpoints = [...accessHandlers(), ...(await optionalParts(services))]
  const app = createApp({
    services,
    endpoints,
    resolveCaller: createCallerResolver(services, checkBearer),
    readiness: options.readiness,
    sandboxes: [],
    files: options.files,
    pages: options.pages,
  })
  return { app, services, endpoints }
}
