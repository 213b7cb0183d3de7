import { eq, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { discountsGiven } from '#platform/database/schema/codes.ts'
import { refunds } from '#platform/database/schema/payments.ts'
import { getStatement } from '#domain/money/statements/contract.ts'
import { addMonths } from '#shared/months.ts'
import { auditOf } from '#test/support/audit.ts'
import { openTodaySite } from '#test/support/desk/today-site.ts'
import { readBalances } from '../ledger/store/read.ts'
import { postRefund } from '../ledger/store/post.ts'
import { exportYear, getYear, type YearReport } from './contract.ts'

/** The site begins empty for each test. It is May 6, 2027 at the ranch. */
const site = await openTodaySite()
const { app, rows } = site

const db = () => app.services.db
const admin = () => app.signIn({ admin: true })

async function yearOf(year?: string): Promise<YearReport> {
  const found = await (await admin()).call(getYear, { query: year === undefined ? {} : { year } })
  if (!found.ok) throw new Error(found.message)
  return found.data
}

async function owedOnStatement(month: string): Promise<number> {
  const found = await (await admin()).call(getStatement, { query: { month } })
  if (!found.ok) throw new Error(found.message)
  return found.data.owed.total
}

/** Records a refund by card that the provider then refuses. */
async function refuseRefund(paymentId: number, amount: number): Promise<void> {
  const id = await rows.refund(paymentId, amount, 'requested')
  await db().update(refunds).set({ status: 'failed' }).where(eq(refunds.id, id))
  await db().transaction((tx) => postRefund(tx, id, { now: app.services.now() }))
}

/**
 * Makes two retreats. The one in March has two guests, and the data of one guest is purged. In June, one guest paid
 * today and one canceled. Refunds were promised to three guests, and one refund failed.
 */
async function playSeason() {
  const march = await site.event('2027-03-10', { name: 'Leather', endDateDate: '2027-03-14', spots: 4 })
  const june = await site.event('2027-06-10', { name: 'Cooking', endDateDate: '2027-06-13', spots: 9 })
  const off = new Date('2027-03-01T12:00:00Z')
  await site.event('2027-03-20', { name: 'Off', spots: 50, cancelledAt: off })
  const ana = await rows.guest(march.id)
  const ben = await rows.guest(march.id)
  const paidByAna = await rows.payment(ana, { amount: 90_000, at: '2027-02-01T12:00:00Z' })
  const paidByBen = await rows.payment(ben, { amount: 50_000, at: '2027-02-20T12:00:00Z' })
  await rows.purge(ana)
  await app.jobs.run('begin-stays')
  await refuseRefund(paidByAna, 20_000)
  await rows.refund(paidByBen, 10_000, 'owed')
  const cara = await rows.guest(june.id)
  const paidByCara = await rows.payment(cara, { amount: 45_000, at: app.services.now().toISOString() })
  await rows.refund(paidByCara, 5_000, 'requested')
  const dan = await rows.guest(june.id, { status: 'cancelled' })
  const paidByDan = await rows.payment(dan, { amount: 30_000, at: '2027-04-02T12:00:00Z' })
  await rows.refund(paidByDan, 12_000, 'owed')
  await db()
    .insert(discountsGiven)
    .values([
      { reservationId: cara, amount: 2_500, at: new Date('2027-05-02T12:00:00Z') },
      // Half an hour before midnight on January 31 at the ranch. The reservation was deleted.
      { reservationId: 2_000_000, amount: 1_000, at: new Date('2027-02-01T06:30:00Z') },
    ])
  return { march, june }
}

const NOTHING = {
  retreatIncome: 0,
  cancellationIncome: 0,
  discounts: 0,
  refunds: 0,
  fees: 0,
  tax: 0,
  guests: 0,
  nights: 0,
  spots: 0,
  fillRate: null,
}
const STAYED = { guests: 2, nights: 8, spots: 4, fillRate: 50 }

describe('the report of a year', () => {
  test('shows the season by month and by event, with what belongs to no event in a line of its own (R49.8)', async () => {
    const { march, june } = await playSeason()
    const { year, months, events, total, closedThrough } = await yearOf()
    expect({ year, closedThrough }).toEqual({ year: '2027', closedThrough: null })
    expect(months.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, at) => addMonths('2027-01', at)),
    )
    const empty = [1, 5, 6, 7, 8, 9, 10, 11]
    for (const at of empty) expect(months[at]).toEqual({ month: months[at]?.month, ...NOTHING })
    expect(months.filter((_, at) => !empty.includes(at))).toEqual([
      { month: '2027-01', ...NOTHING, discounts: 1_000 },
      { month: '2027-03', ...NOTHING, retreatIncome: 140_000, ...STAYED },
      { month: '2027-04', ...NOTHING, cancellationIncome: 30_000 },
      {
        month: '2027-05',
        ...NOTHING,
        retreatIncome: -10_000,
        cancellationIncome: -12_000,
        discounts: 2_500,
        refunds: 27_000,
      },
    ])
    expect(events).toEqual([
      {
        eventId: march.id,
        name: 'Leather',
        urlName: march.urlName,
        startDateDate: '2027-03-10',
        ...NOTHING,
        retreatIncome: 130_000,
        refunds: 10_000,
        ...STAYED,
      },
      {
        eventId: june.id,
        name: 'Cooking',
        urlName: june.urlName,
        startDateDate: '2027-06-10',
        ...NOTHING,
        cancellationIncome: 18_000,
        discounts: 2_500,
        refunds: 17_000,
      },
      { eventId: null, name: null, urlName: null, startDateDate: null, ...NOTHING, discounts: 1_000 },
    ])
    expect(total).toEqual({
      ...NOTHING,
      retreatIncome: 130_000,
      cancellationIncome: 18_000,
      discounts: 3_500,
      refunds: 27_000,
      ...STAYED,
    })
  })

  test('shows the same numbers as Today, the statement and the ledger, although refunds are promised or failed and a guest paid today (R49.8)', async () => {
    await playSeason()
    const { months, total } = await yearOf('2027')
    const today = await site.today()
    for (const { month, cents } of today.income.filter((row) => row.month.startsWith('2027'))) {
      const { retreatIncome = 0, cancellationIncome = 0 } = months.find((row) => row.month === month) ?? {}
      expect([month, cents]).toEqual([month, retreatIncome + cancellationIncome])
    }
    expect(today.deposits).toMatchObject({ total: 40_000, refunds: 27_000 })
    expect(await owedOnStatement('2027-05')).toBe(today.deposits.total + today.deposits.refunds)
    const balances = await readBalances(db(), '2027-12-31')
    expect(balances).toMatchObject({
      retreat_income: 0 - total.retreatIncome,
      cancellation_income: 0 - total.cancellationIncome,
      guest_deposits: 0 - today.deposits.total,
      refunds_payable: 0 - total.refunds,
    })
  })

  test('keeps the money of a deleted event under its number (R49.8)', async () => {
    const { march } = await playSeason()
    const before = (await yearOf('2027')).total
    // An admin cannot delete an event with payments. The operator of the database can.
    await db().execute(sql`delete from reservations where event_id = ${march.id}`)
    await db().execute(sql`delete from events where id = ${march.id}`)
    const { events, total } = await yearOf('2027')
    expect(events.find(({ eventId }) => eventId === march.id)).toMatchObject({
      name: null,
      retreatIncome: 130_000,
      guests: 0,
    })
    expect(total).toEqual({ ...before, guests: 0, nights: 0, spots: 0, fillRate: null })
  })

  test('is empty for another year, and refuses what is no year (R49.8)', async () => {
    await playSeason()
    const { months, events, total } = await yearOf('2026')
    expect(months.map(({ month }) => month)).toContain('2026-12')
    expect({ events, total }).toEqual({ events: [], total: NOTHING })
    for (const year of ['27', '1999', '20270', 'next'])
      expect(await (await admin()).call(getYear, { query: { year } })).toMatchObject({
        ok: false,
        status: 400,
        fields: { year: 'Please enter a year as yyyy, such as 2027' },
      })
  })

  test('counts an event from its first day on (R49.8)', async () => {
    const first = await site.event('2027-05-06', { endDateDate: '2027-05-07', spots: 5 })
    await rows.guest(first.id)
    const next = await site.event('2027-05-07', { endDateDate: '2027-05-08', spots: 5 })
    await rows.guest(next.id)
    expect((await yearOf()).total).toEqual({ ...NOTHING, guests: 1, nights: 1, spots: 5, fillRate: 20 })
  })
})

