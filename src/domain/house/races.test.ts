/**
 * Tests that saves at the same time see each other. One connection proves nothing, so only PostgreSQL can fail these
 * tests.
 */
import { expect, test } from 'vitest'
import { createEvent, updateEvent } from '#domain/booking/contract/event.ts'
import { events } from '#platform/database/schema/events.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { makeByCall } from '#test/support/events/admin-calls.ts'
import { NEW_EVENT } from '#test/support/events/new-event.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const app = await openTestApp({ now: new Date('2027-03-01T18:00:00Z') })
const { browser: admin } = await signInAdmin(app)

const ROUNDS = [1, 2, 3, 4, 5]
const HERE = 6

test.each(ROUNDS)(
  'creates one of several events that are sent together for the same dates (R61.2, round %i)',
  async (round) => {
    const on = { startDateDate: `2040-0${round}-06`, endDateDate: `2040-0${round}-10` }
    const before = await app.services.db.$count(events)
    const replies = await Promise.all(
      Array.from({ length: HERE }, (_, nth) =>
        admin.call(createEvent, {
          body: { ...NEW_EVENT, ...on, urlName: `race-${round}-${nth}`, refuseOverlap: true },
        }),
      ),
    )
    const codes = replies.map((reply) => (reply.ok ? 'saved' : reply.code))
    expect(codes.toSorted()).toEqual([...Array<string>(HERE - 1).fill('dates_taken'), 'saved'])
    expect(await app.services.db.$count(events)).toBe(before + 1)
  },
)

test.each(ROUNDS)(
  'moves one of two events that are sent together to the same dates (round %i)',
  async (round) => {
    const first = await makeByCall(admin, {
      startDateDate: `2041-0${round}-01`,
      endDateDate: `2041-0${round}-02`,
    })
    const other = await makeByCall(admin, {
      startDateDate: `2041-0${round}-20`,
      endDateDate: `2041-0${round}-22`,
    })
    const on = { startDateDate: `2041-0${round}-06`, endDateDate: `2041-0${round}-10` }
    const replies = await Promise.all(
      [first, other].map(({ id }) =>
        admin.call(updateEvent, { body: { updateEventData: { id, ...on, refuseOverlap: true } } }),
      ),
    )
    expect(replies.map((reply) => (reply.ok ? 'saved' : reply.code)).toSorted()).toEqual([
      'dates_taken',
      'saved',
    ])
  },
)

test('names in the reply the event that was saved a moment earlier', async () => {
  const on = { startDateDate: '2042-05-06', endDateDate: '2042-05-10' }
  const replies = await Promise.all(
    [1, 2].map((nth) => admin.call(createEvent, { body: { ...NEW_EVENT, ...on, urlName: `both-${nth}` } })),
  )
  expect(replies.map((reply) => (reply.ok ? reply.data.overlaps.length : reply.code)).toSorted()).toEqual([
    0, 1,
  ])
})
