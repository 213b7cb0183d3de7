/** Purges guests: deletes their personal data with all copies once it is due (R18.2). */
import { recordAudit } from '#platform/audit.ts'
import { type Job, periodicJob } from '#platform/job.ts'
import type { Services } from '#platform/services.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { isOpen } from '#shared/email-hours.ts'
import { anonymizeReservation } from '#domain/booking/use-cases/anonymize-reservation.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { forgetRecipients } from '#platform/limited-emails.ts'
import { lockUnpurged } from '#platform/purge-lock.ts'
import { revokeHostLinks } from '../hosts/store.ts'
import { emptyMessages } from '#domain/mail/messages/store.ts'
import { anonymizeWaitlist, forgetUnconfirmed } from '#domain/booking/waitlist/admin-waitlist.ts'
import { withdrawOffers } from '#domain/booking/waitlist/store/offers.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import { dueEnd, RECEIPT_DAYS, receiptsOverdue } from './rules.ts'
import * as store from './store/due.ts'

/**
 * Gives access to the e-mails that the e-mail sandbox has captured. They are copies outside the site's tables. With
 * a real mail server, there are none.
 */
export interface Copies {
  /** Returns the Message-IDs of all captured e-mails. */
  capturedMails(): Promise<string[]>
  forgetMails(messageIds: string[]): Promise<void>
}

export interface PurgeDeps extends Pick<Services, 'db' | 'sealer' | 'settings' | 'now' | 'log'> {
  copies: Copies
}

interface PurgeOptions {
  /**
   * True before the site serves requests, when it can send no deletion receipts. Then guests whose receipt would be
   * late are purged without one. After a restore, all due guests are purged, because most of them got their receipt
   * before the restore.
   */
  beforeServing?: boolean
  stopping?: AbortSignal | undefined
}

/** Number of reservations or events that one query reads. */
const BATCH = 200

/**
 * Purges all guests whose data is due for deletion. In the daytime, enqueues their deletion receipts first. Then purges
 * each guest whose receipt was sent or is late, in a transaction of its own. Any number of processes may call this at
 * any time, and the next call continues after a crash. If the purge of one guest fails, purges the other guests first,
 * then throws that error.
 */
export async function purgeDue(deps: PurgeDeps, options: PurgeOptions = {}): Promise<void> {
  const { db, now, settings } = deps
  const endedBy = dueEnd(ranchDay(now()), settings.purgeAfterDays)
  if (!options.beforeServing && isOpen(now())) await enqueueReceipts(deps, endedBy, options.stopping)
  const restored = options.beforeServing === true && (await store.needsPurge(db))
  const due = {
    endedBy,
    withoutReceiptEndedBy: options.beforeServing ? addDays(endedBy, restored ? 0 : -RECEIPT_DAYS) : null,
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

/** Purges one reservation, whatever its status. Returns `gone` if the reservation is already purged or deleted. */
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
        const event = await lockEvent(tx, eventId)
        // An admin may have moved the event in the meantime.
        if (!event || event.endDateDate > endedBy) return
        const at = now()
        await anonymizeWaitlist(tx, eventId, at)
        await revokeHostLinks(tx, eventId, at)
        const what = { action: 'waitlist.purged', entity: 'event', entityId: eventId, eventId }
        await recordAudit(tx, sealer, [{ actor: 'job:purge', ...what, at }])
      })
    if (ids.length < BATCH) return
  }
}

/** Deletes waitlist entries whose e-mail address was not confirmed within the allowed days. */
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

/**
 * Deletes captured e-mails of purged guests and of deleted reservations, even those that arrived during the purge.
 */
async function sweepCopies({ db, copies }: PurgeDeps): Promise<void> {
  const captured = await copies.capturedMails()
  if (captured.length === 0) return
  const kept = await store.listEmailsToKeep(db, captured)
  const gone = captured.filter((messageId) => !kept.has(messageId))
  if (gone.length > 0) await copies.forgetMails(gone)
}

/** The job that purges guests whose data is due. */
export const purgeGuestsJob = (deps: PurgeDeps): Job =>
  periodicJob('purge-guests', ({ stopping }) => purgeDue(deps, { stopping }))
