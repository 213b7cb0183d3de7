/** An admin undoes a cancellation while nothing of it has reached the guest's purse, and the spot is free (R30.5). */
import { isUsedUp } from '#features/codes/index.ts'
import { retractEmails } from '#features/emails/index.ts'
import { lockEvent, readSpots } from '#features/events/index.ts'
import { areFree } from '#features/events/domain/options.ts'
import type { Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import type { undoCancellation as contract } from '../contract/cancellation.ts'
import type { BookingDeps } from '../deps.ts'
import { isRefundedSince, undoProblem } from '../domain/admin-actions.ts'
import { cancellationEmailKey } from '../payments/cancel-with-refund.ts'
import { lockReservation } from '../store/locks.ts'
import { isInParty } from '../payments/party-books.ts'
import { deleteCancellation, findCancellation, listRefundsOfStay } from '../store/refunds.ts'
import { findReservation, listChoices, type ReservationRow, findReplacing } from '../store/reservations.ts'
import { reinstate } from '../transitions.ts'

/** Takes the spot, the choices and the use of its code under the locks of the event and the code, as a sign-up does. Its invoices were never touched, so they are as before. */
export async function undoCancellation(
  deps: BookingDeps,
  { id, version, sendEmail, by }: ParsedOf<typeof contract>['body'] & { by: Actor },
): Promise<'done' | FailureCodeOf<typeof contract>> {
  const found = await findReservation(deps.db, id)
  if (!found) return 'not_found'
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, found.eventId)
    const codeUsedUp = found.codeId !== null && (await isUsedUp(tx, found.codeId))
    const row = await lockReservation(tx, id)
    if (!row || !event) return 'not_found'
    if (row.purgedAt) return 'purged'
    if (row.version !== version || row.eventId !== event.id) return 'stale'
    if (await isInParty(tx, row)) return 'in_party'
    const now = deps.now()
    const note = await findCancellation(tx, deps.sealer, id)
    const refunds = await listRefundsOfStay(tx, id)
    const { taken, options } = await readSpots(tx, event.id)
    const problem = undoProblem({
      status: row.status,
      cancellation: note && { wasHold: note.wasHold, awaits: note.awaited !== null },
      refundedSince:
        note !== undefined &&
        isRefundedSince(
          note.at,
          refunds.map(({ refund }) => refund),
        ),
      replaced: (await findReplacing(tx, id)) !== undefined || (await tookOver(tx, row)),
      event: { ...event, taken },
      choicesFree: options.length === 0 || areFree(options, await listChoices(tx, id)),
      codeUsedUp,
      today: ranchDay(now),
    })
    if (problem) return problem
    await deleteCancellation(tx, id)
    const key = cancellationEmailKey(id)
    await retractEmails(tx, [key, `${key}:sum`])
    await reinstate(tx, deps, { reservation: row, by, now, details: { sendEmail } })
    return 'done'
  })
}

/** True: the stay whose spot this one took over stands again. */
async function tookOver(tx: Transaction, { replacesId }: ReservationRow): Promise<boolean> {
  return replacesId !== null && (await findReservation(tx, replacesId))?.status === 'confirmed'
}
