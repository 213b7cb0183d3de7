/** What the guest's own page knows of a reservation besides what admins see too (docs/api.md). */
import type { RefundStatus } from '../../../platform/database/schema/booking.ts'
import { addDays, ranchDay } from '../../../shared/days.ts'
import type { Cents } from '../../../shared/money.ts'
import type { EventRow } from '../../events/store.ts'
import { findCancellation, listRefunds } from '../cancel/store.ts'
import type { GuestReservation, Reservation } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { changeUntil, detailsProblem } from '../guest/rules.ts'
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
        }
      : null,
    moneyBack: moneyBackOf((await listRefunds(db, row.id)).map(({ refund }) => refund)),
  }
}

interface RefundLine {
  amount: Cents
  byHand: boolean
  status: RefundStatus
}

function moneyBackOf(refunds: readonly RefundLine[]): GuestReservation['moneyBack'] {
  const total = (byHand: boolean, status: RefundStatus) =>
    refunds
      .filter((one) => one.byHand === byHand && one.status === status)
      .reduce((sum, { amount }) => sum + amount, 0)
  return {
    underWay: total(false, 'requested'),
    done: total(false, 'succeeded'),
    owed: total(true, 'owed'),
    given: total(true, 'succeeded'),
  }
}
