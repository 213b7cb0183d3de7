/** Finds what is to be settled, and reads it whole and locked. Lock order: event, reservation, invoice, payment (R2.7). */
import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import {
  invoices,
  paymentIntents,
  payments,
  refunds,
  reservations,
} from '#platform/database/schema/booking.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { moneyOf } from '#shared/reservation-money.ts'
import { hasHappened, isFull } from '#features/events/rules.ts'
import { countTaken, lockEvent } from '#features/events/index.ts'
import { findReplaced } from '../replacement/store.ts'
import type { Booking } from '../rules.ts'
import { readMoneySums } from '../totals-store.ts'

/** A booking as `settle` wants it, with the ids that its changes are written to. */
export interface LockedBooking {
  booking: Booking
  eventId: number | null
  paymentId: number | null
}

export interface Place {
  intentId: string | null
  invoiceId: number | null
  reservationId: number | null
  eventId: number | null
  /** The stay whose spot a hold is to take over. */
  replacesId: number | null
}

/** Where an intent belongs. Read before the locks, and compared after them. */
export async function findPlace(db: Database, intentId: string): Promise<Place> {
  const [row] = await db
    .select({
      invoiceId: invoices.id,
      reservationId: reservations.id,
      eventId: reservations.eventId,
      replacesId: sql<
        number | null
      >`case when ${reservations.status} = 'pending' then ${reservations.replacesId} end`,
    })
    .from(paymentIntents)
    .leftJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
    .leftJoin(reservations, eq(reservations.id, invoices.reservationId))
    .where(eq(paymentIntents.id, intentId))
  return { invoiceId: null, reservationId: null, eventId: null, replacesId: null, ...row, intentId }
}

/** Where a reservation without any intent belongs. */
export async function findPlaceOfReservation(db: Database, id: number): Promise<Place> {
  const [row] = await db
    .select({ eventId: reservations.eventId })
    .from(reservations)
    .where(eq(reservations.id, id))
  return {
    intentId: null,
    invoiceId: null,
    reservationId: id,
    eventId: row?.eventId ?? null,
    replacesId: null,
  }
}

/**
 * Locks a booking and reads it. Null: the intent's row has moved on since `version` was read, so what the
 * provider said in between may be old; start over.
 */
export async function lockBooking(
  tx: Transaction,
  { place, version, now }: { place: Place; version: number | null; now: Date },
): Promise<LockedBooking | null> {
  const event = place.eventId === null ? undefined : await lockEvent(tx, place.eventId)
  const reservation = await lockReservation(tx, place.reservationId)
  const invoice = await lockInvoice(tx, place.invoiceId)
  const intent = await lockIntent(tx, place.intentId)
  if (intent && (intent.version !== version || intent.invoiceId !== place.invoiceId)) return null

  const payment = intent ? await findPayment(tx, intent.id) : undefined
  // Nobody is left to come for one whose data is deleted.
  const expired = reservation?.status === 'expired' && reservation.purgedAt === null
  return {
    eventId: place.eventId,
    paymentId: payment?.id ?? null,
    booking: {
      intent: intent ?? null,
      payment: payment ? { ...payment, refunds: await listRefunds(tx, payment.id) } : null,
      invoice: invoice && reservation ? await invoiceFacts(tx, invoice, ranchDay(now)) : null,
      reservation: reservation ?? null,
      spotFree:
        expired && event?.cancelledAt === null && !hasHappened(event.startDateDate, ranchDay(now))
          ? !isFull(event.spots, await countTaken(tx, event.id))
          : false,
      replaces: reservation?.status === 'pending' ? await findReplaced(tx, reservation.id) : null,
    },
  }
}

async function lockReservation(tx: Transaction, id: number | null) {
  if (id === null) return undefined
  const [row] = await tx
    .select({
      id: reservations.id,
      status: reservations.status,
      holdExpiresAt: reservations.holdExpiresAt,
      purgedAt: reservations.purgedAt,
    })
    .from(reservations)
    .where(eq(reservations.id, id))
    .for('update')
  return row
}

async function lockInvoice(tx: Transaction, id: number | null) {
  if (id === null) return undefined
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update')
  return row
}

/** Our record of an intent, locked. */
export async function lockIntent(tx: Transaction, id: string | null) {
  if (id === null) return undefined
  const [row] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for('update')
  return row
}

async function findPayment(tx: Transaction, intentId: string) {
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

async function listRefunds(tx: Transaction, paymentId: number) {
  return tx
    .select({ key: refunds.key, status: refunds.status, providerRefundId: refunds.providerRefundId })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
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

/** Holds that ended at or before an instant, the longest ended first. */
export async function listEndedHolds(db: Database, now: Date, limit: number): Promise<number[]> {
  const found = await db
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(eq(reservations.status, 'pending'), lte(reservations.holdExpiresAt, now)))
    .orderBy(asc(reservations.holdExpiresAt), asc(reservations.id))
    .limit(limit)
  return found.map((row) => row.id)
}

/** The intent that a hold waits for: the open one, else the last one; null when there is none (any more). */
export async function findHoldIntent(db: Database, reservationId: number): Promise<string | null> {
  const [row] = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .innerJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
    .where(eq(invoices.reservationId, reservationId))
    .orderBy(
      desc(sql`${paymentIntents.status} = 'open'`),
      desc(paymentIntents.createdAt),
      desc(paymentIntents.id),
    )
    .limit(1)
  return row?.id ?? null
}
