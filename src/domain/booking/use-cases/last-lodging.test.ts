/**
 * Tests that the last lodging is reserved for guests who hold a spot and have not chosen lodging yet (R37.4). Each
 * test covers one way to book that lodging.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updateEvent } from '../contract/event.ts'
import { getNextOffer, getOffer, offerNext } from '#domain/booking/waitlist/contract/offers.ts'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'
import { eventOptions, events } from '#platform/database/schema/events.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { statusOf } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { confirmByMail } from '#test/support/booking/mailbox.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { makeLinkOf, NOW, START } from '#test/support/booking/replacement.ts'

const app = await openTestApp({ now: NOW })
const guest = createGuest(app)

const KEPT = 'The lodging that is left is kept for a guest who has yet to choose.'
let made = 0

interface Lodging {
  name: string
  stock: number
}

/**
 * Makes a free event in three weeks with these lodgings. One guest has a spot, with the lodging `had` if given. The
 * guests in `waiting` join the waitlist. Then the event gets `spots` spots, and the free ones are offered to the
 * waitlist.
 */
async function retreat(
  lodgings: Lodging[],
  { had, waiting = [], spots = 1 }: { had?: string; waiting?: string[]; spots?: number } = {},
) {
  made += 1
  const { db } = app.services
  const line = makeWaitlist(app, `lodging-${made}`)
  const facts = { cost: 0, spots: 1, showWaitlist: true, startDateDate: START }
  const { id: eventId } = await makeEvent(db, facts)
  const lodge = async (some: Lodging[]) =>
    some.length === 0
      ? []
      : db
          .insert(eventOptions)
          .values(
            some.map(({ name, stock }, sort) => ({ eventId, kind: 'lodging', name, stock, sort }) as const),
          )
          .returning({ id: eventOptions.id, name: eventOptions.name })
  const first = await lodge(lodgings.filter(({ name }) => name === had))
  const stay = await guest.order({ eventId, amount: 0, options: first.map(({ id }) => id) })
  if (!stay.ok) throw new Error(stay.code)
  for (const name of waiting) await line.join(eventId, name)
  const ids = new Map(
    [...first, ...(await lodge(lodgings.filter(({ name }) => name !== had)))].map(({ id, name }) => [
      name,
      id,
    ]),
  )
  const { browser: admin } = await signInAdmin(app)
  await admin.call(updateEvent, { body: { updateEventData: { id: eventId, spots } } })
  await app.runJobs()
  /**
   * Books a lodging with a free spot, with a spot that another guest passes on, or with a waitlist offer. Returns
   * `booked` or the refusal.
   */
  const book = async (lodging: string, by: { replacement?: string; offer?: string; email?: string } = {}) => {
    const order = {
      eventId,
      amount: 0,
      options: [ids.get(lodging) ?? 0],
      email: by.email ?? `${randomUUID()}@example.test`,
    }
    const done = await createGuest(app).order({ ...order, ...by })
    if (done.ok && done.data.waitsForMailbox) await confirmByMail(app, order.email)
    return done.ok ? 'booked' : `${done.code}: ${done.message}`
  }
  const offer = async (name: string) => ({ offer: await line.tokenOf(eventId, name) })
  return { ...stay.data, line, eventId, book, offer, ids }
}

test("lets the taker of a spot have the leaver's lodging, but no lodging reserved for a waitlist offer", async () => {
  const lodgings = [
    { name: 'Cabin', stock: 1 },
    { name: 'Loft', stock: 1 },
  ]
  const { uuid, book, offer } = await retreat(lodgings, { had: 'Cabin', waiting: ['ana'], spots: 2 })
  const link = { replacement: await makeLinkOf(guest, uuid) }
  expect(await book('Loft', link)).toBe(`option_sold_out: ${KEPT} Please take “Cabin”: it is yours to have.`)
  expect(await book('Cabin', link)).toBe('booked')
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await book('Loft', await offer('ana'))).toBe('booked')
})

