/**
 * Assembles the site from its parts, for `main.ts` and for tests. Callers pass everything from outside.
 * Nothing in this file listens, waits or starts on its own.
 */
import { arrivalHandlers } from '#features/arrival/handlers.ts'
import { arrivalJobs } from '#features/arrival/jobs.ts'
import { bearerCheckFor, type CheckBearer } from '#features/access/bearer.ts'
import { createCallerResolver, createSessionCheck } from '#features/access/caller.ts'
import { accessHandlers } from '#features/access/handlers.ts'
import { accessJobs } from '#features/access/sessions.ts'
import { auditHandlers } from '#features/audit/handlers.ts'
import { composeBooking, bookingHandlers } from '#features/booking/handlers.ts'
import type { BookingDeps } from '#features/booking/deps.ts'
import { backupJobs, type BackupMaker } from '#features/backup/jobs.ts'
import { bookingJobs } from '#features/booking/jobs.ts'
import { findSignUp } from '#features/booking/payment-intent-handlers.ts'
import { codeHandlers } from '#features/codes/handlers.ts'
import { reconciliationJobs } from '#features/reconciliation/nightly-reconciliation.ts'
import { noteReminded } from '#features/booking/store/invoices.ts'
import type { RenderEmail } from '#features/emails/definition.ts'
import { emailJob, decoyEmailJob } from '#features/emails/deliver.ts'
import { calendarHandlers } from '#features/calendar/handlers.ts'
import { emailHandlers } from '#features/emails/handlers.ts'
import type { MailTransport } from '#features/emails/transport.ts'
import { EMAIL_JOB, DECOY_EMAIL_JOB } from '#features/emails/store/emails.ts'
import { eventHandlers } from '#features/events/handlers.ts'
import type { PaymentProvider } from '#features/card-provider/port.ts'
import { messageHandlers } from '#features/messages/handlers.ts'
import { emailQueue } from '#features/emails/index.ts'
import { newsHandlers } from '#features/news/handlers.ts'
import { newsJobs } from '#features/news/jobs.ts'
import { hostHandlers } from '#features/hosts/handlers.ts'
import { privacyHandlers } from '#features/privacy/handlers.ts'
import { type Copies, privacyJobs, purgeDue } from '#features/privacy/purge.ts'
import { expectOwnKeys } from '#features/privacy/data-keys.ts'
import { reminderHandlers } from '#features/reminders/handlers.ts'
import { holdReminder, reminderJobs } from '#features/reminders/jobs.ts'
import { searchHandlers } from '#features/search/handlers.ts'
import { systemHandlers } from '#features/system/handlers.ts'
import { todayHandlers } from '#features/today/handlers.ts'
import { roomHandlers } from '#features/rooms/handlers.ts'
import { eventGuests, rosterHandlers } from '#features/roster/handlers.ts'
import { statementHandlers } from '#features/statements/handlers.ts'
import { statementJobs } from '#features/statements/jobs.ts'
import { walletDomainJobs } from '#features/card-provider/watch-setup.ts'
import { uploadHandlers } from '#features/uploads/handlers.ts'
import { uploadJobs } from '#features/uploads/jobs.ts'
import { waitlistHandlers } from '#features/waitlist/handlers.ts'
import { waitlistPort } from '#features/waitlist/index.ts'
import { waitlistJobs } from '#features/waitlist/jobs.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Bound } from '#platform/http/bind.ts'
import type { ResolveCaller } from '#platform/http/context.ts'
import { createRateLimits, NO_LIMITS, type RateLimits } from '#platform/rate-limits.ts'
import type { Services } from '#platform/services.ts'
import type { Mailbox } from '#sandbox/mailbox/index.ts'
import type { IdentitySandbox } from '#sandbox/identity/index.ts'
import type { PaymentSandbox } from '#sandbox/payments/index.ts'
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
import { createJobs, type Jobs } from './jobs.ts'
import { createPages, type LoadedBuild, type PageOptions, type Pages } from './pages.ts'
import type { StaticFiles } from './static-files.ts'

