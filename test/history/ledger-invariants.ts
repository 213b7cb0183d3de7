/**
 * Checks the ledger after all random steps (R49). The test computes from the rows, without the ledger's own code, what
 * must stand on which account for each guest.
 */
import { asc, eq, sql } from 'drizzle-orm'
import { ledgerEntries, ledgerLines } from '#platform/database/schema/ledger.ts'
import { balanceTransactions } from '#platform/database/schema/payments.ts'
import { listLedgerDifferences } from '#domain/money/ledger/store/compare.ts'
import { postHistory } from '#domain/money/ledger/store/history.ts'
import { ranchDay } from '#shared/days.ts'
import { countEvent, dollars, type HistoryState } from './history-state.ts'
import { type Snapshot, sumOf } from './snapshot.ts'

interface Row {
  entryId: number
  kind: string
  account: string
  amount: number
  reservationId: number | null
  eventId: number | null
}

const readLines = async ({ site }: HistoryState): Promise<Row[]> =>
  site.app.services.db
    .select({
      entryId: ledgerLines.entryId,
      kind: ledgerEntries.kind,
      account: ledgerLines.account,
      amount: ledgerLines.amount,
      reservationId: ledgerLines.reservationId,
      eventId: ledgerLines.eventId,
    })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .orderBy(asc(ledgerLines.entryId), asc(ledgerLines.position))

const HELD = new Set(['guest_deposits', 'cancellation_income', 'retreat_income', 'tax_payable'])

export async function ledgerAgrees(state: HistoryState, now: Snapshot): Promise<string[]> {
  const { db } = state.site.app.services
  const lines = await readLines(state)
  for (const kind of new Set(lines.map((line) => line.kind))) countEvent(state, `the ledger posted a ${kind}`)
  const differences = await listLedgerDifferences(db, { syncedUntil: now.now, limit: 20 })
  return [
    ...differences.map(
      ({ what, id, expected, posted }) =>
        `the ledger posted ${dollars(posted)} ${what} for ${id}, the rows say ${dollars(expected)}`,
    ),
    ...entriesBalance(lines),
    ...guestsMoneyIsWhereItBelongs(now, lines),
    ...refundsAreOwed(now, lines),
    ...balanceIsTheProviders(lines, await db.select().from(balanceTransactions)),
  ]
}

/** Writes for whom refunds returned overpayments, as versions of the site did that had no ledger. */
const WRITE_REFUND_LINES = sql`insert into refund_lines (refund_id, reservation_id, amount)
  select entry.source_id::int, line.reservation_id, -sum(line.amount)
  from ledger_lines as line join ledger_entries as entry on entry.id = line.entry_id
  left join ledger_entries as reversed on reversed.id = entry.reverses
  where entry.source = 'refund' and line.account = 'refunds_payable'
    and coalesce(reversed.kind, entry.kind) = 'refund_overpayment'
    and exists (select from refunds where id::text = entry.source_id)
    and exists (select from reservations where id = line.reservation_id)
  group by 1, 2 having sum(line.amount) < 0`

/**
 * Empties the ledger, posts it again from the rows as an upgrade does, and checks it again. Only the test can empty it,
 * because it switches the triggers off.
 */
export async function historyAgrees(state: HistoryState, now: Snapshot): Promise<string[]> {
  const { db } = state.site.app.services
  await db.transaction(async (tx) => {
    await tx.execute(WRITE_REFUND_LINES)
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`delete from ledger_lines`)
    await tx.execute(sql`delete from ledger_entries`)
  })
  await postHistory(db, now.now)
  await db.execute(sql`delete from refund_lines`)
  return (await ledgerAgrees(state, now)).map((problem) => `posted again: ${problem}`)
}

function entriesBalance(lines: readonly Row[]): string[] {
  const totals = new Map<number, number>()
  for (const { entryId, amount } of lines) totals.set(entryId, (totals.get(entryId) ?? 0) + amount)
  return [...totals].flatMap(([id, total]) => (total === 0 ? [] : [`entry ${id} adds up to ${total}`]))
}

/**
 * The guests whose money belongs together: a payer's payments may be for companions, and a guest who was split off or
 * deleted keeps what was paid. Returns for each reservation the smallest number of its group.
 */
