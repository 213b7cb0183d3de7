/**
 * Tests floods and guesses. The site limits them by the caller's real address, says when to try again, and
 * does not lock out other callers.
 */
import type { HttpBindings } from '@hono/node-server'
import { expect, test } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as lostLink from '#app/guest/lost-link/lost-link.tsx'
import * as root from '#app/root.tsx'
import { eventPages, loadPages } from '../support/server/real-pages.ts'
import {
  type Answer,
  createAttacker,
  expectRefusal,
  type AttackRequest,
} from '../support/security/attacker.ts'

const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  keepTime: true,
  settings: { rateLimits: true, trustedProxies: ['10.0.0.1'] },
  parts: { loadBuild: loadPages({ root, 'lost-link': lostLink, ...eventPages }) },
})
const shoot = await createAttacker(app)
const { db } = app.services
for (const urlName of ['one', 'other']) await makeEvent(db, { urlName, password: 'Saguaro' })
await makeEvent(db)
const { id } = await makeEvent(db, { cost: 0 })
const made = await createGuest(app).order({ eventId: id, amount: 0 })
const uuid = made.ok ? made.data.uuid : ''

const guess = (urlName: string, password = 'guess'): AttackRequest => ({
  method: 'POST',
  path: '/api/event/unlock',
  body: { eventUrlName: urlName, password },
})
const uuidOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const tryCode = (code: string): AttackRequest => ({
  method: 'POST',
  path: '/api/checkCode',
  body: { eventId: 3, code },
})
const payWithCode = (code: string): AttackRequest => ({ ...pay, body: { amount: 45_000, eventId: 3, code } })
const nameDog = (name: string): AttackRequest => ({ path: `/api/checkPassword?dogName=${name}` })
const readFeed = (nth: number): AttackRequest => ({ path: `/api/calendar/feed?token=${uuidOf(nth)}` })
const pay: AttackRequest = { method: 'POST', path: '/api/createPaymentIntent', body: { amount: 45_000 } }
const wait: AttackRequest = { method: 'POST', path: '/api/createWaitlist', body: {} }
const report: AttackRequest = { method: 'PUT', path: '/api/viewedDirections', body: {} }
const lost = (email: string): AttackRequest => ({ method: 'POST', path: '/api/lostLink', body: { email } })
const look = (link: string): AttackRequest => ({ path: `/api/reservation?uuid=${link}` })

let callers = 0
const newAddress = () => `198.51.100.${(callers += 1)}`

/**
 * Sends requests until the rate limit refuses one. Returns how many requests it accepted, and the refusal.
 */
async function until429(shot: (nth: number) => AttackRequest): Promise<{ before: number; last: Answer }> {
  for (let before = 0; before < 200; before += 1) {
    const last = await shoot(shot(before))
    if (last.status === 429) return { before, last }
  }
  throw new Error('Never refused')
}

test.each<[string, number, (nth: number) => AttackRequest]>([
  ['payment intents', 30, () => pay],
  ['passwords of one event', 10, (nth) => guess('one', `guess ${nth}`)],
  ['names of the family’s dog', 10, (nth) => nameDog(`guess-${nth}`)],
  ['discount codes', 10, (nth) => tryCode(`guess-${nth}`)],
  ['discount codes in a form or its payment', 10, (nth) => (nth % 2 ? tryCode : payWithCode)(`guess-${nth}`)],
  ['addresses of the family’s calendar', 20, (nth) => readFeed(nth)],
  ['links of guests', 20, (nth) => look(uuidOf(nth))],
  ['forms', 60, () => report],
  ['waitlist entries', 40, () => wait],
  ['lost-link requests', 10, (nth) => lost(`nobody-${nth}@example.test`)],
  ['names of the dog', 10, (nth) => ({ path: `/api/checkPassword?dogName=Rex${nth}` })],
  ['offers', 20, (nth) => ({ path: `/api/waitlist/offer?token=${nth}` })],
  ['replacement links', 20, (nth) => ({ path: `/api/takeOver?token=${nth}` })],
  ['links of hosts', 20, (nth) => ({ path: `/api/host/sheet?token=${nth}` })],
  ['calendars for phones', 20, (nth) => ({ path: `/api/calendar/feed?token=${nth}` })],
  ['receipts', 20, (nth) => ({ path: `/api/receipt?uuid=${nth}&invoiceId=1` })],
])(
  'limits %s to %i from one network address, and says when to try again (R19.3)',
  async (_what, most, shot) => {
    const address = newAddress()
    const { before, last } = await until429((nth) => ({ ...shot(nth), address }))
    expect(before).toBe(most)
    expectRefusal(last, 429, 'rate_limited')
    const seconds = Number(last.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)

    // The limit must not lock out other addresses, and must end for this address after some time.
    expect((await shoot({ ...shot(0), address: newAddress() })).status).not.toBe(429)
    app.clock.advance({ seconds })
    expect((await shoot({ ...shot(0), address })).status).not.toBe(429)
  },
)

