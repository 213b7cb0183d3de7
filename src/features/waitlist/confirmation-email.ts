/** The mail with the button that confirms a place on the waitlist (docs/decisions/0049). */
import type { Transaction } from '#platform/database/database.ts'
import { enqueueAgain } from '#platform/outbox.ts'
import type { OutboxHandler } from '#platform/outbox-worker.ts'
import { openRecord } from '#platform/sealing.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { enqueueLimitedEmail, wasEmailed } from '#features/emails/index.ts'
import { isToConfirm, MAIL_PAUSE_MS } from './rules.ts'
import { lockEntry } from './store/entries.ts'

export const CONFIRMATION_JOB = 'waitlist-confirm'

/**
 * Enqueues the job that looks whether an e-mail is to be sent, in the transaction of the joining. Also for an address that
 * waits already, whose reply takes as long.
 */
export async function enqueueConfirmation(tx: Transaction, entryId: number, now: Date): Promise<void> {
  const dedupeKey = `${CONFIRMATION_JOB}:${entryId}`
  await enqueueAgain(tx, { kind: CONFIRMATION_JOB, payload: { entryId }, dedupeKey, runAt: now })
}

/** Does the job. Twice for one request is one e-mail: the pause between two holds for it as well. */
export function confirmationJob(
  deps: Pick<BookingDeps, 'db' | 'sealer' | 'settings' | 'now'>,
): OutboxHandler {
  const { db, sealer, now } = deps

  return async ({ entryId }) => {
    await db.transaction(async (tx) => {
      const entry = await lockEntry(tx, Number(entryId))
      if (!entry || entry.purgedAt !== null || !isToConfirm(entry.state)) return
      const at = now()
      const mailed = { type: 'waitlist-confirm', since: new Date(at.getTime() - MAIL_PAUSE_MS) } as const
      if (await wasEmailed(tx, { waitlistEntryId: entry.id }, mailed)) return
      const key = `waitlist-confirm:${entry.id}:${at.getTime()}`
      const { id: waitlistEntryId, eventId, uuid } = entry
      const { email } = openRecord(sealer, { table: 'waitlist_entries', row: uuid }, { email: entry.email })
      // The mailbox's limit holds over all events.
      const mail = { type: 'waitlist-confirm', email: email ?? '', eventId, actor: 'guest' } as const
      await enqueueLimitedEmail(tx, deps, { ...mail, waitlistEntryId, key, now: at })
    })
    return 'done'
  }
}
