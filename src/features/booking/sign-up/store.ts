/** Writes sign-ups and finds the ones that are repeated. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import {
  invoices,
  paymentIntents,
  reservations,
  type ReservationStatus,
} from '#platform/database/schema/booking.ts'
import type { Cents } from '#shared/money.ts'
import { isOpenForInvoice } from '../intents/store.ts'
import type { SealedGuest } from './guest.ts'
import type { PlannedInvoice } from './rules.ts'

/** A sign-up that is being repeated. */
export interface Earlier {
  reservationId: number
  uuid: string
  status: ReservationStatus
  holdExpiresAt: Date | null
  /** The invoice that was due at sign-up; null for a free stay. */
  invoiceId: number | null
  amount: Cents
  /** The intent that may still pay it. */
  openIntentId: string | null
}

/** The reservation that the same attempt made; one that stands no more has forgotten its attempt. */
export async function findByAttempt(db: Database, attemptHash: string): Promise<Earlier | undefined> {
  return findEarlier(db, eq(reservations.attemptHash, attemptHash))
}

/** The pending reservation of this e-mail for this event that this intent, not paid yet, was made or claimed for. */
export async function findByIntent(
  db: Database,
  { intentId, eventId, emailHashes }: { intentId: string; eventId: number; emailHashes: string[] },
): Promise<Earlier | undefined> {
  const sameGuest = and(
    eq(reservations.status, 'pending'),
    eq(reservations.eventId, eventId),
    inArray(reservations.emailHash, emailHashes),
  )
  return findEarlier(db, and(eq(paymentIntents.id, intentId), sameGuest))
}

export async function findEarlier(db: Database, which: ReturnType<typeof and>): Promise<Earlier | undefined> {
  const [row] = await db
    .select({
      reservationId: reservations.id,
      uuid: reservations.uuid,
      status: reservations.status,
      holdExpiresAt: reservations.holdExpiresAt,
      invoiceId: invoices.id,
      amount: sql<number>`coalesce(${invoices.amount}, 0)::int`,
      openIntentId: paymentIntents.id,
    })
    .from(reservations)
    .leftJoin(
      invoices,
      and(eq(invoices.reservationId, reservations.id), inArray(invoices.purpose, ['deposit', 'whole'])),
    )
    .leftJoin(paymentIntents, isOpenForInvoice)
    .where(which)
  return row
}

/** The names, still sealed, of those who are signed up for an event with this e-mail. The caller holds the event's lock. */
export async function listNamesOf(
  tx: Transaction,
  { eventId, emailHashes }: { eventId: number; emailHashes: string[] },
) {
  return tx
    .select({ uuid: reservations.uuid, customerName: reservations.customerName })
    .from(reservations)
    .where(
      and(
        eq(reservations.eventId, eventId),
        inArray(reservations.emailHash, emailHashes),
        eq(reservations.status, 'confirmed'),
      ),
    )
}

/** A number that no reservation has or will have. */
export async function spendNumber(tx: Transaction): Promise<number> {
  const [row] = rows<{ id: number }>(
    await tx.execute(sql`select nextval(pg_get_serial_sequence('reservations', 'id'))::int as id`),
  )
  if (!row) throw new Error('The sequence gave no number')
  return row.id
}

/** Until when a reservation is held; null once it is confirmed, or ended. */
export async function findHold(db: Database, id: number): Promise<Date | null> {
  const [row] = await db
    .select({ holdExpiresAt: reservations.holdExpiresAt })
    .from(reservations)
    .where(eq(reservations.id, id))
  return row?.holdExpiresAt ?? null
}

/** Those of the reservations that are held, or were held in vain. */
export async function findUnpaid(db: Database, ids: number[]): Promise<number[]> {
  const found = await db
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(inArray(reservations.id, ids), inArray(reservations.status, ['pending', 'expired'])))
  return found.map(({ id }) => id)
}

export interface NewReservation {
  uuid: string
  attendeeToken: string
  eventId: number
  status: 'pending' | 'confirmed'
  holdExpiresAt: Date | null
  attemptHash: string | null
  /** The stay whose spot it takes over. */
  replacesId?: number | null
  price: Cents
  /** Of the terms that were agreed to just now; null when nobody has agreed to any. */
  termsHash: string | null
  guest: SealedGuest
  now: Date
}

/** Inserts a reservation under the event's lock; gives its id. */
export async function insertReservation(
  tx: Transaction,
  { guest, termsHash, now, ...reservation }: NewReservation,
): Promise<number> {
  const [row] = await tx
    .insert(reservations)
    .values({
      ...reservation,
      ...guest,
      consentTermsHash: termsHash,
      consentAt: termsHash === null ? null : now,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: reservations.id })
  if (!row) throw new Error('The reservation was not written')
  return row.id
}

/** Inserts the planned invoices, none too; gives the id of the one that is due at sign-up. */
export async function insertInvoices(
  tx: Transaction,
  { reservationId, plan, now }: { reservationId: number; plan: PlannedInvoice[]; now: Date },
): Promise<number | undefined> {
  if (plan.length === 0) return undefined
  const rows = await tx
    .insert(invoices)
    .values(plan.map((invoice) => ({ ...invoice, reservationId, createdAt: now })))
    .returning({ id: invoices.id, purpose: invoices.purpose })
  return rows.find((row) => row.purpose !== 'remainder')?.id
}

/** Makes an intent the one of an invoice. The caller holds its lock and has checked that it is free. */
export async function claimIntent(
  tx: Transaction,
  { intentId, invoiceId }: { intentId: string; invoiceId: number },
): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ invoiceId, version: sql`${paymentIntents.version} + 1` })
    .where(eq(paymentIntents.id, intentId))
}

/** An offered spot is repeated by the form that fills it. A key that another reservation has is left to that one. */
export async function nameAttempt(tx: Transaction, id: number, attemptHash: string | null): Promise<void> {
  if (attemptHash === null || (await findByAttempt(tx, attemptHash))) return
  await tx.update(reservations).set({ attemptHash }).where(eq(reservations.id, id))
}

/** A pending guest has changed the form: the details and the consent are the last ones sent. */
export async function updateGuest(
  tx: Transaction,
  id: number,
  { guest, termsHash, now }: { guest: SealedGuest; termsHash: string; now: Date },
): Promise<void> {
  await tx
    .update(reservations)
    .set({
      ...guest,
      consentTermsHash: termsHash,
      consentAt: now,
      version: sql`${reservations.version} + 1`,
      updatedAt: now,
    })
    .where(and(eq(reservations.id, id), eq(reservations.status, 'pending')))
}
