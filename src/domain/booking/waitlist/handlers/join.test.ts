import { expect, test } from 'vitest'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { openColumns } from '#platform/sealing.ts'
import { unlockEvent } from '#domain/events/contract/events.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { confirmEntry, createWaitlist } from '../contract/entries.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const visitor = app.browser()

const join = (
  eventId: number,
  changes: { email?: string; customerName?: string; size?: number } = {},
  browser = visitor,
) =>
  browser.call(createWaitlist, {
    body: { waitlistData: { customerName: 'Pat Doe', email: 'pat@example.test', eventId, ...changes } },
  })

async function entries(eventId: number) {
  const all = await app.services.db.select().from(waitlistEntries)
  return all.filter((entry) => entry.eventId === eventId)
}

async function fullEvent(changes: Parameters<typeof makeEvent>[1] = {}): Promise<number> {
  const { id } = await makeEvent(app.services.db, { spots: 1, showWaitlist: true, ...changes })
  await takeSpots(app.services, id, { spots: 1 })
  return id
}

test('stores the name and address of a new waitlist entry encrypted', async () => {
  const id = await fullEvent()
  expect(await join(id)).toEqual({ ok: true, data: { success: true } })
  const [entry] = await entries(id)
  if (!entry) throw new Error('no entry')
  const { customerName, email } = entry
  expect(`${customerName} ${email}`).not.toMatch(/Pat|example/)
  const opened = openColumns(app.services.sealer, 'waitlist_entries', entry, 'customerName', 'email')
  expect(opened).toEqual({ customerName: 'Pat Doe', email: 'pat@example.test' })
})

test('makes one waitlist entry per e-mail address, even for simultaneous requests and different capitals (R7.1)', async () => {
  const id = await fullEvent()
  const replies = await Promise.all([join(id), join(id), join(id, { email: 'PAT@example.test' })])
  expect(replies.map((reply) => reply.ok)).toEqual([true, true, true])
  await join(id, { email: 'sam@example.test' })
  expect(await entries(id)).toHaveLength(2)
})

test('changes how many spots an unconfirmed waitlist entry wants, but not a confirmed one (R39.7)', async () => {
  const id = await fullEvent()
  await join(id, { size: 2 })
  await join(id, { size: 3 })
  expect(await entries(id)).toMatchObject([{ size: 3, state: 'unconfirmed' }])
  const [entry] = await entries(id)
  const place = await visitor.call(confirmEntry, { body: { token: entry?.uuid ?? '' } })
  expect(place).toMatchObject({ data: { position: 1, size: 3 } })
  await join(id, { size: 6 })
  expect(await entries(id)).toMatchObject([{ size: 3, state: 'waiting' }])
  expect(await join(id, { email: 'sam@example.test', size: 7 })).toMatchObject({ ok: false, status: 400 })
})

test('accepts a waitlist entry for more spots than are free, and refuses one for spots that can be booked (R39.7)', async () => {
  const { id } = await makeEvent(app.services.db, { spots: 2, showWaitlist: true })
  expect(await join(id, { size: 2 })).toMatchObject({
    code: 'event_not_full',
    message: 'There are still 2 spots: you can sign up right away.',
  })
  expect(await join(id, { size: 3 })).toMatchObject({ ok: true })
  const [entry] = await entries(id)
  await visitor.call(confirmEntry, { body: { token: entry?.uuid ?? '' } })
  // The only waiting entry wants more than the two free spots, so anyone may book these.
  expect(await join(id, { email: 'sam@example.test' })).toMatchObject({ code: 'event_not_full' })
})

test('lets one e-mail address join the waitlists of several events', async () => {
  const [first, second] = [await fullEvent(), await fullEvent()]
  await join(first)
  await join(second)
  expect(await entries(second)).toHaveLength(1)
})

test.each([
  ['event_not_full', { spots: 2 }],
  ['no_waitlist', { showWaitlist: false }],
  ['event_started', { startDateDate: '2027-05-06' }],
  ['event_cancelled', { cancelledAt: new Date('2027-05-01T12:00:00Z') }],
])('refuses to add a waitlist entry with %s and stores nothing (R7.1)', async (code, changes) => {
  const id = await fullEvent(changes)
  expect(await join(id)).toMatchObject({ ok: false, status: 409, code })
  expect(await entries(id)).toEqual([])
})

test('returns 404 for joining the waitlist of an unknown event, or of a private event before the caller unlocks it', async () => {
  const id = await fullEvent({ urlName: 'private-and-full', password: 'Yucca' })
  expect(await join(999_999)).toMatchObject({ status: 404, message: 'Event Not Found' })
  expect(await join(id)).toMatchObject({ status: 404, message: 'Event Not Found' })
  const guest = app.browser()
  await guest.call(unlockEvent, { body: { eventUrlName: 'private-and-full', password: 'yucca' } })
  expect(await join(id, {}, guest)).toMatchObject({ ok: true })
})

test.each([
  ['customerName', { customerName: '  ' }],
  ['email', { email: 'not an address' }],
  ['email', { email: 'a@b.test\r\nBcc: x@y.test' }],
])(
  'refuses a waitlist entry with an invalid %s, names that field and stores nothing (R7.1)',
  async (field, changes) => {
    const id = await fullEvent()
    const reply = await join(id, changes)
    expect(reply).toMatchObject({ ok: false, status: 400, code: 'invalid' })
    expect(!reply.ok && Object.keys(reply.fields)).toEqual([field])
    expect(await entries(id)).toEqual([])
  },
)
