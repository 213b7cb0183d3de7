/** Tests endpoints that take a file, and endpoints whose reply is not JSON. */
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, csvReply, FILE_LIMIT_BYTES, fileInput, redirectReply } from '#shared/endpoint.ts'
import { NO_LIMITS } from '../rate-limits.ts'
import { createLog } from '../log.ts'
import { bind, fail } from './bind.ts'
import { ANONYMOUS, type Caller, type HttpEnv, identifyRequest } from './context.ts'
import { describeEndpoints } from './openapi.ts'
import { mountEndpoints } from './pipeline.ts'

const send = endpoint({
  name: 'test.send',
  route: 'POST send',
  summary: 'Takes a file',
  needs: 'events.edit',
  limit: 'write',
  takes: 'file',
  query: z.object({ id: z.coerce.number().int() }),
  body: fileInput,
  reply: z.object({ size: z.number(), name: z.string(), type: z.string(), id: z.number() }),
  failures: { too_large: [413, 'Too heavy for the mule.'] },
})

const table = endpoint({
  name: 'test.table',
  route: 'GET table',
  summary: 'Gives a table',
  access: 'all',
  limit: 'read',
  gives: 'csv',
  query: z.object({ id: z.string() }),
  reply: csvReply,
  failures: { not_found: [404, 'No such table'] },
})

const leave = endpoint({
  name: 'test.leave',
  route: 'GET leave',
  summary: 'Leads elsewhere',
  access: 'all',
  limit: 'read',
  gives: 'redirect',
  reply: redirectReply,
})

const ADMIN: Caller = {
  kind: 'user',
  subject: 'a',
  email: null,
  name: null,
  role: 'owner',
  family: false,
  via: 'bearer',
}
const bound = [
  bind(send, async ({ query, body: { file } }) => {
    return { size: file.bytes.byteLength, name: file.name, type: file.type, id: query.id }
  }),
  bind(table, async ({ query }) =>
    query.id === 'none'
      ? fail('not_found')
      : new Response('a,b', { headers: { 'content-type': 'text/csv' } }),
  ),
  bind(leave, async (_input, context) => {
    context.setCookie('asked', 'yes')
    return Response.redirect('https://elsewhere.example/', 302)
  }),
]

function site(caller: Caller = ADMIN) {
  const app = new Hono<HttpEnv>()
  app.use(identifyRequest(() => '192.0.2.1'))
  const options = {
    secret: 'secret of the test',
    publicUrl: 'http://localhost:3000',
    limits: NO_LIMITS,
    log: createLog({ level: 'silent' }),
    resolveCaller: async () => caller,
  }
  app.route('/api', mountEndpoints(bound, options))
  return async (path: string, init?: RequestInit) => app.request(`http://localhost:3000/api/${path}`, init)
}

const request = site()
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  request('send?id=7', { method: 'POST', body, headers: { authorization: 'Bearer x', ...headers } })

function formWith(...parts: [name: string, value: string | File][]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}
const hat = new File(['a hat'], 'hat.png', { type: 'image/png' })
const ofSize = (bytes: number) => new File([new Uint8Array(bytes)], 'big.png')

const part = (headers: string, content = 'x') =>
  `--b\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${content}\r\n--b--\r\n`

