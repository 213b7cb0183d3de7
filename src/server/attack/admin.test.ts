/**
 * Random requests of an admin, who may do all: never a server error or an undeclared answer, and nothing is written
 * that cannot be read and shown afterwards.
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuest } from '../../capabilities/booking/testing/guest.ts'
import { listEvents } from '../../capabilities/events/contract.ts'
import { addPhoto } from '../../capabilities/events/photos/store.ts'
import { getEvent } from '../../capabilities/roster/contract.ts'
import { buildTestApp, type TestApp } from '../../testing/app.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { makeEvent } from '../../testing/factories.ts'
import type { Known } from './testing/from-schema.ts'
import { anyShot, expectDeclared, operationsOf } from './testing/operations.ts'

const REQUESTS = 300

let app: TestApp
let admin: TestBrowser
let known: Known
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
  admin = await app.signIn({ admin: true })
  await admin.fetch('/api/auth/is-admin')
  const { db } = app.services
  const events = [await makeEvent(db), await makeEvent(db), await makeEvent(db, { cost: 0, spots: 0 })]
  const ids = events.map(({ id }) => id)
  const [first = 0] = ids
  const guest = createGuest(app)
  const held = await guest.hold(first)
  await guest.pay(held.clientSecret)
  for (const url of ['/uploads/a.jpg', '/uploads/b.jpg']) {
    await db.transaction((tx) => addPhoto(tx, { eventId: first, url, at: app.clock.now() }))
  }
  await app.runJobs()
  known = {
    id: ids,
    ids: [[1, 2], [2], []],
    eventId: [...ids, 987_654],
    eventUrlName: events.map(({ urlName }) => urlName),
    urlName: Array.from({ length: 60 }, (_, index) => `fresh-${index}`),
    version: [1, 2],
    amount: [0, 45_000],
    totalDue: [0, 90_000],
    cost: [0, -1, 100, 90_000, 99_999_999],
    spots: [0, 1, 11, 10_000],
    startDateDate: ['2000-01-01', '2027-05-06', '2027-08-06'],
    endDateDate: ['2027-08-06', '2199-12-31'],
    color: ['#FFFFFF', '#000000'],
    adminEmail: ['ada@ranch.example'],
    email: ['ann@example.test'],
    mainImage: ['/uploads/a.jpg', 'https://pictures.example/a.jpg', null],
    secondImage: ['/uploads/a.jpg', null],
    pdfLink: ['/documents/guide.pdf', null],
    cursor: [1, 50, 2_147_483_647],
  }
})
afterAll(() => app.close())

test(`${REQUESTS} random requests of an admin break nothing, and all they wrote can be read`, async () => {
  // Without the events there would be nothing left to attack.
  const operations = (await operationsOf(app)).filter(
    ({ path, security = [] }) =>
      path !== '/auth/event/delete' && security.some((needed) => 'bearer' in needed),
  )
  expect(operations.length).toBeGreaterThan(8)
  const token = { 'x-xsrf-token': admin.cookies.get('XSRF-TOKEN') ?? '' }
  const asJson = { ...token, 'content-type': 'application/json' }
  const holds = fc.asyncProperty(anyShot(operations, known), async ({ operation, shot }) => {
    const { method = 'GET', path, body } = shot
    const sent = typeof body === 'string' ? { body, headers: asJson } : { headers: token }
    const response = await admin.fetch(path, { method, ...sent })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : null
    expectDeclared(operation, { status: response.status, headers: response.headers, text, json })
  })
  await fc.assert(holds, { numRuns: REQUESTS })

  const listed = await admin.call(listEvents, { query: {} })
  expect(listed).toMatchObject({ ok: true })
  for (const { urlName } of listed.ok ? listed.data.events : []) {
    const query = { eventUrlName: urlName }
    expect(await admin.call(getEvent, { query })).toMatchObject({ ok: true })
    expect(await app.browser().call(getEvent, { query })).toMatchObject({ ok: true })
  }
  expect((await app.request('/api/auth/event/list')).status).toBe(200)
  expect((await admin.fetch('/api/auth/today')).status).toBe(200)
  expect((await admin.fetch('/api/auth/audit')).status).toBe(200)
})
