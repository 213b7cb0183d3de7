/**
 * Shows a guest's reservation for its private link, with what the browser needs to pay each unpaid invoice.
 */
import { spotsSeenByGuest, toEventSummary, toOpenOptions } from '#domain/events/contract/event-replies.ts'
import { type EventRow, findEvent, readSpots } from '#domain/events/store/events.ts'
import { listPlaces } from '#domain/onsite/rooms/store.ts'
import { shownFrom } from '#domain/onsite/rooms/rules.ts'
import { wasDone } from '#platform/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { GuestReservation, Party, Reservation } from '../contract/reservation.ts'
import type { BookingDeps } from '../deps.ts'
import { guestChangeProblem } from '../domain/choices.ts'
import { isReplaced, type Plan } from '../domain/refund-policy.ts'
import { changeUntil, deletionText, detailsProblem, ERASURE_ASKED } from '../domain/guest-actions.ts'
import { isCompanion } from '../domain/party.ts'
import { mustRefundByHand } from '../domain/refunds.ts'
import { hideIfLinkHandedOn } from '../sealed-guest.ts'
import { findSavedCard } from '../store/saved-cards.ts'
import { findMoney, listReceived } from '../store/payments.ts'
import { findCancellation, isTakerAwaited, listRefundsOfStay } from '../store/refunds.ts'
import { findReservationByUuid, type ReservationRow } from '../store/reservations.ts'
import { readIncludedTaxes } from './included-taxes.ts'
import { openPayableInvoices } from './payable-invoices.ts'
import { readRelatedRows, showEnd, showSavedCard, toReservation } from './show-reservation.ts'

/**
 * Returns the reservation of a private link. First opens a payment for each invoice that the guest can pay. If
 * Stripe cannot be reached, those payments are missing.
 */
export async function viewReservation(
  deps: BookingDeps,
  uuid: string,
): Promise<GuestReservation | 'not_found' | { purged: string }> {
  const before = await findReservationByUuid(deps.db, uuid)
  if (!before) return 'not_found'
  const { id, eventId, purgedAt } = before
  if (purgedAt) return { purged: await readDeletion(deps.db, { id, eventId, purgedAt }) }
  const { reservation, secrets } = await openPayableInvoices(deps, before)
  const event = reservation && (await findEvent(deps.db, reservation.eventId))
  // Another request may have renewed the private link during the call to Stripe. Then the old link must not reveal
  // the new one.
  if (reservation?.uuid !== before.uuid || !event) return 'not_found'
  const now = deps.now()
  const spots = await readSpots(deps.db, event.id)
  const around = (await readRelatedRows(deps.db, [reservation]))(reservation)
  const money = await findMoney(deps.db, reservation.id, ranchDay(now))
  if (!money) return 'not_found'
  const shown = toReservation(reservation, {
    ...around,
    event: toEventSummary(event, spots, now),
    // Companions do not see the discount code, only the payer does.
    codes: isCompanion(reservation) ? new Map() : around.codes,
    secrets,
    money,
    sealer: deps.sealer,
  })
  const offered = mayChoose(reservation, event, now)
    ? toOpenOptions(spotsSeenByGuest(spots, around.choices))
    : []
  return {
    ...shown,
    ...hideIfLinkHandedOn(reservation),
    party: shown.party && asSeenBy(reservation, shown.party),
    offered,
    ...(await guestView(deps, reservation, { event, shown })),
  }
}

/**
 * Returns the party as this guest may see it. Companions do not see who has given details or has an address, or what
 * each stay costs (R39.4).
 */
function asSeenBy({ id }: ReservationRow, party: Party): Party {
  if (party.payer) return party
  const untold = { detailsGiven: null, hasEmail: null }
  const unpaid = { price: null, kept: null }
  const members = party.members.map((one) => ({ ...one, ...unpaid, ...(one.id === id ? {} : untold) }))
  return { ...party, members }
}

