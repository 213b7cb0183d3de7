/**
 * The only code that writes the ledger. Each function reads a fact from its row, and posts the entries that are still
 * missing, in the transaction of the change (`domain/entries.ts`). Calling it again posts nothing.
 */
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import { findFact, writeFact } from '#platform/site-facts.ts'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import { invoiceLines, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import type { depositedPayments } from '#platform/database/schema/deposit-slips.ts'
import { events } from '#platform/database/schema/events.ts'
import { ledgerEntries, ledgerLines, type LedgerSource } from '#platform/database/schema/ledger.ts'
import { balanceTransactions, payments, refunds } from '#platform/database/schema/payments.ts'
import { addDays, type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { type Cents, shares } from '#shared/money.ts'
import { refundCause } from '#shared/reservation-money.ts'
import { splitGross, taxesIn } from '../../taxes/domain/taxes.ts'
import { listTaxes, taxableOf } from '../../taxes/store.ts'
import { kindOf } from '../../statements/domain/balance.ts'
import { ownPayoutDay } from '../../statements/store.ts'
import {
  type Balance,
  balancesOf,
  type BookedGuest,
  depositedParts,
  entriesOfPayment,
  entriesOfRefund,
  entriesOfReturn,
  entriesOfSlip,
  entriesOfStay,
  entriesOfUndoneSlip,
  type Entry,
  type EntryKind,
  type GuestAmount,
  type GuestPart,
  heldIn,
  overpaidIn,
  type PaymentFact,
  type PostedEntry,
  refundAccountOf,
  type RefundFact,
  refundParts,
  RESTS,
  type StayFact,
  entriesOfTransaction,
  type TransactionFact,
} from '../domain/entries.ts'

/** Takes the ledger's lock alone, as closing a month does: nothing is posted until the transaction ends. */
export const LOCK_LEDGER = sql`select pg_advisory_xact_lock(712043)`

/**
 * Writes entries with their lines in one statement. An entry whose month is closed is posted on the first open day.
 */
export async function insertEntries(tx: Transaction, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const heads = entries.map(({ lines, day, occurredAt, reverses = null, memo = null, ...entry }) => {
    return { ...entry, day, occurredAt: occurredAt.toISOString(), reverses, memo, lineCount: lines.length }
  })
  const lines = entries.flatMap((entry) =>
    entry.lines.map(({ taxId = null, ...line }, position) => {
      return { source: entry.source, sourceId: entry.sourceId, step: entry.step, position, taxId, ...line }
    }),
  )
  await tx.execute(sql`
    with written as (
      insert into ledger_entries (posted_on, occurred_at, kind, source, source_id, step, reverses, memo, line_count)
      select greatest(day, ledger_first_open_day()), "occurredAt", kind, source, "sourceId", step, reverses, memo, "lineCount"
      from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as head(day date, "occurredAt" timestamptz, kind text,
        source text, "sourceId" text, step smallint, reverses int, memo text, "lineCount" smallint)
      returning id, source, source_id, step)
    insert into ledger_lines (entry_id, position, account, amount, reservation_id, event_id, tax_id)
    select written.id, line.position, line.account, line.amount, line."reservationId", line."eventId", line."taxId"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(source text, "sourceId" text, step smallint,
      position smallint, account text, amount int, "reservationId" int, "eventId" int, "taxId" int)
    join written on (written.source, written.source_id, written.step) = (line.source, line."sourceId", line.step)`)
}

/** Returns the posted entries of these sources, in the order of their steps. */
export async function listPosted(
  db: Database,
  sources: readonly LedgerSource[],
  sourceIds: readonly string[],
): Promise<PostedEntry[]> {
  if (sourceIds.length === 0) return []
  const found = await db
    .select({ entry: ledgerEntries, line: ledgerLines })
    .from(ledgerEntries)
    .innerJoin(ledgerLines, eq(ledgerLines.entryId, ledgerEntries.id))
    .where(and(inArray(ledgerEntries.source, [...sources]), inArray(ledgerEntries.sourceId, [...sourceIds])))
    .orderBy(asc(ledgerEntries.id), asc(ledgerLines.position))
  const posted = new Map<number, PostedEntry>()
  for (const { entry, line } of found) {
    const { postedOn: day, kind, ...head } = entry
    const known = posted.get(entry.id) ?? { ...head, day, kind: kind as EntryKind, lines: [] }
    known.lines.push(line)
    posted.set(entry.id, known)
  }
  return [...posted.values()]
}

/** Returns what the accounts that hold guests' money have for these guests. */
export async function listBalances(db: Database, reservationIds: readonly number[]): Promise<Balance[]> {
  if (reservationIds.length === 0) return []
  const { account, reservationId, eventId, taxId } = ledgerLines
  return db
    .select({
      account,
      reservationId,
      eventId,
      taxId,
      amount: sql<number>`sum(${ledgerLines.amount})::float8`,
    })
    .from(ledgerLines)
    .where(and(inArray(reservationId, [...reservationIds]), inArray(account, [...RESTS])))
    .groupBy(account, reservationId, eventId, taxId)
    .having(sql`sum(${ledgerLines.amount}) <> 0`)
    .orderBy(asc(account), asc(eventId), asc(taxId))
}

const STAY = {
  reservationId: reservations.id,
  eventId: reservations.eventId,
  status: reservations.status,
  startDateDate: events.startDateDate,
}

export const restOf = ({ status, startDateDate }: Pick<StayFact, 'status' | 'startDateDate'>, day: Day) => {
  if (status === 'cancelled') return 'cancellation_income' as const
  const began = status === 'confirmed' && startDateDate <= day
  return began ? ('retreat_income' as const) : ('guest_deposits' as const)
}

/** Returns these reservations as the books see them at an instant. Deleted reservations are missing. */
async function listStays(db: Database, reservationIds: readonly number[], now: Date): Promise<StayFact[]> {
  if (reservationIds.length === 0) return []
  const found = await db
    .select(STAY)
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(inArray(reservations.id, [...reservationIds]))
    .orderBy(asc(reservations.id))
  return stayFacts(db, found, now)
}

/** Adds to stays where their money rests at an instant, and which taxes it includes. */
async function stayFacts(
  db: Database,
  stays: readonly Omit<StayFact, 'rest'>[],
  now: Date,
): Promise<StayFact[]> {
  const day = ranchDay(now)
  return withTaxes(
    db,
    stays.map((stay) => ({ ...stay, rest: restOf(stay, day) })),
  )
}

/** Adds to stays that have begun which taxes their prices include, by the rates of the first day. */
async function withTaxes(db: Database, stays: StayFact[]): Promise<StayFact[]> {
  const begun = stays.filter(({ rest }) => rest === 'retreat_income')
  const taxes = begun.length === 0 ? [] : await listTaxes(db)
  if (taxes.length === 0) return stays
  const costs = await taxableOf(
    db,
    begun.map(({ reservationId }) => reservationId),
  )
  return stays.map((stay) => {
    const of = costs.get(stay.reservationId)
    if (!of || stay.rest !== 'retreat_income') return stay
    return { ...stay, taxesIn: (amount) => taxesIn(splitGross(amount, of), taxes, stay.startDateDate) }
  })
}

const NOBODY: BookedGuest = { reservationId: null, eventId: null, rest: 'guest_deposits' }

const sourceOf = (method: string) => (method === 'card' ? ('payment' as const) : ('hand' as const))

type PaymentRow = typeof payments.$inferSelect

/** Returns a payment, and for which guests it was made, by the lines of its invoice. */
async function findPayment(
  db: Database,
  paymentId: number,
  now: Date,
): Promise<{ row: PaymentRow; parts: GuestPart[] } | undefined> {
  const found = await db
    .select({ row: payments, weight: invoiceLines.amount, ...STAY })
    .from(payments)
    .leftJoin(invoiceLines, eq(invoiceLines.invoiceId, payments.invoiceId))
    .leftJoin(
      reservations,
      sql`${reservations.id} = coalesce(${invoiceLines.reservationId}, ${payments.reservationId})`,
    )
    .leftJoin(events, eq(events.id, reservations.eventId))
    .where(eq(payments.id, paymentId))
    .orderBy(asc(invoiceLines.reservationId))
  const [first] = found
  if (!first) return undefined
  const { row } = first
  const stays = await stayFacts(
    db,
    found.flatMap(({ reservationId, eventId, status, startDateDate }) =>
      reservationId === null || eventId === null || status === null || startDateDate === null
        ? []
        : [{ reservationId, eventId, status, startDateDate }],
    ),
    now,
  )
  const each = shares(
    row.amount,
    found.map(({ weight }) => weight ?? row.amount),
  )
  const parts = found.map(({ reservationId }, index) => ({
    guest: stays.find((stay) => stay.reservationId === reservationId) ?? NOBODY,
    amount: each[index] ?? 0,
  }))
  return { row, parts }
}

/**
 * Posts what is missing for a payment: its receipt, the card fee, money that banks withdrew or returned, and what
 * counts for another guest. Pass `isNew` for a payment that was just inserted, and `cameBack` for one that the bank
 * returned. `withdrawnAt` is when the withdrawn or returned money moved, if not now.
 */
export async function postPayment(
  tx: Transaction,
  paymentId: number,
  {
    now,
    isNew = false,
    cameBack = false,
    withdrawnAt = now,
  }: { now: Date; isNew?: boolean; cameBack?: boolean; withdrawnAt?: Date | undefined },
): Promise<void> {
  const found = await findPayment(tx, paymentId, now)
  if (!found) return
  const { row, parts } = found
  const sourceId = String(paymentId)
  const posted = isNew ? [] : await listPosted(tx, ['payment', 'hand', 'dispute'], [sourceId])
  const others = guestsIn(posted).filter((id) => parts.every(({ guest }) => guest.reservationId !== id))
  for (const guest of await listStays(tx, others, now)) parts.push({ guest, amount: 0 })
  const fact: PaymentFact = { ...row, withdrawnAt, parts }
  await postAndFollow(
    tx,
    entriesOfPayment({ source: sourceOf(row.method), sourceId, cameBack }, fact, posted, now),
    posted,
    now,
  )
}

/**
 * Writes entries. A reversal returns money to where it came from, but the stay may have begun or moved to another event
 * since, so the money follows it.
 */
async function postAndFollow(
  tx: Transaction,
  entries: readonly Entry[],
  posted: readonly PostedEntry[],
  now: Date,
): Promise<void> {
  await insertEntries(tx, entries)
  if (entries.some(({ kind }) => kind === 'reversal')) await postStays(tx, guestsIn(posted), { now })
}

/**
 * Reverses a hand payment that an admin deletes, because it was recorded by mistake, or because the bank returned it
 * (`cameBack`).
 */
export async function postDeletedPayment(
  tx: Transaction,
  paymentId: number,
  { now, cameBack }: { now: Date; cameBack: boolean },
): Promise<void> {
  const sourceId = String(paymentId)
  const posted = await listPosted(tx, ['hand'], [sourceId])
  const entries = entriesOfPayment({ source: 'hand', sourceId, cameBack }, null, posted, now)
  await postAndFollow(tx, entries, posted, now)
}

/** A payment in a deposit slip, with the cents that the bank got. */
type Deposited = Pick<typeof depositedPayments.$inferSelect, 'paymentId' | 'amount'>

/** Returns deposited payments by guest. */
async function listDepositedParts(tx: Transaction, payments: readonly Deposited[]): Promise<GuestAmount[]> {
  const ids = payments.map(({ paymentId }) => String(paymentId))
  const posted = Map.groupBy(await listPosted(tx, ['hand'], ids), ({ sourceId }) => sourceId)
  return payments.flatMap(({ paymentId, amount }) =>
    depositedParts(amount, posted.get(String(paymentId)) ?? []),
  )
}

/** Posts that the payments of a new slip are at the bank. */
export async function postSlip(
  tx: Transaction,
  slip: { id: number; depositedOn: Day },
  payments: readonly Deposited[],
): Promise<void> {
  await insertEntries(tx, entriesOfSlip(slip, await listDepositedParts(tx, payments)))
}

/** Posts that the bank returned a payment of a slip. Call it before the payment changes. */
export async function postReturn(
  tx: Transaction,
  { slipId, ...payment }: Deposited & { slipId: number },
  now: Date,
): Promise<void> {
  const posted = await listPosted(tx, ['deposit_slip'], [String(slipId)])
  await insertEntries(tx, entriesOfReturn(slipId, await listDepositedParts(tx, [payment]), { posted, now }))
}

/** Reverses a slip. Returns false, and posts nothing, if it is in a month that is closed. */
export async function postUndoneSlip(tx: Transaction, slipId: number, now: Date): Promise<boolean> {
  const posted = await listPosted(tx, ['deposit_slip'], [String(slipId)])
  const first = await lockFirstOpenDay(tx)
  if (posted.some(({ day }) => day < first)) return false
  await insertEntries(tx, entriesOfUndoneSlip(slipId, posted, now))
  return true
}

/** Returns the first day that is not in a closed month. No month is closed until the transaction ends. */
async function lockFirstOpenDay(tx: Transaction): Promise<Day> {
  const found = await tx.execute(sql`select ledger_first_open_day()::text as day`)
  const day = rows<{ day: Day }>(found)[0]?.day ?? ''
  return day === '-infinity' ? '' : day
}

const guestsIn = (posted: readonly PostedEntry[]): number[] => [
  ...new Set(posted.flatMap(({ lines }) => lines).flatMap(({ reservationId }) => reservationId ?? [])),
]

/** Posts for whom the payment of an invoice counts, after an admin has changed the invoice's lines. */
export async function postInvoiceLines(tx: Transaction, invoiceId: number, now: Date): Promise<void> {
  const [row] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.invoiceId, invoiceId))
  if (row) await postPayment(tx, row.id, { now })
}

