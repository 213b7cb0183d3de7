/** Tests the page behind a preview link: it shows an unpublished event to anyone who has the link (R58.4). */
import { expect, test } from 'vitest'
import { makePreviewLink, revokePreviewLink } from '#domain/events/contract/event.ts'
import * as root from '#app/root.tsx'
import type { events } from '#platform/database/schema/events.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { loadPages } from '#test/support/server/real-pages.ts'
import * as preview from './preview.tsx'

const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  parts: { loadBuild: loadPages({ root, 'preview/:token': preview }) },
})
const admin = await app.signIn({ admin: true })
const visitor = app.browser()

async function linkTo(changes: Partial<typeof events.$inferInsert>) {
  const event = await makeEvent(app.services.db, { status: 'draft', ...changes })
  const made = await admin.call(makePreviewLink, { body: { eventId: event.id } })
  return { event, path: `/preview/${made.ok ? made.data.token : ''}` }
}

async function read(path: string) {
  const response = await visitor.fetch(path)
  return { response, text: await response.text(), status: response.status }
}

const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

function expectPrivate({ headers }: Response) {
  for (const [name, value] of Object.entries(PRIVATE))
    expect([name, headers.get(name)]).toEqual([name, value])
}

test('shows the event as visitors will see it, with a note and without a sign-up form', async () => {
  const { event, path } = await linkTo({
    name: 'Juniper Week',
    longDescription: 'A long walk.',
    password: 'Yucca',
    hostCell: '505-555-7777',
  })
  const { response, text, status } = await read(path)
  expect(status).toBe(200)
  expectPrivate(response)
  for (const words of [
    'Juniper Week',
    'A long walk.',
    'This is a preview.',
    'Nobody can sign up yet.',
    '$900',
  ])
    expect(text).toContain(words)
  for (const words of [
    'Yucca',
    '505-555-7777',
    `${event.urlName}/sign-up`,
    'calendar.ics',
    'application/ld+json',
  ])
    expect(text).not.toContain(words)
  expect(text).toContain('content="noindex, nofollow"')
})

test('redirects to the event’s page from the moment when the event is published', async () => {
  const { event, path } = await linkTo({ status: 'scheduled', publishAt: new Date('2027-05-06T18:00:05Z') })
  expect((await read(path)).status).toBe(200)
  app.clock.set(new Date('2027-05-06T18:00:05Z'))
  const { response, status } = await read(path)
  expect([status, response.headers.get('location')]).toEqual([302, `/event/${event.urlName}`])
  expectPrivate(response)
})

test('returns the same 404 for a wrong link and for a revoked one', async () => {
  const { event, path } = await linkTo({ name: 'Juniper Week' })
  await admin.call(revokePreviewLink, { query: { eventId: event.id } })
  for (const one of [path, '/preview/7d2f0a54-6f0b-4d5c-9b0e-2f6b1f3c5a11', '/preview/x']) {
    const { response, text, status } = await read(one)
    expect(status).toBe(404)
    expectPrivate(response)
    expect(text).toContain('This link no longer works.')
    expect(text).not.toContain('Juniper Week')
  }
})
