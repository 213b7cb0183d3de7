/**
 * The site's parts put together, with everything from outside handed in: the same for `main.ts` and for
 * the tests. Nothing here listens, waits or starts by itself.
 */
import { bearerCheckFor, type CheckBearer } from '../capabilities/access/bearer.ts'
import { createCallerResolver } from '../capabilities/access/caller.ts'
import { createSessionCheck } from '../capabilities/access/session/check.ts'
import { accessHandlers } from '../capabilities/access/handlers.ts'
import { accessJobs } from '../capabilities/access/jobs.ts'
import { auditHandlers } from '../capabilities/audit/handlers.ts'
import type { BookingDeps } from '../capabilities/booking/deps.ts'
import { bookingHandlers } from '../capabilities/booking/handlers.ts'
import { backupJobs, type BackupMaker } from '../capabilities/backup/jobs.ts'
import { bookingJobs } from '../capabilities/booking/jobs.ts'
import { booksJobs } from '../capabilities/books/jobs.ts'
import { noteReminded } from '../capabilities/booking/reminded/store.ts'
import type { RenderEmail } from '../capabilities/emails/content.ts'
import { emailJob, FOR_NOBODY_JOB, forNobodyJob } from '../capabilities/emails/deliver.ts'
import { calendarHandlers } from '../capabilities/calendar/handlers.ts'
import { mailDeskHandlers } from '../capabilities/emails/desk/handlers.ts'
import { EMAIL_JOB } from '../capabilities/emails/store.ts'
import { eventHandlers } from '../capabilities/events/handlers.ts'
import type { PaymentProvider } from '../capabilities/provider/port.ts'
import { hostHandlers } from '../capabilities/hosts/handlers.ts'
import { privacyHandlers } from '../capabilities/privacy/handlers.ts'
import { privacyJobs } from '../capabilities/privacy/jobs.ts'
import { type Copies, purgeDue } from '../capabilities/privacy/purge/purge.ts'
import { expectOwnKeys } from '../capabilities/privacy/rotate/own-keys.ts'
import { reminderHandlers } from '../capabilities/reminders/handlers.ts'
import { holdReminder, reminderJobs } from '../capabilities/reminders/jobs.ts'
import { systemHandlers } from '../capabilities/system/handlers.ts'
import { todayHandlers } from '../capabilities/today/handlers.ts'
import { rosterHandlers } from '../capabilities/roster/handlers.ts'
import { uploadHandlers } from '../capabilities/uploads/handlers.ts'
import { uploadJobs } from '../capabilities/uploads/jobs.ts'
import { waitlistHandlers } from '../capabilities/waitlist/handlers.ts'
import { waitlistJobs } from '../capabilities/waitlist/jobs.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Bound } from '../platform/http/bind.ts'
import type { ResolveCaller } from '../platform/http/context.ts'
import { createLimits, type Limits } from '../platform/limits.ts'
import type { Services } from '../platform/services.ts'
import type { Mailbox } from '../sandbox/mailbox/index.ts'
import type { IdentitySandbox } from '../sandbox/identity/index.ts'
import type { PaymentSandbox } from '../sandbox/payments/index.ts'
import { createApp, type Sandbox } from './app.ts'
import { createFrontDoor, type FrontDoor } from './front-door.ts'
import { IDENTITY_PATH, openIdentity } from './identity.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { MAIL_PATH, openMail } from './mail.ts'
import { createPages, type LoadedBuild, type Pages } from './pages.ts'
import { openPayments, PAYMENTS_PATH, type Payments } from './payments.ts'
import type { Readiness } from './probes.ts'
import type { StaticFiles } from './static.ts'

export interface SiteOptions {
  services: Services
  readiness: Readiness
  files: StaticFiles | null
  /** Uploaded pictures. */
  fileStore: FileStore
  /** Makes the nightly backups; without it there are none. */
  backups?: BackupMaker | null
  /** The bundle of the pages; null: an API without pages. */
  loadBuild: (() => Promise<LoadedBuild>) | null
  development: boolean
  renderEmail: RenderEmail
  /** SHA-256 of the Terms of Stay as published. */
  termsHash: string
  /** Tests bring keys of their own; otherwise the settings decide. */
  checkBearer?: CheckBearer
  /** Tests only: stops or kills the process between the steps of a booking. */
  fault?: BookingDeps['fault']
}