/** Returns the refund's row with its payment, and with the key of the refused refund that it replaces. */
async function findRefundRow(db: Database, refundId: number) {
  const [row] = await db
    .select({
      refund: refunds,
      payment: payments,
      refusedKey: sql<
        string | null
      >`(select refused.key from refunds as refused where ${refunds.key} = 'hand:' || refused.id)`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  return row
}

/** The key of a cancellation's refund names the canceled guest. */
const canceledGuestIn = (key: string): number | null =>
  Number(/^cancelled:(\d+):/.exec(key)?.[1] ?? 0) || null

/** Converts the rows of a refund to what the ledger needs. `guestId` is the canceled guest. */
export const refundFactOf = ({
  refund,
  payment,
  refusedKey,
}: {
  refund: typeof refunds.$inferSelect
  payment: Pick<PaymentRow, 'method'>
  refusedKey: string | null
}): { fact: RefundFact; guestId: number | null } => ({
  guestId: canceledGuestIn(refusedKey ?? refund.key),
  fact: {
    ...refund,
    cause: refundCause(refund.reason),
    from: refund.byHand ? refundAccountOf(refund.givenBy ?? payment.method) : 'stripe_balance',
    decidedAt: refund.createdAt,
  },
})

/**
 * Posts what is missing for a refund: that it is owed to the guests, and that it was made. Reverses both for a refund
 * that failed. `overpaid` says for whom how many cents of it return an overpayment. Without it, this stays as posted.
 */
export async function postRefund(
  tx: Transaction,
  refundId: number,
  {
    now,
    overpaid,
  }: { now: Date; overpaid?: readonly { reservationId: number; amount: Cents }[] | undefined },
): Promise<void> {
  const row = await findRefundRow(tx, refundId)
  if (!row) return
  const { refund, payment } = row
  const { fact, guestId } = refundFactOf(row)
  const sourceId = String(refundId)
  const posted = await listPosted(tx, ['refund'], [sourceId])
  const { left, unnamed } = await leftOfPayment(tx, payment, { without: refundId, now })
  const named = overpaid
    ? new Map(overpaid.map((line) => [line.reservationId, line.amount]))
    : overpaidIn(posted)
  const parts = refundParts(refund, left, { named, guestId })
  const balances = await listBalances(
    tx,
    left.flatMap(({ guest }) => guest.reservationId ?? []),
  )
  const all = [...balances, ...unnamed]
  const entries = entriesOfRefund(refundId, fact, { parts, balances: all, posted, now })
  await postAndFollow(tx, entries, posted, now)
}

/** Reverses a refund that is no longer owed, because the cancellation was undone. */
export async function postWithdrawnRefund(tx: Transaction, refundId: number, now: Date): Promise<void> {
  const posted = await listPosted(tx, ['refund'], [String(refundId)])
  const nothing = { parts: [], balances: [], posted, now }
  await postAndFollow(tx, entriesOfRefund(refundId, null, nothing), posted, now)
}

/**
 * Returns what is left of a payment for each guest, as posted: their parts, less what refunds took from them. Leaves
 * out the refund `without`. `unnamed` has the balances of the part that belongs to no reservation.
 */
async function leftOfPayment(
  tx: Transaction,
  payment: PaymentRow,
  { without, now }: { without: number; now: Date },
): Promise<{ left: GuestPart[]; unnamed: Balance[] }> {
  const given = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.paymentId, payment.id))
  const counted = given.flatMap(({ id }) => (id === without ? [] : [String(id)]))
  const entries = [
    ...(await listPosted(tx, [sourceOf(payment.method)], [String(payment.id)])),
    ...(await listPosted(tx, ['refund'], counted)),
  ]
  const lines = entries.flatMap((entry) => entry.lines.filter(({ account }) => RESTS.includes(account)))
  const stays = await listStays(tx, guestsIn(entries), now)
  const left = [...Map.groupBy(lines, ({ reservationId }) => reservationId)].map(
    ([reservationId, own]): GuestPart => {
      const named = { reservationId, eventId: own[0]?.eventId ?? null, rest: 'guest_deposits' as const }
      const guest = stays.find((stay) => stay.reservationId === reservationId) ?? named
      return { guest, amount: heldIn(own) }
    },
  )
  const unnamed = balancesOf(lines.filter(({ reservationId }) => reservationId === null))
  return { left, unnamed }
}

