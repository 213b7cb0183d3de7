/**
 * The table `payments`: card payments and manual payments, the invoices that they pay, and the totals of
 * reservations computed in SQL (docs/decisions/0007).
 */
import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import {
  columns,
  type Database,
  firstRow,
  idsOf,
  onlyRow,
  isAnyOf,
  type Transaction,
} from '#platform/database/database.ts'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds, balanceTransactions, payouts } from '#platform/database/schema/payments.ts'
import { postDeletedPayment, postPayment } from '#domain/money/ledger/store/post.ts'
import { depositDay, returnDeposited } from '#domain/money/slips/store.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'
import {
  moneyOf,
  type MoneySums,
  REFUND_REASONS,
  type Refunded,
  type ReservationMoney,
} from '#shared/reservation-money.ts'
import type { HandPayment, InvoiceFacts } from '../domain/invoices.ts'
import { refundKeyOf } from '../domain/party-accounts.ts'
import type { Received } from '../domain/refund-policy.ts'
import type { Change, PaymentNews } from '../domain/settle.ts'
import { openMemo, sealMemo } from '../sealed-memo.ts'
import { closeIntent, raiseIntentVersion } from './payment-intents.ts'
import { listRefundsOfPayment, refundedCents, standingCents } from './refunds.ts'
import {
  isOpenForInvoice,
  whereReservations,
  standingOfEvent,
  type ReservationSelector,
} from './reservations.ts'

const sqlList = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  )

const isCancellation = sql`${refunds.reason} in (${sqlList(REFUND_REASONS.cancellation)})`

const isGoodwill = sql`${refunds.reason} in (${sqlList(REFUND_REASONS.goodwill)})`

/**
 * SQL for a lateral join to a query over `payments`: the refunded cents of each payment, by cause. A refund counts
 * from its decision until it fails. Together they never exceed the payment.
 */
export const refundedBeside = sql`(
  select least(amount, late) as late, least(greatest(amount - late, 0), cancellation) as cancellation,
    least(greatest(amount - late - cancellation, 0), overpayment) as overpayment,
    least(greatest(amount - late - cancellation - overpayment, 0), goodwill) as goodwill
  from (select ${payments.amount} as amount,
      coalesce(sum(${refunds.amount} - ${refunds.overpayment})
        filter (where not (${isCancellation} or ${isGoodwill})), 0)::int as late,
      coalesce(sum(${refunds.amount} - ${refunds.overpayment}) filter (where ${isCancellation}), 0)::int as cancellation,
      coalesce(sum(${refunds.overpayment}), 0)::int as overpayment,
      coalesce(sum(${refunds.amount} - ${refunds.overpayment}) filter (where ${isGoodwill}), 0)::int as goodwill
    from ${refunds} where ${refunds.paymentId} = ${payments.id} and ${refunds.status} <> 'failed') as of_payment
) as refunded_beside`

/** The columns that `refundedBeside` adds to a query. They are null if there is no payment. */
export const REFUNDED_BY_REASON = {
  late: sql<number>`refunded_beside.late`,
  cancellation: sql<number>`refunded_beside.cancellation`,
  overpayment: sql<number>`refunded_beside.overpayment`,
  goodwill: sql<number>`refunded_beside.goodwill`,
} satisfies Record<keyof Refunded, SQL<number>>

export type InvoiceLine = Awaited<ReturnType<typeof listInvoiceLines>>[number]

/** Returns the invoices of a reservation, each with its payment and its open intent. */
export const listInvoiceLines = async (db: Database, reservationId: number) =>
  listInvoiceLinesOf(db, [reservationId])

export const listInvoiceLinesOf = (db: Database, reservationIds: number[]) =>
  db
    .select({
      invoice: invoices,
      payment: columns(
        payments,
        'id',
        'paidAt',
        'method',
        'card',
        'amount',
        'withdrawn',
        'reference',
        'memo',
      ),
      depositedOn: depositDay,
      refunded: REFUNDED_BY_REASON,
      openIntentId: paymentIntents.id,
    })
    .from(invoices)
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .leftJoinLateral(refundedBeside, sql`true`)
    .leftJoin(paymentIntents, isOpenForInvoice)
    .where(isAnyOf(invoices.reservationId, reservationIds))
    .orderBy(asc(invoices.id))

/** Returns the invoices of these reservations with their payments, ordered by id. */
export const listBilled = async (db: Database, reservationIds: number[]) =>
  db
    .select({ invoice: invoices, payment: payments })
    .from(invoices)
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(inArray(invoices.reservationId, reservationIds))
    .orderBy(asc(invoices.id))

