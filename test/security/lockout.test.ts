/**
 * Tests that no attacker can lock other people out: not through other people's browsers, by wrong guesses at
 * a shared address, or from many networks.
 */
import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { beforeEach, describe, expect, test } from 'vitest'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { BUDGETS, WITHOUT_SHARED_BUDGET, SHARED_SECRET_BUDGET } from '#platform/rate-limits.ts'
import { createTestBrowser, type TestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as notFound from '#app/error-page.tsx'
import * as reservation from '#app/guest/private-page/complete-reservation.tsx'
import * as root from '#app/root.tsx'
import { eventPages, loadPages } from '../support/server/real-pages.ts'
import {
  createAttacker,
  createBearer,
  expectRefusal,
  type AttackRequest,
} from '../support/security/attacker.ts'

const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  keepTime: true,
  settings: { rateLimits: true },
  parts: {
    loadBuild: loadPages({
      root,
      ...eventPages,
      'complete-reservation/:uuid': reservation,
      '*': notFound,
    }),
  },
})
const shoot = await createAttacker(app)
const { db } = app.services
const priced = await makeEvent(db, {
  urlName: 'priced',
  cost: 90_000,
  spots: 30,
  startDateDate: '2027-10-04',
})
await makeEvent(db, { urlName: 'private', password: 'Saguaro' })
// Moves the clock, so that guesses of earlier tests no longer count.
beforeEach(() => app.clock.advance({ hours: 3 }))

let callers = 0
const newAddress = () => `198.${(callers += 1)}.100.7`

function browserAt(address: string): TestBrowser {
  const incoming = {
    socket: { remoteAddress: address },
  } as unknown as HttpBindings['incoming']
  return createTestBrowser(app.services.settings.publicUrl, async (request) =>
    app.http.fetch(request, { incoming }),
  )
}

async function adminAt(address: string): Promise<TestBrowser> {
  const browser = browserAt(address)
  for (const [name, value] of (await app.signIn({ admin: true })).cookies) browser.cookies.set(name, value)
  await browser.fetch('/api/auth/is-admin')
  return browser
}

const json = (browser: TestBrowser, method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: {
    'content-type': 'application/json',
    'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
  },
})

const wrong = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
const nameDog = (name: string): AttackRequest => ({
  path: `/api/checkPassword?dogName=${name}`,
})
const unlock = (password: string): AttackRequest => ({
  method: 'POST',
  path: '/api/event/unlock',
  body: { eventUrlName: 'private', password },
})

async function times(count: number, ask: (nth: number) => Promise<unknown>): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await ask(nth)
}

/** Signs up a guest at this network address, who pays the deposit. */
async function guestAt(address: string) {
  const guest = createGuest({ ...app, browser: () => browserAt(address) })
  const held = await guest.hold(priced.id)
  expect(await guest.pay(held.clientSecret)).toBe('succeeded')
  await app.runJobs()
  const { invoices } = await guest.look(held.uuid)
  const paid = invoices.find((invoice) => invoice.paid)
  return { ...held, browser: guest.browser, invoiceId: paid?.id ?? 0 }
}
type PaidGuest = Awaited<ReturnType<typeof guestAt>>

/** Expects that everything behind a guest's private link still works: API call, page, receipt and details. */
async function expectOpen({ browser, uuid, invoiceId }: PaidGuest): Promise<void> {
  const details = { updateReservationData: { uuid, ...DETAILS } }
  const answers = [
    await browser.fetch(`/api/reservation?uuid=${uuid}`),
    await browser.fetch(`/complete-reservation/${uuid}`),
    await browser.fetch(`/api/receipt?uuid=${uuid}&invoiceId=${invoiceId}`),
    await browser.fetch('/api/updateReservation', json(browser, 'PUT', details)),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await answers[1]?.text()).toContain('Rob')
}

