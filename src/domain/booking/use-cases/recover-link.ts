/** E-mails the private links of an address to a visitor who asked for the links (docs/decisions/0032). */
import { randomUUID } from 'node:crypto'
import { enqueueLimitedEmail } from '#platform/limited-emails.ts'
import { wasEmailed, WRITE_DECOY_EMAIL } from '#platform/email-queue.ts'
import { listStaysOf } from '../store/stays-of-address.ts'
import { lockUnpurged } from '#platform/purge-lock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type Job, job } from '#platform/job.ts'
import { enqueue } from '#platform/outbox.ts'
import { deleteDoneJobs } from '#platform/outbox-worker.ts'
import { openColumns } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '../deps.ts'
import { findReservation } from '../store/reservations.ts'
import { EMAIL_LOST_LINKS } from './ask-for-links.ts'

const BY = 'job:lost-link'

const MINUTE = 60_000

/**
 * Shortest time in milliseconds between two e-mails with private links to one mailbox, no matter who asks.
 */
const PAUSE_MS = 15 * MINUTE

const KEPT_MS = 24 * 60 * MINUTE

type Deps = Pick<BookingDeps, 'db' | 'sealer' | 'settings' | 'now'>

/**
 * The job that handles a request for private links. It is idempotent, because a repeated run within the pause sends
 * no second e-mail.
 */
export const emailLostLinksJob = (deps: Deps): Job =>
  job(EMAIL_LOST_LINKS, async ({ reservationId }) => {
    await sendLinks(deps, reservationId)
    // Anyone can create rows of this job by asking for links. So old rows are deleted.
    const before = new Date(deps.now().getTime() - KEPT_MS)
    await deleteDoneJobs(deps.db, { kinds: [EMAIL_LOST_LINKS.kind, WRITE_DECOY_EMAIL.kind], before })
    return 'done'
  })

/**
 * Enqueues the e-mail with the links. For an unknown address, enqueues a decoy e-mail that costs the same work.
 * Otherwise the server's load would reveal whether an address is known (docs/decisions/0032).
 */
async function sendLinks({ db, sealer, settings, now }: Deps, reservationId: number): Promise<void> {
  const row = await findReservation(db, reservationId)
  const email = row ? openColumns(sealer, 'reservations', row, 'email').email : null
  const at = now()
  const stays = await listStaysOf(db, sealer.lookups(email ?? ''), ranchDay(at))
  // The e-mail is stored for the stay that ends first. So the purge deletes the e-mail before it purges any other
  // stay in the list.
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
    // The dedupe key contains the current quarter of an hour. So two jobs at the same time create only one e-mail.
    const key = `lost-link:${first.id}:${Math.floor(at.getTime() / PAUSE_MS)}`
    const mail = { type: 'lost-link', reservationId: first.id, key, now: at } as const
    const limited = { ...mail, email, eventId: first.eventId, actor: BY }
    const { skipped } = await enqueueLimitedEmail(tx, { sealer, settings }, limited)
    if (skipped) await enqueueForNobody(tx, at)
  })
}

async function enqueueForNobody(tx: Transaction, runAt: Date): Promise<void> {
  const dedupeKey = `decoy-email:${randomUUID()}`
  await enqueue(tx, WRITE_DECOY_EMAIL, { input: {}, dedupeKey, runAt })
}