export interface Site {
  door: FrontDoor
  services: Services
  endpoints: readonly Bound[]
  provider: PaymentProvider
  /** Null with real keys. */
  sandbox: PaymentSandbox | null
  /** Null with a mail server. */
  mailbox: Mailbox | null
  /** Null with a provider of one's own. */
  identity: IdentitySandbox | null
  jobs: Jobs
  /**
   * To be called before anything is served: what should be deleted by now, as after a restore, goes first. Throws one
   * clear line when the keys are not those of the data.
   */
  beforeServing(): Promise<void>
}

export function composeSite(options: SiteOptions): Site {
  const { services, termsHash, renderEmail, fault } = options
  // Sandboxes, loaders and jobs call the site, which is made of them.
  let door: FrontDoor | null = null
  const call = async (request: Request, env: object = {}) => {
    if (!door) throw new Error('The site is not put together yet')
    return door.fetch(request, env)
  }
  const payments = openPayments(services, (request) => call(request))
  const { provider, sandbox } = payments
  const { mailbox, transport } = openMail(services)
  const identity = openIdentity(services)
  const booking: BookingDeps = { ...services, provider, termsHash, ...(fault ? { fault } : {}) }
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
      ...waitlistJobs(booking),
      ...booksJobs(booking),
      ...(options.backups ? backupJobs({ ...services, maker: options.backups }) : {}),
      ...privacyJobs(privacy),
      ...uploadJobs({ ...services, files: options.fileStore }),
      [EMAIL_JOB]: emailJob(mails),
      [FOR_NOBODY_JOB]: forNobodyJob(mails),
    },
    apart: [EMAIL_JOB, FOR_NOBODY_JOB],
    afterWork: () => door?.cache?.ledger.wrote(),
  })
  const hears = () => door?.cache?.ledger.hears() ?? true
  const endpoints = [
    ...accessHandlers(services, identity.provider),
    ...eventHandlers(services),
    ...auditHandlers(services),
    ...bookingHandlers(booking),
    ...rosterHandlers(booking),
    ...hostHandlers(services),
    ...mailDeskHandlers({ ...services, renderEmail }),
    ...reminderHandlers(services),
    ...waitlistHandlers(booking),
    ...uploadHandlers({ ...services, files: options.fileStore }),
    ...privacyHandlers(services),
    ...todayHandlers(services),
    ...systemHandlers({ ...services, hears }, Object.keys(jobs.handlers)),
    ...calendarHandlers(services),
  ]
  const checkBearer = options.checkBearer ?? bearerCheckFor(identity.bearers, services.now)
  const checkSession = createSessionCheck(services, identity.provider)
  const resolveCaller = createCallerResolver(services, { checkBearer, checkSession })
  const limits = createLimits({ enabled: services.settings.rateLimits, now: services.now })
  const app = createApp({
    services,
    endpoints,
    resolveCaller,
    limits,
    readiness: options.readiness,
    sandboxes: sandboxesOf(sandbox, mailbox, identity.sandbox),
    files: options.files,
    fileStore: options.fileStore,
    pages: openPages(options, { resolveCaller, limits, payments: payments.page, call }),
    afterChange: jobs.wake,
  })
  const { loadBuild, development } = options
  door = createFrontDoor({ app, services, loadBuild, development })
  const beforeServing = async () => {
    await expectOwnKeys(services)
    await purgeDue(privacy, { beforeServing: true })
  }
  return {
    door,
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

/** Mails that were captured; with a mail server nothing is here. */
function copiesIn(mailbox: Mailbox | null): Copies {
  return {
    capturedMails: async () => (await mailbox?.messageIds()) ?? [],
    forgetMails: async (messageIds) => mailbox?.forget(messageIds),
  }
}

function sandboxesOf(
  payments: PaymentSandbox | null,
  mailbox: Mailbox | null,
  identity: IdentitySandbox | null,
): Sandbox[] {
  return [
    ...(identity ? [{ path: IDENTITY_PATH, app: identity.app }] : []),
    ...(payments ? [{ path: PAYMENTS_PATH, app: payments.app }] : []),
    ...(mailbox
      ? [
          { path: MAIL_PATH, app: mailbox.app },
          { path: `${MAIL_PATH}.json`, app: mailbox['mail.json'] },
        ]
      : []),
  ]
}

interface PageParts {
  resolveCaller: ResolveCaller
  limits: Limits
  payments: Payments['page']
  call: (request: Request, env: object) => Promise<Response>
}

function openPages(options: SiteOptions, { call, ...parts }: PageParts): Pages | null {
  const { services, loadBuild, development } = options
  if (!loadBuild) return null
  const fetch = (request: Request, origin: object) => call(request, { origin })
  return createPages({ services, loadBuild, development, fetch, ...parts })
}