describe("requests that another site makes from a visitor's browser", () => {
  const PICTURE = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'image',
  }
  const SCRIPT = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  }
  const FRAME = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'iframe',
  }
  const WINDOW = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }

  test.each([
    ['pictures', PICTURE],
    ['fetches', SCRIPT],
    ['frames', FRAME],
    ['pictures, from a browser that sends only the origin', { origin: 'https://elsewhere.example' }],
  ])("do not use up the visitor's limits, even hundreds of %s", async (_what, headers) => {
    const address = newAddress()
    const guest = await guestAt(address)
    await times(160, async (nth) => {
      const link = nth % 2 === 0 ? guest.uuid : wrong(nth)
      for (const path of [
        `/api/reservation?uuid=${link}`,
        `/complete-reservation/${link}`,
        `/api/checkPassword?dogName=Rex${nth}`,
        `/nowhere/${nth}`,
      ]) {
        const { status, text } = await shoot({ path, address, headers })
        // An address without a page may get the cached 404 page, because that page is the same for everyone.
        expect(path.startsWith('/nowhere') ? [403, 404] : [403]).toContain(status)
        expect(text).not.toContain('Rob')
      }
    })
    await expectOpen(guest)
    expect((await shoot({ ...nameDog('Rex'), address })).text).toBe('false')
  })

  test("do not use up the visitor's limits as forms, because the site refuses those before it counts (R19.11)", async () => {
    const address = newAddress()
    const guest = await guestAt(address)
    const admin = await adminAt(address)
    const headers = { ...WINDOW, origin: 'https://elsewhere.example' }
    await times(100, async () => {
      for (const path of [
        '/api/createReservation',
        '/api/createPaymentIntent',
        '/api/lostLink',
        '/api/event/unlock',
      ])
        expectRefusal(await shoot({ method: 'POST', path, body: {}, address, headers }), 403, 'csrf')
      const page = await shoot({
        method: 'POST',
        path: '/event/private',
        body: 'password=x',
        address,
        headers,
      })
      expect(page.status).toBe(403)
    })
    await expectOpen(guest)
    await guestAt(address)
    expect(
      (
        await shoot({
          method: 'POST',
          path: '/api/lostLink',
          body: { email: 'a@example.test' },
          address,
        })
      ).status,
    ).toBe(200)
    expect((await shoot({ ...unlock('Saguaro'), address })).status).toBe(200)
    const saved = await admin.fetch('/api/calendarCreateEvent', json(admin, 'POST', {}))
    expect(saved.status).toBe(201)
  })

  test("do not use up the visitor's limits as new windows, even with wrong links or passwords", async () => {
    const address = newAddress()
    const guest = await guestAt(address)
    await times(30, async (nth) => {
      await shoot({
        path: `/complete-reservation/${wrong(nth)}`,
        address,
        headers: WINDOW,
      })
      await shoot({ ...nameDog(`Rex${nth}`), address, headers: WINDOW })
    })
    await times(BUDGETS.read.tries, () => shoot({ path: '/api/familyGate', address, headers: WINDOW }))
    expect((await shoot({ path: '/event/made-up', address, headers: WINDOW })).status).toBe(429)
    await expectOpen(guest)
    expect((await shoot({ ...nameDog('Rex'), address })).text).toBe('false')
  })
})

describe('an attacker at a network address that other people share', () => {
  test("does not block valid links, unlocked events or the family's cookie with wrong guesses", async () => {
    const address = newAddress()
    const guest = await guestAt(address)
    const cousin = browserAt(address)
    const friend = browserAt(address)
    expect(await (await cousin.fetch('/api/checkPassword?dogName=Blue')).text()).toBe('true')
    await friend.fetch('/api/auth/is-admin')
    const open = (password: string) => json(friend, 'POST', { eventUrlName: 'private', password })
    expect((await friend.fetch('/api/event/unlock', open('Saguaro'))).status).toBe(200)

    await times(BUDGETS.read.tries, (nth) => shoot({ path: `/api/reservation?uuid=${wrong(nth)}`, address }))
    await times(100, (nth) => shoot({ path: `/complete-reservation/${wrong(nth)}`, address }))
    await times(30, async (nth) => {
      await shoot({ ...nameDog(`Rex${nth}`), address })
      await shoot({ ...unlock(`guess ${nth}`), address })
    })
    expectRefusal(await shoot({ path: `/api/reservation?uuid=${wrong(1)}`, address }), 429, 'rate_limited')
    const page = await shoot({
      path: `/complete-reservation/${wrong(1)}`,
      address,
    })
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true])
    expectRefusal(await shoot({ ...nameDog('Blue'), address }), 429, 'rate_limited')
    expectRefusal(await shoot({ ...unlock('Saguaro'), address }), 429, 'rate_limited')

    await expectOpen(guest)
    expect((await cousin.fetch('/api/calendarGetEvents')).status).toBe(200)
    expect(await (await cousin.fetch('/api/checkPassword?dogName=Blue')).text()).toBe('true')
    expect(await (await friend.fetch('/event/private')).text()).not.toContain('Please enter the password')
    expect((await friend.fetch('/api/event/unlock', open('Saguaro'))).status).toBe(200)
  })

  test('does not lock out admins by flooding the site, because sessions and tokens count separately', async () => {
    const address = newAddress()
    const before = await adminAt(address)
    await times(BUDGETS.read.tries + 1, () => shoot({ path: '/api/familyGate', address }))
    await times(BUDGETS.write.tries + 1, () =>
      shoot({ method: 'POST', path: '/api/createWaitlist', body: {}, address }),
    )
    expect((await shoot({ path: '/api/familyGate', address })).status).toBe(429)
    expect((await shoot({ path: '/event/made-up', address })).status).toBe(429)

    for (const admin of [before, await adminAt(address)]) {
      expect((await admin.fetch('/event/priced')).status).toBe(200)
      expect((await admin.fetch('/api/auth/today')).status).toBe(200)
      expect((await admin.fetch('/api/calendarCreateEvent', json(admin, 'POST', {}))).status).toBe(201)
      // The server reads this uploaded file, because this admin is still within the limit.
      const form = new FormData()
      form.set('file', new Blob(['no picture']), 'a.jpg')
      const headers = { 'x-xsrf-token': admin.cookies.get('XSRF-TOKEN') ?? '' }
      expect(
        (
          await admin.fetch('/api/auth/upload', {
            method: 'POST',
            body: form,
            headers,
          })
        ).status,
      ).toBe(415)
    }
    const script = await createBearer(app, { admin: true })
    expect((await script({ path: '/api/auth/today', address })).status).toBe(200)
    const nobody = await app.signIn({ admin: false })
    const cookie = `session=${nobody.cookies.get('session')}`
    expect((await shoot({ path: '/api/familyGate', address, headers: { cookie } })).status).toBe(429)
  })
})

