/**
 * Posts what happened before the ledger existed, from the rows of payments, refunds and cancellations, with its true
 * days. Runs at the start of the site, once, in one transaction. Later starts post only rows that an older version of
 * the site wrote while both ran.
 */
import { asc, eq, sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import { invoiceLines, reservations } from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { events } from '#platform/database/schema/events.ts'
import { balanceTransactions, payments, refundLines, refunds } from '#platform/database/schema/payments.ts'
import { type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { shares } from '#shared/money.ts'
import {
  type Balance,
  balancesOf,
  entriesOfPayment,
  entriesOfRefund,
  entriesOfStay,
  type Entry,
  type GuestPart,
  heldIn,
  type Line,
  type PostedEntry,
  refundParts,
  RESTS,
  type StayFact,
} from '../domain/entries.ts'
import {
  insertEntries,
  LOCK_LEDGER,
  postPayment,
  postRefund,
  postTransactions,
  refundFactOf,
  restOf,
} from './post.ts'

/** The most entries in one statement. */
const BATCH = 500

export async function postHistory(db: Database, now: Date): Promise<void> {
  const isEmpty = await db.transaction(async (tx) => {
    await tx.execute(LOCK_LEDGER)
    const found = await tx.execute(sql`select 1 from ledger_entries limit 1`)
    if (rows(found).length > 0) return false
    const entries = await entriesOfHistory(tx, now)
    for (let at = 0; at < entries.length; at += BATCH) await insertEntries(tx, entries.slice(at, at + BATCH))
    return true
  })
  if (!isEmpty) await postMissing(db, now)
  await postTransactions(db, { since: null, now })
}

/** Posts payments and refunds that have no entry, each as if it had just been written. */
async function postMissing(db: Database, now: Date): Promise<void> {
  const missing = async (table: 'payments' | 'refunds', sources: readonly string[]) => {
    const found = await db.execute(sql`select id from ${sql.raw(table)} as fact
      where ${table === 'refunds' ? sql`fact.status <> 'failed' and` : sql``} not exists (
        select from ledger_entries where source in (${sql.join(
          sources.map((source) => sql`${source}`),
          sql`, `,
        )}) and source_id = fact.id::text) order by id`)
    return rows<{ id: number }>(found).map(({ id }) => id)
  }
  for (const id of await missing('payments', ['payment', 'hand']))
    await db.transaction((tx) => postPayment(tx, id, { now }))
  for (const id of await missing('refunds', ['refund']))
    await db.transaction((tx) => postRefund(tx, id, { now }))
}

type StayRow = Omit<StayFact, 'rest'> & { canceledAt: Date | null; isDecided: boolean }

/** Something that happened at an instant. `order` decides what comes first at the same instant. */
interface Happening {
  at: Date
  order: number
  entries: () => Entry[]
}

async function entriesOfHistory(tx: Transaction, now: Date): Promise<Entry[]> {
  const stays = new Map((await listStayRows(tx)).map((stay) => [stay.reservationId, stay]))
  const lines = Map.groupBy(
    await tx.select().from(invoiceLines).orderBy(asc(invoiceLines.reservationId)),
    ({ invoiceId }) => invoiceId,
  )
  const named = Map.groupBy(await tx.select().from(refundLines), ({ refundId }) => refundId)
  const disputes = await listDisputes(tx)
  const received = await tx.select().from(payments).orderBy(asc(payments.id))
  const given = Map.groupBy(
    await tx.select().from(refunds).orderBy(asc(refunds.id)),
    ({ paymentId }) => paymentId,
  )
  const books = new Map<number | null, Line[]>()
  const ofPayment = new Map<number, Line[]>()
  const happenings: Happening[] = []
  const keptAt = new Map<number, Date>()

  const guestAt = (reservationId: number, at: Date): StayFact | null => {
    const stay = stays.get(reservationId)
    if (!stay) return null
    const status = stay.canceledAt !== null && stay.canceledAt > at ? 'confirmed' : stay.status
    return { ...stay, status, rest: restOf({ ...stay, status }, ranchDay(at)) }
  }
  const balances = (ids: readonly (number | null)[]): Balance[] =>
    ids.flatMap((id) => balancesOf(books.get(id) ?? []))

  for (const payment of received) {
    const source = payment.method === 'card' ? ('payment' as const) : ('hand' as const)
    const of = { source, sourceId: String(payment.id) }
    const own = given.get(payment.id) ?? []
    const parts = (at: Date) =>
      partsAt(payment, lines.get(payment.invoiceId ?? 0) ?? [], (id) => guestAt(id, at), own)
    const posted: PostedEntry[] = []
    const post = (at: Date, withdrawn: number) => {
      const fact = { ...payment, withdrawn, withdrawnAt: at, parts: parts(at) }
      const entries = entriesOfPayment(of, fact, posted, at)
      posted.push(
        ...entries.map((entry, index) => ({ ...entry, id: -1 - index - posted.length, reverses: null })),
      )
      ofPayment.set(payment.id, [...(ofPayment.get(payment.id) ?? []), ...linesOf(entries, RESTS)])
      return entries
    }
    happenings.push({ at: payment.paidAt, order: 0, entries: () => post(payment.paidAt, 0) })
    if (payment.withdrawn > 0) {
      const at = disputes.get(payment.intentId ?? '') ?? payment.paidAt
      happenings.push({ at, order: 1, entries: () => post(at, payment.withdrawn) })
    }
    for (const refund of own) {
      const refused = own.find(({ id }) => refund.key === `hand:${id}`)
      const { guestId, fact } = refundFactOf({ refund, payment, refusedKey: refused?.key ?? null })
      if (
        guestId !== null &&
        refund.status !== 'failed' &&
        (keptAt.get(guestId) ?? refund.createdAt) <= refund.createdAt
      )
        keptAt.set(guestId, refund.createdAt)
      const decide = () => {
        const all = ofPayment.get(payment.id) ?? []
        const left = [...Map.groupBy(all, ({ reservationId }) => reservationId)].map(
          ([reservationId, part]): GuestPart => {
            const guest = reservationId === null ? null : guestAt(reservationId, refund.createdAt)
            const nobody = { reservationId, eventId: null, rest: 'guest_deposits' as const }
            return { guest: guest ?? nobody, amount: heldIn(part) }
          },
        )
        const sums = new Map((named.get(refund.id) ?? []).map((line) => [line.reservationId, line.amount]))
        const split = refundParts(refund, left, { named: sums, guestId })
        const held = [
          ...balances(left.flatMap(({ guest }) => guest.reservationId ?? [])),
          ...balancesOf(all.filter(({ reservationId }) => reservationId === null)),
        ]
        const entries = entriesOfRefund(refund.id, fact, { parts: split, balances: held, posted: [], now })
        ofPayment.set(payment.id, [...all, ...linesOf(entries, RESTS)])
        return entries
      }
      happenings.push({ at: refund.createdAt, order: 2, entries: decide })
    }
  }
  const steps = new Map<number, { source: string; step: number }[]>()
  for (const { reservationId, startDateDate, canceledAt, isDecided } of stays.values()) {
    const post = (at: Date, kept: boolean) => () => {
      const stay = guestAt(reservationId, at)
      const posted = steps.get(reservationId) ?? []
      const entries = stay ? entriesOfStay(stay, balances([reservationId]), { posted, kept, now: at }) : []
      steps.set(reservationId, [...posted, ...entries])
      return entries
    }
    const begins = ranchInstant(startDateDate)
    if (begins <= now) happenings.push({ at: begins, order: 4, entries: post(begins, false) })
    if (canceledAt === null || !isDecided) continue
    const last = keptAt.get(reservationId)
    const at = last && last > canceledAt ? last : canceledAt
    happenings.push({ at, order: 3, entries: post(at, true) })
  }
  // What came for a stay after its first day, but before the site recorded the sign-up, is income as of now.
  for (const reservationId of stays.keys())
    happenings.push({ at: now, order: 5, entries: restNow(reservationId) })

  function restNow(reservationId: number) {
    return () => {
      const stay = guestAt(reservationId, now)
      const posted = steps.get(reservationId) ?? []
      return stay ? entriesOfStay(stay, balances([reservationId]), { posted, kept: false, now }) : []
    }
  }

  happenings.sort((one, other) => one.at.getTime() - other.at.getTime() || one.order - other.order)
  const all: Entry[] = []
  for (const happening of happenings) {
    const entries = happening.entries()
    for (const line of linesOf(entries, RESTS)) {
      const known = books.get(line.reservationId)
      if (known) known.push(line)
      else books.set(line.reservationId, [line])
    }
    all.push(...entries)
  }
  return all
}

const linesOf = (entries: readonly Entry[], accounts: readonly string[]): Line[] =>
  entries.flatMap((entry) => entry.lines.filter(({ account }) => accounts.includes(account)))

/**
 * Splits a payment among its guests. A payment whose guest was deleted counts as income, as it did in the statements of
 * that time, unless it was refunded because it belonged to no invoice.
 */
function partsAt(
  payment: typeof payments.$inferSelect,
  lines: readonly { reservationId: number; amount: number }[],
  guestAt: (id: number) => StayFact | null,
  own: readonly { reason: string }[],
): GuestPart[] {
  const { amount, reservationId } = payment
  const isLoose = own.some(({ reason }) => ['late', 'duplicate', 'orphan'].includes(reason))
  const rest = isLoose ? ('guest_deposits' as const) : ('retreat_income' as const)
  const nobody = { reservationId: null, eventId: null, rest }
  if (lines.length === 0)
    return [{ guest: (reservationId === null ? null : guestAt(reservationId)) ?? nobody, amount }]
  const each = shares(
    amount,
    lines.map((line) => line.amount),
  )
  return lines.map((line, index) => ({
    guest: guestAt(line.reservationId) ?? nobody,
    amount: each[index] ?? 0,
  }))
}

const listStayRows = async (tx: Transaction): Promise<StayRow[]> =>
  tx
    .select({
      reservationId: reservations.id,
      eventId: reservations.eventId,
      status: reservations.status,
      startDateDate: sql<Day>`${events.startDateDate}::text`,
      canceledAt: cancellations.at,
      isDecided: sql<boolean>`${cancellations.awaited} is null`,
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .leftJoin(cancellations, eq(cancellations.reservationId, reservations.id))
    .orderBy(asc(reservations.id))

/** Returns when money of each payment intent was last withdrawn or returned because of a dispute. */
async function listDisputes(tx: Transaction): Promise<Map<string, Date>> {
  const found = await tx
    .select({ intentId: balanceTransactions.intentId, at: balanceTransactions.createdAt })
    .from(balanceTransactions)
    .where(sql`${balanceTransactions.category} in ('dispute', 'dispute_reversal')`)
    .orderBy(asc(balanceTransactions.createdAt))
  return new Map(found.flatMap(({ intentId, at }) => (intentId === null ? [] : [[intentId, at] as const])))
}
