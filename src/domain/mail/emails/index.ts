/**
 * The server-side functions of e-mails for other features. They enqueue an e-mail in the transaction of its cause;
 * the outbox writes and sends it later.
 */
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

/**
 * Functions to enqueue e-mails. `enqueueLimited` is for e-mails that a person can trigger without having proven a
 * card or the mailbox (docs/decisions/0051).
 */
export const emailQueue = { enqueue: enqueueEmail, enqueueLimited: enqueueLimitedEmail }
export type EmailQueue = typeof emailQueue

interface LimitedCause extends EmailCause {
  /** The recipient's address as typed. */
  email: string
  eventId: number | null
  /** Who triggered the e-mail, as the audit log names them. */
  actor: string
}

/**
 * Like `enqueueEmail`, up to a daily limit per mailbox and kind. Beyond it, the e-mail is dropped with an audit entry.
 * The guest's own page shows the same information.
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