/** Returns the payments of these reservations that belong to no invoice. */
export const listLoosePayments = async (db: Database, reservationIds: number[]) =>
  db
    .select()
    .from(payments)
    .where(and(inArray(payments.reservationId, reservationIds), isNull(payments.invoiceId)))

export async function findInvoiceFacts(
  db: Database,
  sealer: Sealer,
  id: number,
): Promise<InvoiceFacts | undefined> {
  const [row] = await db
    .select({ invoice: invoices, payment: payments, depositedOn: depositDay, reservation: reservations })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(eq(invoices.id, id))
  if (!row) return undefined
  const { invoice, payment, depositedOn, reservation } = row
  return {
    ...invoice,
    payment: payment && {
      ...payment,
      depositedOn,
      memo: openMemo(sealer, 'payments', payment),
      refunds: (await listRefundsOfPayment(db, payment.id)).length,
    },
    reservation,
  }
}

/** Returns the invoice that a payment pays and the received cents, or undefined if it pays no invoice. */
export const findInvoiceOfPayment = (db: Database, paymentId: number) =>
  firstRow(
    db
      .select({ ...columns(invoices, 'id', 'reservationId'), received: payments.amount })
      .from(payments)
      .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
      .where(eq(payments.id, paymentId)),
  )

const RECEIVED = {
  paymentId: payments.id,
  ...columns(payments, 'method', 'paidAt', 'amount', 'fee', 'withdrawn'),
  refunded: standingCents,
}

/**
 * Returns all payments of a reservation, also those without an invoice. Includes payments that its guest made and
 * that now belong to the new payer of the party.
 */
export async function listReceived(db: Database, reservationId: number): Promise<Received[]> {
  const own = or(eq(payments.reservationId, reservationId), eq(payments.paidBy, reservationId))
  return db.select(RECEIVED).from(payments).where(own)
}

export const listReceivedOfEvent = async (
  db: Database,
  eventId: number,
): Promise<(Received & { reservationId: number })[]> =>
  db
    .select({ ...RECEIVED, reservationId: reservations.id })
    .from(payments)
    .innerJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(standingOfEvent(eventId))

/** Finds a payment, with what is needed to compute its refund. */
export const findReceived = (db: Database, id: number): Promise<Received | undefined> =>
  firstRow(db.select(RECEIVED).from(payments).where(eq(payments.id, id)))

/** Returns the payment intents of a reservation's payments, except fully refunded ones. */
export async function listPaidIntents(db: Database, reservationId: number): Promise<string[]> {
  const found = await db
    .select({ ...columns(payments, 'intentId', 'amount'), refunded: refundedCents })
    .from(payments)
    .where(eq(payments.reservationId, reservationId))
    .orderBy(asc(payments.id))
  return found.flatMap(({ intentId, amount, refunded }) =>
    intentId !== null && refunded < amount ? [intentId] : [],
  )
}

/** Counts all payments of these reservations, by card and manual. */
export async function countPaymentsReceived(db: Database, which: ReservationSelector): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(payments)
    .innerJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(whereReservations(which))
  return row?.count ?? 0
}

const HOUR_MS = 3_600_000

/**
 * Milliseconds after a payment when the site stops asking Stripe for its missing charge or fee. From then on, the
 * Today page lists the refunds that wait for the fee.
 */
const UNTOLD_FOR_MS = 72 * HOUR_MS

/**
 * Returns the intents of card payments whose charge Stripe has not reported yet, or whose fee it has not reported
 * within an hour. The newest come first (docs.stripe.com/payments/payment-intents/asynchronous-capture).
 */
