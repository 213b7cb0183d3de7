import Papa from 'papaparse'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { payments, balanceTransactions, payouts } from '#platform/database/schema/payments.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { addMonths, type Month, monthOf } from '#shared/months.ts'
import { makeEvent } from '#test/support/factories.ts'
import { randomFrom, repeatText, seedsFor } from '#test/support/seeds.ts'
import { deleteReservation, moveReservation } from '#domain/booking/contract/admin.ts'
import { cancelReservation } from '#domain/booking/contract/cancellation.ts'
import { getRefunds } from '#domain/booking/contract/refunds.ts'
import { createInvoice } from '#domain/booking/contract/invoices.ts'
import { addToParty } from '#domain/booking/contract/party.ts'
import { providerWith } from '#test/support/booking/deps.ts'
import { refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { openReconciliationSite } from '#test/support/desk/reconciliation-site.ts'
import { exportStatement, getStatement, nameAccounts, type Statement } from './contract.ts'
import { syncStatements } from './jobs.ts'
import { findSync } from './store.ts'

const site = await openReconciliationSite()

const db = () => site.app.services.db
const read = (provider = site.app.provider) =>
  syncStatements({ db: db(), now: site.app.services.now, provider })

/**
 * Signs an admin in before each call, because a session expires while the test advances the clock by days.
 */
const signIn = () => site.app.signIn({ admin: true })

async function statementOf(month: string): Promise<Statement> {
  const admin = await signIn()
  const found = await admin.call(getStatement, { query: { month } })
  if (!found.ok) throw new Error(found.message)
  return found.data
}

async function tableOf(
  month: string,
  form: 'lines' | 'quickbooks' | 'xero',
): Promise<{ status: number; rows: Record<string, string>[] }> {
  const admin = await signIn()
  const response = await admin.fetch(`/api/${exportStatement.path}?month=${month}&form=${form}`)
  if (!response.ok) return { status: response.status, rows: [] }
  return { status: response.status, rows: rowsOf(await response.text()) }
}

/** Returns the rows of a table. Leaves out the line by which the table of an open month says that it may change. */
function rowsOf(table: string): Record<string, string>[] {
  const { data, errors } = Papa.parse(table.replace(/^\uFEFF?("Open, may change: .*\r\n)?/, '').trim())
  expect(errors).toEqual([])
  const [head = [], ...cells] = data
  return cells.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

/**
 * Advances the clock by this many days, and the provider sends what is due each day. Then runs the site's jobs
 * until all transactions and payouts are stored.
 */
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    await site.app.sandbox?.deliverDue()
    site.app.clock.advance({ days: 1 })
  }
  await site.app.runJobs()
  site.app.clock.advance({ minutes: 2 })
  await site.app.runJobs()
}

const sumOf = <T>(list: T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0)
const cents = (text: string | undefined) => Math.round(Number(text || 0) * 100)

/**
 * Signs up a guest for an event that costs $900. The guest pays the deposit, or the full price if it is due.
 */
async function guestOf(eventId: number, amount = 45_000) {
  const held = await site.guest.hold(eventId, { amount })
  await site.guest.pay(held.clientSecret)
  const { id, version } = await lookAt(held.reservationId, held.uuid)
  return { ...held, id, version }
}

async function lookAt(id: number, uuid: string) {
  await site.guest.look(uuid)
  const [row] = await db().select().from(reservations).where(eq(reservations.id, id))
  if (!row) throw new Error('no reservation')
  return row
}

async function payByHand(
  reservationId: number,
  amount: number,
  paymentMethod: 'cash' | 'check',
): Promise<void> {
  const order = { createInvoiceData: { reservationId, amount, paid: true, paymentMethod } }
  const made = await (await signIn()).call(createInvoice, { body: order })
  if (!made.ok) throw new Error(made.message)
}

async function cancel(reservation: { id: number; uuid: string }): Promise<void> {
  const { version } = await lookAt(reservation.id, reservation.uuid)
  const body = { id: reservation.id, version, cancelledBy: 'guest' as const, reason: null, sendEmail: false }
  const done = await (await signIn()).call(cancelReservation, { body })
  if (!done.ok) throw new Error(done.message)
}

/**
 * Returns the provider's balance in cents, computed from the provider's own records: charges minus refunds,
 * disputes, fees and payouts.
 */
async function balanceThere(): Promise<number> {
  const ledger = await site.app.sandbox?.ledger()
  const told = await site.app.provider.listPayouts(null)
  if (!ledger || told.outcome !== 'ok') throw new Error('no ledger')
  const { net, fees, disputed } = ledger.sums
  return (
    net - fees - disputed - sumOf(told.payouts, ({ amount, status }) => (status === 'failed' ? 0 : amount))
  )
}

/** Returns the balance transactions by which the bank returned payouts in this month. */
async function sentBackIn(month: Month) {
  const moves = await db().select().from(balanceTransactions)
  return moves.filter(
    ({ type, createdAt }) => type === 'payout_failure' && monthOf(ranchDay(createdAt)) === month,
  )
}

/**
 * Simulates some random months. Guests pay by card, in cash or by check, cancel, get refunds and dispute payments.
 * The bank also returns a payout.
 */
async function live(count: number, random: () => number): Promise<void> {
  const guests: { id: number; uuid: string; paymentIntent: string }[] = []
  for (let at = 0; at < count; at += 1) {
    const start = ['2027-06-20', '2027-07-04', '2027-09-10'][Math.floor(random() * 3)] ?? ''
    const { id } = await makeEvent(db(), { startDateDate: start, cost: 90_000 })
    const today = site.app.services.now().toISOString().slice(0, 10)
    const wholeIsDue = addDays(start, -30) <= today
    if (start > today) guests.push(await guestOf(id, wholeIsDue ? 90_000 : 45_000))
    const one = guests[Math.floor(random() * guests.length)]
    const chance = random()
    if (one && chance < 0.2) await payByHand(one.id, 12_300, chance < 0.1 ? 'cash' : 'check')
    else if (one && chance < 0.35)
      await refundInDashboard(site.app, one.paymentIntent, 1 + Math.floor(random() * 9_000))
    else if (one && chance < 0.45) await site.app.sandbox?.control.dispute(one.paymentIntent)
    else if (one && chance < 0.6) {
      const standing = (await lookAt(one.id, one.uuid)).status === 'confirmed'
      if (standing) await cancel(one).catch(() => {})
    } else if (chance < 0.7) {
      const told = await site.app.provider.listPayouts(null)
      const [last] = told.outcome === 'ok' ? told.payouts : []
      if (last) await site.app.sandbox?.control.failPayout(last.id)
    }
    await days(1 + Math.floor(random() * 9))
  }
  await days(8)
}

test.each(seedsFor('statements'))(
  'makes every statement agree with the bank, the provider and our database after random months (seed %i)',
  async (seed) => {
    const told = repeatText(seed, 'statements', 'http src/domain/money/statements')
    await live(5, randomFrom(seed))
    site.app.clock.advance({ hours: 2 })
    await site.app.runJobs()
    const months = Array.from({ length: 6 }, (_, at) => addMonths('2027-04', at))
    const accounts: Record<string, number> = {}
    let opening = 0
    let before = 0
    const all: Statement[] = []
    for (const month of months) {
      const is = await statementOf(month)
      expect([is.opening, is.owed.before], told).toEqual([opening, before])
      expect(is.net, told).toBe(is.paidOut + is.closing - is.opening)
      // The balance at the end of the month must equal the transactions that are not yet paid out. Each payout must
      // equal the transactions that it contains.
      expect(
        sumOf(is.open, ({ net }) => net),
        told,
      ).toBe(is.closing)
      for (const payout of is.payouts) {
        expect(payout.addsUp, told).toBe(true)
        expect(payout.day.slice(0, 7), told).toBe(month)
      }
      // The total paid out is this month's payouts, minus those that the bank returned in this month. A returned
      // payout may be one of an earlier month.
      expect(is.paidOut, told).toBe(
        sumOf(is.payouts, ({ amount }) => amount) - sumOf(await sentBackIn(month), ({ amount }) => amount),
      )
      const { rows } = await tableOf(month, 'quickbooks')
      expect(sumOf(rows, (row) => cents(row['Debits']))).toBe(sumOf(rows, (row) => cents(row['Credits'])))
      for (const row of rows)
        accounts[row['Account Name'] ?? ''] =
          (accounts[row['Account Name'] ?? ''] ?? 0) + cents(row['Debits']) - cents(row['Credits'])
      const owed = (accounts['Guest deposits'] ?? 0) + (accounts['Refunds owed'] ?? 0)
      expect([accounts['Stripe balance'] ?? 0, owed], told).toEqual([is.closing, 0 - is.owed.total])
      opening = is.closing
      before = is.owed.total
      all.push(is)
    }
    expect(opening, told).toBe(await balanceThere())
    const ours = await db().select().from(payments)
    expect(
      sumOf(all, ({ charges }) => charges),
      told,
    ).toBe(sumOf(ours, ({ method, amount }) => (method === 'card' ? amount : 0)))
    expect(
      sumOf(all, ({ byHand }) => sumOf(byHand, ({ received }) => received)),
      told,
    ).toBe(sumOf(ours, ({ method, amount }) => (method === 'card' ? 0 : amount)))
    expect(
      all.map(({ other, untold }) => [other, untold.count]),
      told,
    ).toEqual(months.map(() => [0, 0]))
  },
)

test('continues a sync after the provider did not answer, and stores the same rows as one complete sync (R40.1)', async () => {
  await guestOf((await makeEvent(db())).id)
  await days(5)
  const kept = () =>
    Promise.all([balanceTransactions, payouts].map((table) => db().select().from(table).orderBy(table.id)))
  const whole = await kept()
  expect(whole.map((rows) => rows.length)).toEqual([2, 1])

  await db().delete(balanceTransactions)
  await db().delete(payouts)
  await db().delete(siteFacts).where(eq(siteFacts.key, 'balance-reading'))
  // Here the provider returns one transaction per page and does not answer every third call.
  let asked = 0
  const asking: string[] = []
  const { provider } = providerWith(site.app, {
    listBalanceTransactions: async (of, page) => {
      asked += 1
      if (asked % 3 === 1) return { outcome: 'unavailable', reason: 'away' }
      const reply = await site.app.provider.listBalanceTransactions(of, null)
      if (reply.outcome !== 'ok') return reply
      const at = reply.transactions.findIndex(({ id }) => id === page) + 1
      asking.push(`${'payoutId' in of ? 'payout' : 'all'} ${at}`)
      const transactions = reply.transactions.slice(at, at + 1)
      const next = at + 1 < reply.transactions.length ? (transactions[0]?.id ?? null) : null
      return { outcome: 'ok', transactions, next }
    },
  })
  let rounds = 0
  while (rounds < 9 && (await read(provider)) === 'later') rounds += 1
  expect(rounds).toBeLessThan(9)
  expect(await kept()).toEqual(whole)
  // No page of the list of all transactions is requested twice. Only the list of a payout's transactions is
  // requested again from its start.
  expect(asking.filter((page) => page.startsWith('all'))).toEqual(['all 0', 'all 1'])
  expect(await findSync(db())).toMatchObject({ until: site.app.services.now(), underWay: null })
  expect(await read()).toBe('done')
  expect(await kept()).toEqual(whole)
})

test('counts fees and failed refunds that Stripe lists as adjustments as fees and refunds (R40.3)', async () => {
  const { paymentIntent } = await guestOf((await makeEvent(db())).id)
  await refundInDashboard(site.app, paymentIntent, 10_000)
  await days(1)
  const [refund] = (await site.app.sandbox?.ledger())?.refunds ?? []
  await site.app.sandbox?.control.failRefund(refund?.id ?? '')
  await site.app.sandbox?.control.takeFee(250)
  await days(1)
  expect(await statementOf('2027-05')).toMatchObject({
    charges: 45_000,
    refunds: 0,
    fees: 1_335 + 250,
    other: 0,
  })
})

test('stores a payout, and also its later failure soon after the webhook about the failure', async () => {
  await guestOf((await makeEvent(db())).id)
  await days(5)
  const [sent] = await db().select().from(payouts)
  expect(sent).toMatchObject({ status: 'paid', complete: true, manual: false })
  await site.app.sandbox?.control.failPayout(sent?.id ?? '')
  await site.app.sandbox?.deliverDue()
  site.app.clock.advance({ minutes: 2 })
  await site.app.runJobs()
  expect((await db().select().from(payouts))[0]).toMatchObject({ status: 'failed' })
  const is = await statementOf('2027-05')
  expect(is).toMatchObject({
    paidOut: 0,
    closing: 45_000 - 1_335,
    payouts: [{ status: 'failed', addsUp: true }],
  })
  expect(is.open).toMatchObject([{ kind: 'payout', type: 'payout_failure', net: 45_000 - 1_335 }])
})

/**
 * Lets a guest pay each day from May 26 to 30. Then the card provider sends a payout on May 31, which reaches the bank
 * on June 1.
 */
async function sentAtMonthsEnd() {
  const { id } = await makeEvent(db(), { startDateDate: '2027-09-10', cost: 90_000 })
  await days(20)
  while (ranchDay(site.app.services.now()) < '2027-05-31') {
    await guestOf(id)
    await days(1)
  }
  await site.app.sandbox?.deliverDue()
  site.app.clock.advance({ hours: 2 })
  await site.app.runJobs()
  const found = await db().select().from(payouts).where(eq(payouts.arrival, '2027-06-01'))
  const [sent] = found
  if (!sent) throw new Error('no payout at the month’s end')
  expect([ranchDay(sent.createdAt), sent.status]).toEqual(['2027-05-31', 'in_transit'])
  return sent
}

test('leaves the statement of a past month unchanged when one of its payouts fails later (R40.2)', async () => {
  const sent = await sentAtMonthsEnd()
  await days(1)
  const told = await statementOf('2027-05')
  expect(told.closing).toBeGreaterThan(sent.amount - 1)
  await days(4)
  await site.app.sandbox?.control.failPayout(sent.id)
  await days(1)
  expect(await statementOf('2027-05')).toEqual({ ...told, readUntil: expect.any(String) })
  const june = await statementOf('2027-06')
  expect(june.opening).toBe(told.closing)
  expect(june.payouts).toContainEqual(
    expect.objectContaining({ id: sent.id, day: '2027-06-01', status: 'failed', addsUp: true }),
  )
})

test('counts a payout on the day of its return if the bank returned it before it was due to arrive', async () => {
  const sent = await sentAtMonthsEnd()
  await site.app.sandbox?.control.failPayout(sent.id)
  await days(1)
  const may = await statementOf('2027-05')
  expect(may.payouts).toContainEqual(
    expect.objectContaining({ id: sent.id, day: '2027-05-31', status: 'failed' }),
  )
  expect(may.closing).toBe(sumOf(may.open, ({ net }) => net))
  expect(may.open).toContainEqual(expect.objectContaining({ type: 'payout_failure', net: sent.amount }))
})

test('keeps money of another business on the same account separate from guests’ deposits (R40.1)', async () => {
  const { id } = await makeEvent(db(), { name: '=Leather' })
  await guestOf(id)
  const stranger = await site.guest.open(id)
  await site.guest.pay(stranger.clientSecret)
  await db().update(siteFacts).set({ value: 'another' }).where(eq(siteFacts.key, 'site-id'))
  await db().delete(paymentIntents).where(eq(paymentIntents.id, stranger.paymentIntent))
  await days(5)
  const is = await statementOf('2027-05')
  expect(is).toMatchObject({
    charges: 45_000,
    other: 45_000,
    fees: 2 * 1_335,
    owed: { total: 45_000, stays: [{ guests: 1 }] },
  })
  expect(is.payouts.flatMap(({ lines }) => lines.map(({ ours }) => ours)).toSorted()).toEqual([false, true])

  const { rows } = await tableOf('2027-05', 'lines')
  expect(rows.filter(({ What }) => What === 'Other card money')).toEqual(
    [
      ['Stripe balance', '436.65', ''],
      ['Other card money', '', '450.00'],
      ['Payment fees', '13.35', ''],
    ].map(([account, debit, credit]) => ({
      Day: '2027-05-06',
      What: 'Other card money',
      Account: account,
      'Debit ($)': debit,
      'Credit ($)': credit,
      Retreat: '',
      Reservation: '',
      Entry: expect.stringMatching(/^TM-\d+$/),
    })),
  )
  expect(rows.map((row) => row['Retreat'])).toContain("'=Leather")
  const journal = await tableOf('2027-05', 'quickbooks')
  expect(journal.rows.find((row) => row['Account Name'] === 'Bank')).toEqual({
    'Journal No.': expect.stringMatching(/^TM-\d+$/),
    'Journal Date': expect.stringMatching(/^05\/\d\d\/2027$/),
    'Account Name': 'Bank',
    Description: expect.stringMatching(/^Payout po_\S+, trace \S+$/),
    Debits: '873.30',
    Credits: '',
  })
})

test("shows a party's payment as one line, and its payout in the reservation and in the CSV of guests (R40.5)", async () => {
  const { id } = await makeEvent(db())
  const companions = [{ customerName: 'Ben Ortiz', email: '' }]
  const { clientSecret, reservationId } = await site.guest.hold(id, { amount: 90_000, companions })
  await site.guest.pay(clientSecret)
  await days(5)
  const { payouts: told, owed, charges } = await statementOf('2027-05')
  expect([charges, owed.total]).toEqual([90_000, 90_000])
  expect(owed.stays).toMatchObject([{ guests: 2, amount: 90_000 }])
  const [payout] = told
  expect(payout?.lines).toMatchObject([{ ours: true, reservationId, amount: 90_000 }])
  const admin = await signIn()
  const found = await admin.call(getRefunds, { query: { id: reservationId } })
  expect(found).toMatchObject({
    data: { payouts: [{ id: payout?.id, day: payout?.day, amount: 90_000, invoiceId: expect.any(Number) }] },
  })
  const response = await admin.fetch(`/api/auth/event/export?id=${id}&form=people`)
  const rows = rowsOf(await response.text())
  expect(rows.map((row) => row['Payouts'])).toEqual([`${payout?.day} ${payout?.id}`, ''])
})

test("keeps the deposits in a past month's statement when a companion is added later (R40.3)", async () => {
  const { id } = await makeEvent(db(), { startDateDate: '2027-10-20' })
  const payer = await guestOf(id)
  site.app.clock.advance({ days: 30 })
  const before = await statementOf('2027-05')
  expect(before.owed.stays).toMatchObject([{ eventId: id, guests: 1, amount: 45_000, day: '2027-10-20' }])
  const admin = await signIn()
  const added = await admin.call(addToParty, {
    body: { id: payer.id, version: payer.version, customerName: 'Ben Ortiz', email: null },
  })
  expect(added).toMatchObject({ ok: true })
  expect((await statementOf('2027-05')).owed).toEqual(before.owed)
  expect((await statementOf('2027-06')).owed).toEqual({ ...before.owed, before: 45_000 })
})

const versionOf = async (id: number) =>
  (await db().select().from(reservations).where(eq(reservations.id, id)))[0]?.version ?? 0

test("keeps the discounts by codes in a past month's statement, whatever happens to the reservations later (R41.7)", async () => {
  const { id } = await makeEvent(db(), { startDateDate: '2027-10-20' })
  await db().insert(codes).values({ code: 'SPRING', kind: 'amount', value: 20_000 })
  const coded = { amount: 35_000, code: 'SPRING' }
  const first = await site.guest.hold(id, coded)
  await site.guest.pay(first.clientSecret)
  await lookAt(first.reservationId, first.uuid)
  // The second guest held a spot in the last minutes of May at the ranch, and paid in the first minutes of June.
  site.app.clock.set(new Date('2027-06-01T05:55:00Z'))
  const second = await site.guest.hold(id, coded)
  site.app.clock.advance({ minutes: 8 })
  expect((await statementOf('2027-05')).discounts).toBe(20_000)
  await site.guest.pay(second.clientSecret)
  await lookAt(second.reservationId, second.uuid)
  // A held spot that nobody pays for adds no discount to the statement.
  const third = await site.guest.hold(id, coded)
  await cancel({ id: third.reservationId, uuid: third.uuid })
  const admin = await signIn()
  const { id: cheaper } = await makeEvent(db(), { startDateDate: '2027-10-20', cost: 10_000 })
  const moved = await admin.call(moveReservation, {
    body: { id: second.reservationId, version: await versionOf(second.reservationId), eventId: cheaper },
  })
  expect(moved).toMatchObject({ ok: true, data: { reservation: { discount: { amount: 10_000 } } } })
  for (const { reservationId, uuid } of [first, second]) await cancel({ id: reservationId, uuid })
  const deleted = await admin.call(deleteReservation, { query: { id: first.reservationId, force: 'true' } })
  expect(deleted).toMatchObject({ ok: true })
  expect((await statementOf('2027-05')).discounts).toBe(20_000)
  expect((await statementOf('2027-06')).discounts).toBe(20_000)
})

test('exports journal entries for Xero once account codes are entered, and records every export in the audit log', async () => {
  const { id, name } = await makeEvent(db())
  const { reservationId } = await guestOf(id)
  const admin = await signIn()
  const early = await admin.fetch(`/api/${exportStatement.path}?month=2027-05&form=xero`)
  expect(early.status).toBe(409)
  expect(await early.json()).toMatchObject({
    code: 'codes_missing',
    fields: { 'accounts.bank.code': 'Required', 'accounts.refunds_payable.code': 'Required' },
  })
  const { accounts } = await statementOf('2027-05')
  const coded = Object.fromEntries(
    Object.entries(accounts.accounts).map(([key, { name: called }], at) => [
      key,
      { name: called, code: String(600 + at) },
    ]),
  ) as typeof accounts.accounts
  const named = await admin.call(nameAccounts, { body: { accounts: coded, taxRate: 'No Tax' } })
  expect(named.ok).toBe(true)
  const { rows } = await tableOf('2027-05', 'xero')
  expect(rows[0]).toEqual({
    '*Narration': expect.stringMatching(/^TM-\d+ Payment$/),
    '*Date': '6 May 2027',
    Description: `Payment, reservation ${reservationId}, ${name}`,
    '*AccountCode': '600',
    '*TaxRate': 'No Tax',
    '*Amount': '450.00',
    TrackingName1: '',
    TrackingOption1: '',
    TrackingName2: '',
    TrackingOption2: '',
  })
  expect(rows[1]).toMatchObject({ '*Narration': rows[0]?.['*Narration'], '*Amount': '-450.00' })
  expect(sumOf(rows, (row) => cents(row['*Amount']))).toBe(0)
  const entries = await db().select().from(auditEntries).where(eq(auditEntries.entity, 'statement'))
  expect(entries.map(({ action, fields }) => [action, fields])).toEqual([
    ['statement.accounts_named', null],
    ['statement.exported', ['2027-05', 'xero']],
  ])
})