/**
 * Posts what is missing for the stays of these guests: a move, an undone cancellation, the income of a stay that has
 * begun. Pass `kept` for a cancellation whose refund is decided.
 */
export async function postStays(
  tx: Transaction,
  reservationIds: readonly number[],
  { now, kept = false }: { now: Date; kept?: boolean },
): Promise<void> {
  const stays = await listStays(tx, reservationIds, now)
  if (stays.length === 0) return
  const balances = await listBalances(
    tx,
    stays.map(({ reservationId }) => reservationId),
  )
  const held = stays.filter((stay) =>
    balances.some(({ reservationId }) => reservationId === stay.reservationId),
  )
  if (held.length === 0) return
  const posted = await tx
    .select({ source: ledgerEntries.source, sourceId: ledgerEntries.sourceId, step: ledgerEntries.step })
    .from(ledgerEntries)
    .where(
      and(
        inArray(ledgerEntries.source, ['stay', 'cancellation', 'move']),
        inArray(
          ledgerEntries.sourceId,
          held.map(({ reservationId }) => String(reservationId)),
        ),
      ),
    )
  const entries = held.flatMap((stay) => {
    const own = posted.filter(({ sourceId }) => sourceId === String(stay.reservationId))
    return entriesOfStay(stay, balances, { posted: own, kept, now })
  })
  await insertEntries(tx, entries)
}

