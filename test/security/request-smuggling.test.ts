/**
 * Sends bytes that no browser sends: two requests in one, other hosts, unusual spellings (OWASP: request
 * smuggling and host header attacks).
 */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import * as home from '#app/public/home/home.tsx'
import * as reservation from '#app/guest/private-page/complete-reservation.tsx'
import * as root from '#app/root.tsx'
import { listen, type Listener } from '#server/listener.ts'
import { loadPages } from '../support/server/real-pages.ts'

let app: TestApp
let listener: Listener
let uuid: string
beforeAll(async () => {
  app = await buildTestApp({
    now: new Date('2027-05-06T18:00:00Z'),
    parts: { loadBuild: loadPages({ root, '/': home, 'complete-reservation/:uuid': reservation }) },
  })
  const { id } = await makeEvent(app.services.db, { cost: 0 })
  const made = await createGuest(app).order({ eventId: id, amount: 0 })
  uuid = made.ok ? made.data.uuid : ''
  listener = await listen('127.0.0.1', 0)
  listener.serve(app.http)
})
afterAll(async () => {
  await listener.drain(1_000)
  await app.close()
})

/**
 * Sends raw lines, and returns everything that arrives until the connection closes. Every request of these
 * tests asks the server to close it.
 */
async function say(...lines: string[]): Promise<string> {
  return sayTo(listener, ...lines)
}

async function sayTo({ port }: { port: number }, ...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => void parts.push(part))
  // Ignores the error, because a refused request may fail with a socket error before the reply arrives.
  socket.on('error', () => {})
  socket.write(lines.join('\r\n'))
  await new Promise((closed) => socket.once('close', closed))
  return Buffer.concat(parts).toString('latin1')
}

