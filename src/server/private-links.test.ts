/**
 * Tests all pages and API calls behind private links (R8.1). Finds pages by their routes and calls by their
 * declarations. So a new page or call that is missing in this file makes a test fail.
 */
import { randomUUID } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { beforeEach, describe, expect, test } from 'vitest'
import { purge } from '#test/support/booking/stay.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { joinWaitlist, entryToken } from '#test/support/booking/waitlist.ts'
import { createLog } from '#platform/log.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as calendarFiles from '#app/calendar-files.ts'
import * as host from '#app/host/host.tsx'
import * as preview from '#app/public/preview/preview.tsx'
import * as offer from '#app/guest/offer/offer.tsx'
import * as takeOver from '#app/guest/take-over/take-over.tsx'
import * as place from '#app/guest/waitlist-entry/waitlist-entry.tsx'
import * as confirmSpots from '#app/guest/private-page/confirm-spots.tsx'
import * as reservation from '#app/guest/private-page/complete-reservation.tsx'
import * as stored from '#app/guest/stored-data/stored.tsx'
import * as root from '#app/root.tsx'
import routes from '#app/routes.ts'
import { mailboxToken } from '#domain/booking/domain/mailbox.ts'
import { createAttacker } from '#test/support/security/attacker.ts'
import { ask, LINK_CALLS, opensAStay } from '#test/support/security/link-calls.ts'
import { loadPages } from '#test/support/server/real-pages.ts'

/**
 * The pages behind private links, by their patterns. `guest` is true if a reservation's own link opens the
 * page.
 */
const PAGES: Record<string, { module: object; guest: boolean }> = {
  'complete-reservation/:uuid': { module: reservation, guest: true },
  'complete-reservation/:uuid/data': { module: stored, guest: true },
  'complete-reservation/:uuid/calendar.ics': { module: calendarFiles, guest: true },
  'calendar/:token/family.ics': { module: calendarFiles, guest: false },
  'host/:token': { module: host, guest: false },
  'preview/:token': { module: preview, guest: false },
  'offer/:token': { module: offer, guest: false },
  'waitlist/:token': { module: place, guest: false },
  'confirm/:token': { module: confirmSpots, guest: false },
  'take-over/:token': { module: takeOver, guest: false },
}

const byName = (endpoint: Endpoint) => [endpoint.name, endpoint] as const
const pathOf = (pattern: string, token: string) => `/${pattern.replace(/:\w+/, token)}`

/** The address of a caller who has guessed too often. */
const GUESSER = '192.0.2.66'

const lines: string[] = []
const log = createLog({
  destination: { write: (line: string) => lines.push(line) },
  level: 'debug',
})
const modules = Object.fromEntries(Object.entries(PAGES).map(([path, { module }]) => [path, module]))
const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  log,
  settings: { rateLimits: true },
  parts: { loadBuild: loadPages({ root, ...modules }) },
})
const shoot = await createAttacker(app)
const guest = createGuest(app)
const { id } = await makeEvent(app.services.db, { cost: 0 })
const signUp = async (email: string) => {
  const made = await guest.order({ eventId: id, amount: 0, email })
  if (!made.ok) throw new Error(`no reservation: ${made.code}`)
  return made.data
}
const uuid = (await signUp('robin@example.test')).uuid
const gone = await signUp('gone@example.test')
const purged = gone.uuid
await purge(app, gone.reservationId)
await app.runJobs()
for (let misses = 0; misses < 20; misses += 1)
  await shoot({
    path: `/api/reservation?uuid=${randomUUID()}`,
    address: GUESSER,
  })
beforeEach(() => void (lines.length = 0))

let callers = 0
/** Returns a network address from which nobody has guessed a link yet. */
const newAddress = () => `198.51.100.${(callers += 1)}`

const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}
const headersOf = (headers: Headers) =>
  Object.fromEntries(Object.keys(PRIVATE).map((name) => [name, headers.get(name)]))

function expectUntold(tokens: string[]): void {
  const log = lines.join('')
  expect(log).not.toBe('')
  for (const token of tokens) expect(log).not.toContain(token)
}

test('every page with a token in its address is listed in this test', () => {
  const patterns = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ path = '', children = [] }) => [path, ...patterns(children)])
  const withToken = patterns(routes).filter((path) => /:(uuid|token)/.test(path))
  expect(Object.keys(PAGES).toSorted()).toEqual(withToken.toSorted())
})

