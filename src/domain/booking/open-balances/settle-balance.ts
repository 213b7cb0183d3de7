/** Lists the open balances of the ledger, and settles them: refunded by hand, or kept as income (R49.6). */
import { randomUUID } from 'node:crypto'
import { lockEvent } from '#domain/events/store/events.ts'
import { entriesOfAdjustment, refundAccountOf } from '#domain/money/ledger/domain/entries.ts'
import { insertEntries } from '#domain/money/ledger/store/post.ts'
import type { Account } from '#platform/database/schema/ledger.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { openName } from '#platform/sealing.ts'
import type { AnswerOf, FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import { lockReservation } from '../store/locks.ts'
import { lockPayments } from '../store/payments.ts'
import { lockRefunds, markRefundGiven, withdrawRefund, markKept } from '../store/refunds.ts'
import { changeReservation, findReservation } from '../store/reservations.ts'
import { listRefusedToGive, writeGiven } from '../use-cases/refunds.ts'
import type { listOpenBalances, settleBalance } from './contract.ts'
import { centsToSettle, memoOf } from './settlement.ts'
import * as store from './store.ts'

export async function readOpenBalances({
  db,
  sealer,
}: Pick<BookingDeps, 'db' | 'sealer'>): Promise<AnswerOf<typeof listOpenBalances>> {
  const open = await store.listOpenRows(db)
  const about = await store.listSubjects(
    db,
    open.map(({ id }) => id),
    open.flatMap(({ eventId }) => eventId ?? []),
  )
  const balances = []
  for (const { id, isDeleted, deposits, refunds, eventId } of open) {
    const due = refunds === 0 ? [] : await store.listDueRefunds(db, id)
    const guest = about.guests.find((one) => one.id === id)
    const event = about.events.find((one) => one.id === eventId)
    balances.push({
      reservationId: id,
      why: isDeleted ? ('deleted' as const) : ('not_refunded' as const),
      amount: deposits + refunds,
      deposits,
      refunds,
      guest: guest ? openName(sealer, 'reservations', guest) : null,
      event: event ? { name: event.name, urlName: event.urlName } : null,
      together: await store.listOthersOf(
        db,
        id,
        due.map((refund) => refund.id),
      ),
    })
  }
  return { total: balances.reduce((total, { amount }) => total + amount, 0), balances }
}

type Order = ParsedOf<typeof settleBalance>['body'] & { by: Actor }

/**
 * Settles an open balance in one transaction: its refunds that are due, the ledger's entries and the audit entry. Locks
 * the payments behind the balance, so that two admins never settle it twice.
 */
export async function settleOpenBalance(
  deps: BookingDeps,
  order: Order,
): Promise<'done' | FailureCodeOf<typeof settleBalance> | { fields: Record<string, string> }> {
  const { reservationId, as, method, reference = null, by } = order
  return deps.db.transaction(async (tx) => {
    const found = await findReservation(tx, reservationId)
    if (found) await lockEvent(tx, found.eventId)
    const stay = found && (await lockReservation(tx, reservationId))
    await lockPayments(tx, { ids: await store.listPaymentIds(tx, reservationId) })
    const [balance] = await store.listOpenRows(tx, reservationId)
    if (!balance) return 'not_open'
    if (order.open !== undefined && order.open !== balance.deposits + balance.refunds) return 'stale'
    const cents = centsToSettle(balance, order)
    if (typeof cents === 'object') return cents
    const now = deps.now()
    const settling: Settling = { reservationId, balance, cents, memo: memoOf(order), now }
    if (as === 'refund' && method !== undefined)
      await refundByHand(tx, deps, {
        ...settling,
        given: { at: now, givenBy: method, reference, memo: null },
      })
    else await keep(tx, { ...settling, isWhole: order.amount === undefined })
    if ((await sumDeposits(tx, reservationId)) === 0) {
      const left = await listRefusedToGive(tx, await store.listRefusedRefunds(tx, reservationId))
      await markKept(
        tx,
        left.map(({ id }) => id),
        now,
      )
    }
    if (stay) await changeReservation(tx, reservationId, { changes: {}, now })
    const of = { entity: 'reservation', entityId: reservationId, eventId: balance.eventId }
    const action = as === 'refund' ? 'balance.refunded' : 'balance.kept'
    const details = { amount: cents, method: method ?? null, reference }
    await recordAudit(tx, deps.sealer, [{ ...by, ...of, action, details, at: now }])
    return 'done'
  })
}

interface Settling {
  reservationId: number
  balance: { deposits: Cents; refunds: Cents }
  /** The cents to settle, refunds that are due first. */
  cents: Cents
  memo: string
  now: Date
}

/** Records refunds that are due or were refused as made, and posts what else was refunded. */
async function refundByHand(
  tx: Transaction,
  deps: BookingDeps,
  {
    reservationId,
    balance,
    cents,
    memo,
    given,
    now,
  }: Settling & { given: Parameters<typeof writeGiven>[2]['given'] },
): Promise<void> {
  for (const { id } of await lockDue(tx, reservationId, balance))
    await markRefundGiven(tx, deps.sealer, { ...given, id, now })
  let left = cents - balance.refunds
  for (const refund of await listRefusedToGive(tx, await store.listRefusedRefunds(tx, reservationId))) {
    if (refund.amount > left) continue
    const before = await sumDeposits(tx, reservationId)
    await writeGiven(tx, deps, { refund, given, now })
    left -= before - (await sumDeposits(tx, reservationId))
  }
  await adjust(tx, { reservationId, cents: left, to: refundAccountOf(given.givenBy), memo, now })
}

/** Withdraws refunds that are due, and posts the money as kept. */
async function keep(
  tx: Transaction,
  { reservationId, balance, cents, memo, isWhole, now }: Settling & { isWhole: boolean },
): Promise<void> {
  for (const { id } of await lockDue(tx, reservationId, balance)) await withdrawRefund(tx, id, now)
  // Money that a withdrawn refund had taken from the deposits is among them again.
  const deposits = await sumDeposits(tx, reservationId)
  const back = deposits - balance.deposits
  const kept = isWhole ? deposits : cents - balance.refunds + back
  await adjust(tx, { reservationId, cents: kept, to: 'cancellation_income', memo, now })
}

const lockDue = async (tx: Transaction, reservationId: number, { refunds }: Settling['balance']) => {
  const due = refunds === 0 ? [] : await store.listDueRefunds(tx, reservationId)
  return lockRefunds(
    tx,
    due.map(({ id }) => id),
  )
}

const sumDeposits = async (tx: Transaction, reservationId: number): Promise<Cents> =>
  (await store.listDeposits(tx, reservationId)).reduce((total, { amount }) => total + amount, 0)

/** Posts entries that move deposits to another account, by event. Deposits below zero are moved only all together. */
async function adjust(
  tx: Transaction,
  {
    reservationId,
    cents,
    to,
    memo,
    now,
  }: { reservationId: number; cents: Cents; to: Account; memo: string; now: Date },
): Promise<void> {
  const deposits = await store.listDeposits(tx, reservationId)
  const isAll = deposits.reduce((total, { amount }) => total + amount, 0) === cents
  let left = cents
  for (const { eventId, amount } of deposits) {
    const part = isAll ? amount : Math.max(0, Math.min(left, amount))
    left -= part
    if (part === 0) continue
    const id = `balance:${reservationId}:${randomUUID()}`
    const entry = {
      id,
      debit: 'guest_deposits',
      credit: to,
      amount: part,
      reservationId,
      eventId,
      memo,
      now,
    } as const
    await insertEntries(tx, entriesOfAdjustment(entry))
  }
}
