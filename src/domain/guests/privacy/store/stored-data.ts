/**
 * Reads sealed personal data: everything about one reservation, and the facts that decide whether the guest may have it
 * deleted early. Also reads the rows of any table that are not sealed with the first key of `DATA_KEYS`.
 */
import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { amountFor } from '#domain/booking/domain/invoice-parts.ts'
import { refusedButHere } from '#domain/booking/store/refunds.ts'
import { columns, type Database, firstRow, rows, type Transaction } from '#platform/database/database.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import type { Sealed } from '#platform/database/schema/columns.ts'
import { invoiceLines, invoices, reservations } from '#platform/database/schema/booking.ts'
import {
  payments,
  refunds,
  type RefundStatus,
  cardCharges,
  savedCards,
} from '#platform/database/schema/payments.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import type { SealedTable } from '../sealed-columns.ts'

/** Returns the reservation of a private link with its event, even if the guest is purged. */
export async function findReservationData(db: Database, uuid: string) {
  const [found] = await db
    .select({
      reservation: reservations,
      event: { name: events.name, startDateDate: events.startDateDate, endDateDate: events.endDateDate },
      cancellation: cancellations,
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .leftJoin(cancellations, eq(cancellations.reservationId, reservations.id))
    .where(eq(reservations.uuid, uuid))
  return found
}

export type ReservationData = NonNullable<Awaited<ReturnType<typeof findReservationData>>>

export async function listStoredInvoices(db: Database, reservationId: number) {
  const found = await db
    .select()
    .from(invoices)
    .where(eq(invoices.reservationId, reservationId))
    .orderBy(asc(invoices.id))
  const ids = found.map(({ id }) => id)
  const lines = await db.select().from(invoiceLines).where(inArray(invoiceLines.invoiceId, ids))
  return found.map((invoice) => {
    const here = lines.filter(({ invoiceId }) => invoiceId === invoice.id)
    return { ...invoice, own: amountFor({ ...invoice, lines: here }, reservationId) }
  })
}

/** Lists the other guests of the party. Their names stay sealed. */
export async function listCompanions(db: Database, { id, partyId }: { id: number; partyId: number | null }) {
  if (partyId === null) return []
  return db
    .select({ uuid: reservations.uuid, customerName: reservations.customerName })
    .from(reservations)
    .where(and(eq(reservations.partyId, partyId), ne(reservations.id, id)))
    .orderBy(asc(reservations.id))
}

export async function listStoredPayments(db: Database, reservationId: number) {
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.reservationId, reservationId))
    .orderBy(asc(payments.id))
  const ids = paid.map(({ id }) => id)
  const given = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.paymentId, ids))
    .orderBy(asc(refunds.id))
  return paid.map((payment) => ({
    ...payment,
    refunds: given.filter(({ paymentId }) => paymentId === payment.id),
  }))
}

export const listStoredEmails = async (db: Database, reservationId: number) =>
  db.select().from(emails).where(eq(emails.reservationId, reservationId)).orderBy(asc(emails.id))

/** Returns the audit entries of a reservation, without the admins' addresses. */
export const listHistory = async (db: Database, reservationId: number) =>
  db
    .select(columns(auditEntries, 'uuid', 'at', 'actor', 'action', 'fields', 'details'))
    .from(auditEntries)
    .where(eq(auditEntries.reservationId, reservationId))
    .orderBy(asc(auditEntries.id))

/**
 * Returns the card that is or was saved for the guest, with every attempt to charge it. Returns undefined if Stripe
 * never saved a card.
 */
export async function findStoredCard(db: Database, reservationId: number) {
  const [card] = await db.select().from(savedCards).where(eq(savedCards.reservationId, reservationId))
  const charges = await db
    .select()
    .from(cardCharges)
    .where(eq(cardCharges.reservationId, reservationId))
    .orderBy(asc(cardCharges.id))
  return card && { card, charges }
}

/**
 * Returns the waitlist entry that became this stay. Omits other entries with the same e-mail address, because they
 * may belong to another person.
 */
