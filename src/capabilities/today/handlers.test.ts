import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/app.ts'
import { makeEvent, takeSpots } from '../../testing/factories.ts'
import { createWaitlist } from '../waitlist/contract.ts'
import { getToday, type Today } from './contract.ts'
import { type Rows, rowsOf } from './testing/rows.ts'

/** 23:00 on May 6 at the ranch, where it is already May 7 in Greenwich. */
const NOW = new Date('2027-05-07T05:00:00Z')
let app: TestApp
let rows: Rows
beforeAll(async () => {
  app = await buildTestApp({ now: NOW })
  rows = rowsOf(app)
})
beforeEach(async () => {
  await app.services.db.execute(
    sql`truncate events, reservations, invoices, payments, refunds, emails, outbox, waitlist_entries restart identity cascade`,
  )
})
afterAll(() => app.close())

async function today(): Promise<Today> {
  const admin = await app.signIn({ admin: true })
  const found = await admin.call(getToday)
  if (!found.ok) throw new Error(found.message)
  return found.data
}

const event = (startDateDate: string, changes: Partial<Parameters<typeof makeEvent>[1]> = {}) =>
  makeEvent(app.services.db, { startDateDate, endDateDate: startDateDate, ...changes })

test('an empty house is a calm morning', async () => {
  const nothing = { count: 0, list: [] }
  expect(await today()).toMatchObject({
    day: '2027-05-06',
    here: [],
    arrivals: [],
    coming: { count: 0, events: [] },
    money: {
      overdue: { count: 0, cents: 0, invoices: [] },
      due: { count: 0, cents: 0, invoices: [] },
      later: { count: 0, cents: 0 },
    },
    failures: { mails: nothing, refunds: nothing, jobs: nothing, retrying: 0 },
    holds: nothing,
  })
})

describe('who comes', () => {
  test('by the day at the ranch: what starts today arrives, what began yesterday is here, what ended is gone', async () => {
    await event('2027-05-05', { name: 'Over' })
    await event('2027-05-05', { name: 'Here', endDateDate: '2027-05-06' })
    const { id } = await event('2027-05-06', { name: 'Arriving' })
    await rows.guest(id)
    const { here, arrivals, coming } = await today()
    expect(here.map(({ name }) => name)).toEqual(['Here'])
    expect(arrivals.map(({ event: { name } }) => name)).toEqual(['Arriving'])
    expect(coming.events.map(({ name }) => name)).toEqual(['Arriving'])
  })

  test('the next events that somebody comes to, private ones too', async () => {
    await event('2027-05-10', { name: 'Nobody comes' })
    const hidden = await event('2027-05-12', { name: 'Reunion', password: 'Yucca' })
    await rows.guest(hidden.id)
    const held = await event('2027-05-13', { name: 'Only a hold' })
    await rows.guest(held.id, { status: 'pending', holdExpiresAt: NOW })
    const { arrivals } = await today()
    expect(arrivals.map(({ event: { name } }) => name)).toEqual(['Reunion'])
    expect(arrivals[0]?.event).toMatchObject({ private: true, taken: 1 })
  })

  test('with what each lacks: details, money net of refunds, the directions', async () => {
    const { id } = await event('2027-05-20')
    const seen = { directionsViewedAt: NOW }
    const back = await rows.guest(id, { name: 'Refunded Rae', ...seen })
    const payment = await rows.payment(back, { amount: 90_000, at: '2027-05-01T12:00:00Z' })
    await rows.refund(payment, 30_000, 'succeeded')
    await rows.refund(payment, 10_000, 'requested')
    await rows.guest(id, { name: 'New Nell' })
    const gone = await rows.guest(id, { status: 'cancelled' })
    expect(gone).toBeGreaterThan(0)
    const [arrival] = (await today()).arrivals
    expect(arrival?.guests.map(({ guest, missing, owes }) => [guest, missing, owes])).toEqual([
      ['New Nell', ['details', 'money', 'directions'], 90_000],
      ['Refunded Rae', ['details', 'money'], 30_000],
    ])
    expect(arrival?.lacking).toEqual({ any: 2, details: 2, money: 2, directions: 1 })
  })

  test('a long list is cut, and its counts are of everybody', async () => {
    const { id } = await event('2027-05-20', { spots: 60 })
    await takeSpots(app.services, id, { spots: 45 })
    const [arrival] = (await today()).arrivals
    expect(arrival?.guests).toHaveLength(40)
    expect(arrival).toMatchObject({ more: 5, lacking: { any: 45 } })
  })
})