export async function listIntentsWithoutFee(db: Database, now: Date, limit: number): Promise<string[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const found = await db
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(
      and(
        isNotNull(payments.intentId),
        gte(payments.paidAt, ago(UNTOLD_FOR_MS)),
        or(isNull(payments.chargeId), and(isNull(payments.fee), lte(payments.paidAt, ago(HOUR_MS)))),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(limit)
  return found.flatMap(({ intentId }) => intentId ?? [])
}

/**
 * Locks payments and returns their ids. Read their refunds in a later statement. A refund may have been committed
 * while this statement waited for the lock, and only a later statement sees it.
 */
export async function lockPayments(tx: Transaction, of: WhichPayments): Promise<number[]> {
  const found = tx.select({ id: payments.id }).from(payments).where(whichPayments(of))
  return idsOf(found.orderBy(asc(payments.id)).for('update'))
}

type WhichPayments = { ids: number[] } | { invoiceId: number } | { reservationIds: number[] }

function whichPayments(of: WhichPayments) {
  if ('ids' in of) return inArray(payments.id, of.ids)
  return 'invoiceId' in of
    ? eq(payments.invoiceId, of.invoiceId)
    : inArray(payments.reservationId, of.reservationIds)
}

export async function lockPaymentOfIntent(tx: Transaction, intentId: string) {
  const [row] = await tx
    .select(columns(payments, 'id', 'paidBy', 'chargeId', 'paidAt', 'fee', 'card', 'withdrawn'))
    .from(payments)
    .where(eq(payments.intentId, intentId))
    .for('update')
  return row
}

/**
 * Inserts the payment that succeeded at a payment intent, posts it to the ledger, marks the intent as succeeded, and
 * returns the payment's id.
 */
export async function insertPayment(
  tx: Transaction,
  payment: {
    intentId: string
    invoiceId: number | null
    reservationId: number | null
    charge: Extract<Change, { do: 'record-payment' }>['charge']
    now: Date
  },
): Promise<number> {
  const { charge, now, ...of } = payment
  const { received, chargeId, fee, card, withdrawn, paidAt } = charge
  const told = { chargeId, fee, card, withdrawn, paidAt }
  await closeIntent(tx, of.intentId, 'succeeded')
  const { id } = onlyRow(
    await tx
      .insert(payments)
      .values({ ...of, ...told, method: 'card', amount: received, createdAt: now })
      .returning({ id: payments.id }),
  )
  await postPayment(tx, id, { now, isNew: true, withdrawnAt: charge.withdrawnAt })
  return id
}

export async function updatePayment(
  tx: Transaction,
  id: number,
  { now, withdrawnAt, ...news }: PaymentNews & { now: Date; withdrawnAt?: Date | undefined },
): Promise<void> {
  const { chargeId, paidAt, fee, card, withdrawn } = news
  const [row] = await tx
    .update(payments)
    .set({ chargeId, paidAt, fee, card, withdrawn })
    .where(eq(payments.id, id))
    .returning({ intentId: payments.intentId })
  if (row?.intentId) await raiseIntentVersion(tx, row.intentId)
  await postPayment(tx, id, { now, withdrawnAt })
}

export async function insertHandPayment(
  tx: Transaction,
  sealer: Sealer,
  {
    memo,
    ...payment
  }: HandPayment & { invoiceId: number; reservationId: number; amount: Cents; createdAt: Date },
): Promise<number> {
  const { id } = onlyRow(await tx.insert(payments).values(payment).returning({ id: payments.id }))
  // The seal is bound to the row's id, which is known only now.
  if (memo !== null)
    await tx
      .update(payments)
      .set({ memo: sealMemo(sealer, 'payments', { id, memo }) })
      .where(eq(payments.id, id))
  await postPayment(tx, id, { now: payment.createdAt, isNew: true })
  return id
}

export async function updateHandPayment(
  tx: Transaction,
  sealer: Sealer,
  {
    id,
    method,
    paidAt,
    amount,
    reference,
    memo,
    now,
  }: HandPayment & { id: number; amount: Cents; now: Date },
): Promise<void> {
  const sealed = sealMemo(sealer, 'payments', { id, memo })
  const cameBack = await returnDeposited(tx, id, { becomes: { method, amount }, now })
  await tx
    .update(payments)
    .set({ method, paidAt, amount, reference, memo: sealed })
    .where(eq(payments.id, id))
  await postPayment(tx, id, { now, cameBack })
}

/**
 * Moves the payment of an invoice to the reservation of the new payer, and remembers who paid. Deletes the card's
 * name, because the card may belong to the former payer.
 */
export async function movePayment(tx: Transaction, invoiceId: number, reservationId: number): Promise<void> {
  const paidBy = sql<number>`coalesce(${payments.paidBy}, ${payments.reservationId})`
  await tx
    .update(payments)
    .set({ reservationId, paidBy, card: null })
    .where(eq(payments.invoiceId, invoiceId))
}

/**
 * Returns the payouts by which these card payments reached the venue's bank account, as far as Stripe has reported
 * them (R40.5). The oldest payment first.
 */
export async function listPayoutsOf(db: Database, reservationIds: number[]) {
  if (reservationIds.length === 0) return []
  return db
    .select({
      reservationId: sql<number>`${payments.reservationId}`,
      ...columns(payments, 'invoiceId', 'amount'),
      id: payouts.id,
      day: payouts.arrival,
    })
    .from(payments)
    .innerJoin(balanceTransactions, eq(balanceTransactions.intentId, payments.intentId))
    .innerJoin(payouts, eq(payouts.id, balanceTransactions.payoutId))
    .where(
      and(
        inArray(payments.reservationId, reservationIds),
        // Selects only charges, because the refunds and disputes of the same payment intent are in other payouts.
        inArray(balanceTransactions.type, ['charge', 'payment']),
      ),
    )
    .orderBy(asc(payments.id))
}

/**
 * Deletes the names of the cards that paid for these reservations, and admins' notes about their payments and refunds.
 */
export async function emptyMoneyTexts(tx: Transaction, reservationIds: number[]): Promise<void> {
  const theirs = or(inArray(payments.reservationId, reservationIds), inArray(payments.paidBy, reservationIds))
  await tx.update(payments).set({ card: null, memo: null }).where(theirs)
  const paidByThem = tx.select({ id: payments.id }).from(payments).where(theirs)
  await tx
    .update(refunds)
    .set({ memo: null })
    .where(
      and(
        isNotNull(refunds.memo),
        or(
          inArray(refunds.paymentId, paidByThem),
          ...reservationIds.map((id) => like(refunds.key, refundKeyOf(id, '%'))),
        ),
      ),
    )
}

/**
 * Deletes a manual payment that an admin recorded by mistake. Throws if a part of the payment was refunded.
 */
export async function deleteHandPayment(tx: Transaction, id: number, now: Date): Promise<void> {
  const cameBack = await returnDeposited(tx, id, { becomes: null, now })
  await postDeletedPayment(tx, id, { now, cameBack })
  await tx.delete(payments).where(eq(payments.id, id))
}

const paid = sql`${payments.id} is not null`

const open = sql`${payments.id} is null`

// The type is `float8`, because the total of many invoices may be larger than an `int`.
const sum = (what: SQL | typeof invoices.amount, where: SQL) =>
  sql<number>`coalesce(sum(${what}) filter (where ${where}), 0)::float8`

/** Returns the totals of reservations by id. `today` is the day at the ranch. */
export async function listMoneySums(
  db: Database,
  which: { reservationIds: number[] } | { eventIds: number[] },
  today: Day,
): Promise<Map<number, MoneySums>> {
  const rows = await selectMoney(
    db,
    'eventIds' in which
      ? isAnyOf(reservations.eventId, which.eventIds)
      : isAnyOf(reservations.id, which.reservationIds),
    today,
  )
  return new Map(
    rows.map(({ id, status, late, cancellation, overpayment, goodwill, ...sums }) => [
      id,
      { ...sums, standing: isActive(status), refunded: { late, cancellation, overpayment, goodwill } },
    ]),
  )
}

const selectMoney = (db: Database, which: SQL, today: Day) =>
  db
    .select({
      ...columns(reservations, 'id', 'status', 'price'),
      extras: sum(invoices.amount, sql`${invoices.extra}`),
      received: sum(sql`${payments.amount}`, paid),
      withdrawn: sum(sql`${payments.withdrawn}`, paid),
      late: sum(REFUNDED_BY_REASON.late, paid),
      cancellation: sum(REFUNDED_BY_REASON.cancellation, paid),
      overpayment: sum(REFUNDED_BY_REASON.overpayment, paid),
      goodwill: sum(REFUNDED_BY_REASON.goodwill, paid),
      unpaid: sum(invoices.amount, open),
      unpaidLater: sum(invoices.amount, sql`${open} and ${invoices.due} > ${today}::date`),
    })
    .from(reservations)
    .leftJoin(invoices, eq(invoices.reservationId, reservations.id))
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .leftJoinLateral(refundedBeside, sql`true`)
    .where(which)
    .groupBy(reservations.id)

const findMoneySums = async (db: Database, reservationId: number, today: Day) =>
  (await listMoneySums(db, { reservationIds: [reservationId] }, today)).get(reservationId)

export async function readMoneySums(db: Database, reservationId: number, today: Day): Promise<MoneySums> {
  const sums = await findMoneySums(db, reservationId, today)
  if (!sums) throw new Error(`There is no reservation ${reservationId}`)
  return sums
}

export const readMoney = async (db: Database, reservationId: number, today: Day): Promise<ReservationMoney> =>
  moneyOf(await readMoneySums(db, reservationId, today))

/** Returns the totals of a reservation, or undefined if it was deleted. */
export async function findMoney(
  db: Database,
  reservationId: number,
  today: Day,
): Promise<ReservationMoney | undefined> {
  const sums = await findMoneySums(db, reservationId, today)
  return sums && moneyOf(sums)
}
