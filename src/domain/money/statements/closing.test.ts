import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { events } from '#platform/database/schema/events.ts'
import { ledgerClosings, ledgerEntries, ledgerLines } from '#platform/database/schema/ledger.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { cancelReservation } from '#domain/booking/contract/cancellation.ts'
import {
  createReservationByAdmin,
  deleteReservation,
  getReservationByAdmin,
} from '#domain/booking/contract/admin.ts'
import {
  closeMonth,
  exportStatement,
  getClosing,
  getStatement,
  nameAccounts,
  postAdjustment,
} from './contract.ts'

const app = await openTestApp({ now: new Date('2027-06-03T18:00:00Z'), emptied: true })
const { db } = app.services
const at = (text: string) => app.clock.set(new Date(text))

/** Signs a guest up who has paid the deposit of $450.00 by check. */
async function paidByCheck(given: { startDateDate?: string; datePaid?: string } = {}) {
  const { startDateDate = '2027-09-10', ...paid } = given
  const event = await makeEvent(db, { startDateDate })
  const admin = await app.signIn({ admin: true })
  const made = await admin.call(createReservationByAdmin, {
    body: {
      createReservationData: {
        eventId: event.id,
        customerName: 'Pat Doe',
        email: 'pat@example.test',
        shouldSendEmail: false,
        paymentMethod: 'check',
        ...paid,
      },
    },
  })
  if (!made.ok) throw new Error(made.message)
  return { id: made.data.reservationId, event, admin }
}

const IN_APRIL = { datePaid: '2027-04-20T18:00:00Z' }
const IN_MAY = { datePaid: '2027-05-20T18:00:00Z' }

type Form = 'lines' | 'quickbooks' | 'xero'

async function exported(month: string, form: Form, headers: Record<string, string> = {}) {
  const admin = await app.signIn({ admin: true })
  const response = await admin.fetch(`/api/${exportStatement.path}?month=${month}&form=${form}`, { headers })
  expect(response.status).toBe(200)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  return { text, name: response.headers.get('content-disposition') }
}

const statementOf = async (month: string) => {
  const found = await (await app.signIn({ admin: true })).call(getStatement, { query: { month } })
  if (!found.ok) throw new Error(found.message)
  return found.data
}

const closingOf = async (month: string) => {
  const found = await (await app.signIn({ admin: true })).call(getClosing, { query: { month } })
  if (!found.ok) throw new Error(found.message)
  return found.data
}

const close = async (month: string) =>
  (await app.signIn({ admin: true })).call(closeMonth, { body: { month } })

const audited = async () => {
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.entity, 'statement'))
  return entries.map(({ action, fields }) => [action, fields])
}

const remove = async (id: number) => {
  const admin = await app.signIn({ admin: true })
  expect(await admin.call(deleteReservation, { query: { id, force: 'true' } })).toMatchObject({ ok: true })
}

async function nameEach(called: (key: string, at: number) => { name: string; code: string }) {
  const { accounts } = await statementOf('2027-05')
  const named = Object.keys(accounts.accounts).map((key, index) => [key, called(key, index)])
  const admin = await app.signIn({ admin: true })
  const body = { ...accounts, accounts: Object.fromEntries(named) as typeof accounts.accounts }
  expect(await admin.call(nameAccounts, { body })).toMatchObject({ ok: true })
}

