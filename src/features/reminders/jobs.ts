/** The round that queues what goes out by itself, and what holds a waiting mail back. */
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { isOpen, nextOpening } from '#shared/email-hours.ts'
import { enqueueEmail, type Leave, lockUnpurged } from '#features/emails/index.ts'
import { type Cause, causeKey, dueMails, readCause, type Stay, stillDue } from './rules.ts'
import { listOpen, readStays } from './store.ts'

type Deps = Pick<Services, 'db' | 'now'>

/** Reservations looked at in one go. */
const BATCH = 200

export const reminderJobs = (deps: Deps): OutboxHandlers => ({
  'tick.reminders': async () => {
    if (isOpen(deps.now())) await queueDue(deps)
    return 'done'
  },
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

/** Two processes that found the same queue it once: the key is unique. A guest who is gone meanwhile gets nothing. */
async function queue({ db, now }: Deps, { reservationId }: Stay, causes: Cause[]): Promise<void> {
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

/**
 * The check of a mail that goes out by itself at each try to send it: whether its cause still stands, and whether
 * the ranch is awake. Mails that somebody sent are never held back.
 */
export function holdReminder({ db, now }: Deps) {
  return async (mail: { dedupeKey: string; reservationId: number | null }): Promise<Leave> => {
    const at = now()
    const inTime = (): Leave => (isOpen(at) ? 'send' : { waitUntil: nextOpening(at) })
    const cause = readCause(mail.dedupeKey)
    // Other automatic e-mails keep the hours too; whether they are still wanted is for their own type to say.
    if (!cause) return mail.dedupeKey.startsWith('auto:') ? inTime() : 'send'
    const [stay] = mail.reservationId === null ? [] : await readStays(db, [mail.reservationId])
    if (!stay || !stillDue(cause, stay, ranchDay(at))) return { drop: 'no_longer_due' }
    return inTime()
  }
}