test('spots, holds and the waitlist of the coming events', async () => {
  const { id } = await event('2027-06-01', { spots: 3, showWaitlist: true })
  await takeSpots(app.services, id, { spots: 2 })
  await rows.guest(id, { status: 'pending', holdExpiresAt: NOW })
  await rows.guest(id, { status: 'expired' })
  const waitlistData = { customerName: 'Pat Doe', email: 'pat@example.test', eventId: id }
  expect(await app.browser().call(createWaitlist, { body: { waitlistData } })).toMatchObject({ ok: true })
  const { coming } = await today()
  expect(coming).toMatchObject({ count: 1, events: [{ spots: 3, taken: 2, held: 1, waiting: 1 }] })
})

test('the nearest twelve are told, and how many there are', async () => {
  for (let nth = 0; nth < 14; nth += 1) await event(`2027-07-${10 + nth}`)
  const { coming } = await today()
  expect(coming.count).toBe(14)
  expect(coming.events.map(({ startDateDate }) => startDateDate.slice(8))).toEqual(
    Array.from({ length: 12 }, (_, nth) => String(10 + nth)),
  )
})

describe('what is owed', () => {
  test('overdue from the day after, due for 30 days, the rest later', async () => {
    const { id } = await event('2027-09-01', { name: 'Fall' })
    const guest = await rows.guest(id, { name: 'Owen' })
    for (const [amount, due] of [
      [1_000, '2027-05-05'],
      [2_000, '2027-05-06'],
      [4_000, '2027-06-05'],
      [8_000, '2027-06-06'],
      [16_000, null],
    ] as const) {
      await rows.invoice(guest, amount, due)
    }
    const { money } = await today()
    expect(money.overdue).toMatchObject({ count: 1, cents: 1_000 })
    expect(money.overdue.invoices).toMatchObject([
      { guest: 'Owen', amount: 1_000, due: '2027-05-05', event: { name: 'Fall' } },
    ])
    expect(money.due).toMatchObject({ count: 2, cents: 6_000 })
    expect(money.due.invoices.map(({ due }) => due)).toEqual(['2027-05-06', '2027-06-05'])
    expect(money.later).toEqual({ count: 2, cents: 24_000 })
  })

  test('never what is paid, nor what a stay that is off would have cost', async () => {
    const { id } = await event('2027-09-01')
    const guest = await rows.guest(id)
    const invoiceId = await rows.invoice(guest, 45_000, '2027-05-01')
    await rows.payment(guest, { amount: 45_000, at: '2027-05-02T00:00:00Z', invoiceId })
    for (const status of ['cancelled', 'expired', 'refunded'] as const)
      await rows.invoice(await rows.guest(id, { status }), 45_000, '2027-05-01')
    const held = await rows.guest(id, { status: 'pending', holdExpiresAt: NOW })
    await rows.invoice(held, 45_000, '2027-05-01')
    expect((await today()).money).toMatchObject({
      overdue: { count: 0 },
      due: { count: 0 },
      later: { count: 0 },
    })
  })

  test('a forgotten guest owes without a name', async () => {
    const { id } = await event('2027-04-01')
    const guest = await rows.guest(id)
    await rows.invoice(guest, 5_000, '2027-03-01')
    await rows.purge(guest)
    expect((await today()).money.overdue.invoices).toMatchObject([{ guest: null, amount: 5_000 }])
  })

  test('more than one payment can be is still a sum', async () => {
    const { id } = await event('2027-09-01')
    const guest = await rows.guest(id)
    for (let nth = 0; nth < 65; nth += 1) await rows.invoice(guest, 99_999_999, '2027-05-01')
    const { overdue } = (await today()).money
    expect(overdue).toMatchObject({ count: 65, cents: 65 * 99_999_999 })
    expect(overdue.invoices).toHaveLength(60)
  })
})

