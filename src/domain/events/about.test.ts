import { expect, test } from 'vitest'
import { auditOf } from '#test/support/audit.ts'
import { makeByCall, rowOf, update } from '#test/support/events/admin-calls.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createEvent, getEvent } from '../booking/contract/event.ts'
import { NEW_EVENT } from '#test/support/events/new-event.ts'
import type { EventInputSent } from './contract/fields.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await app.signIn({ admin: true })

const ABOUT = {
  dayPlan: [
    { time: '7:30 AM', what: 'Coffee on the porch' },
    { time: 'After supper', what: 'Stars' },
  ],
  host: { portrait: '/uploads/amos.jpg', words: 'I talk little.\n\nI lift a lot.' },
  goodToKnow: {
    level: 'No experience needed',
    groupSize: '6 to 9 people',
    ages: '16 and older',
    accessibility: 'No steps. A walker fits everywhere.',
  },
  pictures: [{ url: '/pictures/room-1600.webp', caption: 'A room for two' }],
  quotes: [{ words: 'I slept well.', by: 'Ann, guest in 2026' }],
}

const read = async (eventUrlName: string) =>
  app.browser().call(getEvent, { query: { eventUrlName, guests: 0 } })

test('stores what an event is like, and returns it to visitors (R54.1)', async () => {
  const { urlName } = await makeByCall(admin, { about: ABOUT })
  expect(await read(urlName)).toMatchObject({ data: { about: ABOUT } })
})

test('returns missing parts as empty, and an event without any part as null (R54.1)', async () => {
  const some = await makeByCall(admin, { about: { goodToKnow: { ages: ' Adults ' } } })
  expect(await read(some.urlName)).toMatchObject({
    data: {
      about: {
        dayPlan: [],
        host: { portrait: null, words: null },
        goodToKnow: { level: null, groupSize: null, ages: 'Adults', accessibility: null },
        pictures: [],
        quotes: [],
      },
    },
  })
  const none = await makeByCall(admin, { about: { host: { words: ' ' }, quotes: [] } })
  expect(await rowOf(app, none.id)).toMatchObject({ about: null })
  const old = await makeByCall(admin)
  expect(await read(old.urlName)).toMatchObject({ data: { about: null } })
})

test('changes and clears these parts, records that in the history, and leaves them alone in other edits (R54.1)', async () => {
  const { id, version } = await makeByCall(admin, { about: ABOUT })
  const same = await update(admin, { id, version, about: ABOUT })
  expect(same).toMatchObject({ data: { event: { version } } })
  const other = await update(admin, { id, name: 'Another name' })
  expect(other).toMatchObject({ data: { event: { about: ABOUT, version: version + 1 } } })
  const about = { ...ABOUT, quotes: [] }
  expect(await update(admin, { id, about })).toMatchObject({ data: { event: { about } } })
  const cleared = await update(admin, { id, about: null })
  expect(cleared).toMatchObject({ data: { event: { about: null, version: version + 3 } } })
  expect(await auditOf(app, 'event', id)).toMatchObject([
    { action: 'event.created' },
    { action: 'event.updated', fields: ['name'] },
    { action: 'event.updated', fields: ['about'] },
    { action: 'event.updated', fields: ['about'] },
  ])
})

test.each<[string, EventInputSent['about'], string]>([
  ['dayPlan.0.time', { dayPlan: [{ time: '', what: 'Coffee' }] }, 'Required'],
  [
    'dayPlan.0.what',
    { dayPlan: [{ time: '7 AM', what: 'x'.repeat(201) }] },
    'Please keep this under 200 characters',
  ],
  [
    'portrait',
    { host: { portrait: 'javascript:alert(1)' } },
    expect.stringMatching(/^Please enter an https/),
  ],
  ['pictures.0.url', { pictures: [{ url: '', caption: 'A room' }] }, 'Required'],
  [
    'pictures.0.url',
    { pictures: [{ url: 'http://elsewhere.example/a.jpg', caption: 'A room' }] },
    expect.stringMatching(/https/),
  ],
  ['pictures.0.caption', { pictures: [{ url: '/pictures/room-1600.webp', caption: '' }] }, 'Required'],
  ['quotes.0.by', { quotes: [{ words: 'Good.', by: ' ' }] }, 'Required'],
  [
    'quotes',
    { quotes: ['a', 'b', 'c'].map((words) => ({ words, by: 'Ann' })) },
    'Please show at most 2 quotes',
  ],
  ['accessibility', { goodToKnow: { accessibility: 'Two\nlines' } }, 'Please keep this on one line'],
])('refuses a wrong %s, and names that field (R54.1)', async (field, about, message) => {
  const refused = await admin.call(createEvent, { body: { ...NEW_EVENT, urlName: 'refused', about } })
  expect(refused).toMatchObject({ status: 400, code: 'invalid', fields: { [field]: message } })
})

test('reveals nothing of what a locked private event is like (R10.10)', async () => {
  const { urlName } = await makeByCall(admin, { about: ABOUT, password: 'Yucca' })
  const found = await read(urlName)
  expect(JSON.stringify(found)).not.toContain('Coffee')
})