test.each<[string, (nth: number) => Record<string, string>]>([
  ['X-Forwarded-For', (nth: number) => ({ 'x-forwarded-for': `192.0.2.${nth}` })],
  [
    'X-Forwarded-For with two addresses',
    (nth: number) => ({ 'x-forwarded-for': `10.0.0.1, 192.0.2.${nth}` }),
  ],
  ['Forwarded', (nth: number) => ({ forwarded: `for=192.0.2.${nth}` })],
  ['X-Real-IP', (nth: number) => ({ 'x-real-ip': `192.0.2.${nth}`, 'cf-connecting-ip': `192.0.2.${nth}` })],
])(
  'does not count requests with a forged header (%s) as requests from another address',
  async (_name, headers) => {
    const address = newAddress()
    const { before } = await until429((nth) => ({ ...pay, address, headers: headers(nth) }))
    expect(before).toBe(30)
    const guesses = await until429((nth) => ({ ...nameDog(`x${nth}`), address, headers: headers(nth) }))
    expect(guesses.before).toBe(10)
  },
)

test('ignores addresses that the caller wrote into the header before the trusted proxy added its own', async () => {
  const { before } = await until429((nth) => ({
    ...pay,
    address: '10.0.0.1',
    headers: { 'x-forwarded-for': `192.0.2.${nth}, 198.51.102.1` },
  }))
  expect(before).toBe(30)
  const other = { ...pay, address: '10.0.0.1', headers: { 'x-forwarded-for': '198.51.102.2' } }
  expect((await shoot(other)).status).toBe(200)
})

test('gives one internet customer one limit, however many IPv6 addresses the customer uses', async () => {
  const { before } = await until429((nth) => ({ ...pay, address: `2001:db8:1:2::${(nth + 1).toString(16)}` }))
  expect(before).toBe(30)
  expect((await shoot({ ...pay, address: '2001:db8:1:3::1' })).status).toBe(200)
})

test('refuses even the correct password after too many guesses, but only for that event and address', async () => {
  const address = newAddress()
  await until429((nth) => ({ ...guess('one', `guess ${nth}`), address }))
  expectRefusal(await shoot({ ...guess('one', 'Saguaro'), address }), 429, 'rate_limited')
  expect((await shoot({ ...guess('other', 'Saguaro'), address })).status).toBe(200)
  expect((await shoot({ ...guess('one', 'Saguaro'), address: newAddress() })).status).toBe(200)
})

test('refuses even a correct discount code after too many guesses, but never counts correct codes (R41.6)', async () => {
  await app.services.db.insert(codes).values({ code: 'SPRING', kind: 'percent', value: 10 })
  const address = newAddress()
  for (let times = 0; times < 30; times += 1)
    expect((await shoot({ ...tryCode('Spring'), address })).status).toBe(200)
  await until429((nth) => ({ ...tryCode(`guess-${nth}`), address }))
  expectRefusal(await shoot({ ...tryCode('Spring'), address }), 429, 'rate_limited')
  expect((await shoot({ ...tryCode('Spring'), address: newAddress() })).status).toBe(200)
})

test("refuses even the dog's correct name after too many guesses, but never counts correct names", async () => {
  const address = newAddress()
  for (let times = 0; times < 30; times += 1)
    expect((await shoot({ ...nameDog('Blue'), address })).text).toBe('true')
  await until429((nth) => ({ ...nameDog(`guess-${nth}`), address }))
  const late = await shoot({ ...nameDog('Blue'), address })
  expectRefusal(late, 429, 'rate_limited')
  expect(late.headers.getSetCookie().filter((line) => line.startsWith('family='))).toEqual([])
  expect((await shoot({ ...nameDog('Blue'), address: newAddress() })).text).toBe('true')
})

test('does not count reloading the private page as guessing', async () => {
  const address = newAddress()
  for (let times = 0; times < 50; times += 1)
    expect((await shoot({ ...look(uuid), address })).status).toBe(200)
})

async function page(urlName: string, address: string): Promise<number> {
  const incoming = { socket: { remoteAddress: address } } as unknown as HttpBindings['incoming']
  const request = new Request(new URL(`/event/${urlName}`, app.services.settings.publicUrl))
  return (await app.http.fetch(request, { incoming })).status
}

test('makes a caller who floods the API with reads also wait for pages, but no other caller', async () => {
  const flooder = newAddress()
  for (let times = 0; times < 600; times += 1) await shoot({ path: '/api/familyGate', address: flooder })
  expect(await page('made-up', flooder)).toBe(429)
  expect(await page('one', flooder)).toBe(429)
  expect(await page('one', newAddress())).toBe(200)
})

test('counts a page as a read if the server renders it, even for a forged session cookie, but not a cached page', async () => {
  const address = newAddress()
  const asked = (cookie: string): AttackRequest => ({ path: '/lost-link', address, headers: { cookie } })
  for (let times = 0; times < 700; times += 1) expect((await shoot(asked(`x=${times}`))).status).toBe(200)
  for (let times = 0; times < 590; times += 1) await shoot({ path: '/api/familyGate', address })
  const { before, last } = await until429(() => asked('session=made-up'))
  // The server rendered the page for the first request too, so that request counts.
  expect(before).toBe(9)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(last.text).toContain('Too many tries')
  // On a busy machine, the site may learn late that nothing has changed. Until then, no page counts as cached.
  await expect.poll(async () => (await shoot(asked('x=1'))).status).toBe(200)
  expect((await shoot({ ...asked('session=made-up'), address: newAddress() })).status).toBe(200)
})
