/** The job that enqueues automatic reminders, and the check that drops a queued one or makes it wait. */
import { type Job, periodicJob } from '#platform/job.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { isOpen, nextOpening } from '#shared/email-hours.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { lockUnpurged } from '#platform/purge-lock.ts'
import { type Cause, causeKey, dueMails, readCause, type ReservationToRemind, stillDue } from './rules.ts'
import { listOpen, readStays } from './store.ts'

type Deps = Pick<Services, 'db' | 'now'>

/** Number of reservations that the job reads per batch. */
const BATCH = 200

export const enqueueRemindersJob = (deps: Deps): Job =>
  periodicJob('enqueue-reminders', async () => {
    if (isOpen(deps.now())) await queueDue(deps)
  })

async function queueDue(deps: Deps): Promise<void> {
  const today = ranchDay(deps.now())
  let after = 0
  for (;;) {
    const ids = await listOpen(deps.db, { today, after, limit: BATCH })
    const last = ids.at(-1)
    if (last === undefined) return
    for (const stay of await readStays(deps.db, ids)) await queue(deps, stay, dueMails(stay, today))
    if (ids.length < BATCH) return
    after = last
  }
}

/**
 * Enqueues reminders to one guest. If two processes find the same reminder, its unique key lets only one process
 * enqueue it. A guest who was purged or deleted in the meantime gets none.
 */
async function queue(
  { db, now }: Deps,
  { reservationId }: ReservationToRemind,
  causes: Cause[],
): Promise<void> {
  if (causes.length === 0) return
  await db.transaction(async (tx) => {
    if (!(await lockUnpurged(tx, reservationId))) return
    for (const cause of causes) {
      const { type, target } = cause
      const invoiceId = type === 'invoice-remind' ? target : undefined
      await enqueueEmail(tx, { type, reservationId, invoiceId, key: causeKey(cause), now: now() })
    }
  })
}

/** What happens to a queued e-mail. `drop` contains the reason to drop it. */
type Leave = 'send' | { waitUntil: Date } | { drop: string }

/**
 * Decides whether a queued e-mail may be sent now. The job calls this for each attempt. Drops an automatic reminder
 * that is no longer due, and makes it wait at night. An e-mail that a person sent never waits.
 */
export async function mayLeave(
  { db, now }: Pick<Services, 'db' | 'now'>,
  mail: { dedupeKey: string; reservationId: number | null },
): Promise<Leave> {
  const at = now()
  const inTime = (): Leave => (isOpen(at) ? 'send' : { waitUntil: nextOpening(at) })
  const cause = readCause(mail.dedupeKey)
  // The e-mail is no reminder. If it is automatic, it waits until the morning. Its own e-mail type decides whether
  // there is still a reason to send it.
  if (!cause) return mail.dedupeKey.startsWith('auto:') ? inTime() : 'send'
  const [stay] = mail.reservationId === null ? [] : await readStays(db, [mail.reservationId])
  if (!stay || !stillDue(cause, stay, ranchDay(at))) return { drop: 'no_longer_due' }
  return inTime()
}
