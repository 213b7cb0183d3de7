/** The tables `invoices` and `invoice_lines`: what a stay is asked for, and when; in a party for whom. Those that a sign-up asks for are written in `sign-ups.ts`. */
import { and, asc, between, eq, inArray, or, sql } from 'drizzle-orm'
import type { EmailSent } from '#features/emails/index.ts'
import type { StartMoved } from '#features/events/index.ts'
import { remainderDay } from '#features/events/rules.ts'
import { columns, type Database, firstRow, onlyRow, type Transaction } from '#platform/database/database.ts'
import {
  invoiceLines,
  type InvoicePurpose,
  invoices,
  reservations,
} from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { events } from '#platform/database/schema/events.ts'
import type { Cents } from '#shared/money.ts'
import type { InvoiceTerms } from '../domain/invoices.ts'
import type { InvoiceLineFor } from '../domain/party.ts'

export const listInvoiceTerms = async (db: Database, reservationId: number): Promise<InvoiceTerms[]> =>
  db
    .select(columns(invoices, 'amount', 'due', 'description', 'extra'))
    .from(invoices)
    .where(eq(invoices.reservationId, reservationId))

/** The invoice's sum and terms now, and whether its money is there; undefined: it is gone. */
export async function findAmountDue(
  db: Database,
  invoiceId: number,
): Promise<{ amount: Cents; paid: boolean } | undefined> {
  const [row] = await db
    .select(columns(invoices, 'amount', 'unpaid'))
    .from(invoices)
    .where(eq(invoices.id, invoiceId))
  return row && { amount: row.amount, paid: !row.unpaid }
}

/** An invoice by its id and the uuid of its reservation; numeric ids alone open nothing. */
export const findInvoiceToPay = (db: Database, { invoiceId, uuid }: { invoiceId: number; uuid: string }) =>
  firstRow(
    db
      .select({
        ...columns(invoices, 'id', 'amount', 'purpose'),
        paid: sql<boolean>`not ${invoices.unpaid}`,
        reservation: {
          ...columns(reservations, 'status', 'holdExpiresAt', 'purgedAt'),
          eventCancelled: sql<boolean>`${events.cancelledAt} is not null`,
        },
      })
      .from(invoices)
      .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
      .innerJoin(events, eq(events.id, reservations.eventId))
      .where(and(eq(invoices.id, invoiceId), eq(reservations.uuid, uuid))),
  )

export const lockInvoiceRow = (tx: Transaction, id: number) =>
  firstRow(tx.select().from(invoices).where(eq(invoices.id, id)).for('update'))

/** Locks an invoice against changes, and tells whether it asks for this sum and is not paid: an admin's change comes before or after. */
export async function lockAmountDue(
  tx: Transaction,
  { invoiceId, amount }: { invoiceId: number; amount: Cents },
): Promise<boolean> {
  const [due] = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), eq(invoices.amount, amount), eq(invoices.unpaid, true)))
    .for('share')
  return due !== undefined
}

/** The reservation that an invoice belongs to. Read before the locks. */
export const findInvoicePlace = (db: Database, id: number): Promise<{ reservationId: number } | undefined> =>
  firstRow(db.select({ reservationId: invoices.reservationId }).from(invoices).where(eq(invoices.id, id)))

/** An invoice with its payment, if any, its reservation and its event. */
export const findInvoiceForReceipt = (db: Database, id: number) =>
  firstRow(
    db
      .select({ invoice: invoices, payment: payments, reservation: reservations, event: events })
      .from(invoices)
      .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
      .innerJoin(events, eq(events.id, reservations.eventId))
      .leftJoin(payments, eq(payments.invoiceId, invoices.id))
      .where(eq(invoices.id, id)),
  )

/** The lines of these reservations' invoices, by invoice: whom each is for. Invoices for one guest are missing. */
export async function listLinesOfStays(
  db: Database,
  reservationIds: readonly number[],
): Promise<Map<number, InvoiceLineFor[]>> {
  if (reservationIds.length === 0) return new Map()
  const found = await db
    .select(columns(invoiceLines, 'invoiceId', 'reservationId', 'amount'))
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .where(inArray(invoices.reservationId, [...reservationIds]))
    .orderBy(asc(invoiceLines.invoiceId), asc(invoiceLines.reservationId))
  const byInvoice = Map.groupBy(found, ({ invoiceId }) => invoiceId)
  return new Map(
    [...byInvoice].map(([id, lines]) => [
      id,
      lines.map(({ reservationId, amount }) => ({ reservationId, amount })),
    ]),
  )
}

