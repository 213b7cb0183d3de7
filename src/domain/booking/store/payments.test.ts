import { ne, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventRow, findEvent } from '#domain/events/store/events.ts'
import { rows } from '#platform/database/database.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { type AllOfToday, readToday } from '#test/support/desk/today-site.ts'
import { allRefunded, moneyOf, type MoneySums, type ReservationMoney } from '#shared/reservation-money.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'
import { repeatText, seedsFor } from '#test/support/seeds.ts'
import type { AdminReservation } from '../contract/admin.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { makeMoneyRows, type MoneyRows, writeMoneyRows } from '#test/support/booking/money-rows.ts'
import { readReservations } from '../use-cases/show-reservation.ts'
import { findMoney, listInvoiceLinesOf, listMoneySums, readMoney, readMoneySums } from './payments.ts'
import { listReservations } from './reservations.ts'

const TODAY = '2027-05-06'

const NO_SPOTS_TAKEN = { taken: 0, undecided: 0, options: [] }

/** A reservation as the site shows it, and its totals from rows added up in memory. */
interface Shown {
  reservation: AdminReservation
  money: ReservationMoney
}

describe.each(seedsFor('totals'))('totals of a reservation, from random rows with seed %i', (seed) => {
  const again = repeatText(seed, 'totals', 'http postgres totals-store')
  let app: TestApp
  let admin: TestBrowser
  let event: EventRow
  let drawn: Map<number, MoneySums>
  let all: Shown[]

  beforeAll(async () => {
    app = await buildTestApp({ now: new Date(`${TODAY}T18:00:00Z`) })
    const { db } = app.services
    admin = await app.signIn({ admin: true })
    // The event starts tomorrow, so that the AllOfToday page lists its guests as arrivals.
    const { id } = await makeEvent(db, { spots: 1_000, startDateDate: '2027-05-07' })
    drawn = await makeMoneyRows(app, id, { count: 120, seed, today: TODAY })
    event = (await findEvent(db, id)) as EventRow
    const listed = await listReservations(db, { eventId: id, after: 0 })
    const shown = await readReservations(bookingDeps(app), listed, { event, spots: NO_SPOTS_TAKEN })
    all = shown.map((reservation) => ({
      reservation,
      money: moneyOf(drawn.get(reservation.id) as MoneySums),
    }))
  })
  afterAll(() => app.close())

  test('are the same when SQL and when TypeScript computes them (R2.4, R3.6)', async () => {
    const { db } = app.services
    expect(await listMoneySums(db, { eventIds: [event.id] }, TODAY), again).toEqual(drawn)
    const [id = 0] = drawn.keys()
    expect(await listMoneySums(db, { reservationIds: [id] }, TODAY)).toEqual(new Map([[id, drawn.get(id)]]))
    expect(await listMoneySums(db, { reservationIds: [] }, TODAY)).toEqual(new Map())
    await expect(readMoney(db, 2_000_000_000, TODAY)).rejects.toThrow('no reservation')
    expect(await findMoney(db, 2_000_000_000, TODAY)).toBeUndefined()
  })

  test('never count more as refunded than was paid', async () => {
    const { db } = app.services
    const lines = await listInvoiceLinesOf(db, [...drawn.keys()])
    const counted = await db.select().from(refunds).where(ne(refunds.status, 'failed'))
    const paid = lines.flatMap(({ payment, refunded }) => (payment ? [{ ...payment, refunded }] : []))
    for (const { id, amount, refunded } of paid) {
      const asked = sumOf(
        counted.filter(({ paymentId }) => paymentId === id),
        (refund) => refund.amount,
      )
      expect(allRefunded(refunded), again).toBe(Math.min(amount, asked))
    }
    expect(paid.length).toBeGreaterThan(0)
  })

  test('are computed with the same database query plan for any list of events', async () => {
    const { db } = app.services
    for (let more = 0; more < 8; more += 1) {
      const eventIds = Array.from({ length: 1 + more }, (_, nth) => event.id + nth)
      await listMoneySums(db, { eventIds }, TODAY)
    }
    // PostgreSQL plans the first five calls of a prepared statement separately, and then keeps one plan. The view
    // `pg_prepared_statements` has only statements of its own connection. So on a separate server, this query may
    // find none.
    const found = await db.execute(sql`select custom_plans::int as plans from pg_prepared_statements
      where statement like 'select "reservations"."id"%refunded_beside%event_id"%group by%'`)
    for (const { plans } of rows<{ plans: number }>(found)) expect(plans).toBe(5)
  })

  test("are the same in the admin's reservation, and match the invoices of that reservation", () => {
    expect(all).toHaveLength(drawn.size)
    for (const { reservation, money } of all) {
      const { totalDue, totalPaid, fullyPaid, invoices } = reservation
      expect({ totalDue, totalPaid, fullyPaid, ...reservation.money }, again).toEqual(money)
      const paid = invoices.filter((invoice) => invoice.paid)
      expect(
        sumOf(paid, ({ amount, refunded }) => amount - refunded),
        again,
      ).toBe(totalPaid)
    }
  })

  test('are not shown for a reservation that was deleted after its row was read', async () => {
    const listed = await listReservations(app.services.db, { eventId: event.id, after: 0, limit: 2 })
    const [first, second] = listed.map((row, index) => (index === 0 ? { ...row, id: 2_000_000_000 } : row))
    if (!first || !second) throw new Error('The event has too few reservations')
    const shown = await readReservations(bookingDeps(app), [first, second], { event, spots: NO_SPOTS_TAKEN })
    expect(shown.map(({ id }) => id)).toEqual([second.id])
  })

  test("are the same in the CSV export as in the admin's reservation", async () => {
    const response = await admin.fetch(`/api/auth/event/export?id=${event.id}`)
    const [head = [], ...lines] = Papa.parse((await response.text()).replace(/^\uFEFF/, '').trimEnd()).data
    const shown = lines.map((line) =>
      ['id', 'totalDue', 'totalPaid', 'fullyPaid'].map((name) => line[head.indexOf(name)]),
    )
    const due = all.map(({ reservation: { id }, money: { totalDue, totalPaid, fullyPaid } }) =>
      [id, totalDue, totalPaid, fullyPaid].map(String),
    )
    expect(shown, again).toEqual(due)
  })

  describe("are the source of the admin's AllOfToday page, which", () => {
    let today: AllOfToday
    let coming: Shown[]
    beforeAll(async () => {
      today = await readToday(admin)
      coming = all.filter(({ reservation }) => reservation.status === 'confirmed')
    })

    test('shows unpaid invoices by urgency, and their total is the invoiced part of what guests must still pay', () => {
      const open = coming
        .flatMap(({ reservation }) => reservation.invoices.filter((invoice) => !invoice.paid))
        .toSorted((one, other) => (one.due ?? '9').localeCompare(other.due ?? '9') || one.id - other.id)
      const { overdue, due, later } = today.money
      const urgencies = [
        { shown: overdue, lines: open.filter((invoice) => invoice.due !== null && invoice.due < TODAY) },
        {
          shown: due,
          lines: open.filter(({ due: day }) => day !== null && day >= TODAY && day <= '2027-06-05'),
        },
        {
          shown: { ...later, invoices: [] },
          lines: open.filter(({ due: day }) => day === null || day > '2027-06-05'),
        },
      ]
      for (const { shown, lines } of urgencies) {
        const { count, cents, invoices } = shown
        expect({ count, cents }, again).toEqual({
          count: lines.length,
          cents: sumOf(lines, ({ amount }) => amount),
        })
        const listed = lines.slice(0, invoices.length).map(({ id, amount }) => [id, amount])
        expect(
          invoices.map(({ invoiceId, amount }) => [invoiceId, amount]),
          again,
        ).toEqual(listed)
      }
      const left = sumOf(coming, ({ money }) => money.stillToPay - money.notInvoiced)
      expect(overdue.cents + due.cents + later.cents, again).toBe(left)
    })

    test('shows for each arriving guest how much they must still pay', () => {
      const [arrival] = today.arrivals
      const owing = coming.filter(({ money }) => money.stillToPay > 0)
      expect(arrival?.lacking.money, again).toBe(owing.length)
      expect(arrival?.guests.length).toBeGreaterThan(0)
      for (const { reservationId, owes } of arrival?.guests ?? [])
        expect(owes, again).toBe(moneyOf(drawn.get(reservationId) as MoneySums).stillToPay)
    })

    test('shows everything that guests paid, minus refunds, as deposits or as kept from canceled stays', async () => {
      const { db } = app.services
      const paid = sumOf(await db.select().from(payments), ({ amount }) => amount)
      const refunded = sumOf(
        await db.select().from(refunds).where(ne(refunds.status, 'failed')),
        ({ amount }) => amount,
      )
      const kept = sumOf(today.income, ({ cents }) => cents)
      expect(today.deposits.total + kept, again).toBe(paid - refunded)
      expect(today.deposits.months[0], again).toEqual({ month: '2027-05', cents: today.deposits.total })
      expect(kept, again).toBeGreaterThan(0)
    })
  })
})

