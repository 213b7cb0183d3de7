import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type Access, type Endpoint } from '#shared/endpoint.ts'
import { requiredLine } from '#shared/fields.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createRateLimits, NO_LIMITS } from '../rate-limits.ts'
import { createLog } from '../log.ts'
import { bind, fail, type Bound } from './bind.ts'
import { ANONYMOUS, type Caller, type HttpEnv, identifyRequest } from './context.ts'
import { mountEndpoints } from './pipeline.ts'
import { issueXsrfToken } from './xsrf.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const SECRET = 'secret of the test'
const PUBLIC_URL = 'http://localhost:3000'
const TOKEN = issueXsrfToken(SECRET, undefined)
const GOOD = {
  cookie: `XSRF-TOKEN=${TOKEN}`,
  'x-xsrf-token': TOKEN,
  'content-type': 'application/json',
}

const save = endpoint({
  name: 'test.save',
  route: 'POST save',
  summary: 'Saves',
  access: 'all',
  limit: 'write',
  body: z.object({
    saveData: z.object({
      email: z.email('Please check this email address'),
      count: z.int().min(1).default(1),
      key: z.string().min(16).optional(),
      name: requiredLine(20).optional(),
      kept: z.boolean().optional(),
      kind: z.enum(['lodging', 'extra']).optional(),
      sure: z.literal(true).optional(),
      version: z.int().positive().optional(),
      ids: z
        .string()
        .regex(/^\d+(,\d+)*$/)
        .optional(),
      by: z.union([z.int(), z.null()]).optional(),
      counts: z.record(z.string(), z.int()).optional(),
      paidAt: z.iso.datetime({ offset: true }).optional(),
    }),
  }),
  reply: z.object({ saved: z.unknown() }),
  failures: { taken: 'Somebody was faster.' },
})

const look = endpoint({
  name: 'test.look',
  route: 'GET look',
  summary: 'Looks something up by a secret',
  access: 'link',
  limit: 'guess',
  query: z.object({ key: z.string() }),
  reply: z.object({ name: z.string() }),
  failures: { not_found: [404, 'Nothing there'] },
})

const saves = bind(save, async ({ body }, context) => {
  if (body.saveData.email === 'taken@example.test') return fail('taken')
  if (body.saveData.email === 'broken@example.test') throw new Error('secret words of a bug')
  if (body.saveData.email === 'down@example.test') {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  }
  context.setCookie('seen', 'yes', { maxAgeSeconds: 60 })
  return { saved: body, secret: 'a column too many' }
})

const looks = bind(look, async ({ query }) => (query.key === 'right' ? { name: 'Ann' } : fail('not_found')))

interface Setup {
  caller?: Caller
  rateLimits?: boolean
}

function site(bound: Bound[], { caller = ANONYMOUS, rateLimits = false }: Setup = {}) {
  const app = new Hono<HttpEnv>()
  app.use(identifyRequest(() => '192.0.2.1'))
  const limits = rateLimits ? createRateLimits({ db: database.db, secret: randomUUID() }) : NO_LIMITS
  const log = createLog({ level: 'silent' })
  app.route(
    '/api',
    mountEndpoints(bound, {
      secret: SECRET,
      publicUrl: PUBLIC_URL,
      limits,
      log,
      resolveCaller: async () => caller,
    }),
  )
  return {
    request: async (path: string, init?: RequestInit) => app.request(`${PUBLIC_URL}/api/${path}`, init),
    save: async (body: BodyInit, headers: Record<string, string> = {}) =>
      app.request(`${PUBLIC_URL}/api/save`, { method: 'POST', body, headers: { ...GOOD, ...headers } }),
  }
}

const json = (email: string) => JSON.stringify({ saveData: { email } })

