/**
 * Looks for an unpublished event in every reply that a visitor can get (R58.1). Finds the API calls and the pages by
 * their declarations, so a new one that names an event makes a test fail until it is listed here.
 */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as root from '#app/root.tsx'
import routes from '#app/routes.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { DETAILS } from '#test/support/booking/guest.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { declared } from '#test/support/server/contracts.ts'
import { eventPages, loadPages } from '#test/support/server/real-pages.ts'
import { type Answer, createAttacker } from '../support/security/attacker.ts'

const flatten = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) =>
    entry.file.startsWith('admin/') ? [] : entry.children ? flatten(entry.children) : [entry],
  )
const modules = import.meta.glob<object>('../../src/app/**/*.{ts,tsx}')

/** The pages that a visitor can open without a private link, by their patterns. */
const PAGES = flatten(routes).filter(({ path = '' }) => path !== '*' && !/:(uuid|token)/.test(path))
const others = PAGES.filter(({ path = '' }) => !(path in eventPages))
const loaded = await Promise.all(
  others.map(async ({ path = '/', file }) => [path, await modules[`../../src/app/${file}`]?.()] as const),
)

const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  parts: { loadBuild: loadPages({ root, ...eventPages, ...Object.fromEntries(loaded) }) },
})
const { db } = app.services
const TOKEN = '7d2f0a54-6f0b-4d5c-9b0e-2f6b1f3c5a11'
const SECRET = 'Zanthoxylum Week'
const hidden = {
  name: SECRET,
  host: `Host of ${SECRET}`,
  shortDescription: `About ${SECRET}`,
  longDescription: `More about ${SECRET}`,
  // Nobody else has this price, so a payment of it names this event.
  cost: 123_456,
  spots: 1,
}
/**
 * The events that visitors must not see. The last one appears a millisecond later. No other number in a reply looks
 * like their ids.
 */
const EVENTS = [
  await makeEvent(db, { ...hidden, status: 'draft', id: 70_0001, urlName: 'zx-draft', previewToken: TOKEN }),
  await makeEvent(db, {
    ...hidden,
    status: 'draft',
    id: 70_0002,
    urlName: 'zx-full',
    spots: 0,
    showWaitlist: true,
  }),
  await makeEvent(db, {
    ...hidden,
    status: 'draft',
    id: 70_0003,
    urlName: 'zx-private',
    password: 'Saguaro',
  }),
  await makeEvent(db, {
    ...hidden,
    status: 'scheduled',
    id: 70_0004,
    urlName: 'zx-scheduled',
    publishAt: new Date('2027-05-06T18:00:00.001Z'),
  }),
]
const UNKNOWN = { id: 987_654, urlName: 'zx-unknown' }
await makeEvent(db, { name: 'A public week' })
const shoot = await createAttacker(app)

type Named = Pick<typeof UNKNOWN, 'id' | 'urlName'>

/** Valid bodies and queries of the calls that name an event, so that only the event can be the reason to refuse. */
const INPUTS: Record<string, (event: Named) => object> = {
  'events.get': ({ urlName }) => ({ eventUrlName: urlName }),
  'events.unlock': ({ urlName }) => ({ eventUrlName: urlName, password: 'Saguaro' }),
  'booking.createPaymentIntent': ({ id }) => ({ amount: 61_728, eventId: id }),
  'booking.createReservation': ({ id }) => ({
    createReservationData: { ...DETAILS, amount: 61_728, eventId: id },
  }),
  'waitlist.create': ({ id }) => ({
    waitlistData: { customerName: 'Eve', email: 'eve@example.test', eventId: id },
  }),
  'codes.check': ({ id }) => ({ eventId: id, code: 'EARLY' }),
}

const forVisitors = declared.filter(({ access }) => access !== 'staff' && access !== 'signature')

/** Returns the names of all fields that a call takes, at any depth. */
function fieldsOf({ query, body }: Endpoint): string {
  const shown = [query, body].map((schema) =>
    schema ? z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) : null,
  )
  return JSON.stringify(shown)
}

function ask(endpoint: Endpoint, event: Named) {
  const { method, path } = endpoint
  const { id, urlName } = event
  const everything = { id, eventId: id, eventUrlName: urlName, urlName, name: urlName, token: id, uuid: id }
  const input = INPUTS[endpoint.name]?.(event) ?? everything
  const query = new URLSearchParams(input as Record<string, string>)
  if (method === 'GET' || !endpoint.body) return shoot({ method, path: `/api/${path}?${query}` })
  return shoot({ method, path: `/api/${path}`, body: input })
}

/** Returns a reply as text without what the caller sent, so that replies about two events can be compared. */
const comparable = ({ status, text }: Answer, { id, urlName }: Named) => ({
  status,
  text: text.replaceAll(urlName, '<url name>').replaceAll(String(id), '<id>'),
})

const expectSilence = ({ text, headers }: Answer) =>
  expect(`${text} ${JSON.stringify([...headers])}`).not.toContain(SECRET)

test('this test lists every call of visitors that names an event', () => {
  const naming = forVisitors.filter((endpoint) => /"(eventId|eventUrlName)"/.test(fieldsOf(endpoint)))
  expect(naming.map(({ name }) => name).toSorted()).toEqual(Object.keys(INPUTS).toSorted())
})

describe.each(forVisitors.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'the call %s',
  (_title, endpoint) => {
    test('answers about an unpublished event as about an event that does not exist', async () => {
      const unknown = comparable(await ask(endpoint, UNKNOWN), UNKNOWN)
      for (const event of EVENTS) {
        const answer = await ask(endpoint, event)
        expectSilence(answer)
        expect(comparable(answer, event)).toEqual(unknown)
        if (endpoint.name in INPUTS) expect(answer.status).toBe(404)
      }
    })
  },
)

test('refuses a payment of an amount that only an unpublished event costs', async () => {
  for (const amount of [hidden.cost, hidden.cost / 2])
    expect(await shoot({ method: 'POST', path: '/api/createPaymentIntent', body: { amount } })).toMatchObject(
      {
        status: 422,
      },
    )
})

test('shows the same pages about an unpublished event as about an event that does not exist', async () => {
  for (const { path = '' } of PAGES) {
    const pathOf = ({ urlName }: Named) => `/${path.replace(':eventUrlName', urlName)}`
    const unknown = comparable(await shoot({ path: pathOf(UNKNOWN) }), UNKNOWN)
    for (const event of EVENTS) {
      const answer = await shoot({ path: pathOf(event) })
      expectSilence(answer)
      expect(comparable(answer, event), path).toEqual(unknown)
      if (path.includes(':eventUrlName')) expect(answer.status).toBe(404)
    }
  }
})

test('would find the name of a published event, which proves that the other tests can fail', async () => {
  app.clock.set(new Date('2027-05-06T18:00:00.001Z'))
  for (const path of ['/events', '/event/zx-scheduled', '/events.ics', '/api/auth/event/list'])
    expect([path, (await shoot({ path })).text.includes(SECRET)]).toEqual([path, true])
  expect((await shoot({ path: '/sitemap.xml' })).text).toContain('/event/zx-scheduled')
})