const HOST = 'Host: localhost'
const LAST = 'Connection: close'
const statuses = (reply: string) =>
  [...reply.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

test('answers two valid requests on one connection, which proves that the other tests can fail', async () => {
  const reply = await say('GET /healthz HTTP/1.1', HOST, '', 'GET /healthz HTTP/1.1', HOST, LAST, '', '')
  expect(statuses(reply)).toEqual([200, 200])
})

describe('when a request is ambiguous, the site', () => {
  const SECOND = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
  test.each<[string, string[]]>([
    [
      'a length and chunks',
      [`Content-Length: ${SECOND.length}`, 'Transfer-Encoding: chunked', LAST, '', '0', '', SECOND],
    ],
    ['two lengths', ['Content-Length: 0', `Content-Length: ${SECOND.length}`, LAST, '', SECOND]],
    ['an invalid length', ['Content-Length: +3', LAST, '', 'abc']],
    ['a list of lengths', ['Content-Length: 0, 3', LAST, '', 'abc']],
    ['an unknown transfer encoding', ['Transfer-Encoding: xchunked', LAST, '', SECOND]],
    [
      'chunks and another transfer encoding',
      ['Transfer-Encoding: chunked, identity', LAST, '', '0', '', SECOND],
    ],
    ['chunks of an invalid size', ['Transfer-Encoding: chunked', LAST, '', 'zz', 'abc', '0', '', '']],
    ['a space before the colon', ['Content-Length : 5', LAST, '', 'abcde']],
    ['a folded line', ['X-A: b', ' c', LAST, '', '']],
    ['a control character', ['X-A: b\u0000c', LAST, '', '']],
    ['a line that ends early', ['X-A: b\rGET /healthz HTTP/1.1', LAST, '', '']],
  ])('answers an ambiguous request with a single refusal: %s', async (_what, headers) => {
    const reply = await say('POST /api/createWaitlist HTTP/1.1', HOST, ...headers)
    expect(statuses(reply)).toHaveLength(1)
    expect(statuses(reply)[0]).toBeGreaterThanOrEqual(400)
    expect(statuses(reply)[0]).toBeLessThan(500)
    expect(reply).not.toMatch(/node_modules|\bat \S+ \(|success":true/)
  })
})

test.each<[string, string[], number[]]>([
  ['no host', ['GET / HTTP/1.1', LAST], [400]],
  ['two hosts', ['GET / HTTP/1.1', HOST, 'Host: elsewhere.example', LAST], [400]],
  ['the same host twice', ['GET / HTTP/1.1', HOST, 'hOST: localhost', LAST], [400]],
  [
    'two hosts in an API call',
    ['GET /api/auth/is-admin HTTP/1.1', HOST, 'Host: elsewhere.example', LAST],
    [400],
  ],
  ['two hosts in a probe', ['GET /healthz HTTP/1.1', HOST, 'Host: elsewhere.example', LAST], [400]],
  ['two hosts in one header', ['GET / HTTP/1.1', 'Host: localhost, elsewhere.example', LAST], [400]],
  ['another host', ['GET / HTTP/1.1', 'Host: elsewhere.example', LAST], [200]],
  ['an invalid host', ['GET / HTTP/1.1', 'Host: a b/c?d#e@f', LAST], [400]],
  [
    'an absolute URL',
    ['GET http://elsewhere.example/ HTTP/1.1', 'Host: elsewhere.example', LAST],
    [200, 400, 404],
  ],
  [
    'an absolute URL with a user name',
    ['GET http://localhost@elsewhere.example/ HTTP/1.1', HOST, LAST],
    [200, 400, 404],
  ],
  ['a tunnel', ['CONNECT elsewhere.example:443 HTTP/1.1', HOST, LAST], []],
  [
    'an upgrade to another protocol',
    ['GET / HTTP/1.1', HOST, 'Connection: upgrade, close', 'Upgrade: h2c'],
    [200],
  ],
  ['an asterisk', ['OPTIONS * HTTP/1.1', HOST, LAST], [400, 404, 405]],
  ['a path without a slash', ['GET healthz HTTP/1.1', HOST, LAST], [400, 404]],
  ['a path with ..', ['GET /../../etc/passwd HTTP/1.1', HOST, LAST], [404]],
  ['an unknown HTTP version', ['GET / HTTP/9.9', HOST, LAST], [400, 505]],
  ['too long headers', ['GET / HTTP/1.1', HOST, `X-A: ${'a'.repeat(70_000)}`, LAST], []],
])(
  'answers a request with %s, but sends no page of another site and no internals',
  async (_what, lines, allowed) => {
    const reply = await say(...lines, '', '')
    if (allowed.length > 0) expect(allowed).toContain(statuses(reply)[0])
    expect(reply).not.toMatch(/elsewhere|node_modules|\bat \S+ \(|root:/)
    const kept = await say('GET / HTTP/1.1', HOST, LAST, '', '')
    expect(statuses(kept)).toEqual([200])
    expect(kept).not.toContain('elsewhere')
  },
)

test('never sends one visitor the reply to another visitor’s request', async () => {
  const asks = Array.from({ length: 6 }, (_, nth) => {
    const path = nth % 2 === 0 ? `/complete-reservation/${uuid}` : '/healthz'
    return say(`GET ${path} HTTP/1.1`, HOST, LAST, '', '')
  })
  for (const [nth, reply] of (await Promise.all(asks)).entries())
    expect([nth, reply.includes('Robin')]).toEqual([nth, nth % 2 === 0])
})

describe('a site in production', () => {
  let real: TestApp
  let http: Listener
  beforeAll(async () => {
    real = await buildTestApp({
      settings: { production: true, publicUrl: 'https://ranch.example', publicUrlGiven: true },
      parts: { loadBuild: loadPages({ root, '/': home }) },
    })
    http = await listen('127.0.0.1', 0)
    http.serve(real.http)
  })
  afterAll(async () => {
    await http.drain(1_000)
    await real.close()
  })
  const ask = async (path: string, host: string) => {
    const reply = await sayTo(http, `GET ${path} HTTP/1.1`, `Host: ${host}`, LAST, '', '')
    return { status: statuses(reply)[0], reply }
  }
  const PATHS = ['/', '/events', '/api/auth/is-admin', '/dev/mail', '/uploads/a.jpg', '/event/x']

  test.each([
    'ranch.example',
    'ranch.example:443',
    'RANCH.example',
    'ranch.example.',
    'localhost',
    '127.0.0.1:3001',
    '[::1]:3001',
  ])("answers in production to the site's own name and to names of its machine: %s", async (host) => {
    for (const path of PATHS) expect([path, (await ask(path, host)).status]).not.toEqual([path, 421])
    expect((await ask('/', host)).status).toBe(200)
  })

  test.each([
    'elsewhere.example',
    'elsewhere.example:443',
    'www.ranch.example',
    'ranch.example.elsewhere.example',
    'localhost.elsewhere.example',
    '203.0.113.9',
    '[2001:db8::1]',
    'x',
  ])("refuses in production the host %s, and names the site's own address", async (host) => {
    // Puts the page into the cache first, because the cache must also refuse other hosts.
    await ask('/', 'ranch.example')
    for (const path of PATHS) {
      const { status, reply } = await ask(path, host)
      expect([path, status]).toEqual([path, 421])
      expect(reply).toContain('This one is at https://ranch.example')
      expect(reply).not.toMatch(/elsewhere|set-cookie/i)
    }
  })

  test('checks the host even if the request line has an absolute URL', async () => {
    for (const path of ['http://elsewhere.example/', 'http://elsewhere.example/api/auth/is-admin'])
      expect((await ask(path, 'ranch.example')).status).toBe(421)
  })

  test('answers the health checks of a load balancer for any host', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await ask(path, '10.0.0.7:3001')).status).toBe(200)
  })
})