test('closes a month with all earlier months, once, and counts what it learns later in the first open month (R49.3)', async () => {
  await paidByCheck(IN_APRIL)
  await paidByCheck(IN_MAY)
  expect(await closingOf('2027-05')).toMatchObject({
    closedAt: null,
    isOver: true,
    months: ['2027-04', '2027-05'],
    entries: 2,
  })
  const closed = await close('2027-05')
  expect(closed).toMatchObject({ ok: true, data: { closedAt: '2027-06-03T18:00:00.000Z' } })
  expect((await db.select().from(ledgerClosings)).map(({ month }) => month)).toEqual(['2027-04', '2027-05'])
  at('2027-06-04T18:00:00Z')
  expect(await close('2027-05')).toEqual(closed)
  expect(await close('2027-04')).toMatchObject({ data: { closedAt: '2027-06-03T18:00:00.000Z' } })
  expect(await audited()).toEqual([['statement.closed', ['2027-04', '2027-05']]])

  await paidByCheck(IN_MAY)
  expect(await statementOf('2027-05')).toMatchObject({
    closedAt: '2027-06-03T18:00:00.000Z',
    owed: { total: 90_000, before: 45_000 },
  })
  const june = await statementOf('2027-06')
  expect(june).toMatchObject({ closedAt: null, isOver: false, owed: { total: 135_000, before: 90_000 } })
  expect(june.byHand).toMatchObject([{ account: 'undeposited', received: 45_000 }, { received: 0 }])
  const [late] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.postedOn, '2027-06-01'))
  expect(late?.occurredAt).toEqual(new Date(IN_MAY.datePaid))
})

test('closes the months between the last closed one and the one to close, and none twice (R49.3)', async () => {
  await paidByCheck(IN_APRIL)
  await close('2027-04')
  at('2027-08-01T18:00:00Z')
  expect((await closingOf('2027-07')).months).toEqual(['2027-05', '2027-06', '2027-07'])
  await Promise.all([close('2027-07'), close('2027-07'), close('2027-06')])
  expect((await db.select().from(ledgerClosings)).map(({ month }) => month).toSorted()).toEqual([
    '2027-04',
    '2027-05',
    '2027-06',
    '2027-07',
  ])
  // A site that has only just begun can close a month before its first entry.
  expect(await closingOf('2026-01')).toMatchObject({ months: [], closedAt: expect.any(String) })
})

test.each(['2027-06', '2027-07'])(
  'refuses to close a month that is not over at the ranch: %s (R49.3)',
  async (month) => {
    // It is July in London, and still June at the ranch.
    at('2027-07-01T05:59:00Z')
    expect(await close(month)).toMatchObject({ ok: false, status: 409, code: 'month_not_over' })
    expect(await closingOf(month)).toMatchObject({ isOver: false, closedAt: null })
    expect(await db.select().from(ledgerClosings)).toEqual([])
  },
)

test('returns the same bytes of a closed month after a guest is deleted, an event renamed and accounts renamed (R49.3)', async () => {
  const { id, event } = await paidByCheck(IN_MAY)
  await nameEach((key, index) => ({ name: `Old ${key}`, code: String(600 + index) }))
  const forms: Form[] = ['lines', 'quickbooks', 'xero']
  const before = await Promise.all(forms.map((form) => exported('2027-05', form)))
  expect(before[0]?.text).toContain(`2027-05-20,Payment,Old undeposited,450.00,,${event.name},${id},TM-`)

  await remove(id)
  await db.update(events).set({ name: 'Renamed' }).where(eq(events.id, event.id))
  await nameEach((key, index) => ({ name: `New ${key}`, code: String(700 + index) }))
  expect(await Promise.all(forms.map((form) => exported('2027-05', form)))).toEqual(before)
  await db.delete(events).where(eq(events.id, event.id))
  expect(await exported('2027-05', 'quickbooks')).toEqual(before[1])

  // The month after it is open, and shows the names of today.
  await paidByCheck()
  const june = await exported('2027-06', 'quickbooks')
  expect(june.text).toContain('New undeposited')
  expect(june.text).not.toContain('Old')
})

