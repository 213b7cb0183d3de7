/** E-mails the private links of an address to a visitor who asked for them (docs/decisions/0032). */
import { randomUUID } from 'node:crypto'
import { enqueueLimitedEmail } from '#platform/limited-emails.ts'
import { DECOY_EMAIL_JOB, wasEmailed } from '#platform/email-queue.ts'
import { listStaysOf } from '../store/stays-of-address.ts'
import { lockUnpurged } from '#platform/purge-lock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/outbox.ts'
import { deleteDoneJobs, type OutboxHandler } from '#platform/outbox-worker.ts'
import { openColumns } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '../deps.ts'
import { findReservation } from '../store/reservations.ts'
import { LOST_LINK_JOB } from './ask-for-links.ts'

const BY = `job:${LOST_LINK_JOB}`

const MINUTE = 60_000

/** Least time between two such e-mails to one mailbox, no matter who asks. */
const PAUSE_MS = 15 * MINUTE

const KEPT_MS = 24 * 60 * MINUTE

type Deps = Pick<BookingDeps, 'db' | 'sealer' | 'settings' | 'now'>

/**
 * Runs the job. Idempotent, because the pause between two e-mails also prevents a second e-mail by a repeated
 * run.
 */
export function lostLinkJob(deps: Deps): OutboxHandler {
  return async ({ reservationId }) => {
    await sendLinks(deps, Number(reservationId))
    // Anyone on the Internet can create such rows, so old rows are deleted.
    const before = new Date(deps.now().getTime() - KEPT_MS)
    await deleteDoneJobs(deps.db, { kinds: [LOST_LINK_JOB, DECOY_EMAIL_JOB], before })
    return 'done'
  }
}

/**
 * Enqueues the e-mail, or a decoy e-mail that costs the same work. Otherwise the server's load would reveal
 * whether an address is known (docs/decisions/0032).
 */
async function sendLinks({ db, sealer, settings, now }: Deps, reservationId: number): Promise<void> {
  const row = await findReservation(db, reservationId)
  const email = row ? openColumns(sealer, 'reservations', row, 'email').email : null
  const at = now()
  const stays = await listStaysOf(db, sealer.lookups(email ?? ''), ranchDay(at))
  // The e-mail is stored with the stay that ends first. So the purge deletes it no later than any stay in its
  // list.
  const [first] = stays
  const ids = first ? stays.map(({ id }) => id) : [0]
  await db.transaction(async (tx) => {
    const stands = await lockUnpurged(tx, first?.id ?? 0)
    const mailed = await wasEmailed(
      tx,
      { reservationIds: ids },
      { type: 'lost-link', since: new Date(at.getTime() - PAUSE_MS) },
    )
    if (!first || email === null || !stands || mailed) return enqueueForNobody(tx, at)
    // The dedupe key contains the current quarter of an hour, so two jobs at the same time create only one
    // e-mail.
    const key = `lost-link:${first.id}:${Math.floor(at.getTime() / PAUSE_MS)}`
    const mail = { type: 'lost-link', reservationId: first.id, key, now: at } as const
    const limited = { ...mail, email, eventId: first.eventId, actor: BY }
    const { skipped } = await enqueueLimitedEmail(tx, { sealer, settings }, limited)
    if (skipped) await enqueueForNobody(tx, at)
  })
}

async function enqueueForNobody(tx: Transaction, runAt: Date): Promise<void> {
  const dedupeKey = `${DECOY_EMAIL_JOB}:${randomUUID()}`
  await enqueue(tx, { kind: DECOY_EMAIL_JOB, payload: {}, dedupeKey, runAt })
}