describe('an endpoint that receives a file', () => {
  test('gets the whole file, with the name and type that the sender claims', async () => {
    const response = await post(formWith(['file', hat], ['more', 'ignored']))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      success: true,
      size: 5,
      name: 'hat.png',
      type: 'image/png',
      id: 7,
    })
  })

  test('accepts a file up to the size limit and refuses a larger one', async () => {
    expect((await post(formWith(['file', ofSize(FILE_LIMIT_BYTES)]))).status).toBe(200)
    const over = await post(formWith(['file', ofSize(FILE_LIMIT_BYTES + 1)]))
    expect(over.status).toBe(413)
    expect(await over.json()).toMatchObject({ code: 'too_large', message: 'Too heavy for the mule.' })
  })

  test('stops reading an upload of unknown size at the limit', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const init = { method: 'POST', body, duplex: 'half' }
    const headers = { authorization: 'Bearer x', 'content-type': 'multipart/form-data; boundary=x' }
    const response = await request('send?id=7', { ...init, headers } as RequestInit)
    expect(response.status).toBe(413)
    expect(pulled).toBeLessThan(30)
  })

  test.each<[string, BodyInit, Record<string, string>, number, string]>([
    ['JSON', '{}', { 'content-type': 'application/json' }, 415, 'unsupported_type'],
    [
      'a plain form',
      'file=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_type',
    ],
    ['the bare file', 'x', { 'content-type': 'image/png' }, 415, 'unsupported_type'],
    ['no file', formWith(['picture', hat]), {}, 400, 'invalid'],
    ['a text instead of a file', formWith(['file', 'hat.png']), {}, 400, 'invalid'],
    ['two files', formWith(['file', hat], ['file', hat]), {}, 400, 'invalid'],
    [
      'no boundary',
      part('name="file"; filename="x"'),
      { 'content-type': 'multipart/form-data' },
      400,
      'malformed',
    ],
    ['an empty body', '', { 'content-type': 'multipart/form-data; boundary=b' }, 400, 'malformed'],
    [
      'an incomplete part',
      part('name="file"; filename="x"').slice(0, -8),
      { 'content-type': 'multipart/form-data; boundary=b' },
      400,
      'malformed',
    ],
    [
      'an undeclared boundary',
      part('name="file"; filename="x"'),
      { 'content-type': 'multipart/form-data; boundary=c' },
      400,
      'malformed',
    ],
  ])('refuses %s', async (_what, body, headers, status, code) => {
    const response = await post(body, headers)
    expect(await response.json()).toMatchObject({ success: false, code })
    expect(response.status).toBe(status)
  })

  test('names the field in the failure if the file is missing', async () => {
    const response = await post(formWith())
    expect(await response.json()).toMatchObject({ code: 'invalid', fields: { file: 'Required' } })
  })

  test.each<[string, Caller, Record<string, string>, number]>([
    ['anonymous', ANONYMOUS, {}, 401],
    ['a caller without a role', { ...ADMIN, role: null }, {}, 403],
    ['a caller whose role lacks the permission', { ...ADMIN, role: 'desk' }, {}, 403],
    ['forged', ADMIN, { cookie: 'session=x', origin: 'https://elsewhere.example' }, 403],
  ])(
    'refuses a caller without permission (%s) before the file is read',
    async (_who, caller, headers, status) => {
      let read = false
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            read = true
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      const init = {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { 'content-type': 'multipart/form-data', ...headers },
      }
      expect((await site(caller)('send?id=7', init as RequestInit)).status).toBe(status)
      expect(read).toBe(false)
    },
  )
})

describe('an endpoint whose reply is not JSON', () => {
  test('returns a table unchanged, but its failures as JSON', async () => {
    const response = await request('table?id=1')
    expect(response.headers.get('content-type')).toBe('text/csv')
    expect(await response.text()).toBe('a,b')
    const missing = await request('table?id=none')
    expect(missing.status).toBe(404)
    expect(await missing.json()).toEqual({ success: false, code: 'not_found', message: 'No such table' })
  })

  test('keeps the cookies of a call that returns a redirect', async () => {
    const response = await request('leave')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('https://elsewhere.example/')
    expect(response.headers.getSetCookie()).toEqual(['asked=yes; Path=/; HttpOnly; SameSite=Lax'])
  })
})

test('describes file uploads, tables and redirects in the API description', () => {
  const { paths } = describeEndpoints(
    bound.map((each) => each.endpoint),
    'http://localhost:3000/api',
  )
  expect(paths?.['/send']?.post).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file: { type: 'string', format: 'binary' } },
            required: ['file'],
          },
        },
      },
    },
    responses: { 200: {}, 413: {}, 415: {} },
  })
  expect(paths?.['/table']?.get?.responses).toMatchObject({ 200: { content: { 'text/csv': {} } } })
  expect(paths?.['/leave']?.get?.responses).toMatchObject({ 302: { headers: { Location: {} } } })
})
