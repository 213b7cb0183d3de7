/**
 * A stay was cancelled before the provider had told the fee that the terms keep: its refund is decided as soon as it is told
 * (docs/decisions/0042). Its spot is free and its day of cancelling counts from the first moment.
 */
import { lockEvent } from '#features/events/index.ts'
import { recordAudit } from '#platform/audit.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '../deps.ts'
import { isCompanion } from '../domain/party.ts'
import { refundGuest, receivedFor } from '../domain/party-books.ts'
import { planAwaited } from '../domain/refund-policy.ts'
import { PROMISED } from '../domain/replacement.ts'
import { decideAwaited, isMailQueued, lockAwaitedRefund } from '../store/refunds.ts'
import { lockBooks, writeBooks } from '../payments/party-books.ts'
import { changeReservation, findReservation } from '../store/reservations.ts'
import { cancellationEmailKey, payerEmailKey, writeRefunds } from '../payments/cancel-with-refund.ts'
import { readSynced } from './cancel-stay.ts'

const BY = { actor: 'job:awaited-refund' }

/** `waits`: a fee is still not told; look again later. */
export async function settleAwaited(deps: BookingDeps, reservationId: number): Promise<'done' | 'waits'> {
  const found = await findReservation(deps.db, reservationId)
  if (!found) return 'done'
  await readSynced(deps, found, BY.actor)
  return deps.db.transaction(async (tx) => {
    await lockEvent(tx, found.eventId)
    const books = await lockBooks(tx, reservationId)
    const row = books && (await findReservation(tx, reservationId))
    const note = row && (await lockAwaitedRefund(tx, reservationId))
    if (!row || !note) return 'done'
    const { cancelledBy, replacementFound, daysBefore, at, awaited } = note
    const today = ranchDay(at)
    const facts = { cancelledBy, replacementFound, today, startDateDate: addDays(today, daysBefore) }
    const plan = planAwaited(awaited, receivedFor(books, reservationId), facts)
    if (!plan) return 'waits'
    const now = deps.now()
    const overrideReason = awaited.least > plan.refundByTerms ? PROMISED : null
    await decideAwaited(tx, deps.sealer, { row: note, plan, overrideReason })
    const after = refundGuest(books, reservationId, plan.lines)
    await writeBooks(tx, { before: books, after, now })
    const audits = await writeRefunds(tx, { row, plan, by: BY, now })
    await recordAudit(tx, deps.sealer, audits)
    await changeReservation(tx, reservationId, { changes: {}, now })
    if (!awaited.sendEmail) return 'done'
    // The cancellation's own e-mail tells the sum, if it has not gone yet.
    const tellSum = async (type: 'cancellation' | 'companion-cancelled', key: string) => {
      if (await isMailQueued(tx, key)) return
      await deps.emails.enqueue(tx, { type, reservationId, key: `${key}:sum`, now })
    }
    await tellSum('cancellation', cancellationEmailKey(reservationId))
    if (isCompanion(row)) await tellSum('companion-cancelled', payerEmailKey(reservationId))
    return 'done'
  })
}
