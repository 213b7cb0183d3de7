/**
 * Tests what happens when a stranger adds invented people to a waitlist. They must get no position and no
 * spot. They must not fill the database table or a mailbox.
 */
import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { joinWaitlist } from '#test/support/booking/waitlist.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { sealRecord } from '#platform/sealing.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createAttacker, expectRefusal } from '../support/security/attacker.ts'

const NOON = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOON, keepTime: true, settings: { rateLimits: true } })
const shoot = await createAttacker(app)
beforeEach(() => app.clock.advance({ minutes: 60 * 24 }))

let addresses = 0
const newAddress = () => `198.51.100.${(addresses += 1)}`
const join = (eventId: number, email: string, address: string) =>
  shoot({
    method: 'POST',
    path: '/api/createWaitlist',
    body: { waitlistData: { customerName: 'Mallory Made-Up', email, eventId } },
    address,
  })
const entriesOf = (eventId: number) =>
  app.services.db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
    .orderBy(asc(waitlistEntries.id))

test('gives spots to the next guest who pays, despite 3 unpaid holds and 45 waitlist entries from one address', async () => {
  const { db } = app.services
  const { id } = await makeEvent(db, { spots: 11, showWaitlist: true })
  await takeSpots(app.services, id, { spots: 8 })
  const address = newAddress()
  for (let nth = 0; nth < 3; nth += 1) {
    const amount = 45_000
    const opened = await shoot({
      method: 'POST',
      path: '/api/createPaymentIntent',
      body: { amount, eventId: id },
      address,
    })
    const { paymentIntent } = opened.json as { paymentIntent: string }
    const order = { ...DETAILS, email: `hold-${nth}@example.test`, amount, eventId: id, paymentIntent }
    const body = { createReservationData: order }
    const made = await shoot({ method: 'POST', path: '/api/createReservation', body, address })
    expect(made.status).toBe(201)
  }
  const statuses: number[] = []
  for (let nth = 0; nth < 45; nth += 1) {
    const answer = await join(id, `made-up-${nth}@example.test`, address)
    if (answer.status === 429) {
      expectRefusal(answer, 429, 'rate_limited')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    statuses.push(answer.status)
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(25)

  app.clock.advance({ minutes: 61 })
  await app.runJobs()
  app.clock.advance({ minutes: 61 })
  await app.runJobs()
  const stays = await db.select().from(reservations).where(eq(reservations.eventId, id))
  expect(stays.filter(({ status }) => status === 'pending')).toEqual([])
  expect(await db.select().from(waitlistOffers)).toEqual([])

  // The site has stored the waitlist entries, but none has a position.
  expect(new Set((await entriesOf(id)).map(({ state }) => state))).toEqual(new Set(['unconfirmed']))

  const payer = createGuest(app)
  const held = await payer.hold(id)
  expect(await payer.pay(held.clientSecret)).toBe('succeeded')
  await app.runJobs()
  expect(await payer.look(held.uuid)).toMatchObject({ status: 'confirmed' })
})

test('limits one network to 20 waitlist entries per event, says when to try again, and does not limit other networks', async () => {
  const { id } = await makeEvent(app.services.db, { spots: 0, showWaitlist: true })
  const address = newAddress()
  const family = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => join(id, `child-${nth}@example.test`, address)),
  )
  expect(family.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  const late = await join(id, 'late@example.test', address)
  expectRefusal(late, 429, 'rate_limited')
  expect(late.json?.['message']).toMatch(/from your network.*write to/)
  const seconds = Number(late.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect((await join(id, 'other@example.test', newAddress())).status).toBe(200)
  app.clock.advance({ seconds })
  expect((await join(id, 'late@example.test', address)).status).toBe(200)
  expect(await entriesOf(id)).toHaveLength(22)
})

test('keeps at most 500 unconfirmed waitlist entries from all networks, and replaces the oldest', async () => {
  const { db, sealer } = app.services
  const { id } = await makeEvent(db, { spots: 0, showWaitlist: true })
  const fill = Array.from({ length: 500 }, (_, nth) => {
    const uuid = randomUUID()
    const person = { customerName: 'Made Up', email: `made-up-${nth}@example.test` }
    return {
      uuid,
      eventId: id,
      ...sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, person),
      emailHash: sealer.lookup(person.email),
      createdAt: app.clock.now(),
    }
  })
  await db.insert(waitlistEntries).values(fill)
  const busy = await join(id, 'ana@example.test', newAddress())
  expectRefusal(busy, 409, 'waitlist_busy')
  expect(busy.json?.['message']).toMatch(/in an hour, or write to .*@/)
  // The reply is the same as for an e-mail address that is already on the waitlist.
  expectRefusal(await join(id, 'made-up-3@example.test', newAddress()), 409, 'waitlist_busy')

  app.clock.advance({ minutes: 61 })
  expect((await join(id, 'ana@example.test', newAddress())).status).toBe(200)
  const all = await entriesOf(id)
  expect(all).toHaveLength(500)
  expect(all.map(({ emailHash }) => emailHash)).toContain(sealer.lookup('ana@example.test'))
})

test('gives the same reply for an e-mail address that is on the waitlist and for one that is not (R7.2)', async () => {
  const { id } = await makeEvent(app.services.db, { spots: 0, showWaitlist: true })
  const known = { customerName: 'Ana', email: 'ana-waits@example.test', eventId: id }
  expect(await joinWaitlist(app, known)).toMatchObject({ ok: true })
  const [again, first, twice] = [
    await join(id, known.email, newAddress()),
    await join(id, 'nobody-yet@example.test', newAddress()),
    await join(id, 'nobody-yet@example.test', newAddress()),
  ]
  for (const other of [first, twice]) expect([other.status, other.text]).toEqual([again.status, again.text])
  expect(JSON.parse(again.text)).toEqual({ success: true })
  // A stranger who types a guest's e-mail address does not change the guest's position.
  const line = await entriesOf(id)
  expect(line.map(({ state, position }) => [state, position])).toEqual([
    ['waiting', 1],
    ['unconfirmed', 0],
  ])
})

test('e-mails a mailbox about the waitlist once in six hours, however often somebody enters its address', async () => {
  const { id } = await makeEvent(app.services.db, { spots: 0, showWaitlist: true })
  const victim = 'stranger@example.test'
  const mails = async () =>
    ((await app.mailbox?.list()) ?? []).filter(({ to }) => JSON.stringify(to).includes(victim))
  for (let times = 0; times < 12; times += 1) {
    expect((await join(id, victim, newAddress())).status).toBe(200)
    await app.runJobs()
    app.clock.advance({ minutes: 29 })
  }
  expect(await mails()).toHaveLength(1)
  app.clock.advance({ minutes: 29 })
  await join(id, victim, newAddress())
  await app.runJobs()
  expect(await mails()).toHaveLength(2)
})