export interface SiteOptions {
  services: Services
  readiness: Readiness
  files: StaticFiles | null
  fileStore: FileStore
  /** Creates the nightly backups; without it there are none. */
  backups?: BackupMaker | null
  /** Loads the pages' bundle; null for an API without pages. */
  loadBuild: (() => Promise<LoadedBuild>) | null
  development: boolean
  renderEmail: RenderEmail
  /** Replaces the e-mail transport of the settings. Sample data uses one that sends nothing. */
  transport?: MailTransport
  /** SHA-256 of the published Terms of Stay. */
  termsHash: string
  /** Only tests pass this, with their own keys. Otherwise the settings decide. */
  checkBearer?: CheckBearer
  /** Tests only: stops or kills the process between the steps of a booking. */
  fault?: BookingDeps['fault']
}

export interface Site {
  http: CacheMiddleware
  services: Services
  endpoints: readonly Bound[]
  provider: PaymentProvider
  /** Null with real keys. */
  sandbox: PaymentSandbox | null
  /** Null with a mail server. */
  mailbox: Mailbox | null
  /** Null with a real identity provider. */
  identity: IdentitySandbox | null
  jobs: Jobs
  /**
   * Must be called before serving. Purges data that is due, for example after a restore.
   * Throws one clear line if the data is encrypted with other keys.
   */
  beforeServing(): Promise<void>
}

export function composeSite(options: SiteOptions): Site {
  const { services, termsHash, renderEmail, fault } = options
  // Sandboxes, loaders and jobs call the site, which is created after them.
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
  const booking = composeBooking({ ...services, provider, waitlist: waitlistPort, termsHash, ...faults })
  const mails = {
    ...services,
    transport,
    renderEmail,
    onSent: noteReminded,
    mayLeave: holdReminder(services),
  }
  const privacy = { ...services, copies: copiesIn(mailbox) }
  const jobs = createJobs(services, {
    handlers: {
      ...accessJobs(services),
      ...bookingJobs(booking),
      ...reminderJobs(services),
      ...newsJobs({ ...services, emails: emailQueue }),
      ...arrivalJobs(services),
      ...waitlistJobs(booking),
      ...reconciliationJobs(booking),
      ...statementJobs(booking),
      ...walletDomainJobs({ ...services, provider }),
      ...(options.backups ? backupJobs({ ...services, maker: options.backups }) : {}),
      ...privacyJobs(privacy),
      ...uploadJobs({ ...services, files: options.fileStore }),
      [EMAIL_JOB]: emailJob(mails),
      [DECOY_EMAIL_JOB]: decoyEmailJob(mails),
    },
    apart: [EMAIL_JOB, DECOY_EMAIL_JOB],
    afterWork: () => http?.cache?.wrote(),
  })
  const endpoints = [
    ...accessHandlers(services, identity.provider),
    ...eventHandlers({ ...services, guests: eventGuests(booking) }),
    ...auditHandlers(services),
    ...bookingHandlers(booking),
    ...codeHandlers({
      ...services,
      signUps: { findSignUp: (wanted, context) => findSignUp(booking, wanted, context) },
    }),
    ...rosterHandlers(booking),
    ...hostHandlers(services),
    ...arrivalHandlers(services),
    ...roomHandlers(services),
    ...emailHandlers({ ...services, renderEmail }),
    ...messageHandlers({ ...services, renderEmail }),
    ...reminderHandlers(services),
    ...waitlistHandlers(booking),
    ...uploadHandlers({ ...services, files: options.fileStore }),
    ...privacyHandlers(services),
    ...searchHandlers(services),
    ...todayHandlers(services),
    ...newsHandlers(services),
    ...statementHandlers(services),
    ...systemHandlers(services, Object.keys(jobs.handlers)),
    ...calendarHandlers(services),
  ]
  const checkBearer = options.checkBearer ?? bearerCheckFor(identity.bearers, services.now)
  const checkSession = createSessionCheck(services, identity.provider)
  const resolveCaller = createCallerResolver(services, { checkBearer, checkSession })
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

/** Gives the purge access to captured e-mails. With a mail server there are none. */
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
