/** Tests of the link by which a guest passes on a spot: when it exists, what it opens, and who may use it. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { replacementLinks, reservations } from '#platform/database/schema/booking.ts'
import { eventOptions, events } from '#platform/database/schema/events.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { statusOf } from '#test/support/booking/books.ts'
import { purge, WHOLE } from '#test/support/booking/stay.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { getPassOn, passOn, takeBack } from '../contract/replacement.ts'
import { bookBy, lookAt, makeLinkOf, openPassingOn } from '#test/support/booking/replacement.ts'

const { app, guest, taker, event, stay } = await openPassingOn()

test('lets one guest at a time book by the link to a passed-on spot, and refuses payments by other guests (R6.3)', async () => {
  const { uuid, eventId } = await stay()
  const replacement = await makeLinkOf(guest, uuid)
  const { paymentIntent } = await bookBy(taker, replacement, eventId)
  const body = { amount: WHOLE, eventId, replacement }
  const told = { ok: false, status: 409, code: 'replacement_taken' }
  const other = createGuest(app)
  expect(await other.browser.call(createPaymentIntent, { body })).toMatchObject(told)
  const order = { eventId, amount: WHOLE, replacement, paymentIntent, email: 'other@example.test' }
  expect(await other.order({ ...order, attempt: randomUUID() })).toMatchObject(told)
  expect(await guest.browser.call(takeBack, { query: { uuid } })).toMatchObject({
    ok: false,
    status: 409,
    code: 'being_booked',
  })
})

test('lets the taker of a spot open another payment with other options, but refuses other sign-ups by the link', async () => {
  const { uuid, eventId } = await stay()
  const kit = { eventId, kind: 'extra', name: 'Kit', price: 4_000, sort: 0 } as const
  const [option] = await app.services.db.insert(eventOptions).values(kit).returning()
  const options = [option?.id ?? 0]
  const replacement = await makeLinkOf(guest, uuid)
  const mine = { eventId, replacement, attempt: randomUUID() }
  const open = (body: InputOf<typeof createPaymentIntent>['body']) =>
    taker.browser.call(createPaymentIntent, { body })
  const book = async (opened: Awaited<ReturnType<typeof open>>, changes: object) => {
    const paymentIntent = opened.ok ? opened.data.paymentIntent : null
    return taker.order({ ...mine, email: 'next@example.test', paymentIntent, ...changes })
  }
  const first = await book(await open({ ...mine, amount: WHOLE }), { amount: WHOLE })
  expect(first).toMatchObject({ ok: true })
  expect(await open({ ...mine, amount: WHOLE })).toMatchObject({ ok: true })
  expect(await open({ ...mine, amount: WHOLE, attempt: randomUUID() })).toMatchObject({
    code: 'replacement_taken',
  })
  const amount = WHOLE + 4_000
  const again = await open({ ...mine, amount, options: [options] })
  expect(await book(again, { amount, options })).toEqual(first)
  expect(again.ok && (await taker.pay(again.data.clientSecret))).toBe('succeeded')
  await app.runJobs()
  expect(await statusOf(app, uuid)).toBe('cancelled')
})

test('refuses to book a spot by a withdrawn link, and creates a different link afterwards', async () => {
  const { uuid, eventId } = await stay()
  const token = await makeLinkOf(guest, uuid)
  const back = await guest.browser.call(takeBack, { query: { uuid } })
  expect(back).toMatchObject({ ok: true, data: { passOn: { state: 'possible', token: null } } })
  expect(await lookAt(taker, token)).toMatchObject({ state: 'withdrawn' })
  const body = { amount: WHOLE, eventId, replacement: token }
  const told = { ok: false, status: 409, code: 'replacement_over' }
  expect(await taker.browser.call(createPaymentIntent, { body })).toMatchObject(told)
  expect(await makeLinkOf(guest, uuid)).not.toBe(token)
})

const ask = (uuid: string) => guest.browser.call(passOn, { body: { uuid } })

describe('the rule for the days on which a spot can be passed on (R6.1)', () => {
  test.each([
    // The last minute of the 30th day before the start at the ranch. The next case is a minute later.
    ['30 days before', '2027-04-28T05:59:00Z', { status: 409, code: 'too_early' }],
    ['29 days before', '2027-04-28T06:00:00Z', { ok: true }],
    ['the day before', '2027-05-27T05:59:00Z', { ok: true }],
    ['on the start day', '2027-05-27T06:00:00Z', { status: 409, code: 'event_started' }],
  ])(
    "allows or refuses the link to pass on a spot by the ranch's calendar days: %s",
    async (_name, at, told) => {
      const { uuid } = await stay()
      app.clock.set(new Date(at))
      expect(await ask(uuid)).toMatchObject(told)
    },
  )
})

test('creates a link to pass on a spot for a confirmed stay, and returns 404 for an unknown and 410 for a purged one', async () => {
  const { uuid, reservationId } = await stay()
  const { uuid: pending } = await guest.hold((await event()).id, { amount: WHOLE })
  expect(await ask(pending)).toMatchObject({ status: 409, code: 'not_standing' })
  for (const wrong of [randomUUID(), '17', '']) expect(await ask(wrong)).toMatchObject({ status: 404 })
  const token = await makeLinkOf(guest, uuid)
  await purge(app, reservationId)
  expect(await ask(uuid)).toMatchObject({ status: 410, code: 'purged' })
  expect(await guest.browser.call(getPassOn, { query: { uuid } })).toMatchObject({ status: 410 })
  expect(await guest.browser.call(takeBack, { query: { uuid } })).toMatchObject({ status: 410 })
  await expect(lookAt(taker, token)).rejects.toThrow('not_found')
})

test('lets the link to a passed-on spot open the sign-up of its private event, but of no other event', async () => {
  const { uuid, eventId } = await stay()
  const token = await makeLinkOf(guest, uuid)
  const { db } = app.services
  await db.update(events).set({ password: 'coyote' }).where(eq(events.id, eventId))
  const shown = await lookAt(taker, token)
  expect(shown).toMatchObject({ state: 'open', event: { id: eventId, private: true } })
  expect(JSON.stringify(shown)).not.toMatch(/coyote|hostCell|adminEmail|example\.test|reservationId/)
  const held = await bookBy(taker, token, eventId)
  expect(held.holdExpiresAt).not.toBeNull()
  const other = await event({ password: 'coyote' })
  const body = { amount: WHOLE, eventId: other.id, replacement: token }
  expect(await taker.browser.call(createPaymentIntent, { body })).toMatchObject({ code: 'replacement_over' })
  expect(await taker.order({ eventId: other.id, amount: WHOLE, replacement: token })).toMatchObject({
    status: 404,
  })
})

test("takes over only the link's own spot, and leaves the link's token out of the reply and both guests' pages", async () => {
  const { uuid, eventId, reservationId } = await stay()
  const token = await makeLinkOf(guest, uuid)
  const forbidden = {
    replacesId: reservationId,
    replaces_id: reservationId,
    status: 'confirmed',
    totalDue: 1,
  }
  const { paymentIntent } = await openBy(token, eventId)
  const refused = await taker.order({
    eventId,
    amount: WHOLE,
    paymentIntent,
    attempt: randomUUID(),
    ...forbidden,
  })
  expect(refused).toMatchObject({ status: 409, code: 'event_full' })
  const order = { eventId, amount: WHOLE, paymentIntent, attempt: randomUUID(), replacement: token }
  const made = await taker.order({ ...order, ...forbidden })
  const [row] = await app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.uuid, made.ok ? made.data.uuid : ''))
  expect(row).toMatchObject({ status: 'pending', price: WHOLE, replacesId: reservationId })
  expect(JSON.stringify([made, await guest.look(uuid), await taker.look(row?.uuid ?? '')])).not.toContain(
    token,
  )
  const links = await app.services.db
    .select()
    .from(replacementLinks)
    .where(eq(replacementLinks.reservationId, reservationId))
  expect(links).toHaveLength(1)
})

async function openBy(replacement: string, eventId: number) {
  const made = await taker.browser.call(createPaymentIntent, {
    body: { amount: WHOLE, eventId, replacement },
  })
  if (!made.ok) throw new Error(made.code)
  return made.data
}