/** Posts what the venue keeps of a canceled stay, once its refund is decided. */
export async function postKept(tx: Transaction, reservationId: number, now: Date): Promise<void> {
  const [row] = await tx
    .select({ awaited: cancellations.awaited })
    .from(cancellations)
    .where(eq(cancellations.reservationId, reservationId))
  if (row && row.awaited === null) await postStays(tx, [reservationId], { now, kept: true })
}

/** Money for a stay that has begun may still arrive among the deposits for this many days. */
const LOOK_BACK_DAYS = 60

const BEGUN_KEY = 'stays-begun'

/**
 * Returns guests whose stay has begun by this ranch day although their deposits are not posted as income, the
 * earliest events first. Looks back to the last day on which `writeBegunDay` was called, however long ago.
 */
export async function listBegunStays(db: Database, today: Day, limit: number) {
  const done = await findFact(db, BEGUN_KEY)
  const usual = addDays(today, -LOOK_BACK_DAYS)
  const since = done !== undefined && usual < done ? usual : done
  const found = await db.execute(sql`
    select reservation.id, reservation.event_id as "eventId" from ${reservations} as reservation
    join ${events} as event on event.id = reservation.event_id
    where reservation.status = 'confirmed' and event.start_date_date <= ${today}::date
      ${since === undefined ? sql`` : sql`and event.start_date_date >= ${since}::date`}
      and (select sum(line.amount) from ${ledgerLines} as line
        where line.reservation_id = reservation.id and line.account = 'guest_deposits') <> 0
    order by event.start_date_date, event.id, reservation.id limit ${limit}`)
  return rows<{ id: number; eventId: number }>(found)
}

