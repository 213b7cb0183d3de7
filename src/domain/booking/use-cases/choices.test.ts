import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { getEvent, updateEvent } from '../contract/event.ts'
import { availability } from '#app/public/event/availability.tsx'
import { exportReservation } from '#domain/guests/privacy/contract.ts'
import { getOffer } from '#domain/booking/waitlist/contract/offers.ts'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'
import { reservationOptions } from '#platform/database/schema/booking.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { changeOptionsByAdmin, moveReservation } from '../contract/admin.ts'
import { undoCancellation } from '../contract/cancellation.ts'
import { changeOptions } from '../contract/guest.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { expectBooksToAgree, mailsOf, statusOf } from '#test/support/booking/books.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { takeCash } from '#test/support/booking/stay.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { lookAt, makeLinkOf } from '#test/support/booking/replacement.ts'
import { readReceipt } from './receipt.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const guest = createGuest(app)

/** Creates an event with a shared room, three single rooms (+$200) and a leather kit (+$40). */
async function eventOf({
  singles = 3,
  ...changes
}: Parameters<typeof makeEvent>[1] & { singles?: number } = {}) {
  const event = await makeEvent(app.services.db, changes)
  return { ...event, ...(await offerAt(event.id, singles)) }
}

async function offerAt(eventId: number, singles: number) {
  const rows = await app.services.db
    .insert(eventOptions)
    .values([
      { eventId, kind: 'lodging', name: 'Shared room', sort: 0 },
      { eventId, kind: 'lodging', name: 'A room of your own', price: 20_000, stock: singles, sort: 1 },
      { eventId, kind: 'extra', name: 'Leather kit', price: 4_000, sort: 2 },
    ])
    .returning({ id: eventOptions.id })
  const [shared = 0, single = 0, kit = 0] = rows.map(({ id }) => id)
  return { shared, single, kit }
}

const leftOf = async (urlName: string, option: number) => {
  const found = await guest.browser.call(getEvent, { query: { eventUrlName: urlName } })
  if (!found.ok || found.data.locked) throw new Error('no event')
  return found.data.options.find(({ id }) => id === option)?.left
}

