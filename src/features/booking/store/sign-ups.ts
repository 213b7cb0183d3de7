/**
 * A sign-up in the database: what an earlier one of the same attempt holds, who has signed up with the same address (and is mailed
 * the links to it), the invoices that it is asked for, and the payment that it claims. Its reservations are written in `reservations.ts`.
 */
import { and, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { columns, type Database, firstRow, type Transaction } from '#platform/database/database.ts'
import { invoiceLines, invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import type { Cents } from '#shared/money.ts'
import { linesOf } from '../domain/party.ts'
import type { PlannedInvoice } from '../domain/sign-up.ts'
import { isOpenForInvoice } from './reservations.ts'

/** A sign-up that is being repeated. */
export type EarlierSignUp = Awaited<ReturnType<typeof selectSignUps>>[number]

/** Finds the active reservations that were made with these attempt hashes. Ended reservations clear theirs. */
export const listByAttempt = async (db: Database, hashes: readonly string[]): Promise<EarlierSignUp[]> =>
  selectSignUps(db, inArray(reservations.attemptHash, hashes))

/** Finds the sign-up of this event behind a private link: its payer's, held or confirmed. */
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

/** The pending reservation of this e-mail for this event that this intent, not paid yet, was made or claimed for. */
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

/** The sign-up that holds a spot, by its reservation's number. */
export const findSignUpById = async (db: Database, id: number): Promise<EarlierSignUp | undefined> =>
  findSignUpWhere(db, eq(reservations.id, id))

const findSignUpWhere = (db: Database, which: SQL | undefined): Promise<EarlierSignUp | undefined> =>
  firstRow(selectSignUps(db, which))

const selectSignUps = (db: Database, which: SQL | undefined) =>
  db
    .select({
      reservationId: reservations.id,
      ...columns(reservations, 'uuid', 'status', 'holdExpiresAt', 'codeId', 'attemptHash'),
      /** Whose it is; the name is sealed. */
      ...columns(reservations, 'customerName', 'emailHash'),
      /** Null: a form has not filled in this offered spot yet. */
      consentAt: reservations.consentAt,
      /** Held with it, its own too. */
      spots: sql<number>`greatest(1, (select count(*)::int from reservations as guest where guest.party_id = ${reservations.id} and guest.status = 'pending'))`,
      /** The invoice that was due at sign-up; null for a free stay. */
      invoiceId: invoices.id,
      amount: sql<Cents>`coalesce(${invoices.amount}, 0)::int`,
      /** It asks for the whole price at once. */
      whole: sql<boolean>`${invoices.purpose} is not distinct from 'whole'`,
      /** The intent that may still pay it. */
      openIntentId: paymentIntents.id,
    })
    .from(reservations)
    .leftJoin(
      invoices,
      and(eq(invoices.reservationId, reservations.id), sql`${invoices.purpose} in ('deposit', 'whole')`),
    )
    .leftJoin(paymentIntents, isOpenForInvoice)
    .where(which)

/** Lists the names, still sealed, of the guests who are signed up for an event with this e-mail. A caller that writes holds the event's lock. */
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

/** A hold counts for this long after it was made, even when it has expired. Otherwise the same spots could be held repeatedly. */
const COUNTED_MS = 3_600_000

/** Counts the spots of an event that a network holds, or has held within an hour, without paying for them. `except`: the payer of the hold that goes on. */
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

/** Counts a hold, with all who are held with it, among the unpaid ones of a network. */
export async function countAsUnpaid(
  tx: Transaction,
  { reservationId, madeFrom }: { reservationId: number; madeFrom: string },
): Promise<void> {
  const isOfHold = or(eq(reservations.id, reservationId), eq(reservations.partyId, reservationId))
  await tx.update(reservations).set({ madeFrom }).where(isOfHold)
}

/** Deletes the networks of holds that no longer count. */
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

/** The newest reservation of an address by its keyed hashes, however it stands; 0 for none. One row either way. */
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
  /** All for whom they are, the payer first; missing: for the guest of the reservation alone. */
  members?: readonly { id: number; share: Cents }[]
  now: Date
}

const isOfSignUp = sql`${invoices.purpose} in ('deposit', 'remainder', 'whole')`

/**
 * Writes the planned invoices, none too, with whom they are for; gives the id of the one that is due at sign-up. One that is there
 * already asks for the planned sum from now on.
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

/** A held spot's own invoices are these from now on; gives the id of the one that is due at sign-up. Nothing of them is paid. */
export async function replanInvoices(tx: Transaction, planned: Planned): Promise<number | undefined> {
  const own = and(eq(invoices.reservationId, planned.reservationId), isOfSignUp)
  const kept = planned.plan.map(({ purpose }) => purpose)
  await tx.delete(invoices).where(kept.length === 0 ? own : and(own, notInArray(invoices.purpose, kept)))
  const there = tx.select({ id: invoices.id }).from(invoices).where(own)
  await tx.delete(invoiceLines).where(inArray(invoiceLines.invoiceId, there))
  return insertPlannedInvoices(tx, planned)
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

/** A payment for a sign-up of this event that may be paid and that nobody has claimed; null: this is none. */
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

/** True: a held spot may be paid by another payment than this one. The caller holds the locks of its invoices. */
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
