import { expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from './client.ts'
import { endpoint } from './endpoint.ts'

const find = endpoint({
  name: 'cows.find',
  route: 'GET cow',
  summary: 'A cow',
  access: 'all',
  limit: 'read',
  query: z.object({ name: z.string(), age: z.number().optional() }),
  reply: z.object({ id: z.int() }),
  failures: { not_found: [404, 'No such cow'] },
})
const move = endpoint({
  name: 'cows.move',
  route: 'PUT cow/move',
  summary: 'Moves a cow',
  needs: 'events.edit',
  limit: 'write',
  body: z.object({ to: z.string() }),
})

/** Creates a client whose fetch returns `answer`, and records the requests that the client sends. */
function client(answer: () => Response, xsrfToken?: string) {
  const sent: { path: string; init: RequestInit }[] = []
  const call = createClient({
    fetch: (path, init) => {
      sent.push({ path, init })
      return Promise.resolve().then(answer)
    },
    xsrfToken: () => xsrfToken,
  })
  return { call, sent }
}

test('sends a GET with its query, without undefined values and without the XSRF token', async () => {
  const { call, sent } = client(() => Response.json({ id: 7 }), 'token')
  expect(await call(find, { query: { name: 'Bess & Co', age: undefined } })).toEqual({
    ok: true,
    data: { id: 7 },
  })
  expect(sent[0]?.path).toBe('/api/cow?name=Bess+%26+Co')
  expect(sent[0]?.init).toEqual({
    method: 'GET',
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
  })
})

test('sends a write as JSON, with the XSRF token from the cookie', async () => {
  const { call, sent } = client(() => Response.json({ success: true }), 'token')
  expect(await call(move, { body: { to: 'north' } })).toMatchObject({ ok: true })
  expect(sent[0]).toMatchObject({ path: '/api/cow/move', init: { method: 'PUT', body: '{"to":"north"}' } })
  expect(sent[0]?.init.headers).toMatchObject({ 'content-type': 'application/json', 'x-xsrf-token': 'token' })
})

test('returns a failure as a value, with its message and its field errors', async () => {
  const failure = {
    success: false,
    code: 'not_found',
    message: 'No such cow',
    fields: { name: 'Unknown' },
  }
  const { call } = client(() => Response.json(failure, { status: 404 }))
  expect(await call(find, { query: { name: 'Bess' } })).toEqual({
    ok: false,
    status: 404,
    code: 'not_found',
    message: 'No such cow',
    fields: { name: 'Unknown' },
  })
})

test('returns the seconds to wait when a rate limit refuses the call', async () => {
  const failure = { success: false, code: 'rate_limited', message: 'Too many tries.' }
  const { call } = client(() => Response.json(failure, { status: 429, headers: { 'retry-after': '30' } }))
  expect(await call(find, { query: { name: 'Bess' } })).toMatchObject({ status: 429, retryAfterSeconds: 30 })
})

test.each<[string, number, () => Response]>([
  ['a proxy’s error page', 0, () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['JSON of another form', 502, () => Response.json({ error: 'bad gateway' }, { status: 502 })],
])('returns %s as the failure "unavailable"', async (_what, status, answer) => {
  const { call } = client(answer)
  expect(await call(find, { query: { name: 'Bess' } })).toMatchObject({
    ok: false,
    status,
    code: 'unavailable',
    fields: {},
  })
})

test('reports a missing network connection as offline', async () => {
  const { call } = client(() => {
    throw new TypeError('fetch failed')
  })
  expect(await call(find, { query: { name: 'Bess' } })).toMatchObject({
    ok: false,
    status: 0,
    code: 'offline',
    message: expect.stringContaining('no connection'),
  })
})