describe('what went wrong', () => {
  test('mails that failed, newest first, and those tried again', async () => {
    const { id } = await event('2027-05-20', { name: 'Cooking' })
    const reservationId = await rows.guest(id, { name: 'Ana Ortiz' })
    const long = new Date('2027-03-01T00:00:00Z')
    await rows.mail({ reservationId, status: 'failed', failure: 'long ago', createdAt: long })
    await rows.mail({ reservationId, status: 'failed', failure: 'no such address', createdAt: NOW })
    await rows.mail({ status: 'failed', failure: 'about nobody', createdAt: NOW })
    await rows.mail({ reservationId, status: 'queued', failure: 'the server is away', createdAt: long })
    await rows.mail({ reservationId, status: 'queued', createdAt: NOW })
    await rows.mail({ reservationId, status: 'dropped', failure: 'paid_back', createdAt: NOW })
    const { mails, retrying } = (await today()).failures
    expect(retrying).toBe(1)
    expect(mails.count).toBe(2)
    expect(mails.list).toMatchObject([
      { failure: 'about nobody', about: null },
      { failure: 'no such address', about: { guest: 'Ana Ortiz', event: { name: 'Cooking' } } },
    ])
  })

  test('a refused refund, unless its money went back in another way', async () => {
    const { id } = await event('2027-05-20')
    const guest = await rows.guest(id, { name: 'Ana Ortiz', status: 'refunded' })
    const stuck = await rows.payment(guest, { amount: 45_000, at: '2027-05-01T00:00:00Z' })
    const refundId = await rows.refund(stuck, 45_000, 'failed')
    const settled = await rows.payment(guest, { amount: 45_000, at: '2027-05-01T00:00:00Z' })
    await rows.refund(settled, 45_000, 'failed')
    await rows.refund(settled, 45_000, 'succeeded')
    await rows.deadJob('refund', { refundId }, NOW)
    const { refunds, jobs } = (await today()).failures
    expect(refunds).toMatchObject({ count: 1, list: [{ amount: 45_000, about: { guest: 'Ana Ortiz' } }] })
    expect(jobs.count).toBe(0)
  })

  test('work that was given up, told once', async () => {
    const emailId = await rows.mail({ status: 'failed', failure: 'no such address', createdAt: NOW })
    await rows.deadJob('email', { emailId }, NOW)
    await rows.deadJob('email', { emailId: await rows.mail({ status: 'queued' }) }, NOW)
    await rows.deadJob('tick.reconcile', {}, NOW)
    await rows.deadJob('tick.reconcile', {}, new Date('2027-03-01T00:00:00Z'))
    const { jobs } = (await today()).failures
    expect(jobs.list.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['tick.reconcile', 'It did not work'],
      ['email', 'It did not work'],
    ])
  })
})

test('holds in progress, the next to end first', async () => {
  const { id } = await event('2027-05-20', { name: 'Cooking' })
  const holds = [
    ['Later', '2027-05-07T05:14:00Z'],
    ['Sooner', '2027-05-07T05:02:00Z'],
  ] as const
  for (const [name, end] of holds) {
    await rows.guest(id, { name, status: 'pending', holdExpiresAt: new Date(end) })
  }
  const found = (await today()).holds
  expect(found.count).toBe(2)
  expect(found.list.map(({ guest, endsAt }) => [guest, endsAt])).toEqual([
    ['Sooner', '2027-05-07T05:02:00.000Z'],
    ['Later', '2027-05-07T05:14:00.000Z'],
  ])
})

describe('the months', () => {
  test('spots by the month of the start, from this month on', async () => {
    await event('2027-04-30', { spots: 100 })
    const may = await event('2027-05-01', { spots: 4 })
    await takeSpots(app.services, may.id, { spots: 3 })
    await rows.guest(may.id, { status: 'cancelled' })
    await event('2027-05-31', { spots: 6 })
    const last = await event('2028-04-30', { spots: 8 })
    await rows.guest(last.id, { status: 'pending', holdExpiresAt: NOW })
    await event('2028-05-01', { spots: 100 })
    const { occupancy } = await today()
    expect(occupancy).toHaveLength(12)
    expect(occupancy[0]).toEqual({ month: '2027-05', spots: 10, taken: 3 })
    expect(occupancy[1]).toEqual({ month: '2027-06', spots: 0, taken: 0 })
    expect(occupancy[11]).toEqual({ month: '2028-04', spots: 8, taken: 1 })
  })

  test('income by the ranch’s own midnight, across daylight saving, less refunds of those payments', async () => {
    const { id } = await event('2027-09-01')
    const guest = await rows.guest(id)
    // Midnight at the ranch is 06:00 in Greenwich in summer, 07:00 in winter.
    await rows.payment(guest, { amount: 1, at: '2026-06-01T05:59:59.999Z' })
    await rows.payment(guest, { amount: 2, at: '2026-06-01T06:00:00Z' })
    await rows.payment(guest, { amount: 40, at: '2027-02-01T06:59:59Z' })
    await rows.payment(guest, { amount: 80, at: '2027-02-01T07:00:00Z' })
    const refunded = await rows.payment(guest, { amount: 1_000, at: '2027-04-30T12:00:00Z' })
    await rows.refund(refunded, 300, 'succeeded')
    await rows.refund(refunded, 200, 'succeeded')
    await rows.refund(refunded, 500, 'failed')
    await rows.payment(guest, { amount: 7, at: '2027-05-07T04:59:00Z' })
    const { income } = await today()
    expect(income).toHaveLength(12)
    const paid = Object.fromEntries(
      income.filter(({ cents }) => cents !== 0).map((row) => [row.month, row.cents]),
    )
    expect(paid).toEqual({ '2026-06': 2, '2027-01': 40, '2027-02': 80, '2027-04': 500, '2027-05': 7 })
  })
})

test('nobody but an admin learns any of it', async () => {
  const { id } = await event('2027-05-20')
  await rows.guest(id, { name: 'Ana Ortiz' })
  expect(await app.browser().call(getToday)).toMatchObject({ ok: false, status: 401 })
  const signedIn = await app.signIn({ admin: false })
  expect(await signedIn.call(getToday)).toMatchObject({ ok: false, status: 403 })
})