/** Returns the sentence that tells a guest when their data was deleted, and why. */
export async function readDeletion(
  db: Database,
  { id, eventId, purgedAt }: { id: number; eventId: number; purgedAt: Date },
): Promise<string> {
  const on = ranchDay(purgedAt)
  const event = await findEvent(db, eventId)
  return deletionText({
    on,
    asked: await wasDone(db, { reservationId: id, action: ERASURE_ASKED, actor: 'guest' }),
    over: event !== undefined && event.cancelledAt === null && on > event.endDateDate,
  })
}

const mayChoose = ({ status }: ReservationRow, event: EventRow, now: Date) =>
  guestChangeProblem({ status, event, difference: 0, now }) === null

async function guestView(
  { db, sealer, settings, termsHash, now }: BookingDeps,
  row: ReservationRow,
  { event, shown }: { event: EventRow; shown: Reservation },
): Promise<Omit<GuestReservation, keyof Reservation | 'offered'>> {
  const { startDateDate, endDateDate, hostCell } = event
  const eventCancelled = event.cancelledAt !== null
  const cancelled = await findCancellation(db, sealer, row.id)
  const taxes = await readIncludedTaxes(db, row, {
    firstDay: startDateDate,
    goodwill: shown.money.goodwill,
  })
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
    room:
      event.roomsShown && ranchDay(now()) >= shownFrom(startDateDate) ? await findRoomName(db, row.id) : null,
    deletedOn: addDays(endDateDate, settings.purgeAfterDays),
    cancellation: cancelled
      ? {
          by: cancelled.cancelledBy,
          paid: cancelled.paid,
          refund: decidedSum(cancelled),
          feesKnown: cancelled.feesKnown,
          // If an admin has set another refund, the payments of the guest who took the spot do not explain it. So
          // the page must not say that they do.
          replaced: isReplaced(cancelled) && decidedSum(cancelled) === cancelled.refundByTerms,
          awaitsTaker: await isTakerAwaited(db, row.id),
        }
      : null,
    ...showSavedCard(await findSavedCard(db, row.id, { isOn: settings.keepCards, now: now() })),
    ...(taxes.length > 0 && { taxes }),
    refundTotals: await readRefundSums(db, row.id),
    ...(await showEnd(db, row, { ...shown, refunded: shown.money.refunded })),
  }
}

const decidedSum = ({ refundToCards, refundByHand }: Pick<Plan, 'refundToCards' | 'refundByHand'>): Cents =>
  refundToCards + refundByHand

const findRoomName = async (db: Database, id: number) => (await listPlaces(db, [id])).get(id)?.room ?? null

async function readRefundSums(
  db: Database,
  reservationId: number,
): Promise<GuestReservation['refundTotals']> {
  const listed = await listRefundsOfStay(db, reservationId)
  // A refund is shown to the guest who paid, even if another guest is the party's payer now.
  const refunds = listed.flatMap(({ refund, to }) => (to?.id === reservationId ? [refund] : []))
  if (refunds.length === 0) return { underWay: 0, held: 0, done: 0, owed: 0, given: 0 }
  const received = await listReceived(db, reservationId)
  const paymentOf = (id: number) => received.find(({ paymentId }) => paymentId === id)
  const total = (which: (one: (typeof refunds)[number]) => boolean): Cents =>
    refunds.filter(which).reduce((sum, { amount }) => sum + amount, 0)
  return {
    underWay: total(({ status, waitsForBalance }) => status === 'requested' && !waitsForBalance),
    held: total(({ status, waitsForBalance }) => status === 'requested' && waitsForBalance),
    done: total(({ byHand, status }) => !byHand && status === 'succeeded'),
    // If Stripe refused a card refund, an admin also owes that refund to the guest.
    owed: total((one) => mustRefundByHand(one, { payment: paymentOf(one.paymentId), refunds })),
    given: total(({ byHand, status }) => byHand && status === 'succeeded'),
  }
}
