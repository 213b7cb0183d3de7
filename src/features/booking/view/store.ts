/** Reads what a guest's page shows. */
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { invoices, paymentIntents, payments, reservations } from '#platform/database/schema/booking.ts'
import { isOpenForInvoice } from '../intents/store.ts'
import { REFUNDED, refundedBeside } from '../totals-store.ts'

export type ReservationRow = typeof reservations.$inferSelect

/** The row behind a private link, also when its personal fields are purged: its `purgedAt` says so. */
export async function findReservationByUuid(db: Database, uuid: string): Promise<ReservationRow | undefined> {
  const [row] = await db.select().from(reservations).where(eq(reservations.uuid, uuid))
  return row
}

/** The invoices of a reservation with the payment and the open intent of each. */
export async function listInvoices(db: Database, reservationId: number) {
  return listInvoicesOf(db, [reservationId])
}

/** The same of several reservations, by id. */
export async function listInvoicesOf(db: Database, reservationIds: number[]) {
  return listLines(db, inArray(invoices.reservationId, reservationIds))
}

/** One of them by its number. */
export async function findInvoiceLine(db: Database, id: number): Promise<InvoiceLine | undefined> {
  const [line] = await listLines(db, eq(invoices.id, id))
  return line
}

async function listLines(db: Database, which: SQL) {
  return db
    .select({
      invoice: invoices,
      payment: {
        paidAt: payments.paidAt,
        method: payments.method,
        amount: payments.amount,
        withdrawn: payments.withdrawn,
      },
      refunded: REFUNDED,
      openIntentId: paymentIntents.id,
    })
    .from(invoices)
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .leftJoinLateral(refundedBeside, sql`true`)
    .leftJoin(paymentIntents, isOpenForInvoice)
    .where(which)
    .orderBy(asc(invoices.id))
}

export type InvoiceLine = Awaited<ReturnType<typeof listInvoices>>[number]

/** Notes the first time that a guest looked at the directions. The token opens nothing, and unknown ones change nothing. */
export async function noteDirectionsViewed(db: Database, attendeeToken: string, now: Date): Promise<void> {
  await db
    .update(reservations)
    .set({ directionsViewedAt: now })
    .where(
      and(
        eq(reservations.attendeeToken, attendeeToken),
        isNull(reservations.directionsViewedAt),
        isNull(reservations.purgedAt),
      ),
    )
}
