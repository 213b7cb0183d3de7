import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { purge } from '#test/support/booking/stay.ts'
import { getReservation, viewedDirections } from '../contract/guest.ts'
import { createGuest } from '#test/support/booking/guest.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)

const hold = async () => guest.hold((await makeEvent(app.services.db)).id)
const rowOf = async (uuid: string) => {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.uuid, uuid))
  if (!row) throw new Error('no reservation')
  return row
}

test.each([randomUUID(), '17', "' or 1=1", ''])(
  'returns 404 for the invalid private link %j (R8.1)',
  async (uuid) => {
    const reply = await guest.browser.call(getReservation, { query: { uuid } })
    expect(reply).toMatchObject({
      ok: false,
      status: 404,
      code: 'not_found',
      message: 'Reservation not found',
    })
  },
)

test('returns 410 for the private link of a purged reservation', async () => {
  const { uuid, id } = await rowOf((await hold()).uuid)
  await purge(app, id)
  const reply = await guest.browser.call(getReservation, { query: { uuid } })
  expect(reply).toMatchObject({ ok: false, status: 410, code: 'purged' })
})

test("shows no admins' notes, hashes or data of other guests, and the host's phone only after confirmation", async () => {
  const { uuid, clientSecret } = await hold()
  const held = await guest.look(uuid)
  expect(held.hostPhone).toBeNull()
  expect(JSON.stringify(held)).not.toMatch(/notes|emailHash|attemptHash|hostCell|password|s1\./)
  await guest.pay(clientSecret)
  expect(await guest.look(uuid)).toMatchObject({
    status: 'confirmed',
    hostPhone: '505-555-0100',
    attendeeToken: (await rowOf(uuid)).attendeeToken,
    directionsSeen: false,
    termsCurrent: true,
    changeUntil: '2027-06-24',
    deletedOn: '2027-07-19',
    detailsProblem: null,
    cancellation: null,
  })
})

const report = (name: string) => guest.browser.call(viewedDirections, { body: { name } })

test('records when a guest first views the directions, and gives the same reply for an unknown guest (R8.7)', async () => {
  const { uuid } = await hold()
  const { attendeeToken } = await rowOf(uuid)
  const first = app.clock.now()
  const known = await report(attendeeToken)
  app.clock.advance({ minutes: 1 })
  expect(await report(attendeeToken)).toEqual(known)
  expect(await report(randomUUID())).toEqual(known)
  expect(await report('Robin')).toEqual(known)
  expect((await rowOf(uuid)).directionsViewedAt).toEqual(first)
  expect((await guest.look(uuid)).directionsSeen).toBe(true)
})

test("does not open the private page with the token in a guest's link to the directions (R8.7)", async () => {
  const { uuid } = await hold()
  const { attendeeToken } = await rowOf(uuid)
  const reply = await guest.browser.call(getReservation, { query: { uuid: attendeeToken } })
  expect(reply).toMatchObject({ ok: false, status: 404 })
})
