import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { type EntryState, waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { createWaitlist } from '#domain/booking/waitlist/contract/entries.ts'
import { joinWaitlist } from '#test/support/booking/waitlist.ts'
import { takeSpots } from '#test/support/factories.ts'
import { getToday } from './contract.ts'
import { type TodaySite, NOW, openTodaySite } from '#test/support/desk/today-site.ts'

const site = await openTodaySite()

const today = () => site.today()
const event: TodaySite['event'] = (day, changes) => site.event(day, changes)

test('returns empty lists and zeros for the Today page when nothing happens', async () => {
  const nothing = { count: 0, list: [] }
  expect(await today()).toMatchObject({
    day: '2027-05-06',
    overdue: [],
    here: [],
    arrivals: [],
    coming: { count: 0, events: [] },
    money: {
      overdue: { count: 0, cents: 0, invoices: [] },
      due: { count: 0, cents: 0, invoices: [] },
      later: { count: 0, cents: 0 },
    },
    refundsDue: { count: 0, cents: 0, list: [] },
    failures: { outside: [], mails: nothing, refunds: nothing, jobs: nothing, retrying: 0 },
    leaving: [],
    books: { night: '2027-05-06', proof: null },
    backup: { nightly: true, night: '2027-05-06', proof: null },
    holds: nothing,
  })
})

describe('coming events and guests on the Today page', () => {
  test('include events that start today or have begun, but no past events, by the date in the ranch’s time zone', async () => {
    await event('2027-05-05', { name: 'Over' })
    await event('2027-05-05', { name: 'Here', endDateDate: '2027-05-06' })
    const { id } = await event('2027-05-06', { name: 'Arriving' })
    await site.rows.guest(id)
    const { here, arrivals, coming } = await today()
    expect(here.map(({ name }) => name)).toEqual(['Here'])
    expect(arrivals.map(({ event: { name } }) => name)).toEqual(['Arriving'])
    expect(coming.events.map(({ name }) => name)).toEqual(['Arriving'])
  })

  test('list the next events that have confirmed guests, including private ones', async () => {
    await event('2027-05-10', { name: 'Nobody comes' })
    const hidden = await event('2027-05-12', { name: 'Reunion', password: 'Yucca' })
    await site.rows.guest(hidden.id)
    const held = await event('2027-05-13', { name: 'Only a hold' })
    await site.rows.guest(held.id, { status: 'pending', holdExpiresAt: NOW })
    const { arrivals } = await today()
    expect(arrivals.map(({ event: { name } }) => name)).toEqual(['Reunion'])
    expect(arrivals[0]?.event).toMatchObject({ private: true, taken: 1 })
  })

  test("show an arriving guest's missing details, payment and directions; goodwill makes no guest owe money", async () => {
    const { id } = await event('2027-05-20')
    const seen = { directionsViewedAt: NOW }
    const back = await site.rows.guest(id, { name: 'Refunded Rae', ...seen })
    const at = '2027-05-01T12:00:00Z'
    const invoiceId = await site.rows.invoice(back, 90_000, null)
    const payment = await site.rows.payment(back, { amount: 90_000, at, invoiceId })
    await site.rows.refund(payment, 30_000, 'succeeded')
    await site.rows.refund(payment, 10_000, 'requested')
    const nell = await site.rows.guest(id, { name: 'New Nell' })
    // This payment belongs to no invoice. The site will refund it, so no page subtracts it from what the guest owes.
    await site.rows.payment(nell, { amount: 45_000, at })
    const gone = await site.rows.guest(id, { status: 'cancelled' })
    expect(gone).toBeGreaterThan(0)
    const [arrival] = (await today()).arrivals
    expect(arrival?.guests.map(({ guest, missing, owes }) => [guest, missing, owes])).toEqual([
      ['New Nell', ['details', 'money', 'directions'], 90_000],
      ['Refunded Rae', ['details'], 0],
    ])
    expect(arrival?.lacking).toEqual({ any: 2, details: 2, money: 1, directions: 1 })
  })

  test('list at most 40 arriving guests of each event, but count all of them', async () => {
    const { id } = await event('2027-05-20', { spots: 60 })
    await takeSpots(site.app.services, id, { spots: 45 })
    const [arrival] = (await today()).arrivals
    expect(arrival?.guests).toHaveLength(40)
    expect(arrival).toMatchObject({ more: 5, lacking: { any: 45 } })
  })
})

test('marks events on the Today page that visitors do not see yet', async () => {
  await event('2027-06-01', { name: 'Draft', status: 'draft' })
  await event('2027-06-02', { name: 'Later', status: 'scheduled', publishAt: new Date(NOW.getTime() + 1) })
  await event('2027-06-03', { name: 'Now', status: 'scheduled', publishAt: NOW })
  await event('2027-06-04', { name: 'Published' })
  const { coming } = await today()
  expect(coming.events.map(({ name, draft }) => [name, draft])).toEqual([
    ['Draft', true],
    ['Later', true],
    ['Now', false],
    ['Published', false],
  ])
})

test('returns the taken, held and wanted spots of coming events on the Today page', async () => {
  const { id } = await event('2027-06-01', { spots: 3, showWaitlist: true })
  await takeSpots(site.app.services, id, { spots: 2 })
  await site.rows.guest(id, { status: 'pending', holdExpiresAt: NOW })
  await site.rows.guest(id, { status: 'expired' })
  const waitlistData = { customerName: 'Pat Doe', email: 'pat@example.test', eventId: id, size: 3 }
  expect(await joinWaitlist(site.app, waitlistData)).toMatchObject({ ok: true })
  const unconfirmed = { ...waitlistData, email: 'made-up@example.test' }
  await site.app.browser().call(createWaitlist, { body: { waitlistData: unconfirmed } })
  const { coming } = await today()
  expect(coming).toMatchObject({
    count: 1,
    events: [{ spots: 3, taken: 2, held: 1, waiting: 1, spotsWanted: 3 }],
  })
})

test('on the Today page, does not count a waitlist entry as waiting once it has an offer or has ended', async () => {
  const { id } = await event('2027-06-01', { spots: 0, showWaitlist: true })
  for (const name of ['waiting', 'offered', 'booked', 'declined', 'lapsed', 'skipped']) {
    const waitlistData = { customerName: 'Pat Doe', email: `${name}@example.test`, eventId: id }
    await joinWaitlist(site.app, waitlistData)
    await site.app.services.db
      .update(waitlistEntries)
      .set({ state: name as EntryState })
      .where(eq(waitlistEntries.id, sql`(select max(id) from waitlist_entries)`))
  }
  expect((await today()).coming.events).toMatchObject([{ waiting: 1, spotsWanted: 1 }])
})

test('omits a canceled event, its guests and its spots from the Today page', async () => {
  const cancelledAt = new Date('2027-05-01T12:00:00Z')
  const { id } = await event('2027-05-10', { cancelledAt })
  await event('2027-05-05', { endDateDate: '2027-05-08', cancelledAt })
  // While a bank decides about a payment, the stay that it pays for can stay confirmed even though the event is
  // canceled.
  await site.rows.guest(id)
  const { here, arrivals, coming, occupancy } = await today()
  expect({ here, arrivals, coming }).toEqual({ here: [], arrivals: [], coming: { count: 0, events: [] } })
  expect(occupancy[0]).toEqual({ month: '2027-05', spots: 0, taken: 0 })
})

test('lists the next twelve events on the Today page, and counts all of them', async () => {
  for (let nth = 0; nth < 14; nth += 1) await event(`2027-07-${10 + nth}`)
  const { coming } = await today()
  expect(coming.count).toBe(14)
  expect(coming.events.map(({ startDateDate }) => startDateDate.slice(8))).toEqual(
    Array.from({ length: 12 }, (_, nth) => String(10 + nth)),
  )
})

describe('unpaid invoices on the Today page', () => {
  test('are overdue after their due day, due if that day is within 30 days, and listed as later otherwise', async () => {
    const { id } = await event('2027-09-01', { name: 'Fall' })
    const guest = await site.rows.guest(id, { name: 'Owen' })
    for (const [amount, due] of [
      [1_000, '2027-05-05'],
      [2_000, '2027-05-06'],
      [4_000, '2027-06-05'],
      [8_000, '2027-06-06'],
      [16_000, null],
    ] as const) {
      await site.rows.invoice(guest, amount, due)
    }
    const { money } = await today()
    expect(money.overdue).toMatchObject({ count: 1, cents: 1_000 })
    expect(money.overdue.invoices).toMatchObject([
      { guest: 'Owen', amount: 1_000, due: '2027-05-05', event: { name: 'Fall' } },
    ])
    expect(money.due).toMatchObject({ count: 2, cents: 6_000 })
    expect(money.due.invoices.map(({ due }) => due)).toEqual(['2027-05-06', '2027-06-05'])
    expect(money.later).toMatchObject({ count: 2, cents: 24_000 })
    expect(money.later.invoices.map(({ due }) => due)).toEqual(['2027-06-06', null])
  })

  test('omit paid invoices, and invoices of stays that are not confirmed', async () => {
    const { id } = await event('2027-09-01')
    const guest = await site.rows.guest(id)
    const invoiceId = await site.rows.invoice(guest, 45_000, '2027-05-01')
    await site.rows.payment(guest, { amount: 45_000, at: '2027-05-02T00:00:00Z', invoiceId })
    for (const status of ['cancelled', 'expired', 'refunded'] as const)
      await site.rows.invoice(await site.rows.guest(id, { status }), 45_000, '2027-05-01')
    const held = await site.rows.guest(id, { status: 'pending', holdExpiresAt: NOW })
    await site.rows.invoice(held, 45_000, '2027-05-01')
    expect((await today()).money).toMatchObject({
      overdue: { count: 0 },
      due: { count: 0 },
      later: { count: 0 },
    })
  })

  test('have no name if their guest was purged', async () => {
    const { id } = await event('2027-04-01')
    const guest = await site.rows.guest(id)
    await site.rows.invoice(guest, 5_000, '2027-03-01')
    await site.rows.purge(guest)
    expect((await today()).money.overdue.invoices).toMatchObject([{ guest: null, amount: 5_000 }])
  })

  test('show the total of all invoices with the same due day, including those that are not listed', async () => {
    const { id } = await event('2027-09-01')
    const guest = await site.rows.guest(id)
    for (let nth = 0; nth < 65; nth += 1) await site.rows.invoice(guest, 1_000, '2027-05-20')
    await site.rows.invoice(guest, 500, '2027-05-10')
    const { invoices } = (await today()).money.due
    expect(invoices).toHaveLength(50)
    expect(invoices[0]?.ofDay).toEqual({ count: 1, cents: 500 })
    expect(invoices[1]?.ofDay).toEqual({ count: 65, cents: 65_000 })
  })

  test('may add up to more than the limit of a single payment', async () => {
    const { id } = await event('2027-09-01')
    const guest = await site.rows.guest(id)
    for (let nth = 0; nth < 65; nth += 1) await site.rows.invoice(guest, 99_999_999, '2027-05-01')
    const { overdue } = (await today()).money
    expect(overdue).toMatchObject({ count: 65, cents: 65 * 99_999_999 })
    expect(overdue.invoices).toHaveLength(50)
  })
})

test('lists active holds on the Today page, the next to expire first', async () => {
  const { id } = await event('2027-05-20', { name: 'Cooking' })
  const holds = [
    ['Later', '2027-05-07T05:14:00Z'],
    ['Sooner', '2027-05-07T05:02:00Z'],
  ] as const
  for (const [name, end] of holds) {
    await site.rows.guest(id, { name, status: 'pending', holdExpiresAt: new Date(end) })
  }
  const full = await event('2027-05-21', { spots: 0, showWaitlist: true })
  const waitlistData = { customerName: 'Pat Doe', email: 'pat@example.test', eventId: full.id }
  await joinWaitlist(site.app, waitlistData)
  const expiresAt = new Date('2027-05-08T05:00:00Z')
  const offer = { status: 'pending', name: 'Pat Doe', holdExpiresAt: expiresAt } as const
  const { db } = site.app.services
  await db.insert(waitlistOffers).values({
    token: randomUUID(),
    entryId: sql<number>`(select max(id) from waitlist_entries)`,
    reservationId: await site.rows.guest(full.id, offer),
    madeAt: NOW,
    expiresAt,
  })
  const free = {
    status: 'pending',
    name: 'Ann Lee',
    holdExpiresAt: new Date('2027-05-07T05:30:00Z'),
  } as const
  const waiting = await site.rows.guest(id, free)
  await db
    .update(reservations)
    .set({ consentAt: NOW, consentTermsHash: 'h' })
    .where(eq(reservations.id, waiting))
  const { holds: found, arrivals, money, coming } = await today()
  expect(found.count).toBe(4)
  expect(found.list.map((hold) => [hold.guest, hold.endsAt, hold.offered, hold.waitsForMailbox])).toEqual([
    ['Sooner', '2027-05-07T05:02:00.000Z', false, false],
    ['Later', '2027-05-07T05:14:00.000Z', false, false],
    ['Ann Lee', '2027-05-07T05:30:00.000Z', false, true],
    ['Pat Doe', '2027-05-08T05:00:00.000Z', true, false],
  ])
  // A guest with a hold is not confirmed. So the page must list this guest neither as arriving nor as owing money.
  expect(arrivals).toEqual([])
  expect(coming.events.map(({ taken, held }) => [taken, held])).toEqual([
    [0, 3],
    [0, 1],
  ])
  expect(money.later.count + money.due.count).toBe(0)
})

describe('the overview of occupancy and income by month on the Today page', () => {
  test('counts confirmed guests by the month in which the event starts, without past or canceled events', async () => {
    const over = await event('2027-05-02', { endDateDate: '2027-05-05', spots: 100 })
    await takeSpots(site.app.services, over.id, { spots: 7 })
    const may = await event('2027-05-01', { endDateDate: '2027-05-06', spots: 3 })
    await takeSpots(site.app.services, may.id, { spots: 3 })
    await site.rows.guest(may.id, { status: 'cancelled' })
    const off = await event('2027-05-20', { spots: 100, cancelledAt: new Date(NOW) })
    await takeSpots(site.app.services, off.id, { spots: 7 })
    // This event began in April and is not over yet, so its spots count in May.
    await event('2027-04-30', { endDateDate: '2027-05-07', spots: 1 })
    await event('2027-05-31', { spots: 6 })
    const last = await event('2028-04-30', { spots: 8 })
    await site.rows.guest(last.id, { status: 'pending', holdExpiresAt: NOW })
    await event('2028-05-01', { spots: 100 })
    const { occupancy } = await today()
    expect(occupancy).toHaveLength(12)
    expect(occupancy[0]).toEqual({ month: '2027-05', spots: 10, taken: 3 })
    expect(occupancy[1]).toEqual({ month: '2027-06', spots: 0, taken: 0 })
    expect(occupancy[11]).toEqual({ month: '2028-04', spots: 8, taken: 0 })
  })

  test('adds up the income of stays that have begun, and of canceled stays, by ranch month across clock changes', async () => {
    const { id } = await event('2026-05-01')
    const guest = await site.rows.guest(id)
    // Midnight at the ranch is 06:00 UTC in summer and 07:00 UTC in winter. These payments come right before and
    // after midnight.
    await site.rows.payment(guest, { amount: 1, at: '2026-06-01T05:59:59.999Z' })
    await site.rows.payment(guest, { amount: 2, at: '2026-06-01T06:00:00Z' })
    await site.rows.payment(guest, { amount: 40, at: '2027-02-01T06:59:59Z' })
    await site.rows.payment(guest, { amount: 80, at: '2027-02-01T07:00:00Z' })
    const refunded = await site.rows.payment(guest, { amount: 1_000, at: '2027-04-30T12:00:00Z' })
    await site.rows.payment(guest, { amount: 7, at: '2027-05-07T04:59:00Z' })
    // A refund counts in the month of its decision. One that failed does not count.
    await site.rows.refund(refunded, 300, 'succeeded')
    await site.rows.refund(refunded, 200, 'requested')
    await site.rows.refund(refunded, 500, 'failed')
    const ahead = await event('2027-09-01')
    const canceled = await site.rows.guest(ahead.id, { status: 'cancelled' })
    await site.rows.payment(canceled, { amount: 60, at: '2027-03-10T12:00:00Z' })
    await site.rows.payment(await site.rows.guest(ahead.id), { amount: 5_000, at: '2027-03-10T12:00:00Z' })
    const { income } = await today()
    expect(income).toHaveLength(12)
    const earned = Object.fromEntries(
      income.filter(({ cents }) => cents !== 0).map((row) => [row.month, row.cents]),
    )
    expect(earned).toEqual({
      '2026-06': 2,
      '2027-01': 40,
      '2027-02': 80,
      '2027-03': 60,
      '2027-04': 1_000,
      '2027-05': 7 - 500,
    })
  })

  test('shows deposits by the month in which the retreat begins, and refunds that are not made yet', async () => {
    const at = '2027-05-06T12:00:00Z'
    const paid = async (startDateDate: string, amount: number) => {
      const guest = await site.rows.guest((await event(startDateDate)).id)
      return site.rows.payment(guest, { amount, at })
    }
    await paid('2027-05-05', 1)
    await paid('2027-05-07', 20)
    const refunded = await paid('2027-09-01', 4_000)
    await site.rows.refund(refunded, 300, 'owed')
    await site.rows.refund(refunded, 500, 'requested')
    await site.rows.refund(refunded, 90, 'failed')
    await site.rows.refund(refunded, 100, 'succeeded')
    await paid('2028-06-01', 50_000)
    const { deposits } = await today()
    expect(deposits.months).toHaveLength(12)
    expect(deposits.months.filter(({ cents }) => cents !== 0)).toEqual([
      { month: '2027-05', cents: 20 },
      { month: '2027-09', cents: 3_100 },
    ])
    expect(deposits).toMatchObject({ total: 53_120, refunds: 800 })
  })
})

test('returns the Today page only to admins', async () => {
  const { id } = await event('2027-05-20')
  await site.rows.guest(id, { name: 'Ana Ortiz' })
  expect(await site.app.browser().call(getToday)).toMatchObject({ ok: false, status: 401 })
  const signedIn = await site.app.signIn({ admin: false })
  expect(await signedIn.call(getToday)).toMatchObject({ ok: false, status: 403 })
})
