/** All row locks, taken in one order everywhere (R2.7): event, reservation, invoice, payment intent, payment, refund. */
import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import { countTaken, lockEvent } from '#features/events/index.ts'
import { hasHappened, isFull } from '#features/events/rules.ts'
import type { Transaction } from '#platform/database/database.ts'
import {
  invoices,
  paymentIntents,
  payments,
  refunds,
  reservations,
} from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { moneyOf } from '#shared/reservation-money.ts'
import type { InvoiceFacts } from '../domain/invoices.ts'
import type { Received } from '../domain/refund-policy.ts'
import type { ReplacementProblem } from '../domain/replacement.ts'
import type { Booking } from '../domain/settle.ts'
import { findInvoiceFacts, findInvoicePlace } from './invoices.ts'
import type { BookingPlace } from './payment-intents.ts'
import { findReceived, listReceived, readMoneySums } from './payments.ts'
import { listRefundsOfPayment } from './refunds.ts'
import { findReplaceableStay } from './replacement-links.ts'
import { ofStayOrEvent, type ReservationRow, type StayOrEvent } from './reservations.ts'

/**
 * Locks the event of a held spot, before the reservation itself: what confirms it may end another stay, and tells the
 * waitlist. No reservation becomes a held one later.
 */
export async function lockEventOfHold(tx: Transaction, reservationId: number): Promise<void> {
  const [row] = await tx
    .select({ eventId: reservations.eventId, status: reservations.status })
    .from(reservations)
    .where(eq(reservations.id, reservationId))
  if (row?.status === 'pending') await lockEvent(tx, row.eventId)
}

/** The reservation, locked until the transaction ends. */
export async function lockReservation(tx: Transaction, id: number): Promise<ReservationRow | undefined> {
  const [row] = await tx.select().from(reservations).where(eq(reservations.id, id)).for('update')
  return row
}

/** Locks them and their invoices, after their event: nothing is paid, held or changed until the transaction ends. */
export async function lockReservationsAndInvoices(tx: Transaction, which: StayOrEvent): Promise<number[]> {
  const locked = await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(ofStayOrEvent(which))
    .orderBy(asc(reservations.id))
    .for('update')
  const ids = locked.map((row) => row.id)
  if (ids.length === 0) return []
  await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.reservationId, ids))
    .orderBy(asc(invoices.id))
    .for('update')
  return ids
}

/** An invoice with its payment and its reservation, all locked until the transaction ends; a hold's event too. */
export async function lockInvoice(tx: Transaction, id: number): Promise<InvoiceFacts | undefined> {
  const place = await findInvoicePlace(tx, id)
  if (!place) return undefined
  await lockEventOfHold(tx, place.reservationId)
  if (!(await lockReservation(tx, place.reservationId))) return undefined
  await lockInvoiceRow(tx, id)
  await lockPayments(tx, eq(payments.invoiceId, id))
  return findInvoiceFacts(tx, id)
}

async function lockInvoiceRow(tx: Transaction, id: number) {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update')
  return row
}

/** Our record of an intent, locked. */
export async function lockIntent(tx: Transaction, id: string) {
  const [row] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for('update')
  return row
}

/** An invoice with the payment of it, both locked; undefined: it is gone. */
export async function lockInvoicePayment(
  tx: Transaction,
  invoiceId: number,
): Promise<{ payment: Received | undefined } | undefined> {
  if (!(await lockInvoiceRow(tx, invoiceId))) return undefined
  const [id] = await lockPayments(tx, eq(payments.invoiceId, invoiceId))
  return { payment: id === undefined ? undefined : await findReceived(tx, id) }
}

/** A payment, locked. */
export async function lockPayment(tx: Transaction, id: number): Promise<Received | undefined> {
  await lockPayments(tx, eq(payments.id, id))
  return findReceived(tx, id)
}

/** All money that came, after locking the payments. The caller holds the reservation's lock, so no money can join them. */
export async function lockReceived(tx: Transaction, reservationId: number): Promise<Received[]> {
  await lockPayments(tx, eq(payments.reservationId, reservationId))
  return listReceived(tx, reservationId)
}

// What is refunded of them is read in a statement of its own afterwards: what was refunded while this waited counts.
async function lockPayments(tx: Transaction, which: SQL): Promise<number[]> {
  const locked = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(which)
    .orderBy(asc(payments.id))
    .for('update')
  return locked.map(({ id }) => id)
}

export async function lockRefund(tx: Transaction, id: number) {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update')
  return row
}

/** The cancellation of a stay whose refund waits for a fee, locked; undefined when none waits. */
export async function lockAwaitedRefund(tx: Transaction, reservationId: number) {
  const [row] = await tx
    .select()
    .from(cancellations)
    .where(eq(cancellations.reservationId, reservationId))
    .for('update')
  return row?.awaited ? { ...row, awaited: row.awaited } : undefined
}

/** A booking as `settle` wants it, with the ids that its changes are written to. */
export interface LockedBooking {
  booking: Booking
  eventId: number | null
  paymentId: number | null
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
  const expired = reservation?.status === 'expired' && reservation.purgedAt === null
  return {
    eventId: place.eventId,
    paymentId: payment?.id ?? null,
    booking: {
      intent: intent ?? null,
      payment: payment ? { ...payment, refunds: await listRefundsOfPayment(tx, payment.id) } : null,
      invoice: invoice && reservation ? await invoiceFacts(tx, invoice, ranchDay(now)) : null,
      reservation: reservation ?? null,
      spotFree:
        expired && event?.cancelledAt === null && !hasHappened(event.startDateDate, ranchDay(now))
          ? !isFull(event.spots, await countTaken(tx, event.id))
          : false,
    },
  }
}

async function lockPaymentOfIntent(tx: Transaction, intentId: string) {
  const [row] = await tx
    .select({
      id: payments.id,
      chargeId: payments.chargeId,
      paidAt: payments.paidAt,
      fee: payments.fee,
      withdrawn: payments.withdrawn,
    })
    .from(payments)
    .where(eq(payments.intentId, intentId))
    .for('update')
  return row
}

/** `paysAll`: with this invoice paid, nothing of the reservation is left to pay. */
async function invoiceFacts(
  tx: Transaction,
  { id, reservationId, amount }: typeof invoices.$inferSelect,
  today: Day,
): Promise<NonNullable<Booking['invoice']>> {
  const [payment] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.invoiceId, id))
  if (payment) return { id, paid: true, paysAll: false }
  const sums = await readMoneySums(tx, reservationId, today)
  const after = { ...sums, received: sums.received + amount, unpaid: sums.unpaid - amount }
  return { id, paid: false, paysAll: moneyOf(after).paidUp }
}

/** The stay whose spot a sign-up by this link takes over, locked; or why it cannot. The caller holds the event's lock. */
export async function lockReplaceableStay(
  tx: Transaction,
  link: { token: string; eventId: number },
): Promise<number | ReplacementProblem> {
  const id = await findReplaceableStay(tx, link)
  if (typeof id === 'number') await lockReservation(tx, id)
  return id
}
