/**
 * Attacks private data. An attacker tries to read private events without their password, and guests' data
 * without their link.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { createLog } from '#platform/log.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import {
  type Answer,
  createAttacker,
  expectNoInternals,
  expectRefusal,
} from '../support/security/attacker.ts'
import { HIDDEN, makeTargets } from '../support/security/targets.ts'

const lines: string[] = []
const log = createLog({ destination: { write: (line: string) => lines.push(line) }, level: 'debug' })
const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z'), log })
const shoot = await createAttacker(app)
const targets = await makeTargets(app)
const hidden = targets.hidden
const guest = createGuest(app)
const made = await guest.order({ eventId: targets.free.id, amount: 0 })
const uuid = made.ok ? made.data.uuid : ''
await app.runJobs()
const token = /attendee=([\w-]+)/.exec((await app.mailbox?.list())?.[0]?.text ?? '')?.[1] ?? ''
beforeEach(() => void (lines.length = 0))

const SECRETS = Object.values(HIDDEN)
const PERSONAL = [DETAILS.customerName, DETAILS.email, DETAILS.phone, DETAILS.address, 'Peanuts']

function expectSilence(answer: Answer, secrets: readonly string[]): void {
  const told = `${answer.text} ${JSON.stringify([...answer.headers])}`
  for (const secret of secrets) expect(told).not.toContain(secret)
  expectNoInternals(answer)
}

describe('without the password of a private event (R19.2), the site', () => {
  test.each([
    '/api/auth/event/list',
    '/api/auth/event/list?when=current',
    '/api/auth/event/list?when=current&limit=100',
    '/api/auth/event/list?when=past',
    '/api/auth/event/list?cursor=current_2000-01-01_1',
    '/api/auth/event/list?includePrivate=true&admin=1&private=true',
    '/api/auth/event/get?eventUrlName=hidden-days',
    '/api/auth/event/get?eventUrlName=hidden-days&password=Saguaro&unlocked=true',
    '/api/openapi.json',
    '/api/docs',
    '/sitemap.xml',
    '/robots.txt',
  ])('does not reveal a private event at %s', async (path) => expectSilence(await shoot({ path }), SECRETS))

  test("shows at a private event's own address only that it is locked", async () => {
    const { json } = await shoot({ path: '/api/auth/event/get?eventUrlName=hidden-days' })
    expect(json).toEqual({ urlName: 'hidden-days', private: true, locked: true })
  })

  test.each<[string, string, () => object]>([
    ['paying', 'createPaymentIntent', () => ({ amount: 45_000, eventId: hidden.id })],
    [
      'signing up',
      'createReservation',
      () => ({ createReservationData: { ...DETAILS, amount: 45_000, eventId: hidden.id } }),
    ],
    [
      'joining the waitlist',
      'createWaitlist',
      () => ({ waitlistData: { customerName: 'Eve', email: 'eve@example.test', eventId: hidden.id } }),
    ],
  ])('answers 404 to a visitor who knows only the private event’s id, for %s', async (_what, path, body) => {
    const answer = await shoot({ method: 'POST', path: `/api/${path}`, body: body() })
    expectRefusal(answer, 404, 'not_found')
    expectSilence(answer, SECRETS)
  })

  test.each<[string, () => Record<string, string>]>([
    ['a made-up cookie', () => ({ cookie: `unlocked-${hidden.id}=true` })],
    ['an empty cookie', () => ({ cookie: `unlocked-${hidden.id}=` })],
    ['the password as the cookie', () => ({ cookie: `unlocked-${hidden.id}=Saguaro` })],
    ['a made-up session', () => ({ cookie: 'session=admin; role=admin; admin=true' })],
    ['a proxy header', () => ({ 'x-user': 'admin@example.test', 'x-forwarded-user': 'admin@example.test' })],
    ['an unsigned token', () => ({ authorization: `Bearer ${unsigned()}` })],
    ['a password in a header', () => ({ authorization: `Basic ${btoa('admin:Saguaro')}` })],
  ])('shows no private event to a visitor who sends %s', async (_what, headers) => {
    for (const path of [
      '/api/auth/event/get?eventUrlName=hidden-days',
      '/api/auth/event/list',
      '/api/auth/is-admin',
    ]) {
      const answer = await shoot({ path, headers: headers() })
      expectSilence(answer, SECRETS)
      expect(answer.text).not.toBe('true')
    }
  })
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Builds an unsigned token (`alg: none`) that claims to be of an admin. */
function unsigned(): string {
  const claims = { sub: 'x', email: 'admin@example.test', email_verified: true, exp: 4_000_000_000 }
  return `${part({ alg: 'none' })}.${part({ ...claims, iss: 'https://issuer.example', aud: 'http://localhost:3000/api' })}.`
}

describe("when somebody requests a guest's page, the site", () => {
  test.each<[string, () => string]>([
    ['the reservation id', () => '/api/reservation?uuid=1'],
    ['the attendee token', () => `/api/reservation?uuid=${token}`],
    ['all but the last letter', () => `/api/reservation?uuid=${uuid.slice(0, -1)}`],
    ['a search pattern', () => `/api/reservation?uuid=${uuid.slice(0, 8)}%25`],
    ['the reservation id in another parameter', () => '/api/reservation?id=1'],
    ['an unknown link, then theirs in another parameter', () => `/api/reservation?uuid=x&Uuid=${uuid}`],
  ])("refuses to open a guest's page by %s", async (_what, path) => {
    const answer = await shoot({ path: path() })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expectSilence(answer, PERSONAL)
  })

  test("forbids caches to store a guest's page", async () => {
    const { status, headers } = await shoot({ path: `/api/reservation?uuid=${uuid}` })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toMatch(/^(same-origin|no-referrer)$/)
  })
})

test('writes no link, token, name or typed text to the log', async () => {
  const secrets = [uuid, token, ...PERSONAL, 'Saguaro', 'hidden-days', 'eve@example.test']
  await shoot({ path: `/api/reservation?uuid=${uuid}` })
  await shoot({ path: `/complete-reservation/${uuid}`, method: 'POST', body: 'x' })
  await shoot({ path: '/event/hidden-days', method: 'PATCH' })
  await shoot({ path: '/api/viewedDirections', method: 'PUT', body: { name: token } })
  await shoot({
    path: '/api/event/unlock',
    method: 'POST',
    body: { eventUrlName: 'hidden-days', password: 'Saguaro?' },
  })
  await shoot({
    path: '/api/createWaitlist',
    method: 'POST',
    body: { waitlistData: { customerName: 'Eve', email: 'eve@example.test', eventId: 'x' } },
  })
  await app.runJobs()
  const log = lines.join('')
  expect(log.split('\n').length).toBeGreaterThan(6)
  for (const secret of secrets) expect(log).not.toContain(secret)
})