/** Remembers that all stays that had begun by this day are posted. */
export async function writeBegunDay(db: Database, day: Day): Promise<void> {
  if ((await findFact(db, BEGUN_KEY)) !== day) await writeFact(db, BEGUN_KEY, day)
}

/** How long the site looks for a transaction that is not posted yet, in days. A payout may take weeks to arrive. */
const TRANSACTION_DAYS = 60

/** The most transactions in one database transaction. */
const BATCH = 200

/**
 * Posts what is missing for the transactions in the card provider's balance: payouts that have reached the bank, fees,
 * and money of other businesses on the same account. Waits with a charge whose payment is not recorded yet. `since` is
 * null for all transactions.
 */
export async function postTransactions(
  db: Database,
  { since, now }: { since: Date | null; now: Date },
): Promise<void> {
  const facts = await listUnpostedTransactions(db, since, ranchDay(now))
  for (let at = 0; at < facts.length; at += BATCH) {
    const batch = facts.slice(at, at + BATCH)
    await db.transaction(async (tx) => {
      const posted = await listPosted(
        tx,
        ['payout', 'dispute', 'adjustment'],
        batch.map(({ id }) => id),
      )
      const entries = batch.flatMap((fact) =>
        entriesOfTransaction(
          fact,
          posted.filter(({ sourceId }) => sourceId === fact.id),
        ),
      )
      await insertEntries(tx, entries)
    })
  }
}

