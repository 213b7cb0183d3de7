/** Tests the register of checks, deposit slips, and what a bounced check changes in the ledger. */
import Papa from 'papaparse'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ledgerClosings } from '#platform/database/schema/ledger.ts'
import { depositSlips } from '#platform/database/schema/deposit-slips.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { listLedgerDifferences } from '#domain/money/ledger/store/compare.ts'
import { listPosted } from '#domain/money/ledger/store/post.ts'
import type { HandMethod } from '#domain/booking/contract/invoices.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { signedStay } from '#test/support/booking/stay.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { untilOneWaits } from '#test/support/measures.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import {
  createDepositSlip,
  exportChecks,
  exportDepositSlip,
  getChecks,
  getDepositSlip,
  undoDepositSlip,
} from './contract.ts'
import { insertSlip, lockPayments } from './store.ts'

/** May 6, 2027 at the ranch. */
const NOW = new Date('2027-05-06T18:00:00Z')
const TODAY = '2027-05-06'
const app = await openTestApp({ now: NOW })
const admin = await signInAdmin(app)
const db = () => app.services.db

/** Records that the guest of a new stay paid the deposit of $450.00 by hand. */
async function paidStay(
  paymentMethod: HandMethod = 'check',
  { day = '2027-05-03', reference }: { day?: string; reference?: string } = {},
) {
  const { id, eventId, deposit } = await signedStay(app, admin)
  const datePaid = `${day}T18:00:00.000Z`
  const paid = { id: deposit.id, paid: true, paymentMethod, datePaid, ...(reference && { reference }) }
  expect(await admin.rebill(paid)).toMatchObject({ ok: true })
  const [payment] = await db().select().from(payments).where(eq(payments.invoiceId, deposit.id))
  return { id, eventId, invoiceId: deposit.id, paymentId: payment?.id ?? 0 }
}

const deposit = (paymentIds: number[], depositedOn = TODAY) =>
  admin.browser.call(createDepositSlip, { body: { paymentIds, depositedOn } })

async function slipOf(paymentIds: number[], depositedOn = TODAY): Promise<number> {
  const made = await deposit(paymentIds, depositedOn)
  if (!made.ok) throw new Error(made.message)
  return made.data.slip.id
}

const show = (id: number) => admin.browser.call(getDepositSlip, { query: { id } })
const undo = (id: number) => admin.browser.call(undoDepositSlip, { query: { id } })

async function register(query: { from?: string; until?: string } = {}) {
  const found = await admin.browser.call(getChecks, { query })
  if (!found.ok) throw new Error(found.message)
  return found.data
}

const rowOf = async (wanted: number) =>
  (await register()).received.find(({ paymentId }) => paymentId === wanted)

