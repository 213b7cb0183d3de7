/**
 * The tables `refunds` (made, requested, or owed by an admin) and `cancellations` (how a stay was canceled, and its
 * refund).
 */
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, like, lte, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { ProviderRefund } from '#domain/money/card-provider/port.ts'
import { postRefund, postWithdrawnRefund } from '#domain/money/ledger/store/post.ts'
import {
  columns,
  type Database,
  firstRow,
  idsOf,
  onlyRow,
  type Transaction,
} from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { awaitsTaker, cancellations, type ReplacedStay } from '#platform/database/schema/cancellations.ts'
import { emails } from '#platform/database/schema/emails.ts'
import {
  payments,
  type RefundMethod,
  refunds,
  type RefundStatus,
} from '#platform/database/schema/payments.ts'
import { enqueue, enqueueAgain, jobKind } from '#platform/outbox.ts'
import { openColumns, type Sealer, sealRecord } from '#platform/sealing.ts'
import type { Cents } from '#shared/money.ts'
import type { CancelProgress } from '../contract/cancellation.ts'
import type { InvoiceLineFor } from '../domain/party.ts'
import { refundKeyOf } from '../domain/party-accounts.ts'
import type { Decided, Plan } from '../domain/refund-policy.ts'
import { sealMemo } from '../sealed-memo.ts'
import { raiseIntentVersion } from './payment-intents.ts'

// The total is computed in a nested query, because only there Drizzle writes columns with their table names.
const centsOf = (which: SQL) => {
  const sum = sql`select sum(${refunds.amount}) from ${refunds} where ${refunds.paymentId} = ${payments.id} and ${which}`
  return sql<number>`coalesce((${sum}), 0)::int`
}

/**
 * SQL expression for a query over `payments`: how many cents of the payment were refunded, through Stripe or by an
 * admin.
 */
export const refundedCents = centsOf(sql`${refunds.status} = 'succeeded'`)

/**
 * SQL expression like `refundedCents`. Also counts refunds that are requested or that an admin still owes.
 */
export const standingCents = centsOf(sql`${refunds.status} <> 'failed'`)

/**
 * SQL expression for a query over `refunds`: the cents of later refunds of the same payment. Does not count a
 * manual refund that replaces a different refused refund, nor further refunds of the same cancellation.
 * `mustRefundByHand` follows the same rule.
 */
const givenSince = sql`coalesce((select sum(since.amount) from ${refunds} as since
  where since.payment_id = ${refunds.paymentId} and since.id > ${refunds.id} and since.status <> 'failed'
    and (since.key = 'hand:' || ${refunds.id} or since.key not like 'hand:%')
    and not coalesce(substring(since.key from '^cancelled:[0-9]+:[0-9]+') = substring(${refunds.key} from '^cancelled:[0-9]+:[0-9]+'), false)), 0)`

/**
 * SQL condition for a query over `refunds` and their payments: Stripe refused the refund, the venue still has the
 * money, and no later refund replaced it. An admin must give this refund.
 */
export const refusedButHere = sql`(${refunds.status} = 'failed'
  and ${refunds.keptAt} is null and ${payments.amount} - ${payments.withdrawn} - ${standingCents} >= ${refunds.amount} and ${givenSince} < ${refunds.amount})`