test('if the leaver had no lodging, refuses the taker the last lodging while a waitlist offer reserves it', async () => {
  const lodgings = [{ name: 'Cabin', stock: 1 }]
  const { uuid, book, offer } = await retreat(lodgings, { waiting: ['ana'], spots: 2 })
  const link = { replacement: await makeLinkOf(guest, uuid) }
  expect(await book('Cabin', link)).toBe(`option_sold_out: ${KEPT} Please try again in a day.`)
  app.clock.advance({ minutes: 25 * 60 })
  await app.runJobs()
  expect(await book('Cabin', await offer('ana'))).toMatch(/^offer_over/)
  expect(await book('Cabin', link)).toBe('booked')
  expect(await statusOf(app, uuid)).toBe('cancelled')
})

test("gives a waitlist guest who takes over an offered spot the leaver's lodging, even if no other is left", async () => {
  const { uuid, line, eventId, ids, book, offer } = await retreat([{ name: 'Cabin', stock: 1 }], {
    had: 'Cabin',
    waiting: ['ana'],
  })
  expect(await guest.browser.call(offerNext, { body: { uuid } })).toMatchObject({ ok: true })
  const query = { token: (await offer('ana')).offer }
  const cabin = { id: ids.get('Cabin'), left: 1, soldOut: false }
  expect(await line.browser.call(getOffer, { query })).toMatchObject({
    data: { event: { options: [cabin] } },
  })
  expect(await book('Cabin', await offer('ana'))).toBe('booked')
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await line.taken(eventId)).toBe(1)
})

test('lets a guest without lodging offer the spot to the waitlist while lodging is left, and reserves that lodging', async () => {
  const { uuid, line, eventId, book, offer } = await retreat([{ name: 'Cabin', stock: 1 }], {
    waiting: ['ana', 'ben'],
  })
  expect(await guest.browser.call(offerNext, { body: { uuid } })).toMatchObject({ ok: true })
  const { browser: admin } = await signInAdmin(app)
  await admin.call(updateEvent, { body: { updateEventData: { id: eventId, spots: 3 } } })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered', 'ben waiting'])
  expect(await book('Cabin', await offer('ana'))).toBe('booked')
})

test('does not let a guest without lodging offer their spot to the waitlist while the last lodging is reserved', async () => {
  const { uuid } = await retreat([{ name: 'Cabin', stock: 1 }], { waiting: ['ana', 'ben'], spots: 2 })
  expect(await guest.browser.call(getNextOffer, { query: { uuid } })).toMatchObject({
    data: { state: 'closed' },
  })
  expect(await guest.browser.call(offerNext, { body: { uuid } })).toMatchObject({ code: 'nobody_waits' })
})

test('does not let a guest change from lodging that an admin has closed to lodging that a waitlist offer reserves', async () => {
  const lodgings = [
    { name: 'Cabin', stock: 1 },
    { name: 'Loft', stock: 1 },
  ]
  const { eventId, ids, line, book, offer } = await retreat(lodgings, { spots: 3 })
  const { db } = app.services
  await db.update(events).set({ cost: 90_000 }).where(eq(events.id, eventId))
  const attempt = randomUUID()
  const held = { eventId, amount: 90_000, options: [ids.get('Cabin') ?? 0], attempt }
  const { paymentIntent } = await guest.hold(eventId, held)
  await db.update(eventOptions).set({ closed: true }).where(eq(eventOptions.name, 'Cabin'))
  await db.update(events).set({ cost: 0, spots: 2 }).where(eq(events.id, eventId))
  await line.join(eventId, 'ana')
  const { browser: admin } = await signInAdmin(app)
  await admin.call(updateEvent, { body: { updateEventData: { id: eventId, spots: 3 } } })
  await app.runJobs()
  const again = { ...held, paymentIntent, options: [ids.get('Loft') ?? 0] }
  const message = `${KEPT} Please take “Cabin”: it is yours to have.`
  expect(await guest.order(again)).toMatchObject({ code: 'option_sold_out', message })
  expect(await book('Loft', await offer('ana'))).toBe('booked')
})
