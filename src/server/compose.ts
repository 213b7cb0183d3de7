/**
 * Assembles the site from its parts, for `main.ts` and for tests. The caller passes database, settings and
 * clock. Nothing in this file listens, waits or starts on its own.
 */
import { arrivalHandlers } from '#domain/onsite/arrival/handlers.ts'
import { bearerCheckFor, type CheckBearer } from '#domain/staff/sign-in/bearer.ts'
import { createCallerResolver, createSessionCheck } from '#domain/staff/sign-in/caller.ts'
import { accessHandlers } from '#domain/staff/sign-in/handlers.ts'
import { peopleHandlers } from '#domain/staff/people/handlers.ts'
import { auditHandlers } from '#domain/staff/audit/handlers.ts'
import { bookingHandlers } from '#domain/booking/handlers.ts'
import type { BookingDeps } from '#domain/booking/deps.ts'
import type { BackupMaker } from '#domain/desk/backup/jobs.ts'
import { codeHandlers } from '#domain/booking/codes/handlers.ts'
import { openBalanceHandlers } from '#domain/booking/open-balances/handlers.ts'
import { calendarHandlers } from '#domain/calendar/handlers.ts'
import { houseHandlers } from '#domain/house/handlers.ts'
import { emailHandlers } from '#domain/mail/emails/handlers.ts'
import type { MailTransport } from '#domain/mail/emails/transport.ts'
import { eventHandlers } from '#domain/events/handlers.ts'
import type { PaymentProvider } from '#domain/money/card-provider/port.ts'
import { messageHandlers } from '#domain/mail/messages/handlers.ts'
import { newsHandlers } from '#domain/mail/notifications/handlers.ts'
import { hostHandlers } from '#domain/guests/hosts/handlers.ts'
import { privacyHandlers } from '#domain/guests/privacy/handlers.ts'
import { type Copies, purgeDue } from '#domain/guests/privacy/purge.ts'
import { expectOwnKeys } from '#domain/guests/privacy/data-keys.ts'
import { reminderHandlers } from '#domain/mail/reminders/handlers.ts'
import { searchHandlers } from '#domain/desk/search/handlers.ts'
import { systemHandlers } from '#domain/desk/system/handlers.ts'
import { todayHandlers } from '#domain/desk/today/handlers.ts'
import { roomHandlers } from '#domain/onsite/rooms/handlers.ts'
import { rosterHandlers } from '#domain/guests/roster/handlers.ts'
import { slipHandlers } from '#domain/money/slips/handlers.ts'
import { statementHandlers } from '#domain/money/statements/handlers.ts'
import { taxHandlers } from '#domain/money/taxes/handlers.ts'
import { yearHandlers } from '#domain/money/year/handlers.ts'
import { uploadHandlers } from '#domain/events/uploads/handlers.ts'
import { waitlistHandlers } from '#domain/booking/waitlist/handlers.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Bound } from '#platform/http/bind.ts'
import type { ResolveCaller } from '#platform/http/context.ts'
import { createRateLimits, NO_LIMITS, type RateLimits } from '#platform/rate-limits.ts'
import type { Services } from '#platform/services.ts'
import type { Mailbox } from '#dev/mailbox/mailbox.ts'
import type { IdentitySandbox } from '#dev/oidc/identity-sandbox.ts'
import type { PaymentSandbox } from '#dev/stripe/payment-sandbox.ts'
import { createApp, type Readiness, type Sandbox } from './app.ts'
import { createCacheMiddleware, type CacheMiddleware } from './cache-middleware.ts'
import {
  IDENTITY_PATH,
  MAIL_PATH,
  openIdentity,
  openMail,
  openPayments,
  type Payments,
  PAYMENTS_PATH,
} from './integrations.ts'
import { renameFormerJobs } from './former-jobs.ts'
import { createJobRunner, type JobRunner } from './job-runner.ts'
import { listJobs } from './jobs.ts'
import { createPages, type PageBuild, type PageOptions, type Pages } from './pages.ts'
import type { StaticFiles } from './static-files.ts'

export interface SiteOptions {
  services: Services
  readiness: Readiness
  files: StaticFiles | null
  fileStore: FileStore
  /** Makes the nightly backups. Without this, the site makes none. */
  backups?: BackupMaker | null
  /** Loads the code of the pages. Null for a site that has only the API. */
  loadBuild: (() => Promise<PageBuild>) | null
  development: boolean
  /** Replaces the configured way of sending e-mails. Sample data uses a transport that sends nothing. */
  transport?: MailTransport
  /** SHA-256 of the published Terms of Stay, as evidence of what a guest agreed to. */
  termsHash: string
  /**
   * Checks bearer tokens with a test's own keys. Only tests pass this. Otherwise the settings decide how
   * tokens are checked.
   */
  checkBearer?: CheckBearer
  /** Stops or kills the process between the steps of a booking. Only tests pass it. */
  fault?: BookingDeps['fault']
}