describe.each(Object.entries(PAGES))('the page /%s', (pattern, { guest }) => {
  test('returns 404 for a wrong link, is never stored, and is logged only by its pattern (R8.1)', async () => {
    for (const token of [randomUUID(), 'x']) {
      const { status, headers, text } = await shoot({
        path: pathOf(pattern, token),
        address: newAddress(),
      })
      expect({ status, ...headersOf(headers) }).toEqual({
        status: 404,
        ...PRIVATE,
      })
      if (token !== 'x') expect(text.split(token).length).toBeLessThan(4)
      if (token !== 'x') expectUntold([token])
    }
  })

  test('redirects a damaged link to the correct link, without leaking that link (R8.9)', async () => {
    if (pattern.endsWith('.ics')) return
    const token = randomUUID()
    const right = pathOf(pattern, token)
    for (const changed of [
      `${token}%3E`,
      `${token}.`,
      `${token.toUpperCase()})`,
      `3D${token}`,
      `${token}%20`,
    ]) {
      const path = pathOf(pattern, changed)
      const { status, headers } = await shoot({ path: `${path}?utm_source=mail`, address: newAddress() })
      expect({ path, status, location: headers.get('location'), ...headersOf(headers) }).toEqual({
        path,
        status: 302,
        location: right,
        ...PRIVATE,
      })
    }
    expectUntold([token])
  })

  if (!guest) return
  test('opens with the correct link, and forbids browsers to store or leak the link (R8.1)', async () => {
    const { status, headers } = await shoot({
      path: pathOf(pattern, uuid),
      address: newAddress(),
    })
    expect({ status, ...headersOf(headers) }).toEqual({
      status: 200,
      ...PRIVATE,
    })
    expectUntold([uuid])
  })

  test('shows after the purge of a guest that the data was deleted', async () => {
    const { status, headers, text } = await shoot({
      path: pathOf(pattern, purged),
      address: newAddress(),
    })
    expect({ status, ...headersOf(headers) }).toEqual({
      status: 410,
      ...PRIVATE,
    })
    expect(text).toContain('as promised')
    expectUntold([purged])
  })
})

describe.each(LINK_CALLS.map(byName))('the call %s', (_name, endpoint) => {
  test('returns 404 for a wrong token without logging the token, and makes callers who guess often wait', async () => {
    const address = newAddress()
    const token = randomUUID()
    for (const wrong of [token, 'x']) {
      const { status, headers } = await shoot({
        ...ask(endpoint, wrong),
        address,
      })
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
      expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/)
    }
    const late = await shoot({ ...ask(endpoint, token), address: GUESSER })
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
    expectUntold([token])
  })

  if (!opensAStay(endpoint)) return
  test('returns 410 for a purged reservation', async () => {
    const { status, json } = await shoot({
      ...ask(endpoint, purged),
      address: newAddress(),
    })
    expect([status, json?.['code']]).toEqual([410, 'purged'])
    expectUntold([purged])
  })
})

test('opening a private link alone changes nothing (R15.9)', async () => {
  for (const { method, path } of LINK_CALLS)
    if (method === 'GET') expect(path).not.toMatch(/cancel$|erase|decline|confirm/)
  for (const pattern of Object.keys(PAGES).filter((path) => PAGES[path]?.guest))
    await shoot({ path: pathOf(pattern, uuid), address: newAddress() })
  const { json } = await shoot({
    path: `/api/reservation?uuid=${uuid}`,
    address: newAddress(),
  })
  expect(json).toMatchObject({ status: 'confirmed' })
})

test('a visitor without scripts can leave the waitlist, gets a confirmation, and later reads that the link ended', async () => {
  const { id: eventId } = await makeEvent(app.services.db, { spots: 0, showWaitlist: true })
  const entry = { customerName: 'Robin Doe', email: 'robin@example.test', eventId }
  await joinWaitlist(app, entry)
  const path = pathOf('waitlist/:token', await entryToken(app, entry))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const press = (what: string) =>
    shoot({ method: 'POST', path, body: `do=${what}`, headers, address: newAddress() })
  expect((await press('leave')).text).toContain('Press again if you’re sure.')
  const left = await press('leave-surely')
  expect({ status: left.status, ...headersOf(left.headers) }).toEqual({ status: 200, ...PRIVATE })
  expect(left.text).toContain('You’re off the waitlist, and your data is deleted.')
  const ended = 'It ends when you leave the waitlist'
  expect(left.text).not.toContain(ended)
  expect((await press('leave-surely')).text).toContain(ended)
})

test('a guest without scripts can confirm spots that cost nothing, and the page confirms that (R46.2)', async () => {
  const { id: eventId } = await makeEvent(app.services.db, { cost: 0 })
  const email = 'party@example.test'
  const companions = [{ customerName: 'Wren Doe', email: null }]
  const made = await createGuest(app).order({ eventId, amount: 0, email, companions })
  if (!made.ok) throw new Error(made.code)
  const token = mailboxToken(app.services.sealer, { uuid: made.data.uuid, email })
  const path = pathOf('confirm/:token', token)
  const shown = await shoot({ path, address: newAddress() })
  expect({ status: shown.status, ...headersOf(shown.headers) }).toEqual({ status: 200, ...PRIVATE })
  expect(shown.text).toContain('You and Wren Doe')
  expect(shown.text).toContain('Confirm our spots')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const pressed = await shoot({ method: 'POST', path, body: '', headers, address: newAddress() })
  expect({ status: pressed.status, ...headersOf(pressed.headers) }).toEqual({ status: 200, ...PRIVATE })
  expect(pressed.text).toContain('Your spots are confirmed.')
})