type Refund = NonNullable<MoneyRows['invoices'][number]['payment']>['refunds'][number]

const refund = (amount: number, changes: Partial<Refund> = {}): Refund => {
  return { amount, overpayment: 0, reason: 'admin', status: 'succeeded', ...changes }
}
const invoice = (amount: number, changes: Partial<MoneyRows['invoices'][number]> = {}) => {
  return { amount, extra: false, due: null, payment: null, ...changes }
}
const paid = (amount: number, given: Refund[], withdrawn = 0) => {
  return { payment: { amount, withdrawn, refunds: given } }
}

describe('the totals of a reservation', () => {
  let app: TestApp
  let eventId: number
  beforeAll(async () => {
    app = await buildTestApp({ now: new Date(`${TODAY}T18:00:00Z`) })
    eventId = (await makeEvent(app.services.db, { spots: 100 })).id
  })
  afterAll(() => app.close())

  const sumsOf = async (rows: MoneyRows) =>
    readMoneySums(app.services.db, await writeMoneyRows(app.services, eventId, rows), TODAY)

  test.each([
    [140, { late: 30, cancellation: 40, overpayment: 20, goodwill: 50 }],
    [120, { late: 30, cancellation: 40, overpayment: 20, goodwill: 30 }],
    [80, { late: 30, cancellation: 40, overpayment: 10, goodwill: 0 }],
    [60, { late: 30, cancellation: 30, overpayment: 0, goodwill: 0 }],
    [20, { late: 20, cancellation: 0, overpayment: 0, goodwill: 0 }],
  ])(
    'count refunds only up to the amount of the payment, in the order late, cancellation, overpayment, goodwill (%i cents)',
    async (amount, refunded) => {
      const given = [
        refund(70, { overpayment: 20 }),
        refund(40, { reason: 'cancelled' }),
        refund(30, { reason: 'late' }),
        refund(60, { overpayment: 40, status: 'failed' }),
      ]
      const invoices = [invoice(amount, paid(amount, given))]
      expect(await sumsOf({ status: 'confirmed', price: amount, invoices })).toMatchObject({ refunded })
    },
  )

  test('count nothing as refunded without a refund', async () => {
    const refunded = { late: 0, cancellation: 0, overpayment: 0, goodwill: 0 }
    const invoices = [invoice(100, paid(100, []))]
    expect(await sumsOf({ status: 'confirmed', price: 100, invoices })).toMatchObject({ refunded })
  })

  test('add up invoices, payments and refunds', async () => {
    const given = [
      refund(1, { reason: 'late' }),
      refund(2, { reason: 'cancelled' }),
      refund(12, { overpayment: 8 }),
    ]
    const invoices = [
      invoice(500, paid(500, given, 7)),
      invoice(300, { extra: true, ...paid(300, given, 7) }),
      invoice(10, { due: '2027-05-05' }),
      invoice(20, { due: TODAY }),
      invoice(40, { due: '2027-05-07', extra: true }),
      invoice(80),
      // Paid before its due day, so it does not count as due later.
      invoice(160, { due: '2027-05-07', ...paid(160, given) }),
    ]
    expect(await sumsOf({ status: 'cancelled', price: 900, invoices })).toEqual({
      standing: false,
      price: 900,
      extras: 340,
      received: 960,
      refunded: { late: 3, cancellation: 6, overpayment: 24, goodwill: 12 },
      withdrawn: 14,
      unpaid: 150,
      unpaidLater: 40,
    })
  })
})

function sumOf<Row>(rows: readonly Row[], cents: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + cents(row), 0)
}