export interface Site {
  http: CacheMiddleware
  services: Services
  endpoints: readonly Bound[]
  provider: PaymentProvider
  /** The sandbox for payments. Null if the site uses real Stripe keys. */
  sandbox: PaymentSandbox | null
  /** The mailbox for captured e-mails. Null if the site has a mail server. */
  mailbox: Mailbox | null
  /** The sandbox for sign-in. Null with a real identity provider. */
  identity: IdentitySandbox | null
  jobs: JobRunner
  /**
   * Must be called before the site serves. Renames jobs that an older version enqueued. Purges data whose
   * time has come, for example after a restore. Throws an error with a one-line message if the data is
   * encrypted with other keys.
   */
  beforeServing(): Promise<void>
}

export function composeSite(options: SiteOptions): Site {
  const { services, termsHash, fault } = options
  // `http` is assigned last, because the sandboxes, loaders and jobs that use it must be created first.
  let http: CacheMiddleware | null = null
  const call = async (request: Request, env: object = {}) => {
    if (!http) throw new Error('The site is not assembled yet')
    return http.fetch(request, env)
  }
  const payments = openPayments(services, (request) => call(request))
  const { provider, sandbox } = payments
  const { mailbox, transport } = options.transport
    ? { mailbox: null, transport: options.transport }
    : openMail(services)
  const limits = services.settings.rateLimits
    ? createRateLimits({ db: services.db, secret: services.sessionSecret })
    : NO_LIMITS
  const identity = openIdentity(services, limits)
  const faults = fault ? { fault } : {}
  const booking = { ...services, provider, termsHash, ...faults }
  const privacy = { ...services, copies: copiesIn(mailbox) }
  const { fileStore: files, backups: maker = null } = options
  const jobs = createJobRunner(services, {
    jobs: listJobs({ ...booking, ...privacy, transport, files, maker }),
    afterWork: () => http?.cache?.noteWrite(),
  })
  const endpoints = [
    ...accessHandlers(services, identity.provider),
    ...peopleHandlers(services),
    ...eventHandlers(services),
    ...auditHandlers(services),
    ...bookingHandlers(booking),
    ...codeHandlers(booking),
    ...openBalanceHandlers(booking),
    ...rosterHandlers(booking),
    ...hostHandlers(services),
    ...arrivalHandlers(services),
    ...roomHandlers(services),
    ...emailHandlers(services),
    ...messageHandlers(services),
    ...reminderHandlers(services),
    ...waitlistHandlers(booking),
    ...uploadHandlers({ ...services, files }),
    ...privacyHandlers(services),
    ...searchHandlers(services),
    ...todayHandlers(services),
    ...newsHandlers(services),
    ...statementHandlers(services),
    ...slipHandlers(services),
    ...taxHandlers(services),
    ...yearHandlers(services),
    ...systemHandlers(services, jobs.jobs),
    ...calendarHandlers(services),
    ...houseHandlers(services),
  ]
  const checkBearer = options.checkBearer ?? bearerCheckFor(identity.bearers, services.now)
  const checkSession = createSessionCheck(services, identity.provider)
  const resolveCaller = createCallerResolver(services, {
    checkBearer,
    checkSession,
    issuer: identity.provider.issuer,
  })
  const app = createApp({
    services,
    endpoints,
    resolveCaller,
    limits,
    readiness: options.readiness,
    sandboxes: sandboxesOf(sandbox, mailbox, identity.sandbox),
    files: options.files,
    fileStore: options.fileStore,
    pages: openPages(options, {
      resolveCaller,
      limits,
      payments: payments.page,
      call,
      cache: () => http?.cache ?? null,
    }),
    wakeJobs: jobs.wake,
  })
  const { loadBuild, development } = options
  http = createCacheMiddleware({ app, endpoints, services, loadBuild, development })
  const beforeServing = async () => {
    await expectOwnKeys(services)
    await renameFormerJobs(services.db)
    await purgeDue(privacy, { beforeServing: true })
  }
  return {
    http,
    services,
    endpoints,
    provider,
    sandbox,
    mailbox,
    identity: identity.sandbox,
    jobs,
    beforeServing,
  }
}

/**
 * Gives the purge access to the e-mails that the sandbox has captured. With a mail server there are no
 * captured e-mails.
 */
const copiesIn = (mailbox: Mailbox | null): Copies => ({
  capturedMails: async () => (await mailbox?.messageIds()) ?? [],
  forgetMails: async (messageIds) => mailbox?.forget(messageIds),
})

const sandboxesOf = (
  payments: PaymentSandbox | null,
  mailbox: Mailbox | null,
  identity: IdentitySandbox | null,
): Sandbox[] => [
  ...(identity ? [{ path: IDENTITY_PATH, app: identity.app }] : []),
  ...(payments ? [{ path: PAYMENTS_PATH, app: payments.app }] : []),
  ...(mailbox
    ? [
        { path: MAIL_PATH, app: mailbox.app },
        { path: `${MAIL_PATH}.json`, app: mailbox['mail.json'] },
      ]
    : []),
]

interface PageParts {
  resolveCaller: ResolveCaller
  limits: RateLimits
  payments: Payments['page']
  cache: PageOptions['cache']
  call: (request: Request, env: object) => Promise<Response>
}

function openPages(options: SiteOptions, { call, ...parts }: PageParts): Pages | null {
  const { services, loadBuild, development } = options
  if (!loadBuild) return null
  const fetch = (request: Request, origin: object) => call(request, { origin })
  return createPages({ services, loadBuild, development, fetch, ...parts })
}
