/**
 * Queries around a sign-up: the hold that the same form made before, guests with the same address, the invoices,
 * and the payment intent. `reservations.ts` writes the reservations of a sign-up.
 */
import { and, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { columns, type Database, firstRow, type Transaction } from '#platform/database/database.ts'
import { invoiceLines, invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import type { Cents } from '#shared/money.ts'
import { linesOf } from '../domain/party.ts'
import type { PlannedInvoice } from '../domain/sign-up.ts'
import { isOpenForInvoice } from './reservations.ts'

/** A sign-up whose form is sent again. */
export type EarlierSignUp = Awaited<ReturnType<typeof selectSignUps>>[number]

/**
 * Returns the active reservations that were made by forms with these key hashes. Ended reservations have no hash.
 */
export const listByAttempt = async (db: Database, hashes: readonly string[]): Promise<EarlierSignUp[]> =>
  selectSignUps(db, inArray(reservations.attemptHash, hashes))

/** Finds the active sign-up for this event whose payer has the private link `uuid`. */
export async function findByLink(
  db: Database,
  { uuid, eventId }: { uuid: string; eventId: number },
): Promise<EarlierSignUp | undefined> {
  const isPayer = or(isNull(reservations.partyId), eq(reservations.partyId, reservations.id))
  const stands = inArray(reservations.status, ['pending', 'confirmed'])
  return findSignUpWhere(
    db,
    and(eq(reservations.uuid, uuid), eq(reservations.eventId, eventId), stands, isPayer),
  )
}

/**
 * Finds the pending reservation for this event and e-mail address whose invoice this payment intent can pay.
 */
export async function findByIntent(
  db: Database,
  { intentId, eventId, emailHashes }: { intentId: string; eventId: number; emailHashes: string[] },
): Promise<EarlierSignUp | undefined> {
  const sameGuest = and(
    eq(reservations.status, 'pending'),
    eq(reservations.eventId, eventId),
    inArray(reservations.emailHash, emailHashes),
  )
  return findSignUpWhere(db, and(eq(paymentIntents.id, intentId), sameGuest))
}

/** Returns a sign-up by its reservation's id. */
export const findSignUpById = async (db: Database, id: number): Promise<EarlierSignUp | undefined> =>
  findSignUpWhere(db, eq(reservations.id, id))

const findSignUpWhere = (db: Database, which: SQL | undefined): Promise<EarlierSignUp | undefined> =>
  firstRow(selectSignUps(db, which))

const selectSignUps = (db: Database, which: SQL | undefined) =>
  db
    .select({
      reservationId: reservations.id,
      ...columns(reservations, 'uuid', 'status', 'holdExpiresAt', 'codeId', 'attemptHash'),
      /** The guest who signed up. The name is still encrypted. */
      ...columns(reservations, 'customerName', 'emailHash'),
      /**
       * When the guest agreed to the Terms. Null for a spot of a waitlist offer whose form nobody has sent yet.
       */
      consentAt: reservations.consentAt,
      /** Number of spots that the sign-up holds, including the payer's. */
      spots: sql<number>`greatest(1, (select count(*)::int from reservations as guest where guest.party_id = ${reservations.id} and guest.status = 'pending'))`,
      /** The invoice that is due at sign-up; null for a free stay. */
      invoiceId: invoices.id,
      amount: sql<Cents>`coalesce(${invoices.amount}, 0)::int`,
      /** True if the invoice due at sign-up is for the whole price. */
      whole: sql<boolean>`${invoices.purpose} is not distinct from 'whole'`,
      /** The payment intent that may still pay the invoice due at sign-up. */
      openIntentId: paymentIntents.id,
    })
    .from(reservations)
    .leftJoin(
      invoices,
      and(eq(invoices.reservationId, reservations.id), sql`${invoices.purpose} in ('deposit', 'whole')`),
    )
    .leftJoin(paymentIntents, isOpenForInvoice)
    .where(which)

/**
 * Returns the encrypted names of the guests who have this e-mail address and are confirmed for the event. A caller
 * that writes must hold the event's lock.
 */
export const listGuestNames = async (
  db: Database,
  { eventId, emailHashes }: { eventId: number; emailHashes: string[] },
) =>
  db
    .select(columns(reservations, 'id', 'uuid', 'customerName'))
    .from(reservations)
    .where(
      and(
        eq(reservations.eventId, eventId),
        inArray(reservations.emailHash, emailHashes),
        eq(reservations.status, 'confirmed'),
      ),
    )

/**
 * Milliseconds for which a hold counts toward the limit of unpaid spots after it was made, even if it has expired.
 * Otherwise one IP network could hold the same spots again and again.
 */
const COUNTED_MS = 3_600_000

/**
 * Counts the unpaid spots of an event that an IP network holds now or held within the last hour. Does not count the
 * hold of the payer `except`, whose form is sent again.
 */
export const countUnpaidSpots = (
  tx: Transaction,
  { eventId, madeFrom, except }: { eventId: number; madeFrom: string; except: number | null },
  now: Date,
): Promise<number> =>
  tx.$count(
    reservations,
    and(
      eq(reservations.eventId, eventId),
      eq(reservations.madeFrom, madeFrom),
      inArray(reservations.status, ['pending', 'expired']),
      gt(reservations.createdAt, new Date(now.getTime() - COUNTED_MS)),
      except === null ? undefined : sql`coalesce(${reservations.partyId}, ${reservations.id}) <> ${except}`,
    ),
  )

/** Marks a hold and its party as unpaid, and stores the hash of the IP network that made the hold. */
export async function countAsUnpaid(
  tx: Transaction,
  { reservationId, madeFrom }: { reservationId: number; madeFrom: string },
): Promise<void> {
  const isOfHold = or(eq(reservations.id, reservationId), eq(reservations.partyId, reservationId))
  await tx.update(reservations).set({ madeFrom }).where(isOfHold)
}

/** Deletes the IP networks' hashes from holds that no longer count toward the limit of unpaid spots. */
export async function forgetHoldNetworks(db: Database, now: Date): Promise<void> {
  await db
    .update(reservations)
    .set({ madeFrom: null })
    .where(
      and(
        isNotNull(reservations.madeFrom),
        lte(reservations.createdAt, new Date(now.getTime() - COUNTED_MS)),
      ),
    )
}

/**
 * Returns the newest reservation of an e-mail address, of any status, or 0 if there is none. Always finds one row,
 * so that the duration of the query does not reveal whether the address is known.
 */
export async function findNewestReservationId(db: Database, emailHashes: string[]): Promise<number> {
  const [found] = await db
    .select({ id: sql<number>`coalesce(max(${reservations.id}), 0)::int` })
    .from(reservations)
    .where(inArray(reservations.emailHash, emailHashes))
  return found?.id ?? 0
}

interface Planned {
  reservationId: number
  plan: readonly PlannedInvoice[]
  /** All guests whose stays the invoices pay, the payer first. Missing for a guest in no party. */
  members?: readonly { id: number; share: Cents }[]
  now: Date
}

const isOfSignUp = sql`${invoices.purpose} in ('deposit', 'remainder', 'whole')`

/**
 * Writes the planned invoices of a sign-up (possibly none) and their lines. An existing invoice gets the planned
 * amount. Returns the id of the invoice that is due at sign-up.
 */
export async function insertPlannedInvoices(
  tx: Transaction,
  { reservationId, plan, members = [], now }: Planned,
): Promise<number | undefined> {
  if (plan.length === 0) return undefined
  const made = await tx
    .insert(invoices)
    .values(plan.map((invoice) => ({ ...invoice, reservationId, createdAt: now })))
    .onConflictDoUpdate({
      target: [invoices.reservationId, invoices.purpose],
      targetWhere: isOfSignUp,
      set: { amount: sql`excluded.amount`, due: sql`excluded.due` },
    })
    .returning(columns(invoices, 'id', 'purpose'))
  const idOf = (purpose: string) => made.find((row) => row.purpose === purpose)?.id
  if (members.length > 1) {
    const parts = linesOf(plan, members)
    const lines = plan.flatMap(({ purpose }, index) =>
      (parts[index] ?? []).map((line) => ({ ...line, invoiceId: idOf(purpose) ?? 0 })),
    )
    if (lines.length > 0) await tx.insert(invoiceLines).values(lines)
  }
  return made.find(({ purpose }) => purpose !== 'remainder')?.id
}

/**
 * Replaces the invoices of held spots, none of which is paid. Returns the id of the invoice that is due at sign-up.
 */
export async function replanInvoices(tx: Transaction, planned: Planned): Promise<number | undefined> {
  const own = and(eq(invoices.reservationId, planned.reservationId), isOfSignUp)
  const kept = planned.plan.map(({ purpose }) => purpose)
  await tx.delete(invoices).where(kept.length === 0 ? own : and(own, notInArray(invoices.purpose, kept)))
  const there = tx.select({ id: invoices.id }).from(invoices).where(own)
  await tx.delete(invoiceLines).where(inArray(invoiceLines.invoiceId, there))
  return insertPlannedInvoices(tx, planned)
}

/**
 * Assigns a payment intent to the invoice that it pays. The caller holds the intent's lock and has checked that the
 * intent pays no other invoice.
 */
export async function claimIntent(
  tx: Transaction,
  { intentId, invoiceId }: { intentId: string; invoiceId: number },
): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ invoiceId, version: sql`${paymentIntents.version} + 1` })
    .where(eq(paymentIntents.id, intentId))
}

/**
 * Finds a payment intent that is open, was created for a sign-up at this event, and pays no invoice yet. Otherwise
 * returns null.
 */
export async function findUnclaimedIntent(
  db: Database,
  { id, eventId }: { id: string; eventId: number },
): Promise<string | null> {
  const [row] = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.id, id),
        eq(paymentIntents.eventId, eventId),
        eq(paymentIntents.status, 'open'),
        isNull(paymentIntents.invoiceId),
      ),
    )
  return row?.id ?? null
}

/**
 * Returns whether a payment intent other than this one can still pay for a held spot. The caller holds the locks of
 * the invoices.
 */
export async function isPayableOtherwise(
  tx: Transaction,
  { reservationId, intentId }: { reservationId: number; intentId: string | null },
): Promise<boolean> {
  const open = await tx
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .innerJoin(invoices, isOpenForInvoice)
    .where(eq(invoices.reservationId, reservationId))
  return open.some(({ id }) => id !== intentId)
}