test('exports the year as a table without names, and records the download in the audit log (R49.8)', async () => {
  await playSeason()
  const response = await (await admin()).fetch(`/api/${exportYear.path}?year=2027`)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="year-2027.csv"')
  const text = await response.text()
  const { data } = Papa.parse(text.replace(/^\uFEFF/, '').trim())
  const [head, ...lines] = data
  expect(head).toEqual([
    'Part',
    'Name',
    'Retreat income ($)',
    'Kept of canceled stays ($)',
    'Discounts ($)',
    'Refunds ($)',
    'Fees ($)',
    'Taxes ($)',
    'Guests',
    'Nights',
    'Spots',
    'Fill rate (%)',
  ])
  expect(lines).toHaveLength(12 + 3 + 1)
  expect(lines[4]).toEqual([
    'Month',
    "'2027-05",
    '-100.00',
    '-120.00',
    '25.00',
    '270.00',
    '0.00',
    '0.00',
    '0',
    '0',
    '0',
    '',
  ])
  const retreats = lines.filter(([part]) => part === 'Retreat')
  expect(retreats.map(([, name]) => name)).toEqual(['Leather', 'Cooking', 'Without a retreat'])
  const whole = lines.at(-1)
  expect(whole?.slice(0, 4)).toEqual(['Year', '2027', '1300.00', '180.00'])
  expect(text).not.toMatch(/Guest \d/)
  const entries = await auditOf(app, 'statement', 1)
  expect(entries.map(({ action, fields }) => [action, fields])).toEqual([['year.exported', ['2027']]])
})

test('returns the report of a year only to admins (R49.8)', async () => {
  expect(await app.browser().call(getYear, { query: {} })).toMatchObject({ ok: false, status: 401 })
  const signedIn = await app.signIn({ admin: false })
  expect(await signedIn.call(getYear, { query: {} })).toMatchObject({ ok: false, status: 403 })
  expect((await signedIn.fetch(`/api/${exportYear.path}`)).status).toBe(403)
})
