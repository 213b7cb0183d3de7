/**
 * Limits e-mails that anyone can cause, for example by a sign-up that costs nothing, with another person's
 * address. A mailbox gets only a few of them per day (docs/decisions/0051).
 */
import { lte, sql } from 'drizzle-orm'
import { recordAudit } from './audit.ts'
import type { Database, Transaction } from './database/database.ts'
import { recipientCounts } from './database/schema/emails.ts'
import { type EmailCause, enqueueEmail, markEmail, type Queued } from './email-queue.ts'
import type { Services } from './services.ts'

/**
 * The largest number of e-mails of one type to one mailbox per day. It is more than one, because an e-mail
 * may get lost, and parents sign their children up.
 */
const MOST_OF_A_CAUSE = 3
const WINDOW_MS = 24 * 3_600_000

const overSince = (now: Date) => new Date(now.getTime() - WINDOW_MS)

/**
 * Counts an e-mail of one type to a mailbox, ignoring capitals. Returns false if the day's limit is reached.
 * Uses one SQL statement, so that simultaneous requests cannot exceed the limit. `RATE_LIMITS=off` switches
 * the limit off.
 */
async function countEmail(
  tx: Transaction,
  { sealer, settings }: Pick<Services, 'sealer' | 'settings'>,
  { cause, email, now }: { cause: string; email: string; now: Date },
): Promise<boolean> {
  if (!settings.rateLimits) return true
  const recipient = sealer.lookup(`mail ${cause} ${email.trim()}`)
  const { mails, since } = recipientCounts
  const isOver = sql`${since} <= ${overSince(now).toISOString()}`
  const taken = await tx
    .insert(recipientCounts)
    .values({ recipient, mails: 1, since: now })
    .onConflictDoUpdate({
      target: recipientCounts.recipient,
      set: {
        mails: sql`case when ${isOver} then 1 else ${mails} + 1 end`,
        since: sql`case when ${isOver} then excluded.since else ${since} end`,
      },
      setWhere: sql`${isOver} or ${mails} < ${MOST_OF_A_CAUSE}`,
    })
    .returning({ recipient: recipientCounts.recipient })
  return taken.length > 0
}

/** Deletes the counts of e-mails per mailbox when their day is over. */
export async function forgetRecipients(db: Database, now: Date): Promise<void> {
  await db.delete(recipientCounts).where(lte(recipientCounts.since, overSince(now)))
}

interface LimitedCause extends EmailCause {
  /** The recipient's address as the guest typed it. */
  email: string
  eventId: number | null
  /** The person or program that caused the e-mail, as the audit log names actors. */
  actor: string
}

/**
 * Enqueues an e-mail unless the mailbox has reached the day's limit for this type. If it has, writes an audit
 * entry instead. The guest's page shows the same information as the e-mail.
 */
export async function enqueueLimitedEmail(
  tx: Transaction,
  deps: Pick<Services, 'sealer' | 'settings'>,
  { email, eventId, actor, ...cause }: LimitedCause,
): Promise<Queued & { skipped: boolean }> {
  const queued = await enqueueEmail(tx, cause)
  const { type, reservationId, now } = cause
  if (!queued.isNew || (await countEmail(tx, deps, { cause: type, email, now })))
    return { ...queued, skipped: false }
  await markEmail(tx, queued.emailId, { status: 'dropped', failure: 'too_many' })
  const what = { actor, action: 'mail.skipped', entity: 'email', entityId: queued.emailId, fields: [type] }
  await recordAudit(tx, deps.sealer, [{ ...what, eventId, reservationId, at: now }])
  return { ...queued, skipped: true }
}