export async function findWaitlistEntry(db: Database, reservationId: number) {
  const [found] = await db
    .select({ entry: waitlistEntries })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .where(
      and(
        eq(waitlistOffers.reservationId, reservationId),
        inArray(waitlistOffers.state, ['open', 'accepted']),
      ),
    )
  return found?.entry
}

/** Locks the reservation of a private link until the transaction ends, even if the guest is purged. */
export const lockByUuid = (tx: Transaction, uuid: string) =>
  firstRow(tx.select().from(reservations).where(eq(reservations.uuid, uuid)).for('update'))

/**
 * Returns the statuses of a reservation's refunds. Omits a refund that Stripe refused if a dispute took the money or
 * an admin paid the refund by hand.
 */
export async function listRefundStates(db: Database, reservationId: number): Promise<RefundStatus[]> {
  const failed: RefundStatus = 'failed'
  const found = await db
    .select({ status: refunds.status })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.reservationId, reservationId), or(ne(refunds.status, failed), refusedButHere)))
  return found.map(({ status }) => status)
}

export interface SealedRow {
  keys: string[]
  values: Record<string, string | null>
}

/** Quotes a table or column name for SQL. All names come from our own list, and none from a request. */
const identifier = (text: string): SQL =>
  sql.join(
    text.split('.').map((part) => sql.identifier(part)),
    sql`.`,
  )

const columnsOf = ({ columns, lookup }: SealedTable): string[] => [
  ...Object.values(columns).map(({ column }) => column),
  ...(lookup ? [lookup.column] : []),
]

export async function tableExists(db: Database, table: string): Promise<boolean> {
  const found = await db.execute(sql`select to_regclass(${table}) is not null as there`)
  return rows<{ there: boolean }>(found)[0]?.there ?? false
}

/** Returns one sealed value of a column, and the row identifier that is part of the seal. */
export async function findSealed(
  db: Database,
  { table, keys, column }: { table: string; keys: string[]; column: string },
): Promise<{ row: string; value: Sealed } | undefined> {
  const wanted = [...keys, column].map((each) => sql`${identifier(each)}::text`)
  const found = await db.execute(
    sql`select ${sql.join(wanted, sql`, `)} from ${identifier(table)} where ${identifier(column)} is not null limit 1`,
  )
  const [values] = rows<Record<string, string>>(found)
  return values && { row: keys.map((key) => values[key]).join(' '), value: values[column] as Sealed }
}

/**
 * Locks rows with a sealed value or hash that was made with another key than `keyId`. A sealed value starts with
 * `s1.<key>.`, and a hash with `<key>.`.
 */
export async function lockRowsOfOldKeys(
  tx: Transaction,
  sealedTable: SealedTable,
  { keyId, limit }: { keyId: string; limit: number },
): Promise<SealedRow[]> {
  const { table, keys, columns, lookup } = sealedTable
  const old = Object.values(columns).map(
    ({ column }) => sql`split_part(${identifier(column)}, '.', 2) <> ${keyId}`,
  )
  if (lookup) old.push(sql`split_part(${identifier(lookup.column)}, '.', 1) <> ${keyId}`)
  const wanted = [...keys, ...columnsOf(sealedTable)].map((column) => sql`${identifier(column)}::text`)
  const found = await tx.execute(
    sql`select ${sql.join(wanted, sql`, `)} from ${identifier(table)} where ${sql.join(old, sql` or `)} limit ${limit} for update`,
  )
  return rows<Record<string, string | null>>(found).map((values) => ({
    keys: keys.map((key) => values[key] ?? ''),
    values,
  }))
}

export async function writeRow(
  tx: Transaction,
  { table, keys }: SealedTable,
  { row, changes }: { row: SealedRow; changes: Record<string, string> },
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${identifier(column)} = ${value}`)
  const which = keys.map((key, index) => sql`${identifier(key)} = ${row.keys[index]}`)
  await tx.execute(
    sql`update ${identifier(table)} set ${sql.join(set, sql`, `)} where ${sql.join(which, sql` and `)}`,
  )
}
