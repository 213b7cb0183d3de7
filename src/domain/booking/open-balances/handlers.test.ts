import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { ledgerEntries, ledgerLines } from '#platform/database/schema/ledger.ts'
import { refunds } from '#platform/database/schema/payments.ts'
import { listLedgerDifferences } from '#domain/money/ledger/store/compare.ts'
import { getProblems, getRefunds } from '#domain/desk/today/contract.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { makeEvent } from '#test/support/factories.ts'
import { bookingDeps, providerWith } from '#test/support/booking/deps.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeRefund } from '../payments/refund.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { listOpenBalances, settleBalance } from './contract.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)
const guest = createGuest(app)
const { db } = app.services

type Order = InputOf<typeof settleBalance>['body']

const settle = async (order: Order) => admin.browser.call(settleBalance, { body: order })

async function openOf(reservationId: number) {
  const listed = await admin.browser.call(listOpenBalances)
  if (!listed.ok) throw new Error(listed.code)
  return listed.data.balances.find((balance) => balance.reservationId === reservationId)
}

/** Returns what stands on each account for a reservation. Debits are above zero. */
async function accountsOf(reservationId: number) {
  const totals = new Map<string, number>()
  for (const { account, amount } of await db
    .select()
    .from(ledgerLines)
    .where(eq(ledgerLines.reservationId, reservationId)))
    totals.set(account, (totals.get(account) ?? 0) + amount)
  return Object.fromEntries([...totals].filter(([, amount]) => amount !== 0))
}

/** Signs up a guest who pays by hand. */
async function paidGuest(paymentMethod: 'cash' | 'check' = 'cash') {
  const { id: eventId } = await makeEvent(db)
  const { reservationId: id } = await admin.signUp({ eventId })
  await admin.bill({ reservationId: id, amount: 125_000, paid: true, paymentMethod })
  return id
}

async function deletedGuest() {
  const id = await paidGuest()
  expect(await admin.remove(id, 'true')).toMatchObject({ ok: true })
  return id
}

/** Deletes a guest to whom the venue owes a refund of $662.75 by check, and for whom it keeps the rest. */
async function deletedWithRefundDue() {
  const id = await paidGuest('check')
  await admin.cancel(id, { refund: 66_275, reason: 'As agreed' })
  expect(await admin.remove(id, 'true')).toMatchObject({ ok: true })
  return id
}

const owedRefunds = async () => {
  const today = await admin.browser.call(getRefunds)
  return today.ok ? today.data.refundsDue.list : []
}

const refusedOnToday = async () => {
  const today = await admin.browser.call(getProblems)
  return today.ok ? today.data.failures.refunds!.list : []
}

/** Cancels a stay paid by card, whose refund fails for good. */
async function refusedStay() {
  const { id: eventId } = await makeEvent(db)
  const held = await guest.hold(eventId)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  await app.sandbox?.control.set({ provider: 'refuse' })
  await admin.cancel(held.reservationId, { cancelledBy: 'retreat' })
  await app.sandbox?.control.set({ provider: 'up' })
  const [refund] = (await admin.refundsOf(held.reservationId)).refunds
  const no = providerWith(app, { createRefund: async () => ({ outcome: 'rejected', reason: 'closed' }) })
  expect(await makeRefund(bookingDeps(app, no), refund?.id ?? 0)).toBe('failed')
  return held.reservationId
}

afterEach(async () => {
  expect(await listLedgerDifferences(db, { syncedUntil: null, limit: 10 })).toEqual([])
})

describe('the balance of a guest who was deleted with their money', () => {
  test('is listed under the number, until an admin keeps it as income with a reason (R49.6)', async () => {
    const id = await deletedGuest()
    expect(await openOf(id)).toEqual({
      reservationId: id,
      why: 'deleted',
      amount: 125_000,
      deposits: 125_000,
      refunds: 0,
      guest: null,
      event: expect.anything() as unknown,
      together: [],
    })
    const reason = 'Signed up twice, gave the money as a gift'
    expect(await settle({ reservationId: id, as: 'income', reason, open: 125_000 })).toMatchObject({
      ok: true,
    })
    expect(await openOf(id)).toBeUndefined()
    expect(await accountsOf(id)).toEqual({ undeposited: 125_000, cancellation_income: -125_000 })
    const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.memo, reason))
    expect(entry).toMatchObject({ source: 'adjustment', kind: 'adjustment', postedOn: '2027-05-06' })
    expect((await auditOf(app, 'reservation', id)).at(-1)).toMatchObject({
      action: 'balance.kept',
      actor: 'admin:the-admin',
    })
    expect(await settle({ reservationId: id, as: 'income', reason })).toMatchObject({
      status: 409,
      code: 'not_open',
    })
  })

  test('can be refunded in part by hand and kept in part (R49.6)', async () => {
    const id = await deletedGuest()
    const refund = { reservationId: id, as: 'refund', amount: 100_000, reason: 'Weather' } as const
    expect(await settle({ ...refund, method: 'check', reference: '1042' })).toMatchObject({ ok: true })
    expect(await openOf(id)).toMatchObject({ amount: 25_000 })
    expect(await accountsOf(id)).toEqual({ undeposited: 125_000, bank: -100_000, guest_deposits: -25_000 })
    const memos = await db.select({ memo: ledgerEntries.memo }).from(ledgerEntries)
    expect(memos).toContainEqual({ memo: 'Check 1042: Weather' })
    await settle({ reservationId: id, as: 'income', reason: 'The rest' })
    expect(await openOf(id)).toBeUndefined()
  })

  test('pays cash from the cash in hand (R49.6)', async () => {
    const id = await deletedGuest()
    await settle({ reservationId: id, as: 'refund', method: 'cash', reason: 'Weather' })
    expect(await accountsOf(id)).toEqual({})
  })

  test('settles once when two admins press at the same time (R49.6)', async () => {
    const id = await deletedGuest()
    const order = { reservationId: id, as: 'refund', method: 'cash', reason: 'Weather' } as const
    const replies = await Promise.all([settle(order), settle(order), settle({ ...order, as: 'income' })])
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await openOf(id)).toBeUndefined()
  })

  test('refuses amounts that are not open, an unnamed method and an outdated balance (R49.6)', async () => {
    const id = await deletedGuest()
    const order = { reservationId: id, as: 'refund', method: 'cash', reason: 'Weather' } as const
    expect(await settle({ ...order, amount: 125_001 })).toMatchObject({
      status: 400,
      fields: { amount: 'No more than $1,250.00 is open' },
    })
    expect(await settle({ ...order, method: undefined })).toMatchObject({
      fields: { method: 'Please choose how you refunded it' },
    })
    expect(await settle({ ...order, open: 100 })).toMatchObject({ status: 409, code: 'stale' })
    expect(await settle({ ...order, reason: ' ' })).toMatchObject({ status: 400 })
    expect(await openOf(id)).toMatchObject({ amount: 125_000 })
  })
})

