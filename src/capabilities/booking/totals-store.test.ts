import { afterAll, beforeAll, expect, test } from 'vitest'
import { moneyOf, type MoneySums } from '../../shared/reservation-money.ts'
import { buildTestApp, type TestApp } from '../../testing/app.ts'
import { makeEvent } from '../../testing/factories.ts'
import { findEvent } from '../events/store.ts'
import { readReservations } from './admin/read.ts'
import { listReservations } from './admin/store.ts'
import { bookingDeps } from './testing/deps.ts'
import { makeMoneyRows } from './testing/money-rows.ts'
import { listMoneySums, readMoney } from './totals-store.ts'

const TODAY = '2027-05-06'
const SEED = 20_270_506
let app: TestApp
let eventId: number
let drawn: Map<number, MoneySums>
beforeAll(async () => {
  app = await buildTestApp({ now: new Date(`${TODAY}T18:00:00Z`) })
  eventId = (await makeEvent(app.services.db, { spots: 1_000 })).id
  drawn = await makeMoneyRows(app, eventId, { count: 120, seed: SEED, today: TODAY })
})
afterAll(() => app.close())

test('the database sums up the rows as the shared rules do', async () => {
  const { db } = app.services
  const found = await listMoneySums(db, { eventIds: [eventId] }, TODAY)
  expect(found).toEqual(drawn)
  const [id = 0] = drawn.keys()
  expect(await listMoneySums(db, { reservationIds: [id] }, TODAY)).toEqual(new Map([[id, drawn.get(id)]]))
  expect(await listMoneySums(db, { reservationIds: [] }, TODAY)).toEqual(new Map())
  await expect(readMoney(db, 2_000_000_000, TODAY)).rejects.toThrow('no reservation')
})

test('what a reservation shows are those totals, and they are the sums of its own invoices', async () => {
  const { db } = app.services
  const event = await findEvent(db, eventId)
  if (!event) throw new Error('no event')
  const rows = await listReservations(db, { eventId, after: 0 })
  const shown = await readReservations(bookingDeps(app), rows, { event, taken: 0 })
  expect(shown).toHaveLength(drawn.size)
  for (const { id, totalDue, totalPaid, fullyPaid, money, invoices } of shown) {
    expect({ totalDue, totalPaid, fullyPaid, ...money }).toEqual(moneyOf(drawn.get(id) as MoneySums))
    const paid = invoices.filter((invoice) => invoice.paid)
    expect(paid.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)).toBe(totalPaid)
  }
})
