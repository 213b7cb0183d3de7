import { expect, test } from 'vitest'
import { eventOptions } from '#platform/database/schema/events.ts'
import { splitFromParty } from '#domain/booking/contract/party.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { taxableOf } from './store.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const { db } = app.services
const admin = await signInAdmin(app)
const guest = createGuest(app)

/** Creates an event at $900 with a room (+$200) and a leather kit (+$40). */
async function eventWithOptions() {
  const { id: eventId } = await makeEvent(db, { startDateDate: '2027-09-01', endDateDate: '2027-09-05' })
  const made = await db
    .insert(eventOptions)
    .values([
      { eventId, kind: 'lodging', name: 'A room of your own', price: 20_000 },
      { eventId, kind: 'extra', name: 'Leather kit', price: 4_000 },
    ])
    .returning({ id: eventOptions.id })
  const [room = 0, kit = 0] = made.map(({ id }) => id)
  return { eventId, room, kit }
}

const costOf = async (id: number, which?: 'all') => (await taxableOf(db, [id], which)).get(id)

test('splits the price of a guest who comes alone by what the guest has chosen (R50.2)', async () => {
  const { eventId, room, kit } = await eventWithOptions()
  const plain = await admin.signUp({ eventId, options: [room] })
  const full = await admin.signUp({ eventId, options: [room, kit], email: 'sam@example.test' })
  expect(await taxableOf(db, [plain.reservationId, full.reservationId, 999_999])).toEqual(
    new Map([
      [plain.reservationId, { stay: 90_000, lodging: 20_000, extras: 0 }],
      [full.reservationId, { stay: 90_000, lodging: 20_000, extras: 4_000 }],
    ]),
  )
  expect(await taxableOf(db, [])).toEqual(new Map())
})

test('counts an extra charge for the guest whom it names, once it is paid (R50.2)', async () => {
  const { eventId, room } = await eventWithOptions()
  const companions = [{ customerName: 'Ann Lee', email: 'ann@example.test', options: [room] }]
  const held = await guest.hold(eventId, { amount: 110_000, options: [room], companions })
  expect(await guest.pay(held.clientSecret)).toBe('succeeded')
  await guest.look(held.uuid)
  const { party } = await admin.look(held.reservationId)
  const ann = party?.members.find(({ payer }) => !payer)?.id ?? 0
  const charge = { amount: 5_000, partOfPrice: false, description: 'Leather lesson' }
  expect(await admin.bill({ reservationId: held.reservationId, ...charge, paid: true })).toMatchObject({
    ok: true,
  })
  expect(await admin.bill({ reservationId: ann, ...charge, amount: 3_000, paid: true })).toMatchObject({
    ok: true,
  })
  expect(await admin.bill({ reservationId: ann, ...charge, amount: 1_000 })).toMatchObject({ ok: true })
  const own = { stay: 90_000, lodging: 20_000 }
  expect(await costOf(held.reservationId)).toEqual({ ...own, extras: 5_000 })
  expect(await costOf(ann)).toEqual({ ...own, extras: 3_000 })
  expect(await costOf(ann, 'all')).toEqual({ ...own, extras: 4_000 })
})

test('counts what the former payer paid for a guest who was split off from the party (R50.2)', async () => {
  const { eventId, room, kit } = await eventWithOptions()
  const companions = [{ customerName: 'Ann Lee', email: 'ann@example.test', options: [room, kit] }]
  const held = await guest.hold(eventId, { amount: 112_000, options: [room], companions })
  expect(await guest.pay(held.clientSecret)).toBe('succeeded')
  await guest.look(held.uuid)
  const { party } = await admin.look(held.reservationId)
  const ann = party?.members.find(({ payer }) => !payer)?.id ?? 0
  const { version } = await admin.look(ann)
  expect(await admin.browser.call(splitFromParty, { body: { id: ann, version } })).toMatchObject({ ok: true })
  expect(await admin.look(ann)).toMatchObject({ party: null, totalDue: 57_000 })
  expect(await costOf(ann)).toEqual({ stay: 90_000, lodging: 20_000, extras: 4_000 })
})
