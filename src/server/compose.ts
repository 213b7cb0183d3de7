/**
 * The site's parts put together, with everything from outside handed in: the same for `main.ts` and for
 * the tests. Nothing here listens, waits or starts by itself.
 */
import { bearerCheckFor, type CheckBearer } from '../capabilities/access/bearer.ts'
import { createCallerResolver } from '../capabilities/access/caller.ts'
import { accessHandlers } from '../capabilities/access/handlers.ts'
import type { PaymentProvider } from '../capabilities/provider/port.ts'
import type { Bound } from '../platform/http/bind.ts'
import type { ResolveCaller } from '../platform/http/context.ts'
import type { Services } from '../platform/services.ts'
import type { PaymentSandbox } from '../sandbox/payments/index.ts'
import { createApp, type App, type Sandbox } from './app.ts'
import { type Mailbox, loadEmailJob, loadHandlers, loadJobs, loadMailbox } from './interim.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { createPages, type PageBuild, type Pages, type RenderEmail } from './pages.ts'
import { openPayments, PAYMENTS_PATH } from './payments.ts'
import type { Readiness } from './probes.ts'
import type { StaticFiles } from './static.ts'

export interface SiteOptions {
  services: Services
  readiness: Readiness
  files: StaticFiles | null
  /** The bundle of the pages; null: an API without pages. */
  loadBuild: (() => Promise<PageBuild>) | null
  development: boolean
  renderEmail: RenderEmail
  /** SHA-256 of the Terms of Stay as published. */
  termsHash: string
  /** Tests bring keys of their own; otherwise the settings decide. */
  checkBearer?: CheckBearer
}

export interface Site {
  app: App
  services: Services
  endpoints: readonly Bound[]
  provider: PaymentProvider
  /** Null with real keys. */
  sandbox: PaymentSandbox | null
  /** Null with a mail server. */
  mailbox: Mailbox | null
  jobs: Jobs
}

export async function composeSite(options: SiteOptions): Promise<Site> {
  const { services, termsHash } = options
  // Sandboxes, loaders and jobs call the site, which is made of them.
  const self: { app: App | null } = { app: null }
  const call = async (request: Request, env: object = {}) => {
    if (!self.app) throw new Error('The site is not put together yet')
    return self.app.fetch(request, env)
  }
  const { provider, sandbox, page } = openPayments(services, (request) => call(request))
  const mailbox =
    services.settings.mail.kind === 'captured' ? ((await loadMailbox())?.(services) ?? null) : null
  const booking = { ...services, provider, termsHash }
  const mail = { ...services, transport: mailbox?.transport, renderEmail: options.renderEmail }
  const emailJob = (await loadEmailJob())?.(mail)
  const jobs = createJobs(services, {
    ...(await loadJobs())?.(booking),
    ...(emailJob ? { email: emailJob } : {}),
  })
  const endpoints = [
    ...accessHandlers(),
    ...((await loadHandlers('../capabilities/events/handlers.ts', 'eventHandlers'))?.(services) ?? []),
    ...((await loadHandlers('../capabilities/booking/handlers.ts', 'bookingHandlers'))?.(booking) ?? []),
    ...((await loadHandlers('../capabilities/waitlist/handlers.ts', 'waitlistHandlers'))?.(services) ?? []),
  ]
  const checkBearer = options.checkBearer ?? bearerCheckFor(services.settings, services.now)
  const resolveCaller = createCallerResolver(services, checkBearer)
  const sandboxes: Sandbox[] = [
    ...(sandbox ? [{ path: PAYMENTS_PATH, app: sandbox.app }] : []),
    ...(mailbox ? [{ path: '/dev/mail', app: mailbox.app }] : []),
  ]
  const app = createApp({
    services,
    endpoints,
    resolveCaller,
    sandboxes,
    readiness: options.readiness,
    files: options.files,
    pages: openPages(options, { resolveCaller, payments: page, call }),
    afterChange: jobs.wake,
  })
  self.app = app
  return { app, services, endpoints, provider, sandbox, mailbox, jobs }
}

interface PageParts {
  resolveCaller: ResolveCaller
  payments: ReturnType<typeof openPayments>['page']
  call: (request: Request, env: object) => Promise<Response>
}

function openPages({ services, loadBuild, development }: SiteOptions, parts: PageParts): Pages | null {
  if (!loadBuild) return null
  return createPages({
    services,
    loadBuild,
    development,
    resolveCaller: parts.resolveCaller,
    payments: parts.payments,
    fetch: (request, origin) => parts.call(request, { origin }),
  })
}
