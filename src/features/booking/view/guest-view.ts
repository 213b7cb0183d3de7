/** What the guest's own page knows of a reservation besides what admins see too (docs/api.md). */
import type { Database } from '#platform/database/database.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { EventRow } from '#features/events/index.ts'
import { findCancellation, listReceived, listRefunds } from '../cancel/store.ts'
import type { GuestReservation, Reservation } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { changeUntil, detailsProblem } from '../guest/rules.ts'
import { isToGive } from '../refunds/rules.ts'
import type { ReservationRow } from './store.ts'

type GuestOnly = Omit<GuestReservation, keyof Reservation>

export async function guestView(
  { db, sealer, settings, termsHash, now }: BookingDeps,
  row: ReservationRow,
  { event, shown }: { event: EventRow; shown: Reservation },
): Promise<GuestOnly> {
  const { startDateDate, endDateDate, hostCell } = event
  const eventCancelled = event.cancelledAt !== null
  const cancelled = await findCancellation(db, sealer, row.id)
  return {
    attendeeToken: row.attendeeToken,
    directionsSeen: row.directionsViewedAt !== null,
    hostPhone: row.status === 'confirmed' && !eventCancelled ? hostCell : null,
    termsCurrent: row.consentTermsHash === termsHash,
    detailsProblem: detailsProblem({
      status: row.status,
      eventCancelled,
      given: shown.additionalInformationProvided,
      startDateDate,
      today: ranchDay(now()),
    }),
    changeUntil: changeUntil(startDateDate),
    deletedOn: addDays(endDateDate, settings.purgeAfterDays),
    cancellation: cancelled
      ? {
          by: cancelled.cancelledBy,
          paid: cancelled.paid,
          refund: cancelled.refundToCards + cancelled.refundByHand,
          feesKnown: cancelled.awaited === null,
        }
      : null,
    moneyBack: await readMoneyBack(db, row.id),
  }
}

async function readMoneyBack(db: Database, reservationId: number): Promise<GuestReservation['moneyBack']> {
  const refunds = (await listRefunds(db, reservationId)).map(({ refund }) => refund)
  if (refunds.length === 0) return { underWay: 0, done: 0, owed: 0, given: 0 }
  const received = await listReceived(db, reservationId)
  const paymentOf = (id: number) => received.find(({ paymentId }) => paymentId === id)
  const total = (which: (one: (typeof refunds)[number]) => boolean): Cents =>
    refunds.filter(which).reduce((sum, { amount }) => sum + amount, 0)
  return {
    underWay: total(({ status }) => status === 'requested'),
    done: total(({ byHand, status }) => !byHand && status === 'succeeded'),
    // What a card would not take is given by hand as well.
    owed: total((one) => isToGive(one, { payment: paymentOf(one.paymentId), refunds })),
    given: total(({ byHand, status }) => byHand && status === 'succeeded'),
  }
}