describe('when a request has a body, the API', () => {
  const { save } = site([saves])

  test('answers a valid body with success, and drops fields that the endpoint does not declare (R15.2)', async () => {
    const response = await save(
      JSON.stringify({ saveData: { email: 'a@example.test', admin: true }, more: 1 }),
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      success: true,
      saved: { saveData: { email: 'a@example.test', count: 1 } },
    })
    expect(response.headers.getSetCookie()).toEqual(['seen=yes; Max-Age=60; Path=/; HttpOnly; SameSite=Lax'])
  })

  test.each([
    ['not JSON', '{', {}, 400, 'malformed'],
    ['empty', '', {}, 400, 'malformed'],
    ['another type', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_type'],
    [
      'a type that only begins like JSON',
      '{}',
      { 'content-type': 'application/jsonp' },
      415,
      'unsupported_type',
    ],
    ['more than 100 KB', `"${'x'.repeat(100 * 1024)}"`, {}, 413, 'too_large'],
    ['U+0000', json('a\u0000@example.test'), {}, 400, 'malformed'],
    ['half a surrogate pair', '{"saveData":{"email":"\\ud800"}}', {}, 400, 'malformed'],
    ['a million brackets', '['.repeat(90_000), {}, 400, 'malformed'],
    ['very deep JSON', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, {}, 400, 'malformed'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 400, 'malformed'],
  ])('refuses a bad body: %s', async (_what, body, headers, status, code) => {
    const response = await save(body, headers as Record<string, string>)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ success: false, code })
  })

  test('stops reading a body that is longer than its header says', async () => {
    let pulled = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20))
      },
    })
    const { request } = site([saves])
    const init = { method: 'POST', body: stream, headers: GOOD, duplex: 'half' }
    const response = await request('save', init as RequestInit)
    expect(response.status).toBe(413)
    expect(pulled).toBeLessThan(10)
  })

  test('returns status 400 if the sender aborts an upload', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
    })
    const { request } = site([saves])
    const init = { method: 'POST', body: stream, headers: GOOD, duplex: 'half' }
    const response = await request('save', init as RequestInit)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'malformed' })
  })

  test('names each wrong field in the failure, and missing fields as Required (R15.3)', async () => {
    const wrong = await save(json('nobody'))
    expect(await wrong.json()).toMatchObject({
      code: 'invalid',
      message: 'Please check this email address',
      fields: { email: 'Please check this email address' },
    })
    const missing = await save('{"saveData":{}}')
    expect(await missing.json()).toMatchObject({ code: 'invalid', fields: { email: expect.any(String) } })
    const empty = await save('{}')
    expect(await empty.json()).toEqual({
      success: false,
      code: 'invalid',
      message: 'Please fill in all required information',
      fields: { saveData: 'Required' },
    })
    expect((await save('null')).status).toBe(400)
  })

  test('says which value a field needs if its type is wrong', async () => {
    const saveData = {
      email: 'ann@example.test',
      count: 0,
      key: 'short',
      name: 7,
      kept: 'yes',
      kind: 'tent',
      sure: false,
      version: 0,
      ids: 'all',
      by: 'me',
      counts: 7,
      paidAt: '2027-03-14T02:30:00',
    }
    const { message, fields } = await (await save(JSON.stringify({ saveData }))).json()
    expect(fields).toEqual({
      count: 'Please enter 1 or more',
      key: 'Please enter at least 16 characters',
      name: 'Please send this as text',
      kept: 'Please send this as true or false',
      kind: 'Please choose one of lodging, extra',
      sure: 'Please send this as true',
      version: 'Please enter more than 0',
      ids: 'Please send this as the API describes it',
      by: 'Please send this as the API describes it',
      counts: 'Please send this as an object',
      paidAt: 'Please enter a day and time with its offset, such as 2027-05-06T09:00:00-06:00',
    })
    expect(message).toMatch(/^Please enter 1 or more\. Please enter at least 16 characters\. .*-06:00\.$/)
    const list = await save('[]')
    expect(await list.json()).toMatchObject({ fields: { body: 'Please send this as an object' } })
  })
})

describe('when a call fails, the API', () => {
  const { save, request } = site([saves, looks])

  test('returns a declared failure with its status and message', async () => {
    const response = await save(json('taken@example.test'))
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ success: false, code: 'taken', message: 'Somebody was faster.' })
  })

  test('returns 500 for a bug and reveals nothing about it (R15.3)', async () => {
    const response = await save(json('broken@example.test'))
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret words')
  })

  test('returns 503 "unavailable" if a service that the call needs is down', async () => {
    const response = await save(json('down@example.test'))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ success: false, code: 'unavailable' })
  })

  test.each(['nothing', 'save/more', 'toString'])('returns 404 for an unknown path: %s', async (path) => {
    const response = await request(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ success: false, code: 'not_found' })
  })

  test('names the correct method if the call used a wrong one', async () => {
    const response = await request('save')
    expect(response.status).toBe(404)
    expect(response.headers.get('allow')).toBe('POST')
  })
})

