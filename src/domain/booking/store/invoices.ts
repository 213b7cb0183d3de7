/**
 * The tables `invoices` and `invoice_lines`: what is owed for a stay and when. In a party, a line says how much of
 * an invoice is for which guest. `sign-ups.ts` writes the invoices of a sign-up.
 */
import { and, asc, between, eq, inArray, or, sql } from 'drizzle-orm'
import type { EmailSent } from '#platform/email-queue.ts'
import { remainderDay } from '#domain/events/rules.ts'
import { columns, type Database, firstRow, onlyRow, type Transaction } from '#platform/database/database.ts'
import {
  invoiceLines,
  type InvoicePurpose,
  invoices,
  reservations,
} from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { events } from '#platform/database/schema/events.ts'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { InvoiceTerms } from '../domain/invoices.ts'
import type { InvoiceLineFor } from '../domain/party.ts'

export const listInvoiceTerms = async (db: Database, reservationId: number): Promise<InvoiceTerms[]> =>
  db
    .select(columns(invoices, 'amount', 'due', 'description', 'extra'))
    .from(invoices)
    .where(eq(invoices.reservationId, reservationId))

/** Returns an invoice's current amount and whether it is paid, or undefined if it was deleted. */
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

/**
 * Finds an invoice by its id and its reservation's uuid. Ids can be guessed, so an id alone must not be enough to
 * see an invoice.
 */
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

/** Locks an invoice until the transaction ends. Returns whether it is unpaid and asks for this amount. */
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

/** Finds the reservation of an invoice. Needed before the locks are taken, to know which rows to lock. */
export const findInvoicePlace = (db: Database, id: number): Promise<{ reservationId: number } | undefined> =>
  firstRow(db.select({ reservationId: invoices.reservationId }).from(invoices).where(eq(invoices.id, id)))

/** Returns an invoice with its payment (if any), reservation and event, for its receipt. */
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

/**
 * Returns the lines of these reservations' invoices, by invoice id. An invoice for a single guest has no lines.
 */
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

/**
 * Returns these guests, their parties, and the parties that have paid for them. Leaves out guests who were deleted.
 */
export async function listGuestsAround(db: Database, guestIds: readonly number[]) {
  const ids = [...guestIds]
  const own = db
    .select({ partyId: reservations.partyId })
    .from(reservations)
    .where(inArray(reservations.id, ids))
  const paidBy = db
    .select({ id: invoices.reservationId })
    .from(invoiceLines)
    .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
    .where(inArray(invoiceLines.reservationId, ids))
  return db
    .select(columns(reservations, 'id', 'partyId', 'price', 'share'))
    .from(reservations)
    .where(
      or(
        inArray(reservations.id, ids),
        inArray(reservations.partyId, own),
        inArray(reservations.id, paidBy),
        inArray(reservations.partyId, paidBy),
      ),
    )
    .orderBy(asc(reservations.id))
}

/** Returns which of these guests have a line in any invoice, by id. */
export async function listNamedInLines(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const named = await db
    .selectDistinct({ id: invoiceLines.reservationId })
    .from(invoiceLines)
    .where(inArray(invoiceLines.reservationId, [...ids]))
  return new Set(named.map(({ id }) => id))
}

/**
 * Replaces the lines of an invoice; the new lines must add up to its amount. An invoice without lines is for the
 * guest of its own reservation.
 */
export async function writeLines(
  tx: Transaction,
  invoiceId: number,
  lines: readonly InvoiceLineFor[],
): Promise<void> {
  await tx.delete(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId))
  if (lines.length > 0) await tx.insert(invoiceLines).values(lines.map((line) => ({ ...line, invoiceId })))
}

/** Inserts an invoice and returns its id. The purpose is `other` if none is given. */
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

/** Changes an invoice's amount, name, due day or reservation. Missing fields stay unchanged. */
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

interface StartMoved {
  eventId: number
  from: Day
  to: Day
  /** The day at the ranch on which an admin moved the event. */
  today: Day
}

/**
 * Adjusts the due days of unpaid remainders after an admin moved the event's start. They become due 30 days before
 * the new start, or today if that day has passed, so that the guest is reminded. Other due days, amounts and paid
 * invoices stay unchanged. The caller holds the event's lock.
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
        // If an admin has moved the start before, the remainder may be due on the day of that earlier move.
        or(eq(invoices.due, remainderDay(from)), between(invoices.due, remainderDay(from), today)),
        invoices.unpaid,
      ),
    )
}

/** Records on an invoice when its payment reminder was sent. Ignores other types of e-mails. */
export async function noteReminded(tx: Transaction, { type, invoiceId, at }: EmailSent): Promise<void> {
  if (type !== 'invoice-remind' || invoiceId === null) return
  await tx.update(invoices).set({ sentAt: at }).where(eq(invoices.id, invoiceId))
}

/**
 * Deletes the names that admins gave to a reservation's invoices, because they may be personal. The purge calls it.
 */
export async function emptyDescriptions(tx: Transaction, reservationId: number): Promise<void> {
  await tx.update(invoices).set({ description: null }).where(eq(invoices.reservationId, reservationId))
}
