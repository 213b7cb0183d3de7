import { ne, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventRow, findEvent } from '#domain/events/store/events.ts'
import { rows } from '#platform/database/database.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { getToday, type Today } from '#domain/desk/today/contract.ts'
import { moneyOf, type MoneySums, type ReservationMoney } from '#shared/reservation-money.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'
import { repeatText, seedsFor } from '#test/support/seeds.ts'
import type { AdminReservation } from '../contract/admin.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { makeMoneyRows } from '#test/support/booking/money-rows.ts'
import { readReservations } from '../use-cases/show-reservation.ts'
import { listMoneySums, readMoney } from './payments.ts'
import { listReservations } from './reservations.ts'

const TODAY = '2027-05-06'

/** A reservation as the site shows it, and the totals that `moneyOf` computes from the same rows. */
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
    // The event starts tomorrow, so that the Today page lists its guests as arrivals.
    const { id } = await makeEvent(db, { spots: 1_000, startDateDate: '2027-05-07' })
    drawn = await makeMoneyRows(app, id, { count: 120, seed, today: TODAY })
    event = (await findEvent(db, id)) as EventRow
    const listed = await listReservations(db, { eventId: id, after: 0 })
    const shown = await readReservations(bookingDeps(app), listed, {
      event,
      spots: { taken: 0, undecided: 0, options: [] },
    })
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

  describe("are the source of the admin's Today page, which", () => {
    let today: Today
    let coming: Shown[]
    beforeAll(async () => {
      const found = await admin.call(getToday)
      if (!found.ok) throw new Error(found.message)
      today = found.data
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

function sumOf<Row>(rows: readonly Row[], cents: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + cents(row), 0)
}
