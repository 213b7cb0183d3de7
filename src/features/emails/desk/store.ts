/** The mails, reservations and invoices that an admin's call names. */
import { and, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { emails, type EmailStatus } from '#platform/database/schema/emails.ts'

// E-mails that were dropped unsent are not shown.
const dropped: EmailStatus = 'dropped'
const isShown = ne(emails.status, dropped)

/** `purgedAt` is its reservation's. */
export async function findMail(db: Database, id: number) {
  const [found] = await db
    .select({ mail: emails, purgedAt: reservations.purgedAt })
    .from(emails)
    .leftJoin(reservations, eq(reservations.id, emails.reservationId))
    .where(and(eq(emails.id, id), isShown))
  return found
}

/** How the mail stands, until the transaction ends. The caller holds its reservation: a deletion takes that first. */
export async function lockMailStatus(tx: Transaction, id: number): Promise<EmailStatus | undefined> {
  const [row] = await tx
    .select({ status: emails.status })
    .from(emails)
    .where(and(eq(emails.id, id), isShown))
    .for('update')
  return row?.status
}

/** Keeps the reservation from being deleted until the transaction ends, and from nothing else. */
export async function lockAgainstDeletion(tx: Transaction, reservationId: number): Promise<void> {
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.id, reservationId))
    .for('key share')
}

export async function findInvoice(db: Database, id: number) {
  const [row] = await db
    .select({ invoiceId: invoices.id, reservationId: invoices.reservationId })
    .from(invoices)
    .where(eq(invoices.id, id))
  return row
}
