/** Tests what the site says about dates: when staff ask, and when an event is saved on them (R61). */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createEvent, updateEvent } from '#domain/booking/contract/event.ts'
import { createCalendarEvent, updateCalendarEvent } from '#domain/calendar/contract.ts'
import type { EventInputSent } from '#domain/events/contract/fields.ts'
import { events } from '#platform/database/schema/events.ts'
import { ROLES, permissionsOf } from '#shared/roles.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { makeByCall, rowOf } from '#test/support/events/admin-calls.ts'
import { NEW_EVENT } from '#test/support/events/new-event.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { listHouse } from './contract.ts'

const app = await openTestApp({ now: new Date('2027-03-01T18:00:00Z') })
const { db } = app.services
const { browser: admin } = await signInAdmin(app)

const days = (start: string, end = start) => ({ startDateDate: start, endDateDate: end })
const read = async (from: string, to: string, browser = admin) =>
  browser.call(listHouse, { query: { from, to } })
const titles = async (from: string, to: string) => {
  const found = await read(from, to)
  return found.ok ? found.data.entries.map(({ title }) => title) : found.code
}

let count = 0
const create = (input: Partial<EventInputSent> & { refuseOverlap?: boolean }) => {
  count += 1
  return admin.call(createEvent, { body: { ...NEW_EVENT, urlName: `house-${count}`, ...input } })
}
type Edit = { id: number; refuseOverlap?: boolean } & Partial<EventInputSent>
const update = (updateEventData: Edit) => admin.call(updateEvent, { body: { updateEventData } })

async function familyVisit(name: string, start: string, end: string) {
  const made = await admin.call(createCalendarEvent)
  if (!made.ok) throw new Error(made.code)
  const { id } = made.data
  const updateCalendarData = { id, name, start, end }
  expect(await admin.call(updateCalendarEvent, { body: { updateCalendarData } })).toMatchObject({ ok: true })
  return id
}

const overlapsIn = (saved: Awaited<ReturnType<typeof create | typeof update>>) =>
  saved.ok ? saved.data.overlaps.map(({ title }) => title) : saved.code

describe('what is at the house', () => {
  test('returns events and the family’s entries by start, each with its last day', async () => {
    const event = await makeEvent(db, { name: 'Star Week', ...days('2028-05-06', '2028-05-10') })
    const visit = await familyVisit('Cousins', '2028-05-04', '2028-05-06')
    expect(await read('2028-05-06', '2028-05-06')).toMatchObject({
      data: {
        entries: [
          { kind: 'family', id: visit, title: 'Cousins', start: '2028-05-04', end: '2028-05-06' },
          {
            kind: 'event',
            id: event.id,
            title: 'Star Week',
            start: '2028-05-06',
            end: '2028-05-10',
            urlName: event.urlName,
          },
        ],
      },
    })
    expect(await titles('2028-05-11', '2028-06-01')).toEqual([])
    expect(await titles('2028-05-01', '2028-05-04')).toEqual(['Cousins'])
  })

  test('includes drafts and scheduled events, marks them, and omits canceled ones', async () => {
    const on = days('2028-07-06', '2028-07-10')
    const publishAt = new Date('2028-03-01T16:00:00Z')
    await makeEvent(db, { name: 'Draft', status: 'draft', ...on })
    await makeEvent(db, { name: 'Later', status: 'scheduled', publishAt, ...on })
    await makeEvent(db, { name: 'Appeared', status: 'scheduled', publishAt: new Date('2027-02-01'), ...on })
    await makeEvent(db, { name: 'Private', password: 'Yucca', ...on })
    await makeEvent(db, { name: 'Canceled', cancelledAt: new Date('2027-02-01'), ...on })
    const found = await read('2028-07-01', '2028-07-31')
    const marks = found.ok && found.data.entries.map(({ title, unpublished }) => [title, unpublished])
    expect(marks).toEqual([
      ['Draft', { publishAt: null }],
      ['Later', { publishAt: publishAt.toISOString() }],
      ['Appeared', undefined],
      ['Private', undefined],
    ])
  })

  test.each([
    ['2028-05-06', '2028-05-05', /on or after/],
    ['2028-01-01', '2030-01-01', /731 days at most/],
  ])('refuses the days from %s to %s', async (from, to, words) => {
    expect(await read(from, to)).toMatchObject({ status: 400, fields: { to: expect.stringMatching(words) } })
  })

  test('answers staff only', async () => {
    for (const role of ROLES) {
      const browser = await app.signIn({ role })
      expect([role, (await read('2028-05-06', '2028-05-06', browser)).ok]).toEqual([
        role,
        permissionsOf(role).includes('events.see'),
      ])
    }
    const family = app.browser()
    await family.fetch('/api/checkPassword?dogName=Blue')
    expect(await read('2028-05-06', '2028-05-06', family)).toMatchObject({ status: 401 })
  })
})

