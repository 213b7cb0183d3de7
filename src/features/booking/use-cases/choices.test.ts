import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventOptions } from '#platform/database/schema/events.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { makeEvent } from '#testing/factories.ts'
import { getEvent } from '#features/events/contract/admin.ts'
import { expectBooksToAgree, statusOf } from '../testing/books.ts'
import { createGuest, type Guest } from '../testing/guest.ts'
import { openOffice } from '../testing/office.ts'

let app: TestApp
let guest: Guest
const NOW = new Date('2027-05-06T18:00:00Z')
beforeAll(async () => {
  app = await buildTestApp({ now: NOW })
  guest = createGuest(app)
})
afterEach(async () => {
  app.clock.set(NOW)
  await app.sandbox?.control.reset()
})
afterAll(() => app.close())

/** An event with a shared room (0), three rooms of one's own (+$200) and a leather kit (+$40). */
async function eventOf({ singles = 3, ...changes }: Parameters<typeof makeEvent>[1] & { singles?: number } = {}) {
  const event = await makeEvent(app.services.db, changes)
  const rows = await app.services.db
    .insert(eventOptions)
    .values([
      { eventId: event.id, kind: 'lodging', name: 'Shared room', sort: 0 },
      { eventId: event.id, kind: 'lodging', name: 'A room of your own', price: 20_000, stock: singles, sort: 1 },
      { eventId: event.id, kind: 'extra', name: 'Leather kit', price: 4_000, sort: 2 },
    ])
    .returning({ id: eventOptions.id })
  const [shared = 0, single = 0, kit = 0] = rows.map(({ id }) => id)
  return { ...event, shared, single, kit }
}

const leftOf = async (urlName: string, option: number) => {
  const found = await guest.browser.call(getEvent, { query: { eventUrlName: urlName } })
  if (!found.ok || found.data.locked) throw new Error('no event')
  return found.data.options.find(({ id }) => id === option)?.left
}

describe('a sign-up with choices', () => {
  test('is held and paid at their price, and the page names them (R37.5)', async () => {
    const { id, urlName, single, kit } = await eventOf()
    const { uuid, clientSecret } = await guest.hold(id, { amount: 57_000, options: [single, kit] })
    expect(await leftOf(urlName, single)).toBe(2)
    await guest.pay(clientSecret)
    const paid = await guest.look(uuid)
    expect(paid).toMatchObject({
      status: 'confirmed',
      totalDue: 114_000,
      totalPaid: 57_000,
      options: [
        { id: single, kind: 'lodging', price: 20_000 },
        { id: kit, name: 'Leather kit', price: 4_000 },
      ],
    })
    expect(paid.invoices.map(({ lines }) => lines.map(({ amount }) => amount))).toEqual([
      [45_000, 10_000, 2_000],
      [45_000, 10_000, 2_000],
    ])
    await expectBooksToAgree(app)
  })

  test.each([
    ['without a lodging', () => [], 45_000, 'lodging_missing', 409],
    ['with two', (e: Event) => [e.shared, e.single], 55_000, 'lodging_twice', 409],
    ['with another event’s', () => [999_999], 45_000, 'option_unknown', 409],
    ['at the price without it', (e: Event) => [e.single], 45_000, 'amount_mismatch', 422],
  ])('is refused %s', async (_, options, amount, code, status) => {
    const event = await eventOf()
    const attempt = randomUUID()
    const data = { eventId: event.id, amount, options: options(event), attempt }
    expect(await guest.order(data)).toMatchObject({ ok: false, code, status })
    await expect(guest.open(event.id, amount, options(event))).rejects.toThrow(code)
  })

  test('names what is sold out, at its field; an expired hold gives it back (R37.4)', async () => {
    const event = await eventOf({ singles: 1 })
    const held = await guest.hold(event.id, { amount: 55_000, options: [event.single] })
    const late = { eventId: event.id, amount: 55_000, options: [event.single] }
    const message = '“A room of your own” is sold out. Please choose another.'
    expect(await createGuest(app).order(late)).toMatchObject({
      code: 'option_sold_out',
      message,
      fields: { options: message },
    })
    app.clock.advance({ minutes: 16 })
    await app.runJobs()
    expect(await statusOf(app, held.uuid)).toBe('expired')
    expect(await leftOf(event.urlName, event.single)).toBe(1)
  })

  test('of a free event is paid for, or not, as what is chosen costs', async () => {
    const { id, shared, kit } = await eventOf({ cost: 0 })
    const free = await guest.order({ eventId: id, amount: 0, options: [shared] })
    expect(free).toMatchObject({ data: { holdExpiresAt: null } })
    const held = await guest.hold(id, { amount: 2_000, options: [shared, kit], email: 'other@example.test' })
    await guest.pay(held.clientSecret)
    expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed', totalDue: 4_000 })
  })

  test('repeated with other choices is held at their price (R37.3)', async () => {
    const { id, urlName, shared, single } = await eventOf()
    const attempt = randomUUID()
    const first = await guest.hold(id, { amount: 55_000, options: [single], attempt })
    const second = await guest.hold(id, { options: [shared], attempt })
    expect(second.uuid).toBe(first.uuid)
    expect(await leftOf(urlName, single)).toBe(3)
    await guest.pay(second.clientSecret)
    const paid = await guest.look(first.uuid)
    expect(paid).toMatchObject({ status: 'confirmed', totalDue: 90_000, options: [{ id: shared }] })
    expect(paid.invoices.map(({ amount }) => amount)).toEqual([45_000, 45_000])
    await expectBooksToAgree(app)
  })

  test('paid after its hold goes back when its choice is gone, although a spot is free (R37.6)', async () => {
    const { id, single } = await eventOf({ singles: 1 })
    const held = await guest.hold(id, { amount: 55_000, options: [single] })
    await app.sandbox?.control.set({ keepProcessing: true })
    await guest.pay(held.clientSecret)
    app.clock.advance({ minutes: 90 })
    await app.runJobs()
    await app.sandbox?.control.set({ keepProcessing: false })
    await createGuest(app).hold(id, { amount: 55_000, options: [single], email: 'other@example.test' })
    await app.sandbox?.control.finish(held.paymentIntent, 'charge')
    await app.runJobs()
    expect(await statusOf(app, held.uuid)).toBe('refunded')
  })
})

type Event = Awaited<ReturnType<typeof eventOf>>

describe('an admin', () => {
  test('signs somebody up with choices, also closed ones and at a price of their own (R37.8)', async () => {
    const office = await openOffice(app)
    const { id, single, kit } = await eventOf({ singles: 0 })
    const sold = await office.order({ eventId: id, options: [single] })
    expect(sold).toMatchObject({ code: 'option_sold_out' })
    const over = { eventId: id, options: [single, kit], allowOverbooking: true }
    const { reservationId } = await office.signUp(over)
    expect(await office.look(reservationId)).toMatchObject({ totalDue: 114_000, options: [{}, {}] })
    const own = await office.signUp({ ...over, totalDue: 10_000 })
    const { invoices, ...stay } = await office.look(own.reservationId)
    expect(stay).toMatchObject({ totalDue: 10_000, options: [{ price: 20_000 }, { price: 4_000 }] })
    const cents = invoices.flatMap(({ lines }) => lines.map(({ amount }) => amount))
    expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(10_000)
    const bare = await office.signUp({ eventId: id })
    expect(await office.look(bare.reservationId)).toMatchObject({ totalDue: 90_000, options: [] })
  })
})