const save = async (admin: TestBrowser) =>
  (await admin.fetch('/api/calendarDeleteEvent?id=1000000', json(admin, 'DELETE', {}))).status

test('lets twenty admins work at one network address, because each has a separate limit', async () => {
  const address = newAddress()
  const admins = await Promise.all(Array.from({ length: 20 }, () => adminAt(address)))
  for (const admin of admins) for (let nth = 0; nth < 10; nth += 1) expect(await save(admin)).toBe(404)
  const [busy, other] = admins as [TestBrowser, TestBrowser]
  await times(BUDGETS.write.tries - 10, () => save(busy))
  expect([await save(busy), await save(other)]).toEqual([429, 404])
})

test('lets twenty visitors at one network address sign up together without waiting', async () => {
  const address = newAddress()
  const urlName = 'together'
  const { id } = await makeEvent(app.services.db, {
    urlName,
    cost: 90_000,
    spots: 60,
    startDateDate: '2027-10-04',
  })
  const statuses: number[] = []
  const inside = new Set<string>()
  const visit = async (nth: number) => {
    const browser = browserAt(address)
    const ask = async (path: string, init?: RequestInit) => {
      const response = await browser.fetch(path, init)
      statuses.push(response.status)
      return response
    }
    await ask(`/event/${urlName}`)
    await ask('/api/auth/is-admin')
    const intent = await ask(
      '/api/createPaymentIntent',
      json(browser, 'POST', { amount: 45_000, eventId: id }),
    )
    const { paymentIntent, clientSecret } = await intent.json()
    const email = `visitor-${nth}@example.test`
    const data = {
      ...DETAILS,
      email,
      amount: 45_000,
      paymentIntent,
      eventId: id,
      attempt: randomUUID(),
    }
    const order = json(browser, 'POST', { createReservationData: data })
    return { ask, order, clientSecret }
  }
  let visitors = await Promise.all(Array.from({ length: 20 }, (_, nth) => visit(nth)))
  while (visitors.length > 0) {
    const waiting: typeof visitors = []
    for (const visitor of visitors) {
      const { ask, order, clientSecret } = visitor
      const { uuid, code } = await (await ask('/api/createReservation', order)).json()
      // One network address can hold only a few unpaid spots. So the other guests at this address wait until
      // some have paid.
      if (code === 'too_many_holds') waiting.push(visitor)
      else inside.add(uuid)
      if (uuid && inside.size % 4 === 0) await app.runJobs()
      if (uuid) expect(await createGuest(app).pay(clientSecret)).toBe('succeeded')
      if (uuid) expect(await (await ask(`/complete-reservation/${uuid}`)).text()).toContain('Rob')
    }
    expect(waiting.length).toBeLessThan(visitors.length)
    visitors = waiting
  }
  expect(statuses).not.toContain(429)
  expect(inside.size).toBe(20)
})

async function heard(shots: AttackRequest[]): Promise<number> {
  let count = 0
  for (const shot of shots) if ((await shoot(shot)).status !== 429) count += 1
  return count
}
const hex = (nth: number) => nth.toString(16).padStart(2, '0')
const many = (count: number, shot: (nth: number) => AttackRequest) =>
  Array.from({ length: count }, (_, nth) => shot(nth))
const guesses = (at: (nth: number) => string) =>
  many(640, (nth) => ({ ...nameDog(`Rex${nth}`), address: at(nth) }))

/** Creates a guest in one of many networks that belong to the same attacker. */
const guestIn = (nth: number) =>
  createGuest({ ...app, browser: () => browserAt(`2001:db8:d:${hex(nth)}00::1`) })