async function csvOf(path: string): Promise<Record<string, string>[]> {
  const response = await admin.browser.fetch(`/api/${path}`)
  expect(response.status).toBe(200)
  const { data } = Papa.parse((await response.text()).replace(/^\uFEFF/, '').trim())
  const [head = [], ...cells] = data
  return cells.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

/** What the entries of a slip and of a payment have posted on an account, by day. */
async function posted(account: string, { slip, payment }: { slip: number; payment: number }) {
  const entries = [
    ...(await listPosted(db(), ['hand'], [String(payment)])),
    ...(await listPosted(db(), ['deposit_slip'], [String(slip)])),
  ].toSorted((one, other) => one.id - other.id)
  return entries.flatMap(({ day, lines }) => {
    const own = lines.filter((line) => line.account === account)
    return own.length === 0 ? [] : [[day, own.reduce((sum, { amount }) => sum + amount, 0)] as const]
  })
}

const lineOf = (account: string, { id, eventId }: { id: number; eventId: number }, amount: number) =>
  expect.objectContaining({ account, amount, reservationId: id, eventId }) as object

const expectLedgerToAgree = async () =>
  expect(await listLedgerDifferences(db(), { syncedUntil: null, limit: 10 })).toEqual([])

describe('the register of checks', () => {
  test('lists cash, checks and transfers with their guests, and what is deposited (R49.7)', async () => {
    const check = await paidStay('check', { reference: '0042' })
    const [cash, other, transfer] = [
      await paidStay('cash'),
      await paidStay('other'),
      await paidStay('transfer'),
    ]
    const slip = await slipOf([check.paymentId], '2027-05-04')
    const found = await register()
    const of = (list: typeof found.received, { paymentId }: { paymentId: number }) =>
      list.find((row) => row.paymentId === paymentId)
    const guest = { customerName: 'Pat Doe', eventName: expect.any(String) as string }
    const paid = { day: '2027-05-03', amount: 45_000, ...guest }
    expect(of(found.received, check)).toEqual({
      ...paid,
      paymentId: check.paymentId,
      method: 'check',
      reference: '0042',
      toDeposit: 0,
      slip: { id: slip, depositedOn: '2027-05-04' },
      reservationId: check.id,
    })
    expect(of(found.received, cash)).toMatchObject({ ...paid, toDeposit: 45_000, slip: null })
    expect(of(found.received, other)).toMatchObject({ method: 'other', toDeposit: 0, slip: null })
    expect(of(found.received, transfer)).toBeUndefined()
    expect(of(found.transfers, transfer)).toMatchObject({ method: 'transfer', toDeposit: 0 })
    expect(found.slips.find(({ id }) => id === slip)).toEqual({
      id: slip,
      depositedOn: '2027-05-04',
      payments: 1,
      checks: 45_000,
      cash: 0,
      total: 45_000,
    })
  })

  test('shows the 90 days before today, or the days that the admin chooses', async () => {
    const old = await paidStay('check', { day: '2027-01-15' })
    expect(await register()).toMatchObject({ from: '2027-02-05', until: TODAY })
    expect(await rowOf(old.paymentId)).toBeUndefined()
    expect((await register()).older).toEqual({ count: 1, amount: 45_000 })
    const chosen = await register({ from: '2027-01-15', until: '2027-01-15' })
    expect(chosen.received.map(({ paymentId }) => paymentId)).toEqual([old.paymentId])
    expect(chosen.older).toEqual({ count: 0, amount: 0 })
    await slipOf([old.paymentId])
    expect((await register()).older).toEqual({ count: 0, amount: 0 })
  })

  test.each([
    [{ from: '2027-05-07', until: TODAY }, 'Please choose the last day or an earlier one'],
    [{ from: '2025-05-03', until: TODAY }, 'Please choose at most two years'],
  ])('refuses a period that is wrong: %j', async (query, words) => {
    expect(await admin.browser.call(getChecks, { query })).toMatchObject({
      code: 'invalid',
      fields: { from: words },
    })
  })

  test('keeps the reservation number of a deleted guest, and the event', async () => {
    const gone = await paidStay('check', { reference: '77' })
    expect(await admin.remove(gone.id, 'true')).toMatchObject({ ok: true })
    const row = { reservationId: gone.id, customerName: null, eventName: expect.any(String) as string }
    expect(await rowOf(gone.paymentId)).toMatchObject(row)
    const slip = await slipOf([gone.paymentId])
    expect(await show(slip)).toMatchObject({ data: { payments: [{ reservationId: gone.id }] } })
    await expectLedgerToAgree()
  })

  test('downloads payments and refunds as a table without names, and records who did', async () => {
    const check = await paidStay('check', { reference: '0043', day: '2027-04-02' })
    const slip = await slipOf([check.paymentId], '2027-04-05')
    expect(await admin.refund(check.invoiceId, 10_000)).toMatchObject({ ok: true })
    const refund = (await admin.refundsOf(check.id)).refunds[0]
    expect(await admin.recordRefund(refund?.id ?? 0)).toMatchObject({ ok: true })
    const rows = await csvOf(`${exportChecks.path}?from=2027-04-01&until=${TODAY}`)
    const own = rows.filter((row) => row.Reservation === String(check.id))
    expect(own).toMatchObject([
      {
        Day: '2027-04-02',
        What: 'Check received',
        Number: "'0043",
        'Amount ($)': '450.00',
        'Deposit slip': String(slip),
        'Deposited on': '2027-04-05',
      },
      { Day: TODAY, What: 'Refund by check', 'Amount ($)': '-100.00', 'Deposit slip': '' },
    ])
    expect(JSON.stringify(rows)).not.toContain('Pat Doe')
    expect((await register()).refunds).toMatchObject([
      { refundId: refund?.id, day: TODAY, amount: 10_000, reservationId: check.id, customerName: 'Pat Doe' },
    ])
    expect((await auditOf(app, 'checks', 1)).at(-1)).toMatchObject({
      action: 'checks.exported',
      fields: ['2027-04-01', TODAY],
    })
  })
})

describe('a deposit slip', () => {
  test('moves cash and checks to the bank on its day, and lists them (R49.7)', async () => {
    const [check, cash] = [await paidStay('check', { reference: '1042' }), await paidStay('cash')]
    const id = await slipOf([check.paymentId, cash.paymentId, check.paymentId], '2027-05-05')
    const line = { amount: 45_000, returnedOn: null }
    expect(await show(id)).toMatchObject({
      data: {
        depositedOn: '2027-05-05',
        checks: 45_000,
        cash: 45_000,
        total: 90_000,
        undoable: true,
        payments: [
          { paymentId: check.paymentId, method: 'check', reference: '1042', ...line },
          { paymentId: cash.paymentId, method: 'cash', reference: null, ...line },
        ],
      },
    })
    const [entry, ...more] = await listPosted(db(), ['deposit_slip'], [String(id)])
    expect(more).toEqual([])
    expect(entry).toMatchObject({ kind: 'deposit_slip', day: '2027-05-05' })
    expect(entry?.lines).toEqual([
      lineOf('bank', check, 45_000),
      lineOf('undeposited', check, -45_000),
      lineOf('bank', cash, 45_000),
      lineOf('undeposited', cash, -45_000),
    ])
    expect(await auditOf(app, 'deposit_slip', id)).toMatchObject([
      { action: 'deposit_slip.created', actor: 'admin:the-admin' },
    ])
    expect(await csvOf(`${exportDepositSlip.path}?id=${id}`)).toMatchObject([
      { 'Deposit slip': String(id), What: 'Check', Number: '1042', 'Amount ($)': '450.00' },
      { 'Deposit slip': String(id), What: 'Cash', Number: '', 'Amount ($)': '450.00' },
    ])
    await expectLedgerToAgree()
  })

  test('is refused for payments that cannot be in it, and the reason names the payment (R49.7)', async () => {
    const [check, transfer] = [await paidStay('check', { reference: '51' }), await paidStay('transfer')]
    expect(await deposit([check.paymentId], '2027-05-07')).toMatchObject({
      code: 'invalid',
      fields: { depositedOn: 'That is in the future. Please choose today or an earlier day' },
    })
    expect(await deposit([])).toMatchObject({ code: 'invalid' })
    expect(await deposit([check.paymentId, transfer.paymentId])).toMatchObject({
      status: 409,
      code: 'not_cash_or_check',
      message: `The transfer of $450.00 (payment ${transfer.paymentId}) is neither cash nor a check.`,
    })
    expect(await deposit([check.paymentId], '2027-05-02')).toMatchObject({ code: 'received_later' })
    expect(await deposit([999_999])).toMatchObject({ status: 404, code: 'payment_not_found' })
    expect(await rowOf(check.paymentId)).toMatchObject({ slip: null, toDeposit: 45_000 })
    const slip = await slipOf([check.paymentId])
    expect(await deposit([check.paymentId])).toMatchObject({
      status: 409,
      code: 'already_deposited',
      message: `Check 51 of $450.00 (payment ${check.paymentId}) is already in deposit slip ${slip} of Thu, May 6, 2027.`,
    })
  })

  test('has only the cash that is left after a refund in cash', async () => {
    const cash = await paidStay('cash')
    expect(await admin.refund(cash.invoiceId, 10_000)).toMatchObject({ ok: true })
    const [refund] = (await admin.refundsOf(cash.id)).refunds
    await admin.recordRefund(refund?.id ?? 0)
    expect(await rowOf(cash.paymentId)).toMatchObject({ amount: 45_000, toDeposit: 35_000 })
    const slip = await slipOf([cash.paymentId])
    expect(await show(slip)).toMatchObject({ data: { cash: 35_000, total: 35_000 } })
    await expectLedgerToAgree()

    const all = await paidStay('cash')
    await admin.refund(all.invoiceId, 45_000)
    const [whole] = (await admin.refundsOf(all.id)).refunds
    await admin.recordRefund(whole?.id ?? 0)
    expect(await deposit([all.paymentId])).toMatchObject({ code: 'nothing_in_hand' })
  })

  test('can be undone: the payments are in hand again and can be deposited in another slip (R49.7)', async () => {
    const { paymentId } = await paidStay()
    const slip = await slipOf([paymentId], '2027-05-04')
    expect(await undo(slip)).toMatchObject({ ok: true })
    expect(await posted('bank', { slip, payment: paymentId })).toEqual([
      ['2027-05-04', 45_000],
      ['2027-05-04', -45_000],
    ])
    expect(await rowOf(paymentId)).toMatchObject({ slip: null, toDeposit: 45_000 })
    expect(await show(slip)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await undo(slip)).toMatchObject({ status: 404, code: 'not_found' })
    await slipOf([paymentId])
    await expectLedgerToAgree()
    expect((await auditOf(app, 'deposit_slip', slip)).map(({ action }) => action)).toEqual([
      'deposit_slip.created',
      'deposit_slip.undone',
    ])
  })

  test('shows the corrected number of a check', async () => {
    const { paymentId, invoiceId } = await paidStay('check', { reference: '100' })
    const slip = await slipOf([paymentId])
    expect(await admin.rebill({ id: invoiceId, reference: '101' })).toMatchObject({ ok: true })
    expect(await show(slip)).toMatchObject({ data: { payments: [{ reference: '101', returnedOn: null }] } })
  })

  test('is for admins only', async () => {
    const family = await app.signIn({ admin: false })
    expect(await family.call(getChecks, { query: {} })).toMatchObject({ status: 403 })
    expect(
      await family.call(createDepositSlip, { body: { paymentIds: [1], depositedOn: TODAY } }),
    ).toMatchObject({ status: 403 })
  })
})

describe('if a deposited check bounces and the admin', () => {
  test('removes the payment, the money leaves the bank today, and the check was never in hand twice (R49.7)', async () => {
    const { id, paymentId, invoiceId } = await paidStay('check', { reference: '1042' })
    const slip = await slipOf([paymentId], '2027-05-04')
    const paid = (await admin.look(id)).invoices.find((invoice) => invoice.id === invoiceId)
    expect(paid).toMatchObject({ paid: true, depositedOn: '2027-05-04' })
    expect(await admin.rebill({ id: invoiceId, paid: false })).toMatchObject({
      data: { invoice: { paid: false, depositedOn: null } },
    })
    const of = { slip, payment: paymentId }
    expect(await posted('bank', of)).toEqual([
      ['2027-05-04', 45_000],
      [TODAY, -45_000],
    ])
    expect(await posted('undeposited', of)).toEqual([
      ['2027-05-03', 45_000],
      ['2027-05-04', -45_000],
      [TODAY, 45_000],
      [TODAY, -45_000],
    ])
    expect(await posted('guest_deposits', of)).toEqual([
      ['2027-05-03', -45_000],
      [TODAY, 45_000],
    ])
    expect(await show(slip)).toMatchObject({
      data: { total: 45_000, payments: [{ reference: '1042', amount: 45_000, returnedOn: TODAY }] },
    })
    expect(await rowOf(paymentId)).toBeUndefined()
    await expectLedgerToAgree()
  })

  test('deletes the invoice, the money leaves the bank as well', async () => {
    const { paymentId, invoiceId } = await paidStay()
    const slip = await slipOf([paymentId], '2027-05-04')
    expect(await admin.unbill(invoiceId)).toMatchObject({ ok: true })
    expect(await posted('bank', { slip, payment: paymentId })).toEqual([
      ['2027-05-04', 45_000],
      [TODAY, -45_000],
    ])
    await expectLedgerToAgree()
  })

  test('records cash instead, the cash is in hand and can be deposited', async () => {
    const { paymentId, invoiceId } = await paidStay()
    const slip = await slipOf([paymentId], '2027-05-04')
    expect(await admin.rebill({ id: invoiceId, paymentMethod: 'cash' })).toMatchObject({ ok: true })
    const of = { slip, payment: paymentId }
    expect(await posted('bank', of)).toEqual([
      ['2027-05-04', 45_000],
      [TODAY, -45_000],
    ])
    expect(await posted('guest_deposits', of)).toEqual([['2027-05-03', -45_000]])
    expect(await rowOf(paymentId)).toMatchObject({ method: 'cash', toDeposit: 45_000, slip: null })
    const second = await slipOf([paymentId])
    expect(await show(second)).toMatchObject({ data: { cash: 45_000, checks: 0 } })
    // The first slip can still be undone, which changes nothing at the bank.
    expect(await undo(slip)).toMatchObject({ ok: true })
    expect(await rowOf(paymentId)).toMatchObject({ slip: { id: second } })
    await expectLedgerToAgree()
  })

  test('records a transfer or another amount instead, both arrive today and not in the past', async () => {
    const transfer = await paidStay()
    const slip = await slipOf([transfer.paymentId], '2027-05-04')
    await admin.rebill({ id: transfer.invoiceId, paymentMethod: 'transfer' })
    expect(await posted('bank', { slip, payment: transfer.paymentId })).toEqual([
      ['2027-05-04', 45_000],
      [TODAY, -45_000],
      [TODAY, 45_000],
    ])
    const less = await paidStay()
    const other = await slipOf([less.paymentId], '2027-05-04')
    await admin.rebill({ id: less.invoiceId, amount: 40_000 })
    expect(await posted('undeposited', { slip: other, payment: less.paymentId })).toEqual([
      ['2027-05-03', 45_000],
      ['2027-05-04', -45_000],
      [TODAY, 45_000],
      [TODAY, -45_000],
      [TODAY, 40_000],
    ])
    expect(await rowOf(less.paymentId)).toMatchObject({ amount: 40_000, toDeposit: 40_000, slip: null })
    await expectLedgerToAgree()
  })

  test('corrects only the day, the check stays in its slip, and cannot arrive after the deposit', async () => {
    const { paymentId, invoiceId } = await paidStay()
    const slip = await slipOf([paymentId], '2027-05-04')
    const on = (day: string) => admin.rebill({ id: invoiceId, datePaid: `${day}T18:00:00.000Z` })
    expect(await on('2027-05-05')).toMatchObject({
      code: 'invalid',
      fields: {
        datePaid:
          'It was deposited at the bank on Tue, May 4, 2027. Please choose that day or an earlier one',
      },
    })
    expect(await on('2027-05-02')).toMatchObject({ ok: true })
    expect(await rowOf(paymentId)).toMatchObject({ day: '2027-05-02', slip: { id: slip } })
    expect(await posted('bank', { slip, payment: paymentId })).toEqual([['2027-05-04', 45_000]])
    expect(await posted('undeposited', { slip, payment: paymentId })).toEqual([
      ['2027-05-03', 45_000],
      ['2027-05-04', -45_000],
      ['2027-05-03', -45_000],
      ['2027-05-02', 45_000],
    ])
    await expectLedgerToAgree()
  })
})

test('puts a check into one slip only when two admins deposit it at the same time', async () => {
  const { paymentId } = await paidStay()
  const replies = await Promise.all([deposit([paymentId]), deposit([paymentId]), deposit([paymentId])])
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  for (const reply of replies) if (!reply.ok) expect(reply.code).toBe('already_deposited')
})

if (testDatabaseKind() === 'postgres') {
  test('refuses a slip that waited while another admin put the same check in a slip', async () => {
    const { paymentId } = await paidStay()
    const { waiting } = await db().transaction(async (tx) => {
      await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
      const waiting = deposit([paymentId])
      await untilOneWaits(db())
      const [row] = await lockPayments(tx, [paymentId])
      if (!row) throw new Error('no payment')
      await insertSlip(tx, { depositedOn: TODAY, now: NOW }, [{ ...row, method: 'check' }])
      return { waiting }
    })
    expect(await waiting).toMatchObject({ status: 409, code: 'already_deposited' })
  })

  test('takes a check out of the bank that is deposited while an admin removes it', async () => {
    const { paymentId, invoiceId } = await paidStay()
    const { removed } = await db().transaction(async (tx) => {
      const [row] = await lockPayments(tx, [paymentId])
      if (!row) throw new Error('no payment')
      const removed = admin.rebill({ id: invoiceId, paid: false })
      await untilOneWaits(db())
      await insertSlip(tx, { depositedOn: TODAY, now: NOW }, [{ ...row, method: 'check' }])
      return { removed }
    })
    expect(await removed).toMatchObject({ ok: true })
    await expectLedgerToAgree()
  })
}

// This test closes months, so it is the last one.
test('refuses to undo a slip once its month is closed, and posts a late deposit in the first open month', async () => {
  const [early, late] = [
    await paidStay('check', { day: '2027-04-20' }),
    await paidStay('check', { day: '2027-04-21' }),
  ]
  const slip = await slipOf([early.paymentId], '2027-04-22')
  expect(await show(slip)).toMatchObject({ data: { undoable: true } })
  await db().insert(ledgerClosings).values({ month: '2027-04', closedAt: NOW })
  expect(await show(slip)).toMatchObject({ data: { undoable: false } })
  expect(await undo(slip)).toMatchObject({ status: 409, code: 'month_closed' })
  expect(await db().select().from(depositSlips).where(eq(depositSlips.id, slip))).toHaveLength(1)

  const second = await slipOf([late.paymentId], '2027-04-22')
  expect(await posted('bank', { slip: second, payment: late.paymentId })).toEqual([['2027-05-01', 45_000]])
  expect(await undo(second)).toMatchObject({ ok: true })
  await expectLedgerToAgree()
})
