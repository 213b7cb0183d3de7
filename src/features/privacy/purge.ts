/** The purge: what guests told us goes, with all its copies (R18.2). */
import { recordAudit } from '#platform/audit.ts'
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import type { Services } from '#platform/services.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { isOpen } from '#shared/email-hours.ts'
import { anonymizeReservation } from '#features/booking/index.ts'
import { enqueueEmail, forgetRecipients, lockUnpurged } from '#features/emails/index.ts'
import { revokeHostLinks } from '#features/hosts/index.ts'
import { emptyMessages } from '#features/messages/index.ts'
import { anonymizeWaitlist, forgetUnconfirmed, withdrawOffers } from '#features/waitlist/index.ts'
import { dueEnd, RECEIPT_DAYS, receiptsOverdue } from './rules.ts'
import * as store from './store/due.ts'

/** Copies outside of the site's own tables: mails that the sandbox's mailbox has captured. None with a mail server. */
export interface Copies {
  /** The Message-IDs of all mails that were captured. */
  capturedMails(): Promise<string[]>
  /** Takes captured mails away. */
  forgetMails(messageIds: string[]): Promise<void>
}

interface PurgeDeps extends Pick<Services, 'db' | 'sealer' | 'settings' | 'now' | 'log'> {
  copies: Copies
}

interface PurgeOptions {
  /**
   * Before the site serves: nobody can be told first, so what is overdue by the receipt's time goes at once. After a
   * restore all that is due does, since it may have been deleted before, and who is to be told has mostly been told.
   */
  beforeServing?: boolean
  stopping?: AbortSignal | undefined
}

/** Reservations, or events, looked at in one go. */
const BATCH = 200

/**
 * Does what is due: enqueues receipts in the daytime, then empties whoever has theirs, each in a transaction of its
 * own. May be called at any time by any number of processes, and after a crash goes on where it was. Throws what kept one of
 * them from it, after all that could be done was done.
 */
export async function purgeDue(deps: PurgeDeps, options: PurgeOptions = {}): Promise<void> {
  const { db, now, settings } = deps
  const endedBy = dueEnd(ranchDay(now()), settings.purgeAfterDays)
  if (!options.beforeServing && isOpen(now())) await enqueueReceipts(deps, endedBy, options.stopping)
  const restored = options.beforeServing === true && (await store.isToPurge(db))
  const due = {
    endedBy,
    untoldEndedBy: options.beforeServing ? addDays(endedBy, restored ? 0 : -RECEIPT_DAYS) : null,
    enqueuedBy: restored ? now() : receiptsOverdue(now()),
    limit: BATCH,
  }
  let after = 0
  const failures: unknown[] = []
  for (;;) {
    const ids = await store.listDue(db, { ...due, after })
    for (const id of ids) {
      if (options.stopping?.aborted) return
      await purgeReservation(deps, id).catch((error: unknown) => failures.push(error))
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < BATCH) break
    after = last
  }
  await anonymizeWaitlists(deps, endedBy)
  await emptyMessages(db)
  await forgetRecipients(db, now())
  await purgeUnconfirmed(deps)
  await sweepCopies(deps)
  if (failures.length > 0) throw failures[0]
  if (restored) await store.notePurged(db)
}

async function enqueueReceipts(
  { db, now }: PurgeDeps,
  endedBy: string,
  stopping: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const ids = await store.listWithoutReceipt(db, endedBy, BATCH)
    for (const reservationId of ids) {
      if (stopping?.aborted) return
      const key = `auto:deletion-receipt:${reservationId}`
      await db.transaction(async (tx) => {
        if (!(await lockUnpurged(tx, reservationId))) return
        await enqueueEmail(tx, { type: 'deletion-receipt', reservationId, key, now: now() })
      })
    }
    if (ids.length < BATCH) return
  }
}

/** Anonymizes one reservation, whatever its state; `gone`: it has been, or it was deleted. */
export const purgeReservation = async (deps: PurgeDeps, id: number): Promise<'purged' | 'gone'> =>
  deps.db.transaction(async (tx) => {
    const done = await anonymizeReservation(tx, deps, { id, by: { actor: 'job:purge' } })
    if (done === 'gone') return 'gone'
    await withdrawOffers(tx, { reservationId: id }, deps.now())
    return 'purged'
  })

async function anonymizeWaitlists({ db, sealer, now }: PurgeDeps, endedBy: string): Promise<void> {
  for (;;) {
    const ids = await store.listEventsToEmpty(db, endedBy, BATCH)
    for (const eventId of ids)
      await db.transaction(async (tx) => {
        const at = now()
        await anonymizeWaitlist(tx, eventId, at)
        await revokeHostLinks(tx, eventId, at)
        const what = { action: 'waitlist.purged', entity: 'event', entityId: eventId, eventId }
        await recordAudit(tx, sealer, [{ actor: 'job:purge', ...what, at }])
      })
    if (ids.length < BATCH) return
  }
}

/** Deletes waitlist entries whose address nobody has confirmed in time. */
async function purgeUnconfirmed({ db, sealer, now }: PurgeDeps): Promise<void> {
  await db.transaction(async (tx) => {
    const at = now()
    const eventIds = await forgetUnconfirmed(tx, at)
    const entries = eventIds.map((eventId) => {
      const what = { action: 'waitlist.forgotten', entity: 'event', entityId: eventId, eventId }
      return { actor: 'job:purge', ...what, at }
    })
    await recordAudit(tx, sealer, entries)
  })
}

/** Takes away the captured mails of everybody who was emptied, also those that arrived while they were, and those of reservations that were deleted. */
async function sweepCopies({ db, copies }: PurgeDeps): Promise<void> {
  const captured = await copies.capturedMails()
  if (captured.length === 0) return
  const kept = await store.listKept(db, captured)
  const gone = captured.filter((messageId) => !kept.has(messageId))
  if (gone.length > 0) await copies.forgetMails(gone)
}

/** The outbox handlers of this feature: the round that deletes the data of guests when its time has come. */
export const privacyJobs = (deps: PurgeDeps): OutboxHandlers => ({
  'tick.purge': async (_payload, { stopping }) => {
    await purgeDue(deps, { stopping })
    return 'done'
  },
})
