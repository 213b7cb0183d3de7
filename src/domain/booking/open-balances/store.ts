/** Reads the open balances of the ledger, and the refunds and payments behind them. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { events } from '#platform/database/schema/events.ts'
import { ledgerEntries, ledgerLines } from '#platform/database/schema/ledger.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import type { Cents } from '#shared/money.ts'

interface OpenRow {
  id: number
  isDeleted: boolean
  deposits: Cents
  refunds: Cents
  eventId: number | null
}

/**
 * Returns what an admin has to settle, by reservation number, or for one number. Refunds count only if nobody's page
 * shows them anymore: those that are due by hand, whose payment belongs to a deleted reservation.
 */
export async function listOpenRows(db: Database, reservationId: number | null = null): Promise<OpenRow[]> {
  const found = await db.execute(sql`
    select * from (
      select line.reservation_id as id, reservation.id is null as "isDeleted",
        coalesce(-sum(line.amount) filter (where line.account = 'guest_deposits'), 0)::float8 as deposits,
        coalesce(-sum(line.amount) filter (where line.account = 'refunds_payable' and reservation.id is null
          and refund.status = 'owed' and payment.reservation_id is null), 0)::float8 as refunds,
        (array_agg(line.event_id order by line.entry_id desc))[1] as "eventId"
      from ${ledgerLines} as line
      join ${ledgerEntries} as entry on entry.id = line.entry_id
      left join ${reservations} as reservation on reservation.id = line.reservation_id
      left join ${cancellations} as cancellation on cancellation.reservation_id = reservation.id
      left join ${refunds} as refund on refund.id = case when entry.source = 'refund' then entry.source_id::int end
      left join ${payments} as payment on payment.id = refund.payment_id
      where line.account in ('guest_deposits', 'refunds_payable')
        and ${reservationId === null ? sql`line.reservation_id is not null` : sql`line.reservation_id = ${reservationId}`}
        and (reservation.id is null
          or reservation.status not in ('pending', 'confirmed') and cancellation.awaited is null)
      group by line.reservation_id, reservation.id
    ) as balance
    where deposits <> 0 or refunds <> 0
    order by id`)
  return rows<OpenRow>(found)
}

/** The refunds whose ledger entries name this reservation. */
const refundsOf = (reservationId: number) => sql`${refunds.id} in (select entry.source_id::int
  from ${ledgerEntries} as entry join ${ledgerLines} as line on line.entry_id = entry.id
  where entry.source = 'refund' and line.reservation_id = ${reservationId})`

/** Returns the refunds that are due by hand for this number, and that no reservation's page shows anymore. */
export const listDueRefunds = (db: Database, reservationId: number) =>
  db
    .select({ id: refunds.id, amount: refunds.amount })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.status, 'owed'), sql`${payments.reservationId} is null`, refundsOf(reservationId)))
    .orderBy(refunds.id)

/** Returns the refunds for this number that the card provider has refused. */
export const listRefusedRefunds = (db: Database, reservationId: number) =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'failed'), refundsOf(reservationId)))
    .orderBy(refunds.id)

/** Returns the other reservation numbers for which these refunds are due. */
export async function listOthersOf(
  db: Database,
  reservationId: number,
  refundIds: readonly number[],
): Promise<number[]> {
  if (refundIds.length === 0) return []
  const found = await db
    .select({ id: sql<number>`${ledgerLines.reservationId}` })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .where(
      and(
        eq(ledgerEntries.source, 'refund'),
        inArray(ledgerEntries.sourceId, refundIds.map(String)),
        eq(ledgerLines.account, 'refunds_payable'),
        sql`${ledgerLines.reservationId} <> ${reservationId}`,
      ),
    )
    .groupBy(ledgerLines.reservationId)
    .having(sql`sum(${ledgerLines.amount}) <> 0`)
    .orderBy(ledgerLines.reservationId)
  return found.map(({ id }) => id)
}

/** Returns the payments behind a number's entries. Every change of its money locks one of them. */
export async function listPaymentIds(db: Database, reservationId: number): Promise<number[]> {
  const found = await db.execute(sql`
    select distinct case entry.source when 'refund' then refund.payment_id else entry.source_id::int end as id
    from ${ledgerEntries} as entry join ${ledgerLines} as line on line.entry_id = entry.id
    left join ${refunds} as refund on refund.id = case when entry.source = 'refund' then entry.source_id::int end
    where entry.source in ('payment', 'hand', 'refund') and line.reservation_id = ${reservationId}
    order by id`)
  return rows<{ id: number | null }>(found).flatMap(({ id }) => id ?? [])
}

/** Returns the deposits under a number by event. What is above zero is held for the guest. */
export const listDeposits = (
  db: Database,
  reservationId: number,
): Promise<{ eventId: number | null; amount: Cents }[]> =>
  db
    .select({ eventId: ledgerLines.eventId, amount: sql<Cents>`-sum(${ledgerLines.amount})::float8` })
    .from(ledgerLines)
    .where(and(eq(ledgerLines.reservationId, reservationId), eq(ledgerLines.account, 'guest_deposits')))
    .groupBy(ledgerLines.eventId)
    .having(sql`sum(${ledgerLines.amount}) <> 0`)
    .orderBy(ledgerLines.eventId)

/** Returns the guests and events of these numbers, as far as they exist. */
export async function listSubjects(
  db: Database,
  reservationIds: readonly number[],
  eventIds: readonly number[],
) {
  const guests = await db
    .select({ id: reservations.id, uuid: reservations.uuid, customerName: reservations.customerName })
    .from(reservations)
    .where(inArray(reservations.id, [...reservationIds]))
  const named = await db
    .select({ id: events.id, name: events.name, urlName: events.urlName })
    .from(events)
    .where(inArray(events.id, [...eventIds]))
  return { guests, events: named }
}
