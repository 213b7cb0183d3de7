/**
 * Undoes a cancellation as an admin. This is possible until a refund is given by hand or requested from Stripe, while
 * the spot is free (R30.5).
 */
import { isUsedUp } from '../codes/code-quote.ts'
import { lockCodeById } from '../codes/store/codes.ts'
import { retractEmails } from '#platform/email-queue.ts'
import { type EventRow, lockEvent, readSpots } from '#domain/events/store/events.ts'
import { areChoicesLeft } from '#domain/events/rules.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import type { undoCancellation as contract } from '../contract/cancellation.ts'
import type { BookingDeps } from '../deps.ts'
import { undoProblem, type UndoProblem } from '../domain/admin-actions.ts'
import { cancellationEmailKey } from '../payments/cancel-with-refund.ts'
import { lockReservation } from '../store/locks.ts'
import { isInParty } from '../payments/read-party-accounts.ts'
import { deleteCancellation, findCancellation, listRefundsOfStay, withdrawRefunds } from '../store/refunds.ts'
import { findReservation, listChoices, type ReservationRow, findReplacing } from '../store/reservations.ts'
import { reinstate } from '../transitions.ts'

/**
 * Undoes a cancellation under the same locks as a sign-up, because the stay takes a spot, options and a use of its
 * code again. The invoices are still right, because canceling did not change them. Refunds that an admin owes but has
 * not given are withdrawn.
 */
export async function undoCancellation(
  deps: BookingDeps,
  { id, version, sendEmail, by }: ParsedOf<typeof contract>['body'] & { by: Actor },
): Promise<'done' | FailureCodeOf<typeof contract>> {
  const found = await findReservation(deps.db, id)
  if (!found) return 'not_found'
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, found.eventId)
    if (found.codeId !== null) await lockCodeById(tx, found.codeId)
    const row = await lockReservation(tx, id)
    if (!row || !event) return 'not_found'
    if (row.purgedAt) return 'purged'
    if (row.version !== version || row.eventId !== event.id) return 'stale'
    const problem = await findUndoProblem({ ...deps, db: tx }, row, event)
    if (problem) return problem
    const now = deps.now()
    const withdrawn = await withdrawRefunds(tx, id, now)
    await recordAudit(
      tx,
      deps.sealer,
      withdrawn.map(({ paymentId, ...details }) => {
        const of = { entity: 'payment', entityId: paymentId, eventId: row.eventId, reservationId: id }
        return { ...by, ...of, action: 'refund.withdrawn', details, at: now }
      }),
    )
    await deleteCancellation(tx, id)
    const key = cancellationEmailKey(id)
    await retractEmails(tx, [key, `${key}:sum:0`])
    await reinstate(tx, deps, { reservation: row, by, now, details: { sendEmail } })
    return 'done'
  })
}

/**
 * Returns why a cancellation cannot be undone, or null if it can. The result is final only under the locks of
 * `undoCancellation`. Without the locks, it is a preview for the admin's page.
 */
export async function findUndoProblem(
  { db, sealer, now }: Pick<BookingDeps, 'db' | 'sealer' | 'now'>,
  row: ReservationRow,
  event: Pick<EventRow, 'id' | 'spots' | 'endDateDate' | 'cancelledAt'>,
): Promise<UndoProblem | null> {
  const inParty = await isInParty(db, row)
  // The admin's page also calls this function for stays that are not canceled.
  if (row.status !== 'cancelled') return inParty ? 'in_party' : 'not_undoable'
  const note = await findCancellation(db, sealer, row.id)
  const refunds = await listRefundsOfStay(db, row.id)
  const spots = await readSpots(db, event.id)
  return undoProblem({
    inParty,
    status: row.status,
    cancellation: note && { wasHold: note.wasHold, awaits: note.awaited !== null },
    refundedSince:
      note !== undefined &&
      refunds.some(({ refund }) => refund.createdAt >= note.at && refund.status !== 'owed'),
    replaced: (await findReplacing(db, row.id)) !== undefined || (await tookOver(db, row)),
    event: { ...event, left: event.spots - spots.taken },
    choicesLeft: spots.options.length === 0 || areChoicesLeft(spots, await listChoices(db, row.id)),
    codeUsedUp: row.codeId !== null && (await isUsedUp(db, row.codeId)),
    today: ranchDay(now()),
  })
}

/** Returns whether this stay had taken over another stay's spot, and that other stay is active again. */
const tookOver = async (db: Database, { replacesId }: ReservationRow): Promise<boolean> =>
  replacesId !== null && (await findReservation(db, replacesId))?.status === 'confirmed'