/** Returns the time since which `postTransactions` looks for new transactions after a sync. */
export const recentTransactions = (now: Date): Date => new Date(now.getTime() - TRANSACTION_DAYS * 86_400_000)

async function listUnpostedTransactions(
  db: Database,
  since: Date | null,
  today: Day,
): Promise<TransactionFact[]> {
  const isPosted = sql`exists (select from ${ledgerEntries} as entry where entry.source in ('payout', 'dispute', 'adjustment')
    and entry.source_id = ${balanceTransactions.id} and (entry.kind <> 'provider' or ${payments.id} is null))`
  // The payments and refunds of this site post their own amounts. Nearly all transactions are such.
  const isPostedElsewhere = sql`(${payments.id} is not null and ${balanceTransactions.category} in ('charge', 'refund')
    and not exists (select from ${ledgerEntries} as entry
      where entry.source = 'adjustment' and entry.source_id = ${balanceTransactions.id}))`
  const found = await db
    .select({
      transaction: balanceTransactions,
      paymentId: payments.id,
      reservationId: payments.reservationId,
      eventId: reservations.eventId,
      payoutDay: ownPayoutDay,
      isRecordedLater: sql<boolean>`(${payments.id} is null and ${paymentIntents.id} is not null)`,
    })
    .from(balanceTransactions)
    .leftJoin(payments, eq(payments.intentId, balanceTransactions.intentId))
    .leftJoin(paymentIntents, eq(paymentIntents.id, balanceTransactions.intentId))
    .leftJoin(reservations, eq(reservations.id, payments.reservationId))
    .where(
      and(
        since ? gte(balanceTransactions.createdAt, since) : undefined,
        sql`not ${isPosted} and not ${isPostedElsewhere}`,
      ),
    )
    .orderBy(asc(balanceTransactions.createdAt), asc(balanceTransactions.id))
  return found.flatMap(({ transaction, paymentId, payoutDay, isRecordedLater, ...names }) => {
    const { id, amount, fee, createdAt } = transaction
    if (isRecordedLater || (payoutDay !== null && payoutDay > today)) return []
    const at = payoutDay === null ? createdAt : ranchInstant(payoutDay)
    return [{ id, kind: kindOf(transaction), amount, fee, at, isOurs: paymentId !== null, ...names }]
  })
}
