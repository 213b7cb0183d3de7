/** What is decided upon, locked (in the order of `store/locks.ts`) and then read: an invoice, a booking as `settle` wants it. */
import { lockEvent, readSpots } from '#features/events/index.ts'
import { areFree } from '#features/events/domain/options.ts'
import { hasHappened } from '#features/events/rules.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { invoices } from '#platform/database/schema/booking.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { moneyOf } from '#shared/reservation-money.ts'
import type { InvoiceFacts } from '../domain/invoices.ts'
import type { Received } from '../domain/refund-policy.ts'
import type { Booking } from '../domain/settle.ts'
import { findInvoicePlace, lockInvoiceRow } from '../store/invoices.ts'
import { isCardKept } from '../store/kept-cards.ts'
import { lockEventOfHold, lockIntent, lockReservation } from '../store/locks.ts'
import type { BookingPlace } from '../store/payment-intents.ts'
import {
  findInvoiceFacts,
  findReceived,
  readMoneySums,
  lockPaymentOfIntent,
  lockPayments,
} from '../store/payments.ts'
import { listRefundsOfPayment } from '../store/refunds.ts'
import { listChoicesOf, listParty, type ReservationRow } from '../store/reservations.ts'

/** An invoice with its payment and its reservation, all locked until the transaction ends; a hold's event too. */
export async function lockInvoice(tx: Transaction, id: number): Promise<InvoiceFacts | undefined> {
  const place = await findInvoicePlace(tx, id)
  if (!place) return undefined
  await lockEventOfHold(tx, place.reservationId)
  if (!(await lockReservation(tx, place.reservationId))) return undefined
  await lockInvoiceRow(tx, id)
  await lockPayments(tx, { invoiceId: id })
  return findInvoiceFacts(tx, id)
}

/** An invoice with the payment of it, both locked; undefined: it is gone. */
export async function lockInvoicePayment(
  tx: Transaction,
  invoiceId: number,
): Promise<{ payment: Received | undefined } | undefined> {
  if (!(await lockInvoiceRow(tx, invoiceId))) return undefined
  const [id] = await lockPayments(tx, { invoiceId })
  return { payment: id === undefined ? undefined : await findReceived(tx, id) }
}

/** A payment, locked. */
export async function lockPayment(tx: Transaction, id: number): Promise<Received | undefined> {
  await lockPayments(tx, { id })
  return findReceived(tx, id)
}

/** A booking as `settle` wants it, with the ids that its changes are written to. */
export interface LockedBooking {
  booking: Booking
  eventId: number | null
  /** Whose spots go with the reservation's. */
  partyId: number | null
  paymentId: number | null
  /** Whether it may be kept with what was paid: there is a guest, whose data is not deleted. */
  keepsCard: boolean
  /** What the guest agreed to when they wanted the card kept; null: they did not. */
  consent: { version: string; at: Date } | null
}

/**
 * Locks a booking and reads it. Null: the intent's row has moved on since `version` was read, so what the
 * provider said in between may be old; start over.
 */
export async function lockBooking(
  tx: Transaction,
  { place, version, now }: { place: BookingPlace; version: number | null; now: Date },
): Promise<LockedBooking | null> {
  const event = place.eventId === null ? undefined : await lockEvent(tx, place.eventId)
  const { reservationId, invoiceId, intentId } = place
  const reservation = reservationId === null ? undefined : await lockReservation(tx, reservationId)
  const invoice = invoiceId === null ? undefined : await lockInvoiceRow(tx, invoiceId)
  const intent = intentId === null ? undefined : await lockIntent(tx, intentId)
  if (intent && (intent.version !== version || intent.invoiceId !== invoiceId)) return null

  const payment = intent ? await lockPaymentOfIntent(tx, intent.id) : undefined
  // A stay whose data is deleted has no guest to come for it.
  const isOpen = event?.cancelledAt === null && !hasHappened(event.startDateDate, ranchDay(now))
  return {
    eventId: place.eventId,
    partyId: reservation?.partyId ?? null,
    paymentId: payment?.id ?? null,
    keepsCard: reservation?.purgedAt === null,
    consent:
      intent?.consentVersion && intent.consentAt
        ? { version: intent.consentVersion, at: intent.consentAt }
        : null,
    booking: {
      // Consent that was withdrawn leaves the customer with the payment, and nothing is kept.
      intent: intent
        ? { ...intent, customer: intent.consentVersion === null ? null : intent.customer }
        : null,
      payment: payment ? { ...payment, refunds: await listRefundsOfPayment(tx, payment.id) } : null,
      invoice: invoice && reservation ? await invoiceFacts(tx, invoice, ranchDay(now)) : null,
      reservation: reservation ?? null,
      cardKept: reservation ? await isCardKept(tx, reservation.id) : false,
      spotFree:
        isOpen && reservation?.status === 'expired' && reservation.purgedAt === null
          ? await areSpotsFree(tx, { event, reservation })
          : false,
    },
  }
}

/** Whether the spots that a hold and its party had, and what was chosen with them, are still free. */
async function areSpotsFree(
  tx: Transaction,
  { event, reservation }: { event: { id: number; spots: number }; reservation: ReservationRow },
): Promise<boolean> {
  const { id, partyId } = reservation
  const party = partyId === null ? [] : await listParty(tx, partyId)
  const ids = party.length === 0 ? [id] : party.flatMap((one) => (one.status === 'expired' ? [one.id] : []))
  const { taken, options } = await readSpots(tx, event.id)
  if (event.spots - taken < ids.length) return false
  return options.length === 0 || areFree(options, [...(await listChoicesOf(tx, ids)).values()].flat())
}

/** `paysAll`: with this invoice paid, nothing of the reservation is left to pay. */
async function invoiceFacts(
  tx: Transaction,
  { id, reservationId, amount, unpaid }: typeof invoices.$inferSelect,
  today: Day,
): Promise<NonNullable<Booking['invoice']>> {
  if (!unpaid) return { id, paid: true, paysAll: false }
  const sums = await readMoneySums(tx, reservationId, today)
  const after = { ...sums, received: sums.received + amount, unpaid: sums.unpaid - amount }
  return { id, paid: false, paysAll: moneyOf(after).paidUp }
}
