/** Our records of payment intents: which exist, what they are for, which invoice has one open. */
import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import {
  type Database,
  FOREIGN_KEY_VIOLATION,
  sqlState,
  type Transaction,
  UNIQUE_VIOLATION,
} from '#platform/database/database.ts'
import {
  invoices,
  paymentIntents,
  payments,
  reservations,
  type InvoicePurpose,
  type ReservationStatus,
} from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import type { Cents } from '#shared/money.ts'

export type IntentRow = typeof paymentIntents.$inferSelect

const SITE_ID = 'site-id'

/** This installation's random name in the provider's metadata, made at its first use. */
export async function siteId(db: Database): Promise<string> {
  const known = await findSiteId(db)
  if (known) return known
  await db.insert(siteFacts).values({ key: SITE_ID, value: randomUUID() }).onConflictDoNothing()
  const made = await findSiteId(db)
  if (!made) throw new Error('The site id was not written')
  return made
}

/** As `siteId`, where nothing can be written; undefined: it never had one. */
export async function findSiteId(db: Database): Promise<string | undefined> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, SITE_ID))
  return fact?.value
}

export async function findIntent(db: Database, id: string): Promise<IntentRow | undefined> {
  const [row] = await db.select().from(paymentIntents).where(eq(paymentIntents.id, id))
  return row
}

export interface NewIntent {
  id: string
  amount: Cents
  /** The event whose sum due now it pays; null for an invoice's, and for one of a sum alone. */
  eventId: number | null
  invoiceId: number | null
  /** Keyed hash of the network that asked for it. */
  madeFrom?: string | null
  createdAt: Date
}

/**
 * Notes an intent that the provider has made; does nothing when it is known. False: its invoice has another one
 * open, is paid, asks for another sum since an admin changed it, or is gone, like its event may be.
 */
export async function insertIntent(db: Database, intent: NewIntent): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      if (intent.invoiceId !== null && !(await lockDue(tx, intent.invoiceId, intent.amount))) return false
      await tx.insert(paymentIntents).values(intent).onConflictDoNothing({ target: paymentIntents.id })
      return true
    })
  } catch (error) {
    const state = sqlState(error) ?? ''
    if ([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].includes(state)) return false
    throw error
  }
}

// An admin's change ends the open intents of an invoice first, and holds its lock: this one comes before or after.
async function lockDue(tx: Transaction, invoiceId: number, amount: Cents): Promise<boolean> {
  const [due] = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), eq(invoices.amount, amount)))
    .for('share')
  const paid = await tx.select({ id: payments.id }).from(payments).where(eq(payments.invoiceId, invoiceId))
  return due !== undefined && paid.length === 0
}

/** Joins the one intent that may still pay an invoice. */
export const isOpenForInvoice = and(
  eq(paymentIntents.invoiceId, invoices.id),
  eq(paymentIntents.status, 'open'),
)

/** Which of these intents we have no record of. */
export async function withoutRow(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(inArray(paymentIntents.id, ids))
  const known = new Set(found.map((row) => row.id))
  return ids.filter((id) => !known.has(id))
}

/** All intents that an invoice has had, in one statement: how many name the next one, and one at most is open. */
export async function listIntentsOfInvoice(db: Database, invoiceId: number): Promise<IntentRow[]> {
  return db.select().from(paymentIntents).where(eq(paymentIntents.invoiceId, invoiceId))
}

/** What an invoice asks for now, and whether its money is there; undefined: it is gone. */
export async function findAsked(
  db: Database,
  invoiceId: number,
): Promise<{ amount: Cents; paid: boolean } | undefined> {
  const [row] = await db
    .select({ amount: invoices.amount, paymentId: payments.id })
    .from(invoices)
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(eq(invoices.id, invoiceId))
  return row && { amount: row.amount, paid: row.paymentId !== null }
}

/** Open intents that were made at or before an instant, oldest first. */
export async function listOpenIntents(db: Database, madeBefore: Date, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(and(eq(paymentIntents.status, 'open'), lte(paymentIntents.createdAt, madeBefore)))
    .orderBy(asc(paymentIntents.createdAt), asc(paymentIntents.id))
    .limit(limit)
  return found.map((row) => row.id)
}

export interface InvoiceToPay {
  id: number
  amount: Cents
  purpose: InvoicePurpose
  paid: boolean
  reservation: {
    status: ReservationStatus
    holdExpiresAt: Date | null
    purgedAt: Date | null
    eventCancelled: boolean
  }
}

/** An invoice by its id and the uuid of its reservation; numeric ids alone open nothing. */
export async function findInvoiceToPay(
  db: Database,
  { invoiceId, uuid }: { invoiceId: number; uuid: string },
): Promise<InvoiceToPay | undefined> {
  const [row] = await db
    .select({
      invoice: invoices,
      reservation: reservations,
      paymentId: payments.id,
      eventCancelledAt: events.cancelledAt,
    })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(and(eq(invoices.id, invoiceId), eq(reservations.uuid, uuid)))
  if (!row) return undefined
  const { invoice, reservation, paymentId, eventCancelledAt } = row
  return {
    id: invoice.id,
    amount: invoice.amount,
    purpose: invoice.purpose,
    paid: paymentId !== null,
    reservation: {
      status: reservation.status,
      holdExpiresAt: reservation.holdExpiresAt,
      purgedAt: reservation.purgedAt,
      eventCancelled: eventCancelledAt !== null,
    },
  }
}

/** Whether an invoice exists and has neither a payment nor an open intent. */
export async function canTakeIntent(db: Database, invoiceId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .leftJoin(paymentIntents, isOpenForInvoice)
    .where(and(eq(invoices.id, invoiceId), isNull(payments.id), isNull(paymentIntents.id)))
  return row !== undefined
}
