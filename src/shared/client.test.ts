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
  access: 'admin',
  limit: 'write',
  body: z.object({ to: z.string() }),
})

/** A caller whose answer is told in advance, and what it sent. */
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

test('a GET carries its query without what is missing, and no token', async () => {
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

test('a change carries its body as JSON, and the token of the cookie', async () => {
  const { call, sent } = client(() => Response.json({ success: true }), 'token')
  expect(await call(move, { body: { to: 'north' } })).toMatchObject({ ok: true })
  expect(sent[0]).toMatchObject({ path: '/api/cow/move', init: { method: 'PUT', body: '{"to":"north"}' } })
  expect(sent[0]?.init.headers).toMatchObject({ 'content-type': 'application/json', 'x-xsrf-token': 'token' })
})

test('a failure is a value, with its words and fields', async () => {
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

test('a refusal for now tells how long to wait', async () => {
  const failure = { success: false, code: 'rate_limited', message: 'Too many tries.' }
  const { call } = client(() => Response.json(failure, { status: 429, headers: { 'retry-after': '30' } }))
  expect(await call(find, { query: { name: 'Bess' } })).toMatchObject({ status: 429, retryAfterSeconds: 30 })
})

test.each<[string, number, () => Response]>([
  ['a proxy’s error page', 0, () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['JSON of another form', 502, () => Response.json({ error: 'bad gateway' }, { status: 502 })],
])('%s is unavailable', async (_what, status, answer) => {
  const { call } = client(answer)
  expect(await call(find, { query: { name: 'Bess' } })).toMatchObject({
    ok: false,
    status,
    code: 'unavailable',
    fields: {},
  })
})

test('without a network the answer says so, and blames no one', async () => {
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