function guardedBy(access: Access): Endpoint {
  const needs = access === 'staff' ? 'events.edit' : access === 'family' ? 'events.see' : null
  return { ...save, access, needs, name: `test.${access}` }
}

const USER = {
  kind: 'user',
  subject: 'u',
  email: null,
  name: null,
  role: null,
  family: false,
  via: 'session',
} as const

describe('an endpoint of the API', () => {
  const callers: Record<string, Caller> = {
    anonymous: ANONYMOUS,
    family: { kind: 'anonymous', family: true },
    user: USER,
    cousin: { ...USER, family: true },
    desk: { ...USER, role: 'desk' },
    manager: { ...USER, role: 'manager' },
  }

  test.each<[Access, string, number]>([
    ['all', 'anonymous', 200],
    ['link', 'anonymous', 200],
    ['family', 'anonymous', 401],
    ['family', 'family', 200],
    ['family', 'user', 403],
    ['family', 'cousin', 200],
    ['family', 'desk', 200],
    ['family', 'manager', 200],
    ['staff', 'anonymous', 401],
    ['staff', 'family', 401],
    ['staff', 'user', 403],
    ['staff', 'cousin', 403],
    ['staff', 'desk', 403],
    ['staff', 'manager', 200],
  ])('with access for %s, answers a caller of kind %s with status %i', async (access, who, status) => {
    const { save } = site([{ ...saves, endpoint: guardedBy(access) }], { caller: callers[who]! })
    expect((await save(json('a@example.test'))).status).toBe(status)
  })

  test('refuses callers without access before reading the body (R14.7)', async () => {
    let read = false
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read = true
          controller.enqueue(new TextEncoder().encode('{'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const { request } = site([{ ...saves, endpoint: guardedBy('staff') }])
    const init = { method: 'POST', body, headers: GOOD, duplex: 'half' }
    expect((await request('save', init as RequestInit)).status).toBe(401)
    expect(read).toBe(false)
  })
})

describe('with limits on the rate of calls, the API', () => {
  test('says in the reply when a client with too many calls may try again', async () => {
    const { save } = site([saves], { rateLimits: true })
    const statuses = new Set<number>()
    let last = await save(json('a@example.test'))
    for (let count = 0; count < 200 && last.status !== 429; count += 1) {
      statuses.add(last.status)
      last = await save(json('a@example.test'))
    }
    expect([...statuses]).toEqual([200])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await last.json()).toMatchObject({ success: false, code: 'rate_limited' })
  })

  test('counts only wrong guesses where a secret could be guessed', async () => {
    const { request } = site([looks], { rateLimits: true })
    for (let count = 0; count < 500; count += 1) {
      expect((await request('look?key=right')).status).toBe(200)
    }
    let misses = 0
    while ((await request('look?key=wrong')).status === 404) misses += 1
    expect(misses).toBe(20)
    expect((await request('look?key=wrong')).status).toBe(429)
  })

  test('opens a valid link after any number of wrong links', async () => {
    const { request } = site([looks], { rateLimits: true })
    for (let count = 0; count < 100; count += 1) await request('look?key=wrong')
    expect((await request('look?key=wrong')).status).toBe(429)
    expect((await request('look?key=right')).status).toBe(200)
  })

  test('does not count requests that are refused before the limits are checked', async () => {
    const { save, request } = site([saves, looks], { rateLimits: true })
    const forged = { 'x-xsrf-token': '' }
    for (let count = 0; count < 100; count += 1)
      expect((await save(json('a@example.test'), forged)).status).toBe(403)
    expect((await save(json('a@example.test'))).status).toBe(200)
    const picture = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    for (let count = 0; count < 1000; count += 1)
      expect((await request('look?key=right', { headers: picture })).status).toBe(403)
    expect((await request('look?key=right')).status).toBe(200)
  })

  test('counts calls with a valid link as reads, and limits them', async () => {
    const { request } = site([looks], { rateLimits: true })
    let last = await request('look?key=right')
    for (let count = 1; last.status === 200 && count < 700; count += 1) last = await request('look?key=right')
    expect(last.status).toBe(429)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('counts many simultaneous guesses before it answers any of them', async () => {
    const { request } = site([looks], { rateLimits: true })
    const guesses = await Promise.all(Array.from({ length: 300 }, () => request('look?key=wrong')))
    expect(guesses.filter(({ status }) => status === 404).length).toBeLessThan(50)
  })
})