/** A guest, all of their party, and the parties with which money stands that was paid for them; without the guest: they are gone. */
export async function listGuestsAround(db: Database, id: number) {
  const own = db.select({ partyId: reservations.partyId }).from(reservations).where(eq(reservations.id, id))
  const paidBy = db
    .select({ id: invoices.reservationId })
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .where(eq(invoiceLines.reservationId, id))
  return db
    .select(columns(reservations, 'id', 'partyId', 'price', 'share'))
    .from(reservations)
    .where(
      or(
        eq(reservations.id, id),
        inArray(reservations.partyId, own),
        inArray(reservations.id, paidBy),
        inArray(reservations.partyId, paidBy),
      ),
    )
    .orderBy(asc(reservations.id))
}

/** Those of these guests for whom a line of somebody's invoice stands. */
export async function listNamedInLines(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const named = await db
    .selectDistinct({ id: invoiceLines.reservationId })
    .from(invoiceLines)
    .where(inArray(invoiceLines.reservationId, [...ids]))
  return new Set(named.map(({ id }) => id))
}

/** An invoice is for these from now on; none: for the guest with whose reservation it stands. They sum to its amount. */
export async function writeLines(
  tx: Transaction,
  invoiceId: number,
  lines: readonly InvoiceLineFor[],
): Promise<void> {
  await tx.delete(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId))
  if (lines.length > 0) await tx.insert(invoiceLines).values(lines.map((line) => ({ ...line, invoiceId })))
}

/** One invoice, beside those of the sign-up unless its purpose says otherwise; gives its id. */
export async function insertInvoice(
  tx: Transaction,
  invoice: InvoiceTerms & { reservationId: number; purpose?: InvoicePurpose; createdAt: Date },
): Promise<number> {
  const { id } = onlyRow(
    await tx
      .insert(invoices)
      .values({ purpose: 'other', ...invoice })
      .returning({ id: invoices.id }),
  )
  return id
}

/** Other terms of an invoice, or another guest who is asked for it; what is not named stays. */
export async function changeInvoiceRow(
  tx: Transaction,
  id: number,
  changes: Partial<InvoiceTerms & { reservationId: number }>,
): Promise<void> {
  await tx.update(invoices).set(changes).where(eq(invoices.id, id))
}

export async function deleteInvoiceRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(invoices).where(eq(invoices.id, id))
}

/**
 * Unpaid remainders stay due 30 days before the start, wherever that is now; where that day is over already they are due
 * at once, so that the guest is reminded of them. Days that were agreed otherwise, sums, and what is paid stay as they
 * are. The caller holds the event's lock.
 */
export async function moveRemainders(
  tx: Transaction,
  { eventId, from, to, today }: StartMoved,
): Promise<void> {
  const guests = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
  await tx
    .update(invoices)
    .set({ due: sql`greatest(${remainderDay(to)}::date, least(${invoices.due}, ${today}::date))` })
    .where(
      and(
        inArray(invoices.reservationId, guests),
        eq(invoices.purpose, 'remainder'),
        // The remainder may also be due at once, since its day was over when the start was moved to `from`.
        or(eq(invoices.due, remainderDay(from)), between(invoices.due, remainderDay(from), today)),
        invoices.unpaid,
      ),
    )
}

/** Notes that a payment reminder has gone out (`sent`, `dateSent`); other mails are none of an invoice's. */
export async function noteReminded(tx: Transaction, { type, invoiceId, at }: EmailSent): Promise<void> {
  if (type !== 'invoice-remind' || invoiceId === null) return
  await tx.update(invoices).set({ sentAt: at }).where(eq(invoices.id, invoiceId))
}

/** Empties what an admin has called the invoices of a reservation, for the purge. */
export async function emptyDescriptions(tx: Transaction, reservationId: number): Promise<void> {
  await tx.update(invoices).set({ description: null }).where(eq(invoices.reservationId, reservationId))
}
