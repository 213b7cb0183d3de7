/**
 * Tests the private links of a party (R39.4). Each link opens only its own guest's data. Nobody can pay,
 * cancel or read for another guest.
 */
import { and, eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { cancelOwnStay } from '#domain/booking/contract/cancellation.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createAttacker } from '../support/security/attacker.ts'
import { ask, LINK_CALLS, opensAStay } from '../support/security/link-calls.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)
const shoot = await createAttacker(app)

/** Details that only one guest of the party has entered. */
const TOLD = { payer: 'Sesame of the payer', friend: 'Mustard of the friend' }

async function paidParty() {
  const { id: eventId } = await makeEvent(app.services.db)
  const companions = [{ customerName: 'Sam Doe', email: 'sam@example.test' }, { customerName: 'Kim Doe' }]
  const held = await guest.hold(eventId, { amount: 135_000, companions, foodAllergies: TOLD.payer })
  await guest.pay(held.clientSecret)
  await guest.look(held.uuid)
  const [sam, kim] = await app.services.db
    .select()
    .from(reservations)
    .where(and(eq(reservations.partyId, held.reservationId), ne(reservations.id, held.reservationId)))
  if (!sam || !kim) throw new Error('the party is not there')
  return { ...held, eventId, sam, kim }
}

const READING = LINK_CALLS.filter((endpoint) => endpoint.method === 'GET' && opensAStay(endpoint))

test("shows by one guest's link neither the links of other guests nor the details that they entered", async () => {
  const { uuid, sam, kim } = await paidParty()
  const update = LINK_CALLS.find(({ name }) => name === 'booking.updateReservation')
  if (!update) throw new Error('no way to tell details')
  for (const link of [sam.uuid, kim.uuid]) {
    const shot = ask(update, link)
    const details = (shot.body as { updateReservationData: object }).updateReservationData
    const body = { updateReservationData: { ...details, foodAllergies: TOLD.friend } }
    expect((await shoot({ ...shot, body })).status).toBe(200)
  }
  for (const endpoint of READING) {
    const own = (await shoot(ask(endpoint, uuid))).text
    for (const secret of [TOLD.friend, sam.uuid, kim.uuid]) expect(own, endpoint.path).not.toContain(secret)
    const theirs = (await shoot(ask(endpoint, sam.uuid))).text
    for (const secret of [TOLD.payer, uuid, kim.uuid, '_secret_'])
      expect(theirs, endpoint.path).not.toContain(secret)
    // A forwarded link must not show the payer what another person entered through it.
    expect((await shoot(ask(endpoint, kim.uuid))).text, endpoint.path).not.toContain(TOLD.friend)
  }
  expect(READING.length).toBeGreaterThan(2)
})

test('does not let a companion pay, cancel or change the payer for other guests', async () => {
  const { uuid, reservationId, sam, kim } = await paidParty()
  const rest = (await guest.look(uuid)).invoices.find(({ paid }) => !paid)
  const pay = (link: string) =>
    guest.browser.call(createPaymentIntent, {
      body: { amount: rest?.amount ?? 0, invoiceId: rest?.id ?? 0, uuid: link },
    })
  expect(await pay(sam.uuid)).toMatchObject({ ok: false, status: 404 })
  const cancel = (link: string, more: object) =>
    guest.browser.call(cancelOwnStay, { body: { uuid: link, refund: 0, ...more } })
  for (const more of [{ party: 'all' as const }, { newPayer: sam.id }, { newPayer: reservationId }])
    await cancel(sam.uuid, { ...more, refund: 999_999 })
  const rows = await app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.partyId, reservationId))
  expect(rows.map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  // The next payer must be an active guest of the party. So the site refuses two choices: a stranger and a
  // guest who has canceled.
  const other = await paidParty()
  for (const newPayer of [other.sam.id, other.reservationId, 999_999])
    expect(await cancel(uuid, { newPayer })).toMatchObject({ ok: false })
  expect(await pay(kim.uuid)).toMatchObject({ ok: false, status: 404 })
  expect(await pay(uuid)).toMatchObject({ ok: true })
})

const sam = (options: number[]) => [{ customerName: 'Sam Doe', options }]

test("refuses other events' options, invalid ids, too many companions, and two guests for an option's last item", async () => {
  const { db } = app.services
  const [event, foreign] = [await makeEvent(db), await makeEvent(db)]
  const made = await db
    .insert(eventOptions)
    .values([
      { eventId: event.id, kind: 'extra', name: 'Leather kit', price: 4_000, stock: 1 },
      { eventId: foreign.id, kind: 'extra', name: 'Boots', price: 0 },
    ])
    .returning({ id: eventOptions.id })
  const [kit = 0, boots = 0] = made.map(({ id }) => id)
  const order = (options: number[], companions: ReturnType<typeof sam>) =>
    guest.order({ eventId: event.id, amount: 90_000, options, companions })
  for (const [options, companions] of [
    [[boots], sam([])],
    [[], sam([boots])],
    [[-1], sam([])],
    [[], sam([0])],
    [[1.5], sam([])],
    [[kit, kit], sam([])],
    [[kit], sam([kit])],
    [[], sam([2 ** 31])],
    [Array.from({ length: 31 }, () => kit), sam([])],
  ] as const) {
    const refused = await order([...options], [...companions])
    expect(refused.ok, JSON.stringify([options, companions])).toBe(false)
    if (!refused.ok) expect(refused.status).toBeLessThan(500)
  }
  const lots = Array.from({ length: 6 }, (_, nth) => ({ customerName: `Friend ${nth}`, options: [] }))
  expect(await guest.order({ eventId: event.id, amount: 315_000, companions: lots })).toMatchObject({
    status: 400,
  })
  expect(await db.$count(reservations, eq(reservations.eventId, event.id))).toBe(0)
})