test('closes a month with its first download, but only if it is over (R49.3)', async () => {
  const { id, event } = await paidByCheck(IN_MAY)
  const from = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const elsewhere = await exported('2027-05', 'quickbooks', from)
  expect(elsewhere.name).toBe('attachment; filename="statement-2027-05-quickbooks-open-may-change.csv"')
  expect(await db.select().from(ledgerClosings)).toEqual([])

  const may = await exported('2027-05', 'lines')
  expect(may.name).toBe('attachment; filename="statement-2027-05-lines.csv"')
  const number = /TM-\d+/.exec(may.text)?.[0] ?? ''
  expect(may.text).toBe(
    '\uFEFFDay,What,Account,Debit ($),Credit ($),Retreat,Reservation,Entry\r\n' +
      `2027-05-20,Payment,Cash and checks,450.00,,${event.name},${id},${number}\r\n` +
      `2027-05-20,Payment,Guest deposits,,450.00,${event.name},${id},${number}\r\n`,
  )
  expect(await audited()).toEqual([
    ['statement.exported', ['2027-05', 'quickbooks']],
    ['statement.closed', ['2027-05']],
    ['statement.exported', ['2027-05', 'lines']],
  ])

  const june = await exported('2027-06', 'lines')
  expect(june.name).toBe('attachment; filename="statement-2027-06-lines-open-may-change.csv"')
  expect(june.text.split('\r\n')[0]).toBe(
    '\uFEFF"Open, may change: June 2027 was not closed on June 3, 2027"',
  )
  expect((await exported('2027-06', 'quickbooks')).text).toMatch(/^Journal No\.,/)
  expect((await statementOf('2027-06')).closedAt).toBeNull()
})

test('lists what is still open before a month is closed: cash, refunds, deposits of guests who are not coming (R49.3)', async () => {
  const canceled = await paidByCheck(IN_APRIL)
  const deleted = await paidByCheck(IN_MAY)
  await paidByCheck(IN_MAY)
  await remove(deleted.id)
  at('2027-05-25T18:00:00Z')
  const found = await canceled.admin.call(getReservationByAdmin, { query: { id: canceled.id } })
  const order = { id: canceled.id, version: found.ok ? found.data.version : 0, cancelledBy: 'guest' as const }
  const refunded = await canceled.admin.call(cancelReservation, {
    body: { ...order, reason: 'Good neighbor', refund: 20_000, sendEmail: false },
  })
  expect(refunded).toMatchObject({ ok: true })
  at('2027-06-03T18:00:00Z')
  expect(await closingOf('2027-05')).toEqual({
    month: '2027-05',
    closedAt: null,
    isOver: true,
    months: ['2027-04', '2027-05'],
    entries: expect.any(Number),
    open: {
      unread: true,
      readUntil: null,
      untold: { count: 0, amount: 0 },
      undeposited: 135_000,
      refunds: 20_000,
      deposits: [{ reservationId: deleted.id, eventName: deleted.event.name, amount: 45_000, exists: false }],
    },
  })
  expect(await statementOf('2027-05')).toMatchObject({
    income: { retreat: 0, cancellation: 25_000 },
    owed: { refunds: 20_000, total: 110_000, before: 45_000 },
  })
})

test('counts a deposit as income from the first ranch day of the stay on (R49.2)', async () => {
  // Within 30 days of the start, the whole price is due.
  await paidByCheck({ ...IN_MAY, startDateDate: '2027-07-01' })
  // It is July in London, and still June at the ranch.
  at('2027-07-01T05:50:00Z')
  await app.runJobs()
  const june = { income: { retreat: 0, cancellation: 0 }, owed: { total: 90_000, before: 90_000 } }
  expect(await statementOf('2027-06')).toMatchObject(june)
  at('2027-07-01T06:10:00Z')
  await app.runJobs()
  expect(await statementOf('2027-06')).toMatchObject(june)
  expect(await statementOf('2027-07')).toMatchObject({
    income: { retreat: 90_000, cancellation: 0 },
    owed: { total: 0, before: 90_000, stays: [] },
  })
})

const adjust = async (given: object) => {
  const order = { debit: 'bank', credit: 'other', amount: 12_345, memo: 'A gift card' } as const
  const admin = await app.signIn({ admin: true })
  return admin.call(postAdjustment, { body: { ...order, ...given } })
}