describe('saving an event on dates that are taken', () => {
  test('saves it, and names what shares a night with it', async () => {
    const first = await create({ name: 'First', ...days('2029-05-06', '2029-05-10') })
    expect(overlapsIn(first)).toEqual([])
    await familyVisit('Uncle Sam', '2029-05-11', '2029-05-13')
    const second = await create({ name: 'Second', status: 'draft', ...days('2029-05-09', '2029-05-12') })
    expect(overlapsIn(second)).toEqual(['First', 'Uncle Sam'])
    expect(overlapsIn(await create({ ...days('2029-05-13', '2029-05-15') }))).toEqual([])
    const id = first.ok ? first.data.event.id : 0
    expect(await update({ id, name: 'First, renamed' })).toMatchObject({
      data: { overlaps: [{ kind: 'event', title: 'Second', unpublished: { publishAt: null } }] },
    })
  })

  test('saves nothing if the caller refuses overlaps, and says what is there and what to do', async () => {
    await create({ name: 'Held', ...days('2029-07-06', '2029-07-10') })
    const before = await db.$count(events)
    expect(await create({ refuseOverlap: true, ...days('2029-07-09', '2029-07-12') })).toMatchObject({
      status: 409,
      code: 'dates_taken',
      message:
        'Something else is on these dates: “Held” (Jul 6 – 10, 2029). Nothing was saved. Please choose other dates, or save the event all the same.',
    })
    expect(await db.$count(events)).toBe(before)
    expect(overlapsIn(await create({ refuseOverlap: true, ...days('2029-07-10', '2029-07-12') }))).toEqual([])
  })

  test('moves no event to them if the caller refuses overlaps', async () => {
    await create({ name: 'Held', ...days('2029-09-06', '2029-09-10') })
    const { id, version } = await makeByCall(admin, days('2029-09-20', '2029-09-22'))
    const moved = { id, ...days('2029-09-08', '2029-09-12') }
    for (const reply of [
      await update({ ...moved, refuseOverlap: true }),
      await admin.call(updateEvent, { body: { updateEventData: moved, refuseOverlap: true } }),
    ])
      expect(reply).toMatchObject({ status: 409, code: 'dates_taken' })
    expect(await rowOf(app, id)).toMatchObject({ startDateDate: '2029-09-20', version })
    expect(await auditOf(app, 'event', id)).toHaveLength(1)
    expect(overlapsIn(await update(moved))).toEqual(['Held'])
  })

  test('lets an event that already overlaps be edited, as long as its days stay', async () => {
    await create({ name: 'Held', ...days('2030-05-06', '2030-05-10') })
    const { id } = await makeByCall(admin, days('2030-05-08', '2030-05-12'))
    const same = days('2030-05-08', '2030-05-12')
    expect(overlapsIn(await update({ id, name: 'Renamed', ...same, refuseOverlap: true }))).toEqual(['Held'])
    expect(await update({ id, endDateDate: '2030-05-13', refuseOverlap: true })).toMatchObject({
      code: 'dates_taken',
    })
    expect(overlapsIn(await update({ id, startDateDate: '2030-05-10', refuseOverlap: true }))).toEqual([])
  })

  test('does not count a canceled event, neither on the dates nor as the one that is saved', async () => {
    const on = days('2030-07-06', '2030-07-10')
    const { id } = await makeByCall(admin, on)
    await db
      .update(events)
      .set({ cancelledAt: new Date('2027-02-01') })
      .where(eq(events.id, id))
    expect(overlapsIn(await create({ refuseOverlap: true, ...on }))).toEqual([])
    expect(overlapsIn(await update({ id, endDateDate: '2030-07-11', refuseOverlap: true }))).toEqual([])
  })
})