/** Returns a refund with the intent and the event of its payment. */
export const findRefund = (db: Database, id: number) =>
  firstRow(
    db
      .select({
        ...columns(refunds, 'id', 'paymentId', 'taskId', 'key', 'amount', 'status', 'providerRefundId'),
        ...columns(payments, 'intentId', 'reservationId'),
        eventId: reservations.eventId,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .leftJoin(reservations, eq(reservations.id, payments.reservationId))
      .where(eq(refunds.id, id)),
  )

/** SQL expression: the id of the first refund of the task to which a refund belongs. */
export const taskOf = sql<number>`coalesce(${refunds.taskId}, ${refunds.id})`

/** SQL expression: the canceled stay of a refund; null if the refund is for no cancellation. */
const stayOf = sql<number | null>`(substring(${refunds.key} from '^cancelled:([0-9]+):'))::int`

/** Returns the refunds that an admin gives together with this one, with the reservations of their payments. */
export const listTask = (db: Database, { id, taskId }: { id: number; taskId: number | null }) =>
  db
    .select({
      ...columns(refunds, 'id', 'paymentId', 'key', 'amount'),
      reservationId: payments.reservationId,
      eventId: reservations.eventId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(or(eq(refunds.id, taskId ?? id), eq(refunds.taskId, taskId ?? id)))
    .orderBy(asc(refunds.id))

/**
 * Returns the refunds of these tasks, with the guests for whose canceled stays they are. `task` is the id of the
 * task's first refund.
 */
export const listTaskShares = async (db: Database, taskIds: readonly number[]) => {
  if (taskIds.length === 0) return []
  return db
    .select({
      task: taskOf,
      amount: refunds.amount,
      guest: columns(reservations, 'id', 'uuid', 'customerName'),
    })
    .from(refunds)
    .leftJoin(reservations, eq(reservations.id, stayOf))
    .where(or(inArray(refunds.id, [...taskIds]), inArray(refunds.taskId, [...taskIds])))
    .orderBy(asc(refunds.id))
}

/**
 * Makes manual refunds that one decision has written one task for each guest who gets them (`refunds.taskId`). An
 * admin then gives and records them together.
 */
export async function joinRefunds(tx: Transaction, refundIds: readonly number[]): Promise<void> {
  if (refundIds.length < 2) return
  const task = tx
    .select({
      id: refunds.id,
      first: sql<number>`min(${refunds.id}) over (partition by ${receiverOf})`.as('first'),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(inArray(refunds.id, [...refundIds]))
    .as('task')
  await tx
    .update(refunds)
    .set({ taskId: sql`nullif(${task.first}, ${refunds.id})` })
    .from(task)
    .where(eq(refunds.id, task.id))
}

export const lockRefunds = (tx: Transaction, ids: readonly number[]) =>
  tx
    .select()
    .from(refunds)
    .where(inArray(refunds.id, [...ids]))
    .orderBy(asc(refunds.id))
    .for('update')

export const findRefundByKey = (db: Database, key: string) =>
  firstRow(db.select().from(refunds).where(eq(refunds.key, key)))

/** Finds the first refund whose dedupe key starts with `start`. */
export const findRefundByKeyStart = (
  db: Database,
  start: string,
): Promise<{ key: string; amount: Cents } | undefined> =>
  firstRow(
    db
      .select({ key: refunds.key, amount: refunds.amount })
      .from(refunds)
      .where(sql`starts_with(${refunds.key}, ${start})`)
      .orderBy(asc(refunds.id)),
  )

/**
 * Returns the ids of refunds that were requested from Stripe at or before `askedBefore` and are not finished, the
 * oldest first.
 */
export const listUnfinishedRefunds = (db: Database, askedBefore: Date, limit: number): Promise<number[]> =>
  idsOf(
    db
      .select({ id: refunds.id })
      .from(refunds)
      .where(and(eq(refunds.status, 'requested'), lte(refunds.createdAt, askedBefore)))
      .orderBy(asc(refunds.id))
      .limit(limit),
  )

/** SQL condition: the card provider holds the refund back because the venue's balance there is too low. */
export const isHeldBack = sql`(${refunds.status} = 'requested' and ${refunds.waitsForBalance})`

/** Returns how many cents of refunds the card provider holds back because the venue's balance there is too low. */
export async function sumRefundsWithoutBalance(db: Database): Promise<Cents> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amount}), 0)::float8` })
    .from(refunds)
    .where(isHeldBack)
  return row?.cents ?? 0
}

export const listRefundsOfPayment = async (db: Database, paymentId: number) => listRefundsOf(db, [paymentId])

export async function listRefundsOf(db: Database, paymentIds: number[]) {
  if (paymentIds.length === 0) return []
  return db.select().from(refunds).where(inArray(refunds.paymentId, paymentIds)).orderBy(asc(refunds.id))
}

/** SQL expression for a query over `payments`: the reservation of the guest who paid and gets refunds (R39.9). */
const receiverOf = sql<number | null>`coalesce(${payments.paidBy}, ${payments.reservationId})`

/**
 * Returns the refunds of a stay, newest first: refunds of its own payments, of its guest's payments for others, and
 * of its cancellation, no matter who paid. `to` is the reservation of the guest who paid and gets the refund
 * (R39.9).
 */
export const listRefundsOfStay = async (db: Database, reservationId: number) =>
  db
    .select({
      refund: refunds,
      ...columns(payments, 'method', 'invoiceId'),
      to: columns(reservations, 'id', 'uuid', 'customerName'),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(reservations, eq(reservations.id, receiverOf))
    .where(
      or(
        eq(payments.reservationId, reservationId),
        eq(payments.paidBy, reservationId),
        like(refunds.key, refundKeyOf(reservationId, '%')),
      ),
    )
    .orderBy(desc(refunds.id))

const centsWhere = (which: SQL) =>
  sql<number>`coalesce(sum(${refunds.amount}) filter (where ${which}), 0)::float8`

/**
 * Adds up the refunds of a stay's paid invoices that are not made yet, in cents: those requested from Stripe, those
 * that an admin owes, and those that Stripe refused and that an admin must make instead.
 */
export async function sumOpenRefunds(
  db: Database,
  reservationId: number,
): Promise<Record<'requested' | 'owed' | 'refused', Cents>> {
  const [row] = await db
    .select({
      requested: centsWhere(sql`${refunds.status} = 'requested'`),
      owed: centsWhere(sql`${refunds.status} = 'owed'`),
      refused: centsWhere(refusedButHere),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.reservationId, reservationId), isNotNull(payments.invoiceId)))
  return row ?? { requested: 0, owed: 0, refused: 0 }
}

/** Returns whether the refund of a canceled stay waits for Stripe to report a fee. */
export const isRefundUndecided = async (db: Database, reservationId: number): Promise<boolean> =>
  (await db.$count(
    cancellations,
    and(eq(cancellations.reservationId, reservationId), isNotNull(cancellations.awaited)),
  )) > 0

const isStandingRow = sql`${reservations.status} in ('pending', 'confirmed') and ${reservations.purgedAt} is null`

const countWhere = (which: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${which})::int`

/** Counts an event's reservations that have ended, and those that are still active. */
export async function countStaysLeft(
  db: Database,
  eventId: number,
): Promise<Pick<CancelProgress, 'done' | 'left'>> {
  const [row] = await db
    .select({ done: countWhere(sql`not (${isStandingRow})`), left: countWhere(isStandingRow) })
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
  return row ?? { done: 0, left: 0 }
}

/**
 * Counts an event's refunds that Stripe has not made yet, and those of them that it holds back. Adds up the cents of
 * refunds that an admin still owes.
 */
export async function countRefundsLeft(
  db: Database,
  eventId: number,
): Promise<Pick<CancelProgress, 'refundsLeft' | 'refundsHeld' | 'owed'>> {
  const [row] = await db
    .select({
      refundsLeft: countWhere(sql`${refunds.status} = 'requested'`),
      refundsHeld: countWhere(isHeldBack),
      owed: sql<number>`coalesce(sum(${refunds.amount}) filter (where ${refunds.status} = 'owed' or ${refusedButHere}), 0)::int`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(eq(reservations.eventId, eventId))
  return row ?? { refundsLeft: 0, refundsHeld: 0, owed: 0 }
}

/**
 * How much of a refund returns an overpayment, and the guests of a party for whom too much was paid. Decided
 * together with the refund (R3.11, R3.12). `overpayment` changes later only if an earlier refund of the same
 * payment fails (`passOverpaymentOn`).
 */
export interface OverpaymentPart {
  overpayment: Cents
  lines: readonly InvoiceLineFor[]
}

const NO_OVERPAYMENT: OverpaymentPart = { overpayment: 0, lines: [] }

interface NewRefund {
  paymentId: number
  key: string
  /** The part of the refund that returns an overpayment; missing if the refund returns none. */
  part?: OverpaymentPart
  now: Date
}

/**
 * Inserts a refund that a job will request from Stripe, or one that an admin owes (`byHand`), and posts to the ledger
 * that it is owed. Idempotent for the same key.
 */
async function insertRefund(
  tx: Transaction,
  {
    now,
    byHand = false,
    part: { overpayment, lines } = NO_OVERPAYMENT,
    ...refund
  }: NewRefund & { amount: Cents; reason: string; byHand?: boolean },
): Promise<number> {
  const { id } = onlyRow(
    await tx
      .insert(refunds)
      .values({ ...refund, overpayment, byHand, status: byHand ? 'owed' : 'requested', createdAt: now })
      .onConflictDoUpdate({ target: refunds.key, set: { key: refund.key } })
      .returning({ id: refunds.id }),
  )
  await postRefund(tx, id, { now, overpaid: lines })
  return id
}

const ROW_STATUS: Record<ProviderRefund['status'], RefundStatus> = {
  pending: 'requested',
  succeeded: 'succeeded',
  failed: 'failed',
}

/**
 * Writes a refund's status at Stripe to its row; inserts the row if it is missing. `part` is given if the refund was
 * unknown or had failed before. `endedAt` is when it succeeded or failed.
 */
export async function bookRefund(
  tx: Transaction,
  { paymentId, key, part, refund, endedAt, now }: NewRefund & { refund: ProviderRefund; endedAt: Date },
): Promise<void> {
  const news = {
    status: ROW_STATUS[refund.status],
    providerRefundId: refund.id,
    finishedAt: refund.status === 'pending' ? null : endedAt,
    waitsForBalance: refund.waitsForBalance ?? false,
    ...(part && { overpayment: part.overpayment }),
  }
  const [row] = await tx
    .insert(refunds)
    .values({
      paymentId,
      key,
      amount: refund.amount,
      reason: 'provider',
      createdAt: refund.createdAt,
      ...news,
    })
    .onConflictDoUpdate({ target: refunds.key, set: news })
    .returning(columns(refunds, 'id', 'paymentId'))
  if (row) await postRefund(tx, row.id, { now, overpaid: part?.lines })
  const [payment] = await tx
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(eq(payments.id, row?.paymentId ?? paymentId))
  if (payment?.intentId) await raiseIntentVersion(tx, payment.intentId)
}

/** The job that requests a refund from Stripe. */
export const SEND_REFUND = jobKind('send-refund', z.object({ refundId: z.number() }))

/** Inserts a refund, enqueues the job that requests it from Stripe, and returns the refund's id. */
export async function enqueueRefund(
  tx: Transaction,
  refund: Omit<Parameters<typeof insertRefund>[1], 'byHand'>,
): Promise<number> {
  const { key, now } = refund
  const refundId = await insertRefund(tx, refund)
  await enqueue(tx, SEND_REFUND, { input: { refundId }, dedupeKey: `refund:${key}`, runAt: now })
  return refundId
}

/**
 * Refunds a payment: through Stripe if a card paid it, otherwise as a refund that an admin owes. Returns the
 * refund's id.
 */
export const requestRefund = async (
  tx: Transaction,
  { method, ...refund }: Parameters<typeof enqueueRefund>[1] & { method: string },
): Promise<number> =>
  method === 'card' ? enqueueRefund(tx, refund) : insertRefund(tx, { ...refund, byHand: true })

/** Marks a refund as permanently refused by Stripe. The refund's row stays, so that admins see it. */
export async function failRefund(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: 'failed', finishedAt: now, waitsForBalance: false })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
  await postRefund(tx, id, { now })
}

/** How and when an admin gave a manual refund. */
export interface GivenByHand {
  at: Date
  givenBy: RefundMethod
  reference: string | null
  memo: string | null
}

export async function markRefundGiven(
  tx: Transaction,
  sealer: Sealer,
  {
    id,
    at,
    givenBy,
    reference,
    memo,
    now,
    overpaid,
  }: GivenByHand & { id: number; now: Date; overpaid?: OverpaymentPart['lines'] },
): Promise<void> {
  const sealed = sealMemo(sealer, 'refunds', { id, memo })
  await tx
    .update(refunds)
    .set({ status: 'succeeded', finishedAt: at, givenBy, reference, memo: sealed })
    .where(eq(refunds.id, id))
  await postRefund(tx, id, { now, overpaid })
}

/**
 * Deletes the refunds of a stay's cancellation that an admin owes and has not given. Returns them. The ledger and the
 * audit log keep what was decided.
 */
export async function withdrawRefunds(
  tx: Transaction,
  reservationId: number,
  now: Date,
): Promise<{ paymentId: number; key: string; amount: Cents }[]> {
  const withdrawn = and(eq(refunds.status, 'owed'), like(refunds.key, refundKeyOf(reservationId, '%')))
  const ids = await idsOf(
    tx.select({ id: refunds.id }).from(refunds).where(withdrawn).orderBy(asc(refunds.id)),
  )
  for (const id of ids) await postWithdrawnRefund(tx, id, now)
  return tx
    .delete(refunds)
    .where(withdrawn)
    .returning(columns(refunds, 'paymentId', 'key', 'amount'))
}

/** Deletes a refund that an admin owes and has not given, because the venue keeps its money. */
export async function withdrawRefund(tx: Transaction, id: number, now: Date): Promise<void> {
  await postWithdrawnRefund(tx, id, now)
  await tx.delete(refunds).where(and(eq(refunds.id, id), eq(refunds.status, 'owed')))
}

/** Inserts a refund that an admin has already given without Stripe. */
export async function insertGivenRefund(
  tx: Transaction,
  sealer: Sealer,
  {
    part = NO_OVERPAYMENT,
    given,
    now,
    ...refund
  }: NewRefund & { amount: number; reason: string; given: GivenByHand },
): Promise<void> {
  const { overpayment, lines } = part
  const { id } = onlyRow(
    await tx
      .insert(refunds)
      .values({ ...refund, overpayment, byHand: true, status: 'succeeded', createdAt: given.at })
      .returning({ id: refunds.id }),
  )
  await markRefundGiven(tx, sealer, { ...given, id, now, overpaid: lines })
}

/** Marks refused refunds whose money the venue keeps. Nobody has to make them anymore. */
export async function markKept(tx: Transaction, refundIds: readonly number[], now: Date): Promise<void> {
  if (refundIds.length === 0) return
  await tx
    .update(refunds)
    .set({ keptAt: now })
    .where(inArray(refunds.id, [...refundIds]))
}

export async function setOverpayment(
  tx: Transaction,
  id: number,
  { overpayment, now }: { overpayment: Cents; now: Date },
): Promise<void> {
  await tx.update(refunds).set({ overpayment }).where(eq(refunds.id, id))
  await postRefund(tx, id, { now })
}

const TABLE = 'cancellations'

/** Returns how a stay was canceled. `feesKnown` is false while the refund waits for Stripe to report a fee. */
export async function findCancellation(db: Database, sealer: Sealer, reservationId: number) {
  const [row] = await db.select().from(cancellations).where(eq(cancellations.reservationId, reservationId))
  const feesKnown = row?.awaited === null
  return row && { ...row, ...openColumns(sealer, TABLE, row, 'overrideReason'), feesKnown }
}

/**
 * Returns for each canceled reservation the card fees in cents that the Terms of Stay let the venue keep, and whether
 * the refund is decided. An admin's own amount has no such fees.
 */
export async function listKeptFees(
  db: Database,
  reservationIds: number[],
): Promise<Map<number, { fees: Cents; decided: boolean }>> {
  const { refundByTerms, refundToCards, refundByHand, fees, awaited } = cancellations
  const rows = await db
    .select({
      id: cancellations.reservationId,
      fees: sql<number>`case when ${refundToCards} + ${refundByHand} = ${refundByTerms} then ${fees} else 0 end`,
      decided: sql<boolean>`${awaited} is null`,
    })
    .from(cancellations)
    .where(inArray(cancellations.reservationId, reservationIds))
  return new Map(rows.map(({ id, ...kept }) => [id, kept]))
}

/**
 * Locks a cancellation whose refund waits for Stripe's fee, or for payments by the guest who took over the spot.
 * Returns the cancellation, or undefined if its refund waits for neither.
 */
export async function lockAwaitedRefund(tx: Transaction, reservationId: number) {
  const [row] = await tx
    .select()
    .from(cancellations)
    .where(eq(cancellations.reservationId, reservationId))
    .for('update')
  return row?.awaited || row?.replaced ? row : undefined
}

/**
 * Returns whether further payments by the guest who took over the spot may increase the refund of this canceled
 * stay (R45.3).
 */
export async function isTakerAwaited(db: Database, reservationId: number): Promise<boolean> {
  const [row] = await db
    .select({ awaitsTaker })
    .from(cancellations)
    .where(eq(cancellations.reservationId, reservationId))
  return row?.awaitsTaker ?? false
}

/**
 * Returns the reservation that took over the spot of a canceled stay, if the stay's refund waits for that
 * reservation's payments. Otherwise returns null.
 */
export async function findTaker(db: Database, reservationId: number): Promise<number | null> {
  const [row] = await db
    .select(columns(cancellations, 'replaced'))
    .from(cancellations)
    .where(eq(cancellations.reservationId, reservationId))
  return row?.replaced?.takerId ?? null
}

/**
 * Returns the canceled stays whose refund waits for payments by this guest. This guest, or a companion whose stay
 * this guest pays, took over the spot.
 */
export const listReplacedBy = (db: Database, reservationId: number): Promise<number[]> => {
  const taker = sql`(${cancellations.replaced} ->> 'takerId')::int`
  return idsOf(
    db
      .select({ id: cancellations.reservationId })
      .from(cancellations)
      .innerJoin(reservations, eq(reservations.id, taker))
      .where(
        and(
          isNotNull(cancellations.replaced),
          or(eq(reservations.id, reservationId), eq(reservations.partyId, reservationId)),
        ),
      ),
  )
}

/**
 * Returns whether an e-mail is still queued. The text of a queued e-mail is not written yet, because the site
 * writes it on sending.
 */
export const isMailQueued = async (db: Database, key: string): Promise<boolean> =>
  (await db.$count(emails, and(eq(emails.dedupeKey, key), eq(emails.status, 'queued')))) > 0

/** Stores how a stay was canceled. `overrideReason` may name people, so it is encrypted. */
export async function insertCancellation(
  tx: Transaction,
  sealer: Sealer,
  cancelled: Decided & {
    reservationId: number
    wasHold: boolean
    replaced: ReplacedStay | null
    now: Date
  },
): Promise<void> {
  const { plan, overrideReason, now: at, ...facts } = cancelled
  const uuid = randomUUID()
  const sealed = sealRecord(sealer, { table: TABLE, row: uuid }, { overrideReason })
  await tx.insert(cancellations).values({ ...plan, ...facts, uuid, at, ...sealed })
}

/** Deletes the cancellation of a stay when an admin undoes it. The audit log keeps a copy. */
export async function deleteCancellation(tx: Transaction, reservationId: number): Promise<void> {
  await tx.delete(cancellations).where(eq(cancellations.reservationId, reservationId))
}

/**
 * Adds the amounts of a refund, which had to wait, to the row of its cancellation. Encrypts `overrideReason`.
 * `replaced` says for what the refund still waits.
 */
export async function decideAwaited(
  tx: Transaction,
  sealer: Sealer,
  decided: {
    row: Pick<typeof cancellations.$inferSelect, 'reservationId' | 'uuid' | 'refundToCards' | 'refundByHand'>
    plan: Plan
    overrideReason: string | null
    replaced: ReplacedStay | null
  },
): Promise<void> {
  const { row, plan, overrideReason, replaced } = decided
  const { fees, refundByTerms } = plan
  const refundToCards = row.refundToCards + plan.refundToCards
  const refundByHand = row.refundByHand + plan.refundByHand
  const sums = { fees, refundByTerms, refundToCards, refundByHand, replaced }
  const sealed = sealRecord(sealer, { table: TABLE, row: row.uuid }, { overrideReason })
  await tx
    .update(cancellations)
    .set({ ...sums, ...sealed, awaited: null })
    .where(eq(cancellations.reservationId, row.reservationId))
}

/**
 * The job that computes a waiting refund once Stripe's fee is known, or once the guest who took over the spot has
 * paid.
 */
export const DECIDE_WAITING_REFUND = jobKind('decide-waiting-refund', z.object({ reservationId: z.number() }))

export async function enqueueAwaitedRefund(tx: Transaction, reservationId: number, now: Date): Promise<void> {
  const dedupeKey = `awaited-refund:${reservationId}`
  // The job may have run before, because an admin can undo a cancellation and the stay can be canceled again. So the
  // job is enqueued even if its dedupe key was used before.
  await enqueueAgain(tx, DECIDE_WAITING_REFUND, { input: { reservationId }, dedupeKey, runAt: now })
}

/**
 * Deletes the admin's reason for a refund that differs from the Terms, because it may be personal. The purge calls
 * it.
 */
export async function emptyOverrideReason(tx: Transaction, reservationId: number): Promise<void> {
  await tx
    .update(cancellations)
    .set({ overrideReason: null })
    .where(eq(cancellations.reservationId, reservationId))
}
