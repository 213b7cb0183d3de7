import { beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { getCalendarEvents } from '#domain/calendar/contract.ts'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { checkDogName, getFamilyGate } from './contract.ts'

/**
 * The name of the dog in this test. The word occurs nowhere else on the site, so that the test can search replies for
 * it.
 */
const ANSWER = 'Quandong'

const lines: string[] = []
const log = createLog({ destination: { write: (line: string) => lines.push(line) }, level: 'debug' })
const app = await openTestApp({ log, settings: { family: { answer: ANSWER, name: 'Sam' } } })
beforeEach(() => void (lines.length = 0))

const say = (browser: TestBrowser, dogName: string) => browser.call(checkDogName, { query: { dogName } })
const gateOf = async (browser: TestBrowser) => {
  const found = await browser.call(getFamilyGate)
  return found.ok ? found.data : found.code
}
const statusOf = async (browser: TestBrowser) => (await browser.fetch('/api/calendarGetEvents')).status

test('asks for the name of the dog, and opens the family calendar for this browser if the name is right (R13.1)', async () => {
  const cousin = app.browser()
  expect(await gateOf(cousin)).toEqual({ name: 'Sam', passed: false })
  expect(await statusOf(cousin)).toBe(401)
  expect(await say(cousin, '  qUANDONG ')).toEqual({ ok: true, data: true })
  expect(await gateOf(cousin)).toEqual({ name: 'Sam', passed: true })
  expect(await cousin.call(getCalendarEvents)).toMatchObject({ ok: true })
  expect(await gateOf(app.browser())).toMatchObject({ passed: false })
})

test.each(['/api/checkPassword', '/api/checkPassword?dogName=', '/api/checkPassword?dogName=Rex'])(
  'returns false, not an error, for the wrong answer %s, and opens nothing (R14.10)',
  async (path) => {
    const stranger = app.browser()
    const response = await stranger.fetch(path)
    expect([response.status, await response.json()]).toEqual([200, false])
    expect([...stranger.cookies.keys()]).not.toContain('family')
    expect(await statusOf(stranger)).toBe(401)
  },
)

test('sets the family cookie only for this site, hidden from scripts, for 180 days', async () => {
  const response = await app.request(`/api/checkPassword?dogName=${ANSWER}`)
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('family=')) ?? ''
  expect(cookie.split('; ').slice(1)).toEqual(['Max-Age=15552000', 'Path=/', 'HttpOnly', 'SameSite=Lax'])
})

test("asks even a signed-in person for the dog's name, unless that person is an admin (R13.1)", async () => {
  const signedIn = await app.signIn({ admin: false })
  expect(await statusOf(signedIn)).toBe(403)
  await say(signedIn, ANSWER)
  expect(await statusOf(signedIn)).toBe(200)
  const admin = await app.signIn({ admin: true })
  expect(await gateOf(admin)).toEqual({ name: 'Sam', passed: true })
  expect(await statusOf(admin)).toBe(200)
})

test.each([
  'family=true',
  `family=${ANSWER}`,
  'family=9999999999999.',
  `family=9999999999999.${'A'.repeat(43)}`,
  'Family=1; admin=true; __Host-family=9999999999999.x',
])('refuses the forged family cookie %s', async (cookie) => {
  for (const path of ['calendarGetEvents', 'calendarGetRetreats', 'calendarFeed']) {
    const response = await app.request(`/api/${path}`, { headers: { cookie } })
    expect(response.status).toBe(401)
  }
})

test('keeps the family pass valid when the session in the same browser ends', async () => {
  const guest = await app.signIn({ admin: false })
  await say(guest, ANSWER)
  app.clock.advance({ hours: 9 })
  expect(await statusOf(guest)).toBe(200)
})

test("reveals the dog's name and the family pass neither in replies nor in the log", async () => {
  const cousin = app.browser()
  await say(cousin, ANSWER)
  const replies = await Promise.all(
    ['checkPassword?dogName=Quandon', 'familyGate', 'calendarGetEvents', 'openapi.json', 'docs'].map(
      async (path) => (await cousin.fetch(`/api/${path}`)).text(),
    ),
  )
  const told = replies.join('') + lines.join('')
  expect(lines.length).toBeGreaterThan(4)
  expect(told).not.toContain(ANSWER)
  expect(told).not.toContain(cousin.cookies.get('family') ?? 'no cookie')
})

describe('the family calendar of a site without FAMILY_ANSWER', () => {
  test('opens only for admins', async () => {
    const pass = app.browser()
    await say(pass, ANSWER)
    const database = { db: app.services.db, listen: async () => async () => {}, close: async () => {} }
    const shut = await buildTestApp({ database, settings: { family: null } })
    try {
      for (const dogName of ['', 'null', ANSWER])
        expect(await say(shut.browser(), dogName)).toMatchObject({ data: false })
      const stranger = shut.browser()
      stranger.cookies.set('family', pass.cookies.get('family') ?? '')
      expect(await gateOf(stranger)).toEqual({ name: null, passed: false })
      expect(await statusOf(stranger)).toBe(401)
      expect(await statusOf(await shut.signIn({ admin: true }))).toBe(200)
    } finally {
      await shut.close()
    }
  })
})
