/** Tests that a waitlist entry is confirmed only by the button on the page to which the e-mail links. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { deleteReservation } from '#domain/booking/contract/admin.ts'
import { dumpOf } from '#test/support/guests/dump.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { confirmEntry, getEntry, leaveWaitlist } from '../contract/entries.ts'
import { declineOffer } from '../contract/offers.ts'
import { offerToEntry, putBackEntry } from '../contract/admin.ts'
import { makeWaitlist, entryToken } from '#test/support/booking/waitlist.ts'

const NOON = new Date('2027-05-06T18:00:00Z')
let admin: TestBrowser
const app = await openTestApp({ now: NOON })
const line = makeWaitlist(app)
beforeEach(async () => {
  admin = await app.signIn({ admin: true })
})

const free = (id: number) => admin.call(deleteReservation, { query: { id, force: 'true' } })
const tokenOf = (eventId: number, name: string) =>
  entryToken(app, { customerName: name, email: line.address(name), eventId })
const press = (token: string) => line.browser.call(confirmEntry, { body: { token } })
const look = (token: string) => line.browser.call(getEntry, { query: { token } })
const setEvent = (id: number, changes: Partial<typeof events.$inferInsert>) =>
  app.services.db.update(events).set(changes).where(eq(events.id, id))

test('gives an entry the last position only when somebody presses the button that the e-mail leads to (R7.2, R32.2)', async () => {
  const { eventId } = await line.full({ waiting: ['ana'] })
  expect(await line.ask(eventId, 'ben')).toEqual({ ok: true, data: { success: true } })
  await app.runJobs()
  const [mail] = await line.mailsTo('ben')
  expect(mail?.subject).toMatch(/^Confirm your place on the waitlist: /)
  expect(mail?.text).toContain('Right now, you would be number 2')
  const token = /\/waitlist\/([0-9a-f-]{36})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(token).toBe(await tokenOf(eventId, 'ben'))
  for (let times = 0; times < 3; times += 1)
    expect(await look(token)).toMatchObject({ ok: true, data: { state: 'unconfirmed', position: null } })
  expect(await line.states(eventId)).toEqual(['ana waiting', 'ben unconfirmed'])

  expect(await press(token)).toMatchObject({ ok: true, data: { state: 'waiting', position: 2 } })
  expect(await press(token)).toMatchObject({ ok: true, data: { state: 'waiting', position: 2 } })
  expect(await line.states(eventId)).toEqual(['ana waiting', 'ben waiting'])
  const noted = await app.services.db.select().from(auditEntries).where(eq(auditEntries.eventId, eventId))
  expect(noted.filter(({ action }) => action === 'waitlist.confirmed')).toHaveLength(2)
  const reply = JSON.stringify(await look(token))
  expect(reply).not.toContain('ben')
})

test('orders the waitlist by the time of confirming an entry, not of joining', async () => {
  const { eventId } = await line.full({ waiting: [] })
  for (const name of ['ana', 'ben']) await line.ask(eventId, name)
  await press(await tokenOf(eventId, 'ben'))
  await press(await tokenOf(eventId, 'ana'))
  expect(await line.states(eventId)).toEqual(['ben waiting', 'ana waiting'])
})

test('offers freed spots only to confirmed waitlist entries, and lets anyone book the other free spots (R7.2)', async () => {
  const { eventId, guests } = await line.full({ waiting: [], guests: 2 })
  await line.ask(eventId, 'ana')
  await line.join(eventId, 'ben')
  await free(guests[0]!)
  await free(guests[1]!)
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ben offered', 'ana unconfirmed'])
  // No other confirmed entry waits, so anyone may book the second spot of the event.
  const held = await line.guest.hold(eventId)
  expect(held.uuid).toMatch(/./)
  const [ana] = await app.services.db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.uuid, await tokenOf(eventId, 'ana')))
  expect(await admin.call(offerToEntry, { body: { id: ana!.id } })).toMatchObject({
    status: 409,
    code: 'not_confirmed',
  })
})

test('offers a free spot to a waitlist entry as soon as the entry is confirmed', async () => {
  const { eventId, guests } = await line.full({ waiting: [] })
  await line.ask(eventId, 'ana')
  await free(guests[0]!)
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana unconfirmed'])
  await press(await tokenOf(eventId, 'ana'))
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered'])
})

test('lets an admin confirm a waitlist entry whose button nobody has pressed', async () => {
  const { eventId } = await line.full({ waiting: ['ana'] })
  await line.ask(eventId, 'ben')
  const [, ben] = await app.services.db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.eventId, eventId))
  expect(await admin.call(putBackEntry, { body: { id: ben!.id } })).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['ana waiting', 'ben waiting'])
  await app.runJobs()
  expect(await line.mailsTo('ben')).toEqual([])
})

test('lets a person who declined a waitlist offer join again, at the end, with a new confirmation e-mail', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana'] })
  await free(guests[0]!)
  await app.runJobs()
  await line.browser.call(declineOffer, { body: { token: await line.tokenOf(eventId, 'ana') } })
  await line.guest.hold(eventId)
  await line.join(eventId, 'ben')
  // Sending the form again with the same address must not change the waitlist before the button is pressed.
  expect(await line.ask(eventId, 'ana')).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['ben waiting', 'ana declined'])
  await app.runJobs()
  expect((await line.mailsTo('ana')).map(({ subject }) => subject.split(':')[0])).toEqual([
    'Confirm your place on the waitlist',
    'A spot opened up',
  ])
  const token = await tokenOf(eventId, 'ana')
  expect(await look(token)).toMatchObject({ data: { state: 'declined' } })
  expect(await press(token)).toMatchObject({ data: { state: 'waiting', position: 2 } })
  expect(await line.states(eventId)).toEqual(['ben waiting', 'ana waiting'])
})

test.each([
  ['event_cancelled', { cancelledAt: NOON }],
  ['event_started', { startDateDate: '2027-05-06' }],
])('refuses to confirm a waitlist entry, and returns %s', async (code, changes) => {
  const { eventId } = await line.full({ waiting: [] })
  await line.ask(eventId, 'ana')
  await setEvent(eventId, changes)
  expect(await press(await tokenOf(eventId, 'ana'))).toMatchObject({ status: 409, code })
  expect(await line.states(eventId)).toEqual(['ana unconfirmed'])
  await app.runJobs()
  expect(await line.mailsTo('ana')).toEqual([])
})

test("confirms a waitlist entry even if the event's waitlist was closed after the person had joined", async () => {
  const { eventId } = await line.full({ waiting: [] })
  await line.ask(eventId, 'ana')
  await setEvent(eventId, { showWaitlist: false })
  expect(await press(await tokenOf(eventId, 'ana'))).toMatchObject({
    data: { state: 'waiting', position: 1 },
  })
})

test('returns 404 for an unknown link and 410 for a purged waitlist entry', async () => {
  for (const token of [randomUUID(), 'x']) {
    expect(await press(token)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await look(token)).toMatchObject({ status: 404, code: 'not_found' })
  }
  const { eventId } = await line.full({ waiting: [] })
  await line.ask(eventId, 'ana')
  const token = await tokenOf(eventId, 'ana')
  const nobody = { customerName: null, email: null, emailHash: null, purgedAt: NOON }
  await app.services.db.update(waitlistEntries).set(nobody).where(eq(waitlistEntries.uuid, token))
  expect(await press(token)).toMatchObject({ status: 410, code: 'purged' })
  expect(await look(token)).toMatchObject({ status: 410, code: 'purged' })
})

test('deletes an unconfirmed waitlist entry and its e-mail after a week, and keeps confirmed entries', async () => {
  const { eventId } = await line.full({ waiting: ['ana'] })
  await line.ask(eventId, 'ben')
  await app.runJobs()
  const token = await tokenOf(eventId, 'ben')
  app.clock.advance({ days: 6, hours: 23 })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana waiting', 'ben unconfirmed'])
  expect(await known('ben')).toBe(true)
  app.clock.advance({ hours: 2 })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana waiting'])
  expect(await known('ben')).toBe(false)
  expect(await press(token)).toMatchObject({ status: 404 })
})

const leave = (token: string) => line.browser.call(leaveWaitlist, { body: { token } })
const known = async (name: string) => (await dumpOf(app.services)).includes(line.address(name))

test('deletes an entry and its e-mails when the person leaves by the link, and moves later entries up (R32.2)', async () => {
  const { eventId } = await line.full({ waiting: ['ana', 'ben'] })
  await app.runJobs()
  const [ana, ben] = [await tokenOf(eventId, 'ana'), await tokenOf(eventId, 'ben')]
  expect(await known('ana')).toBe(true)
  expect(await leave(ana)).toEqual({ ok: true, data: { success: true } })
  expect(await line.states(eventId)).toEqual(['ben waiting'])
  expect(await look(ben)).toMatchObject({ data: { position: 1 } })
  expect(await look(ana)).toMatchObject({ status: 404 })
  expect(await leave(ana)).toMatchObject({ status: 404, code: 'not_found' })
  await app.runJobs()
  expect(await known('ana')).toBe(false)
  const noted = await app.services.db.select().from(auditEntries).where(eq(auditEntries.eventId, eventId))
  expect(noted.find(({ action }) => action === 'waitlist.left')).toMatchObject({ actor: 'guest' })
})

test('e-mails the confirmation button again to a person who left the waitlist and joins again (R9.10)', async () => {
  const { eventId } = await line.full({ waiting: [] })
  for (let time = 1; time <= 3; time += 1) {
    await line.ask(eventId, 'ana')
    await app.runJobs()
    const token = await tokenOf(eventId, 'ana')
    const mails = await line.mailsTo('ana')
    expect(mails.map(({ text }) => text.includes(`/waitlist/${token}`))).toEqual([true])
    // Sending the form again soon after sends no second e-mail.
    await line.ask(eventId, 'ana')
    await app.runJobs()
    expect(await line.mailsTo('ana')).toHaveLength(1)
    expect(await leave(token)).toMatchObject({ ok: true })
    await app.runJobs()
  }
})

test('offers the spot to the next entry when a person leaves the waitlist by the link in the offer’s e-mail', async () => {
  const { eventId, guests } = await line.full({ waiting: ['ana', 'ben'] })
  await free(guests[0]!)
  await app.runJobs()
  const [mail] = await line.mailsTo('ana')
  const token = /\/waitlist\/([0-9a-f-]{36})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(mail?.subject).toMatch(/^A spot opened up/)
  expect(token).toBe(await tokenOf(eventId, 'ana'))
  expect(await leave(token)).toMatchObject({ ok: true })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ben offered'])
  expect(await known('ana')).toBe(false)
})
