/** How many mails a mailbox has got that anybody may have brought about (docs/decisions/0051). */
import { lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { recipientCounts } from '#platform/database/schema/emails.ts'
import type { Services } from '#platform/services.ts'

/** Mails of one cause to one mailbox within a day. Three, since a mail may be lost, and parents sign up children. */
const MOST = 3
const WINDOW_MS = 24 * 3_600_000

const overSince = (now: Date) => new Date(now.getTime() - WINDOW_MS)

/**
 * Counts one mail of a cause to a mailbox, in any spelling of its case; false: it has had its mails of the day. One
 * statement, so that of several at once none slips through. `RATE_LIMITS=off` lets everything pass.
 */
export async function takeEmail(
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
      setWhere: sql`${isOver} or ${mails} < ${MOST}`,
    })
    .returning({ recipient: recipientCounts.recipient })
  return taken.length > 0
}

/** Sweeps away the counts whose time is over. */
export async function forgetRecipients(db: Database, now: Date): Promise<void> {
  await db.delete(recipientCounts).where(lte(recipientCounts.since, overSince(now)))
}