function groupsOf({ payments, reservations }: Snapshot, lines: readonly Row[]): Map<number, number> {
  const group = new Map<number, number>()
  const rootOf = (id: number): number => {
    const parent = group.get(id) ?? id
    return parent === id ? id : rootOf(parent)
  }
  const join = (one: number, other: number) => {
    const [a, b] = [rootOf(one), rootOf(other)].toSorted((x, y) => x - y)
    if (a !== undefined && b !== undefined && a !== b) group.set(b, a)
  }
  for (const { id, partyId } of reservations) if (partyId !== null) join(id, partyId)
  for (const { reservationId, paidBy } of payments)
    if (reservationId !== null && paidBy !== null) join(reservationId, paidBy)
  const entries = Map.groupBy(lines, ({ entryId }) => entryId)
  for (const [, own] of entries) {
    const ids = own.flatMap(({ reservationId }) => reservationId ?? [])
    for (const id of ids) join(id, ids[0] ?? id)
  }
  return new Map(
    [...reservations.map(({ id }) => id), ...lines.flatMap(({ reservationId }) => reservationId ?? [])].map(
      (id) => [id, rootOf(id)],
    ),
  )
}

/** What was paid less what was refunded is held for a guest, on the account that the stay's state says. */
function guestsMoneyIsWhereItBelongs(now: Snapshot, lines: readonly Row[]): string[] {
  const groups = groupsOf(now, lines)
  const held = new Map<number, number>()
  for (const { account, amount, reservationId } of lines) {
    if (!HELD.has(account) || reservationId === null) continue
    const root = groups.get(reservationId) ?? reservationId
    held.set(root, (held.get(root) ?? 0) - amount)
  }
  const paid = new Map<number, number>()
  for (const payment of now.payments) {
    if (payment.reservationId === null) continue
    const root = groups.get(payment.reservationId) ?? payment.reservationId
    const refunded = sumOf(
      now.refunds.filter(({ paymentId, status }) => paymentId === payment.id && status !== 'failed'),
    )
    paid.set(root, (paid.get(root) ?? 0) + payment.amount - refunded)
  }
  // The payments of deleted guests no longer name them, so only groups whose guests all exist are compared.
  const known = new Set(now.reservations.map(({ id }) => id))
  const complete = [...new Set(groups.values())].filter((root) =>
    [...groups].every(([id, of]) => of !== root || known.has(id)),
  )
  const totals = complete.flatMap((root) =>
    (held.get(root) ?? 0) === (paid.get(root) ?? 0)
      ? []
      : [
          `the ledger holds ${dollars(held.get(root) ?? 0)} for reservation ${root} and its party, but ${dollars(paid.get(root) ?? 0)} were paid and not refunded`,
        ],
  )
  const today = ranchDay(now.now)
  const places = now.reservations.flatMap(({ id, status, eventId }) => {
    const own = lines.filter(({ reservationId }) => reservationId === id)
    const on = (account: string) => 0 - sumOf(own.filter((line) => line.account === account))
    const event = now.events.find((one) => one.id === eventId)
    const began = status === 'confirmed' && event !== undefined && event.startDateDate <= today
    const problems: string[] = []
    if (began && on('guest_deposits') !== 0)
      problems.push(`the stay of reservation ${id} began, but ${dollars(on('guest_deposits'))} are deposits`)
    if (status === 'confirmed' && on('cancellation_income') !== 0)
      problems.push(`reservation ${id} is confirmed, but ${dollars(on('cancellation_income'))} are kept`)
    const elsewhere = own.filter((line) => line.account === 'guest_deposits' && line.eventId !== eventId)
    if (status === 'confirmed' && sumOf(elsewhere) !== 0)
      problems.push(`deposits of reservation ${id} stand under an event that it left`)
    return problems
  })
  return [...totals, ...places]
}

function refundsAreOwed(now: Snapshot, lines: readonly Row[]): string[] {
  const posted = 0 - sumOf(lines.filter(({ account }) => account === 'refunds_payable'))
  const owed = sumOf(now.refunds.filter(({ status }) => status === 'owed' || status === 'requested'))
  return posted === owed ? [] : [`the ledger owes ${dollars(posted)} as refunds, the rows ${dollars(owed)}`]
}

function balanceIsTheProviders(
  lines: readonly Row[],
  transactions: readonly (typeof balanceTransactions.$inferSelect)[],
): string[] {
  const onItsWay = lines.filter(({ kind, account }) => kind === 'payout' && account === 'stripe_balance')
  const posted = sumOf(lines.filter(({ account }) => account === 'stripe_balance')) - sumOf(onItsWay)
  const theirs = transactions
    .filter(({ type }) => !type.startsWith('payout'))
    .reduce((sum, { amount, fee }) => sum + amount - fee, 0)
  return posted === theirs
    ? []
    : [
        `the ledger has ${dollars(posted)} in the provider's balance without payouts, the provider ${dollars(theirs)}`,
      ]
}
