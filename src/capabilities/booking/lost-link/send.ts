/** Private links that are asked for by address (docs/decisions/0032). */
import { randomUUID } from 'node:crypto'
import { enqueue, type OutboxHandler } from '../../../platform/outbox.ts'
import { openRecord } from '../../../platform/sealing.ts'
import { ranchDay } from '../../../shared/days.ts'
import { listStaysOf } from '../../emails/facts/store.ts'
import { queueLimitedEmail } from '../../emails/recipient-limit/queue.ts'
import { lockUnpurged } from '../../emails/store.ts'
import { findReservation } from '../admin/store.ts'
import type { BookingDeps } from '../deps.ts'
import { findNewestOf, forgetAsked, wasMailed } from './store.ts'

export const LOST_LINK_JOB = 'lost-link'
const BY = `job:${LOST_LINK_JOB}`

const MINUTE = 60_000
/** One mailbox gets no more than one such mail in this time, whoever asks for it. */
const PAUSE_MS = 15 * MINUTE
const KEPT_MS = 24 * 60 * MINUTE

type Deps = Pick<BookingDeps, 'db' | 'sealer' | 'settings' | 'now'>

/**
 * Promises to look what is to be sent. For an unknown address too, in the same steps and with a row of its own, so that
 * the time until the reply tells nothing. The row holds the number of a reservation, or 0; never the address.
 */
export async function promiseLinks({ db, sealer, now }: Deps, email: string): Promise<void> {
  const reservationId = await findNewestOf(db, sealer.lookups(email))
  const dedupeKey = `${LOST_LINK_JOB}:${randomUUID()}`
  await db.transaction((tx) =>
    enqueue(tx, { kind: LOST_LINK_JOB, payload: { reservationId }, dedupeKey, runAt: now() }),
  )
}

/** Does what was promised. Twice for one promise is one mail: the pause between two holds for it as well. */
export function lostLinkJob(deps: Deps): OutboxHandler {
  return async ({ reservationId }) => {
    await sendLinks(deps, Number(reservationId))
    // Anybody can make such rows, so they do not stay.
    await forgetAsked(deps.db, { kind: LOST_LINK_JOB, before: new Date(deps.now().getTime() - KEPT_MS) })
    return 'done'
  }
}

async function sendLinks({ db, sealer, settings, now }: Deps, reservationId: number): Promise<void> {
  const row = await findReservation(db, reservationId)
  if (!row) return
  const { email } = openRecord(sealer, { table: 'reservations', row: row.uuid }, { email: row.email })
  if (email === null) return
  const at = now()
  const stays = await listStaysOf(db, sealer.lookups(email), ranchDay(at))
  // The mail belongs to the stay that ends first: what it kept of the others goes no later than they do.
  const [first] = stays
  if (!first) return
  const ids = stays.map(({ id }) => id)
  await db.transaction(async (tx) => {
    if (!(await lockUnpurged(tx, first.id))) return
    if (await wasMailed(tx, ids, new Date(at.getTime() - PAUSE_MS))) return
    // By quarters of an hour: of two jobs at the same moment one makes the mail.
    const key = `lost-link:${first.id}:${Math.floor(at.getTime() / PAUSE_MS)}`
    const mail = { type: 'lost-link', reservationId: first.id, key, now: at } as const
    await queueLimitedEmail(tx, { sealer, settings }, { ...mail, email, eventId: first.eventId, actor: BY })
  })
}