describe('when a guest signs up with options, the site', () => {
  test("charges for chosen options and lists them on the guest's page (R37.5)", async () => {
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
    const stored = await guest.browser.call(exportReservation, { query: { uuid } })
    const chosenAt = NOW.toISOString()
    expect(stored).toMatchObject({
      data: {
        choices: [
          { name: 'A room of your own', price: 20_000, chosenAt },
          { name: 'Leather kit', price: 4_000, chosenAt },
        ],
      },
    })
    const receipt = await readReceipt(app.services, paid.invoices[0]?.id ?? 0)
    expect(receipt).toMatchObject({
      parts: [
        ['Stay', '$450.00'],
        ['A room of your own', '$100.00'],
        ['Leather kit', '$20.00'],
      ],
    })
    await expectBooksToAgree(app)
  })

  test.each([
    ['without a lodging', () => [], 45_000, 'lodging_missing', 409],
    ['with two lodgings', (e: Event) => [e.shared, e.single], 55_000, 'lodging_twice', 409],
    ['with an option of another event', () => [999_999], 45_000, 'option_unknown', 409],
    ['with the amount without its option', (e: Event) => [e.single], 45_000, 'amount_mismatch', 422],
  ])('refuses a sign-up %s', async (_, options, amount, code, status) => {
    const event = await eventOf()
    const attempt = randomUUID()
    const data = { eventId: event.id, amount, options: options(event), attempt }
    expect(await guest.order(data)).toMatchObject({ ok: false, code, status })
    await expect(guest.open(event.id, amount, options(event))).rejects.toThrow(code)
  })

  test('shows the message about a sold-out option at its field, and frees an option when its hold expires (R37.4)', async () => {
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

  test('asks for a payment for a free event only if the guest chose paid options', async () => {
    const { id, shared, kit } = await eventOf({ cost: 0 })
    const free = await guest.order({ eventId: id, amount: 0, options: [shared] })
    expect(free).toMatchObject({ data: { holdExpiresAt: null } })
    const held = await guest.hold(id, { amount: 2_000, options: [shared, kit], email: 'other@example.test' })
    await guest.pay(held.clientSecret)
    expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed', totalDue: 4_000 })
  })

  test('changes the price of a hold when the guest sends the form again with other options (R37.3)', async () => {
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

  test('refunds a payment after the hold expired if the option is sold out, even if a spot is free (R37.6)', async () => {
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

describe('when an admin signs a guest up with options, the site', () => {
  test('lets an admin book sold-out options and set the price of the stay (R37.8)', async () => {
    const admin = await signInAdmin(app)
    const { id, single, kit } = await eventOf({ singles: 0 })
    const sold = await admin.order({ eventId: id, options: [single] })
    expect(sold).toMatchObject({ code: 'option_sold_out' })
    const over = { eventId: id, options: [single, kit], allowOverbooking: true }
    const { reservationId } = await admin.signUp(over)
    expect(await admin.look(reservationId)).toMatchObject({ totalDue: 114_000, options: [{}, {}] })
    const own = await admin.signUp({ ...over, totalDue: 10_000 })
    const { invoices, ...stay } = await admin.look(own.reservationId)
    expect(stay).toMatchObject({ totalDue: 10_000, options: [{ price: 20_000 }, { price: 4_000 }] })
    const cents = invoices.flatMap(({ lines }) => lines.map(({ amount }) => amount))
    expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(10_000)
    const bare = await admin.signUp({ eventId: id })
    expect(await admin.look(bare.reservationId)).toMatchObject({ totalDue: 90_000, options: [] })
  })
})

/** Creates a confirmed stay in the shared room whose deposit is paid. */
async function stayOf(changes: Parameters<typeof eventOf>[0] = {}) {
  const event = await eventOf(changes)
  const held = await guest.hold(event.id, { options: [event.shared] })
  await guest.pay(held.clientSecret)
  await guest.look(held.uuid)
  return { ...held, event }
}

const change = (uuid: string, options: number[], difference: number) =>
  guest.browser.call(changeOptions, { body: { uuid, options, difference } })

describe('when a guest changes the options of a stay (R37.7), the site', () => {
  test('adds the higher price to the remainder, e-mails the guest and writes an audit entry', async () => {
    const { uuid, reservationId, event } = await stayOf()
    app.clock.advance({ minutes: 1 })
    expect(await change(uuid, [event.single], 19_999)).toMatchObject({ code: 'difference_changed' })
    expect(await change(uuid, [event.single, event.kit], 24_000)).toMatchObject({ ok: true })
    const { invoices, ...after } = await guest.look(uuid)
    expect(after).toMatchObject({ totalDue: 114_000, options: [{ id: event.single }, { id: event.kit }] })
    expect(invoices.map(({ amount, lines }) => [amount, lines.map((line) => line.amount)])).toEqual([
      [45_000, [45_000]],
      [69_000, [45_000, 20_000, 4_000]],
    ])
    await app.runJobs()
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'choices-changed'])
    const entries = await auditOf(app, 'reservation', reservationId)
    expect(entries.at(-1)).toMatchObject({ actor: 'guest', action: 'reservation.choicesChanged' })
    await expectBooksToAgree(app)
  })

  test('creates an invoice that is due immediately if all invoices were already paid', async () => {
    const { uuid, reservationId, event } = await stayOf()
    await takeCash(app, reservationId)
    expect(await change(uuid, [event.single], 20_000)).toMatchObject({ ok: true })
    const { invoices } = await guest.look(uuid)
    const last = invoices.at(-1)
    expect(last).toMatchObject({
      amount: 20_000,
      due: '2027-05-06',
      paid: false,
      clientSecret: expect.any(String),
    })
    expect(last?.lines).toMatchObject([{ description: 'A room of your own', amount: 20_000 }])
    await guest.pay(last?.clientSecret ?? '')
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true, totalPaid: 110_000 })
    await expectBooksToAgree(app)
  })

  test('refuses cheaper options, sold-out options, and changes in the last 7 days before the start', async () => {
    const { uuid, event } = await stayOf({ singles: 1 })
    expect(await change(uuid, [event.single], 20_000)).toMatchObject({ ok: true })
    expect(await change(uuid, [event.shared], -20_000)).toMatchObject({ code: 'choices_cheaper' })
    const other = await createGuest(app).hold(event.id, { options: [event.shared], email: 'b@example.test' })
    expect(await change(other.uuid, [event.single], 20_000)).toMatchObject({ code: 'option_sold_out' })
    expect((await guest.look(uuid)).offered.map(({ left }) => left)).toEqual([null, 1, null])
    app.clock.set(new Date('2027-06-25T18:00:00Z'))
    expect(await change(uuid, [event.single, event.kit], 4_000)).toMatchObject({ code: 'choices_closed' })
    expect((await guest.look(uuid)).offered).toEqual([])
  })
})

describe('when an admin changes, cancels or moves a stay with options, the site', () => {
  test('lowers the unpaid invoices for cheaper options, and lets the admin choose whether to e-mail the guest', async () => {
    const admin = await signInAdmin(app)
    const { uuid, reservationId, event } = await stayOf()
    const change = async (options: number[], sendEmail = true) => {
      const { version } = await admin.look(reservationId)
      const body = { id: reservationId, version, options, sendEmail }
      return admin.browser.call(changeOptionsByAdmin, { body })
    }
    expect(await change([event.single])).toMatchObject({ data: { reservation: { totalDue: 110_000 } } })
    const back = await change([event.shared], false)
    expect(back).toMatchObject({ data: { reservation: { totalDue: 90_000, money: { toCome: 45_000 } } } })
    await app.runJobs()
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'choices-changed'])
    const stale = { id: reservationId, version: 1, options: [event.single] }
    expect(await admin.browser.call(changeOptionsByAdmin, { body: stale })).toMatchObject({ code: 'stale' })
    await expectBooksToAgree(app)
  })

  test('allows undoing a cancellation only while the options are free, and removes options of a moved stay (R37.6)', async () => {
    const admin = await signInAdmin(app)
    const event = await eventOf({ singles: 1 })
    const { reservationId, uuid } = await admin.signUp({ eventId: event.id, options: [event.single] })
    await admin.cancel(reservationId, { refund: 0, reason: 'By mistake' })
    const other = await guest.hold(event.id, { amount: 55_000, options: [event.single] })
    const undo = async () => {
      const { version } = await admin.look(reservationId)
      return admin.browser.call(undoCancellation, { body: { id: reservationId, version } })
    }
    expect(await admin.refundsOf(reservationId)).toMatchObject({ undoProblem: 'option_sold_out' })
    expect(await undo()).toMatchObject({ code: 'option_sold_out' })
    app.clock.advance({ minutes: 16 })
    await app.runJobs()
    expect(await statusOf(app, other.uuid)).toBe('expired')
    expect(await undo()).toMatchObject({ data: { reservation: { options: [{ id: event.single }] } } })
    const { version } = await admin.look(reservationId)
    const to = await eventOf()
    const moved = { id: reservationId, version, eventId: to.id, sendEmail: false }
    expect(await admin.browser.call(moveReservation, { body: moved })).toMatchObject({ ok: true })
    expect(await guest.look(uuid)).toMatchObject({ totalDue: 90_000, options: [] })
    expect(await leftOf(event.urlName, event.single)).toBe(1)
  })
})

test("lets a guest who takes over a spot choose the former guest's option at today's price (R37.6)", async () => {
  const event = await eventOf({ singles: 1, spots: 1, startDateDate: '2027-05-27' })
  const held = await guest.hold(event.id, { amount: 110_000, options: [event.single] })
  await guest.pay(held.clientSecret)
  await guest.look(held.uuid)
  const replacement = await makeLinkOf(guest, held.uuid)
  const taker = createGuest(app)
  expect((await lookAt(taker, replacement)).event.options[1]).toMatchObject({ left: 1, soldOut: false })
  await app.services.db.update(eventOptions).set({ price: 30_000 }).where(eq(eventOptions.id, event.single))
  const asked = { amount: 120_000, eventId: event.id, replacement }
  const intent = await taker.browser.call(createPaymentIntent, {
    body: { ...asked, options: [[event.single]] },
  })
  if (!intent.ok) throw new Error(intent.code)
  const { paymentIntent, clientSecret } = intent.data
  const order = { ...asked, options: [event.single], paymentIntent, email: 'next@example.test' }
  const made = await taker.order(order)
  if (!made.ok) throw new Error(made.code)
  await taker.pay(clientSecret)
  await app.runJobs()
  expect(await statusOf(app, held.uuid)).toBe('cancelled')
  expect(await taker.look(made.data.uuid)).toMatchObject({ status: 'confirmed', totalDue: 120_000 })
  expect(await leftOf(event.urlName, event.single)).toBe(0)
})

test('lets a guest with a waitlist offer choose options in the sign-up form (R37.6)', async () => {
  const line = makeWaitlist(app, 'choices')
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  const event = await offerAt(eventId, 3)
  await (await signInAdmin(app)).cancel(guests[0] ?? 0, { refund: 0, reason: 'Ill' })
  await app.runJobs()
  const body = { eventId, offer: await line.tokenOf(eventId, 'ana') }
  const [mail] = await line.mailsTo('ana')
  expect(mail?.text).toContain('It costs from $900.00. You choose your lodging on the form.')
  const none = await guest.browser.call(createPaymentIntent, { body: { ...body, amount: 45_000 } })
  expect(none).toMatchObject({ code: 'lodging_missing' })
  const wanted = { amount: 55_000, options: [[event.single]] }
  const intent = await guest.browser.call(createPaymentIntent, { body: { ...body, ...wanted } })
  if (!intent.ok) throw new Error(intent.code)
  const { paymentIntent, clientSecret } = intent.data
  const made = await guest.order({ ...body, amount: 55_000, options: [event.single], paymentIntent })
  if (!made.ok) throw new Error(`${made.code} ${made.message}`)
  const seen = await guest.browser.call(getOffer, { query: { token: body.offer } })
  const single = { id: event.single, left: 3 }
  const told = { cost: 90_000, priceFrom: 90_000, dueNow: 45_000, options: [{}, single, {}] }
  expect(seen).toMatchObject({ data: { event: told } })
  await guest.pay(clientSecret)
  const paid = await guest.look(made.data.uuid)
  expect(paid).toMatchObject({ status: 'confirmed', totalDue: 110_000, options: [{ id: event.single }] })
  await expectBooksToAgree(app)
})

test('offers the waitlist as many spots as lodging is left, minus one for each held spot without lodging (R37.4)', async () => {
  const line = makeWaitlist(app, 'lodging')
  const { eventId } = await line.full({ waiting: ['ana', 'ben'] })
  const { shared, single } = await offerAt(eventId, 1)
  await app.services.db.update(eventOptions).set({ closed: true }).where(eq(eventOptions.id, shared))
  const { browser: admin } = await signInAdmin(app)
  await admin.call(updateEvent, { body: { updateEventData: { id: eventId, spots: 5 } } })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered', 'ben waiting'])
  await expect(guest.open(eventId, 55_000, [single])).rejects.toThrow('event_full')
  expect(await line.join(eventId, 'cleo')).toMatchObject({ ok: true })
})

test('never shows more free spots than the lodging that is left (R10.4, R37.4)', async () => {
  const { db } = app.services
  const event = await eventOf({ singles: 3 })
  const told = async () => {
    const found = await guest.browser.call(getEvent, { query: { eventUrlName: event.urlName } })
    if (!found.ok || found.data.locked) throw new Error('no event')
    return availability(found.data).words
  }
  expect(await told()).toBe('Open for Registration')
  await db.update(eventOptions).set({ closed: true }).where(eq(eventOptions.id, event.shared))
  expect(await told()).toBe('Only 3 Spaces Left')
  await guest.hold(event.id, { amount: 55_000, options: [event.single] })
  expect(await told()).toBe('Only 2 Spaces Left')
  await takeSpots(app.services, event.id, { spots: 12 })
  expect(await told()).toBe('No spaces left')
})

test('reserves the last lodging for a guest who holds a spot and has not chosen lodging yet (R37.4, R37.6)', async () => {
  const admin = await signInAdmin(app)
  const line = makeWaitlist(app, 'kept')
  const { eventId } = await line.full({ waiting: [], guests: 0, spots: 2 })
  const standing = await guest.hold(eventId)
  await guest.pay(standing.clientSecret)
  await guest.look(standing.uuid)
  const { shared, single } = await offerAt(eventId, 1)
  await app.services.db.update(eventOptions).set({ closed: true }).where(eq(eventOptions.id, shared))
  const canceled = await admin.signUp({ eventId, options: [single] })
  await admin.cancel(canceled.reservationId, { refund: 0, reason: 'By mistake' })
  const order = { amount: 55_000, options: [single], email: 'late@example.test' }
  const late = await guest.hold(eventId, order)
  await app.sandbox?.control.set({ keepProcessing: true })
  await guest.pay(late.clientSecret)
  await line.join(eventId, 'ana')
  app.clock.advance({ minutes: 90 })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered'])
  await admin.browser.call(updateEvent, { body: { updateEventData: { id: eventId, spots: 5 } } })

  const { version } = await admin.look(canceled.reservationId)
  const undone = { id: canceled.reservationId, version }
  expect(await admin.browser.call(undoCancellation, { body: undone })).toMatchObject({
    code: 'option_sold_out',
  })
  expect(await admin.order({ eventId, options: [single] })).toMatchObject({ code: 'event_full' })
  const elsewhere = await admin.signUp({ eventId: (await eventOf()).id })
  const seen = await admin.look(elsewhere.reservationId)
  const moved = { id: seen.id, version: seen.version, eventId, sendEmail: false }
  expect(await admin.browser.call(moveReservation, { body: moved })).toMatchObject({ code: 'event_full' })
  expect(await change(standing.uuid, [single], 20_000)).toMatchObject({ code: 'option_sold_out' })
  await app.sandbox?.control.set({ keepProcessing: false })
  await app.sandbox?.control.finish(late.paymentIntent, 'charge')
  await app.runJobs()
  expect(await statusOf(app, late.uuid)).toBe('refunded')
  await expectBooksToAgree(app)
})

test('gives 11 of a hundred concurrent guests the 11 spots, and 3 of them the 3 single rooms (R37.4)', async () => {
  const event = await eventOf({ cost: 0 })
  await app.services.db.update(eventOptions).set({ price: 0 }).where(eq(eventOptions.id, event.single))
  const orders = Array.from({ length: 100 }, (_, index) =>
    guest.order({
      eventId: event.id,
      amount: 0,
      options: [index % 4 === 3 ? event.shared : event.single],
      customerName: `Guest ${index}`,
      email: `guest-${index}@example.test`,
    }),
  )
  const answers = (await Promise.all(orders)).map((made) => (made.ok ? 'held' : made.code))
  const count = Object.groupBy(answers, (answer) => answer)
  expect(count.held).toHaveLength(11)
  expect(Object.keys(count).toSorted()).toEqual(['event_full', 'held', 'option_sold_out'])
  expect(await leftOf(event.urlName, event.single)).toBe(0)
  const chosen = await app.services.db.select().from(reservationOptions)
  expect(chosen.filter(({ optionId }) => optionId === event.single)).toHaveLength(3)
})