describe('for a person who has whole IPv6 networks, the site', () => {
  const pay: AttackRequest = {
    method: 'POST',
    path: '/api/createPaymentIntent',
    body: { amount: 0 },
  }
  const form: AttackRequest = { method: 'PUT', path: '/api/viewedDirections', body: {} }

  test("accepts forty guesses of the dog's name from a /56, and from a /48 as many as the limit for everyone allows", async () => {
    // The limit for everyone's guesses of the dog's name also applies, as tests below show.
    expect(await heard(guesses((nth) => `2001:db8:a:1${hex(nth % 64)}::1`))).toBe(40)
    app.clock.advance({ hours: 3 })
    const from48 = await heard(guesses((nth) => `2001:db8:b:${hex(nth % 256)}00::1`))
    expect(from48).toBe(SHARED_SECRET_BUDGET.tries + WITHOUT_SHARED_BUDGET.tries)
  })

  test.each([
    ['payments', pay, BUDGETS.payment.tries],
    ['forms', form, BUDGETS.write.tries],
    ['links of guests', { path: `/api/reservation?uuid=${wrong(7)}` }, BUDGETS.guess.tries],
  ])(
    "accepts four times one customer's limit of %s from a /56 network, and sixteen times from a /48",
    async (_what, shot, one) => {
      callers += 1
      const from = (at: (nth: number) => string) =>
        heard(many(one * 20, (nth) => ({ ...shot, address: at(nth) })))
      expect(await from(() => `2001:db8:${callers}:aa01::1`)).toBe(one)
      expect(await from((nth) => `2001:db8:${callers}:aa${hex(nth % 256)}::1`)).toBe(3 * one)
      expect(await from((nth) => `2001:db8:${callers}:${hex(nth % 256)}00::1`)).toBe(12 * one)
      expect((await shoot({ ...shot, address: `2001:db8:${callers}a::1` })).status).not.toBe(429)
    },
  )

  test('holds no more unpaid spots for a /48 network than for one address', async () => {
    for (let nth = 0; nth < 4; nth += 1) await guestIn(nth).hold(priced.id)
    const { paymentIntent } = await guestIn(5).open(priced.id)
    const fifth = await guestIn(6).order({ eventId: priced.id, paymentIntent, attempt: randomUUID() })
    expect(fifth).toMatchObject({ ok: false, code: 'too_many_holds' })
  })

  test('accepts four times as many reads from a /56 network as from one customer', async () => {
    const reads = many(4 * BUDGETS.read.tries + 100, (nth) => ({
      path: '/api/familyGate',
      address: `2001:db8:c:2${hex(nth % 64)}::1`,
    }))
    expect(await heard(reads)).toBe(4 * BUDGETS.read.tries)
  })
})

describe("the limit for guesses of the dog's name from many networks", () => {
  const cousinAt = newAddress()
  let cousin: TestBrowser
  beforeEach(async () => {
    cousin = browserAt(cousinAt)
    await cousin.fetch('/api/checkPassword?dogName=Blue')
    const networks = Array.from({ length: 20 }, newAddress)
    for (const address of networks) await times(9, (nth) => shoot({ ...nameDog(`Rex${nth}`), address }))
  })

  test("limits each new network, after many wrong guesses, to two guesses of the dog's name and one per five minutes", async () => {
    const address = newAddress()
    const beside = address.replace(/7$/, '8')
    expect((await shoot({ ...nameDog('Rex'), address })).text).toBe('false')
    expect((await shoot({ ...nameDog('Max'), address: beside })).text).toBe('false')
    const late = await shoot({ ...nameDog('Blue'), address })
    expectRefusal(late, 429, 'rate_limited')
    const seconds = Number(late.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(200)
    expect(seconds).toBeLessThanOrEqual(WITHOUT_SHARED_BUDGET.seconds)
  })

  test("does not delay people who know the dog's name or have the cookie, in spite of many wrong guesses", async () => {
    const address = newAddress()
    expect((await shoot({ ...nameDog('Blu'), address })).text).toBe('false')
    for (let nth = 0; nth < 20; nth += 1)
      expect((await shoot({ ...nameDog('Blue'), address })).text).toBe('true')
    expect((await cousin.fetch('/api/calendarGetEvents')).status).toBe(200)
    await times(5, (nth) => shoot({ ...nameDog(`Rex${nth}`), address: cousinAt }))
    expect(await (await cousin.fetch('/api/checkPassword?dogName=Blue')).text()).toBe('true')
  })

  test("does not limit guesses of other secrets by wrong dog's names, and forgets wrong names after some time", async () => {
    expect((await shoot({ ...unlock('Saguaro'), address: newAddress() })).status).toBe(200)
    app.clock.advance({ hours: 2 })
    const address = newAddress()
    await times(9, async (nth) =>
      expect((await shoot({ ...nameDog(`Rex${nth}`), address })).text).toBe('false'),
    )
  })
})
