/** Bytes on the wire that no browser sends: two requests in one, hosts of others, odd spellings (OWASP request smuggling, host header attacks). */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuest } from '../../capabilities/booking/testing/guest.ts'
import { buildTestApp, type TestApp } from '../../testing/app.ts'
import { makeEvent } from '../../testing/factories.ts'
import * as home from '../../web/pages/home/home.tsx'
import * as reservation from '../../web/pages/reservation/complete-reservation.tsx'
import * as root from '../../web/root.tsx'
import { listen, type Listener } from '../listener.ts'
import { loadPages } from '../testing/real-pages.ts'

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
  listener.serve(app.door)
})
afterAll(async () => {
  await listener.drain(1_000)
  await app.close()
})

/** All that comes back until the connection is closed; every request below ends with one that asks for that. */
async function say(...lines: string[]): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => void parts.push(part))
  // Refused before it was read to its end: the system says so at times before the answer is there.
  socket.on('error', () => {})
  socket.write(lines.join('\r\n'))
  await new Promise((closed) => socket.once('close', closed))
  return Buffer.concat(parts).toString('latin1')
}

const HOST = 'Host: localhost'
const LAST = 'Connection: close'
const statuses = (reply: string) =>
  [...reply.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

test('negative control: two requests on one connection get two answers', async () => {
  const reply = await say('GET /healthz HTTP/1.1', HOST, '', 'GET /healthz HTTP/1.1', HOST, LAST, '', '')
  expect(statuses(reply)).toEqual([200, 200])
})

describe('what could be read as two requests is refused as one:', () => {
  const SECOND = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
  test.each<[string, string[]]>([
    [
      'length and chunks',
      [`Content-Length: ${SECOND.length}`, 'Transfer-Encoding: chunked', LAST, '', '0', '', SECOND],
    ],
    ['two lengths', ['Content-Length: 0', `Content-Length: ${SECOND.length}`, LAST, '', SECOND]],
    ['a length that is none', ['Content-Length: +3', LAST, '', 'abc']],
    ['a list of lengths', ['Content-Length: 0, 3', LAST, '', 'abc']],
    ['chunks in other words', ['Transfer-Encoding: xchunked', LAST, '', SECOND]],
    ['chunks beside others', ['Transfer-Encoding: chunked, identity', LAST, '', '0', '', SECOND]],
    ['chunks of a size that is none', ['Transfer-Encoding: chunked', LAST, '', 'zz', 'abc', '0', '', '']],
    ['a space before the colon', ['Content-Length : 5', LAST, '', 'abcde']],
    ['a folded line', ['X-A: b', ' c', LAST, '', '']],
    ['a control character', ['X-A: b\u0000c', LAST, '', '']],
    ['a line that ends early', ['X-A: b\rGET /healthz HTTP/1.1', LAST, '', '']],
  ])('%s', async (_what, headers) => {
    const reply = await say('POST /api/createWaitlist HTTP/1.1', HOST, ...headers)
    expect(statuses(reply)).toHaveLength(1)
    expect(statuses(reply)[0]).toBeGreaterThanOrEqual(400)
    expect(statuses(reply)[0]).toBeLessThan(500)
    expect(reply).not.toMatch(/node_modules|\bat \S+ \(|success":true/)
  })
})

test.each<[string, string[], number[]]>([
  ['no host', ['GET / HTTP/1.1', LAST], [400]],
  ['two hosts', ['GET / HTTP/1.1', HOST, 'Host: elsewhere.example', LAST], [200, 400]],
  ['another host', ['GET / HTTP/1.1', 'Host: elsewhere.example', LAST], [200]],
  ['a host that is none', ['GET / HTTP/1.1', 'Host: a b/c?d#e@f', LAST], [200, 400]],
  [
    'a whole address',
    ['GET http://elsewhere.example/ HTTP/1.1', 'Host: elsewhere.example', LAST],
    [200, 400, 404],
  ],
  [
    'an address with a name',
    ['GET http://localhost@elsewhere.example/ HTTP/1.1', HOST, LAST],
    [200, 400, 404],
  ],
  ['a tunnel', ['CONNECT elsewhere.example:443 HTTP/1.1', HOST, LAST], []],
  ['another protocol', ['GET / HTTP/1.1', HOST, 'Connection: upgrade, close', 'Upgrade: h2c'], [200]],
  ['an asterisk', ['OPTIONS * HTTP/1.1', HOST, LAST], [400, 404, 405]],
  ['a path without a slash', ['GET healthz HTTP/1.1', HOST, LAST], [400, 404]],
  ['steps upward', ['GET /../../etc/passwd HTTP/1.1', HOST, LAST], [404]],
  ['a version to come', ['GET / HTTP/9.9', HOST, LAST], [400, 505]],
  ['headers without end', ['GET / HTTP/1.1', HOST, `X-A: ${'a'.repeat(70_000)}`, LAST], []],
])('%s: no page of elsewhere, no innards', async (_what, lines, allowed) => {
  const reply = await say(...lines, '', '')
  if (allowed.length > 0) expect(allowed).toContain(statuses(reply)[0])
  expect(reply).not.toMatch(/elsewhere|node_modules|\bat \S+ \(|root:/)
  const kept = await say('GET / HTTP/1.1', HOST, LAST, '', '')
  expect(statuses(kept)).toEqual([200])
  expect(kept).not.toContain('elsewhere')
})

test('somebody’s answer is never the next one’s', async () => {
  const asks = Array.from({ length: 6 }, (_, nth) => {
    const path = nth % 2 === 0 ? `/complete-reservation/${uuid}` : '/healthz'
    return say(`GET ${path} HTTP/1.1`, HOST, LAST, '', '')
  })
  for (const [nth, reply] of (await Promise.all(asks)).entries())
    expect([nth, reply.includes('Robin')]).toEqual([nth, nth % 2 === 0])
})