test('posts an adjustment once per form, with its reason in every export (R49.1)', async () => {
  const attempt = 'a-form-that-an-admin-sent-twice'
  const posted = await adjust({ attempt, memo: '=Gift; +card' })
  expect(posted).toMatchObject({ ok: true, data: { entry: { day: '2027-06-03' } } })
  expect(await adjust({ attempt, memo: '=Gift; +card' })).toEqual(posted)
  expect(await audited()).toEqual([['statement.adjusted', [posted.ok ? posted.data.entry.number : '']]])
  const { balances } = await statementOf('2027-06')
  const moved = balances.filter(({ debits, credits }) => debits !== 0 || credits !== 0)
  expect(moved).toEqual([
    { account: 'bank', opening: 0, debits: 12_345, credits: 0, closing: 12_345 },
    { account: 'other', opening: 0, debits: 0, credits: 12_345, closing: -12_345 },
  ])
  const { text } = await exported('2027-06', 'quickbooks')
  expect(text).toContain(`,06/03/2027,Bank,"Adjustment: =Gift;' +card",123.45,\r\n`)
})

test('posts an adjustment on an earlier day, and for a guest who was deleted (R49.1)', async () => {
  const { id, event } = await paidByCheck(IN_MAY)
  await remove(id)
  const kept = { debit: 'guest_deposits', credit: 'cancellation_income', amount: 45_000, reservationId: id }
  const posted = await adjust({ ...kept, day: '2027-05-31', memo: 'Never asked for it' })
  expect(posted).toMatchObject({ ok: true, data: { entry: { day: '2027-05-31' } } })
  expect(await statementOf('2027-05')).toMatchObject({
    income: { cancellation: 45_000 },
    owed: { total: 0, stays: [] },
  })
  const lines = await db
    .select()
    .from(ledgerLines)
    .where(eq(ledgerLines.entryId, posted.ok ? posted.data.entry.id : 0))
  expect(lines).toMatchObject([
    { reservationId: id, eventId: event.id },
    { reservationId: id, eventId: event.id },
  ])
})

test.each([
  [{ debit: 'petty_cash' }, { debit: 'Unknown account' }],
  [{ credit: '' }, { credit: 'Unknown account' }],
  [{ credit: 'bank' }, { credit: 'Please choose another account than the one to debit' }],
  [{ amount: 0 }, { amount: 'Please enter more than $0.00' }],
  [{ amount: -5 }, { amount: 'Please enter more than $0.00' }],
  [{ memo: ' ' }, { memo: 'Required' }],
  [{ day: '2027-06-04' }, { day: 'Please choose today or an earlier day' }],
  [{ day: '2027-05-31' }, { day: 'May 2027 is closed. Please choose June 1, 2027, or a later day' }],
  [{ reservationId: 99_999 }, { reservationId: 'There is no reservation with this number' }],
])('refuses the adjustment %o and names the field (R49.1)', async (given, fields) => {
  await close('2027-05')
  expect(await adjust(given)).toMatchObject({ ok: false, status: 400, code: 'invalid', fields })
  expect(await db.select().from(ledgerEntries)).toEqual([])
})

test('names an unknown account, and keeps the names that an owner gave before the ledger (R40.4)', async () => {
  const before = { bank: { name: 'Checking', code: '090' }, owed: { name: 'Held for guests', code: '800' } }
  await db
    .insert(siteFacts)
    .values({ key: 'statement-accounts', value: JSON.stringify({ accounts: before, taxRate: 'No Tax' }) })
  const { accounts } = await statementOf('2027-05')
  expect(accounts).toMatchObject({
    taxRate: 'No Tax',
    accounts: {
      bank: before.bank,
      guest_deposits: before.owed,
      refunds_payable: { name: 'Refunds owed', code: '' },
    },
  })
  const admin = await app.signIn({ admin: true })
  const wrong = { ...accounts, accounts: { ...accounts.accounts, petty_cash: { name: 'Box', code: '' } } }
  const refused = await admin.call(nameAccounts, { body: wrong as typeof accounts })
  expect(refused).toMatchObject({
    ok: false,
    code: 'invalid',
    fields: { accounts: 'Unknown account: petty_cash' },
  })
})