describe('a refund that is due to a deleted guest', () => {
  test('is recorded as made together with the balance, and leaves Today (R49.6)', async () => {
    const id = await deletedWithRefundDue()
    expect(await openOf(id)).toMatchObject({ amount: 66_275, refunds: 66_275, deposits: 0 })
    expect(await owedRefunds()).toHaveLength(1)
    const order = { reservationId: id, as: 'refund', method: 'check', reason: 'As agreed' } as const
    expect(await settle({ ...order, amount: 100 })).toMatchObject({
      fields: { amount: expect.stringContaining('can only be settled as a whole') as unknown },
    })
    expect(await settle({ ...order, reference: '1042' })).toMatchObject({ ok: true })
    expect(await owedRefunds()).toEqual([])
    expect(await openOf(id)).toBeUndefined()
    expect(await db.select().from(refunds).where(eq(refunds.reference, '1042'))).toMatchObject([
      { status: 'succeeded', givenBy: 'check', amount: 66_275 },
    ])
  })

  test('is withdrawn if an admin keeps the money (R49.6)', async () => {
    const id = await deletedWithRefundDue()
    await settle({ reservationId: id, as: 'income', reason: 'The guest waived it' })
    expect(await owedRefunds()).toEqual([])
    expect(await openOf(id)).toBeUndefined()
    expect(await accountsOf(id)).toMatchObject({ cancellation_income: -125_000 })
  })
})

describe('a canceled stay whose refund Stripe has refused', () => {
  test('is listed with the guest, and leaves Today once the money is refunded by hand (R49.6)', async () => {
    const id = await refusedStay()
    expect(await openOf(id)).toMatchObject({ why: 'not_refunded', amount: 45_000, guest: 'Robin Doe' })
    expect(await refusedOnToday()).toHaveLength(1)
    await settle({ reservationId: id, as: 'refund', method: 'check', reason: 'Card closed' })
    expect(await openOf(id)).toBeUndefined()
    expect(await refusedOnToday()).toEqual([])
    expect((await admin.refundsOf(id)).refunds).toMatchObject([
      { byHand: true, status: 'succeeded', givenBy: 'check' },
      { status: 'failed', toGive: false },
    ])
  })

  test('leaves Today once the money is kept, and asks nobody to refund it anymore (R49.6)', async () => {
    const id = await refusedStay()
    await settle({ reservationId: id, as: 'income', reason: 'The guest waived it' })
    expect(await openOf(id)).toBeUndefined()
    expect(await refusedOnToday()).toEqual([])
    const [refund] = (await admin.refundsOf(id)).refunds
    expect(refund).toMatchObject({ status: 'failed', toGive: false })
    expect(await admin.recordRefund(refund?.id ?? 0)).toMatchObject({ code: 'not_owed' })
  })
})

test('does not list the deposits of guests who are coming, nor refunds that the page of a guest shows (R49.6)', async () => {
  const coming = await paidGuest()
  const canceled = await paidGuest('check')
  await admin.cancel(canceled, { refund: 66_275, reason: 'As agreed' })
  expect([await openOf(coming), await openOf(canceled)]).toEqual([undefined, undefined])
  expect(await settle({ reservationId: coming, as: 'income', reason: 'Mine' })).toMatchObject({
    code: 'not_open',
  })
})

test('shows and settles open balances for admins only (R49.6)', async () => {
  const body = { reservationId: 1, as: 'income', reason: 'Mine' } as const
  expect(await app.browser().call(listOpenBalances)).toMatchObject({ status: 401 })
  expect(await app.browser().call(settleBalance, { body })).toMatchObject({ status: 401 })
})
