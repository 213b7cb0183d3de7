/** The server side of e-mails for other features: an e-mail is enqueued in the transaction of its cause, written and sent later by the outbox. */
import { recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { type EmailCause, enqueueEmail, markEmail, type Queued, takeEmail } from './store/emails.ts'

export {
  listProgress,
  previewTyped,
  progressOf,
  refusalOf,
  requestEmailIn,
  type ShowingDeps,
} from './admin-emails.ts'
export type { EmailSent, Leave } from './deliver.ts'
export {
  deleteEmailsToEntries,
  EMAIL_JOB,
  emptyEmails,
  emptyLinkLists,
  enqueueEmail,
  forgetRecipients,
  DECOY_EMAIL_JOB,
  listEmails,
  type ListedEmail,
  openContent,
  retractEmails,
  retractOthers,
  wasEmailed,
} from './store/emails.ts'
export { listStaysOf, lockUnpurged } from './store/stays.ts'
export type { WritingDeps } from './write.ts'

/** Enqueues e-mails. `enqueueLimited`: for e-mails that somebody who has shown neither a card nor the mailbox can bring about (docs/decisions/0051). */
export const emailQueue = { enqueue: enqueueEmail, enqueueLimited: enqueueLimitedEmail }
export type EmailQueue = typeof emailQueue

interface LimitedCause extends EmailCause {
  /** The mailbox as it was typed. */
  email: string
  eventId: number | null
  /** Who brought it about, as the audit names them. */
  actor: string
}

/**
 * As `enqueueEmail`, as long as the mailbox has not had its mails of this kind in a day: then the mail is dropped unsent, and the
 * audit says so. What it would have told stands on the guest's own page.
 */
export async function enqueueLimitedEmail(
  tx: Transaction,
  deps: Pick<Services, 'sealer' | 'settings'>,
  { email, eventId, actor, ...cause }: LimitedCause,
): Promise<Queued & { skipped: boolean }> {
  const queued = await enqueueEmail(tx, cause)
  const { type, reservationId, now } = cause
  if (!queued.isNew || (await takeEmail(tx, deps, { cause: type, email, now })))
    return { ...queued, skipped: false }
  await markEmail(tx, queued.emailId, { status: 'dropped', failure: 'too_many' })
  const what = { actor, action: 'mail.skipped', entity: 'email', entityId: queued.emailId, fields: [type] }
  await recordAudit(tx, deps.sealer, [{ ...what, eventId, reservationId, at: now }])
  return { ...queued, skipped: true }
}
