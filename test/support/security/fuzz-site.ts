/**
 * Defines tests that send random requests as every kind of caller. The usual run sends few requests, and the
 * long run sends many.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReservation } from '#domain/booking/contract/guest.ts'
import { listEvents } from '#domain/events/contract/events.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { createAttacker, createBearer, createSignedIn, type SendAttack } from './attacker.ts'
import { type Neighbors, NOW, makeNeighbors } from './neighbors.ts'
import type { Operation } from './random-requests.ts'
import { rowsBut, stateOf } from './database-state.ts'
import { callsOf, fuzzAll } from './fuzz-run.ts'

/** Tables in which only admins or Stripe's webhooks may create rows. */
const UNTOUCHABLE = [
  'events',
  'event_photos',
  'event_options',
  'rooms',
  'lodging_rooms',
  'codes',
  'taxes',
  'deposit_slips',
  'deposited_payments',
  'sessions',
  'payments',
  'webhook_events',
  'host_links',
]

const FAMILY = 'one of the family'
/** The dog's name on this test site. The word appears nowhere else on the site. */
const DOG = 'Zanzibar'

interface Night {
  open: number
  /**
   * How many requests to send to each API call that the caller may not make. A few are enough, because the
   * site refuses such requests early.
   */
  guarded: number
  admin: number
}

export function fuzzSite({ open, guarded, admin }: Night): void {
  let app: TestApp
  let calls: { guarded: Operation[]; open: Operation[] }
  let neighbors: Neighbors
  beforeAll(async () => {
    app = await buildTestApp({ now: NOW, settings: { family: { answer: DOG, name: 'Sam' } } })
    neighbors = await makeNeighbors(app)
    calls = await callsOf(app)
  })
  afterAll(() => app.close())

  const callers: [who: string, make: () => Promise<SendAttack>, known: () => object][] = [
    ['a stranger', () => createAttacker(app), () => ({})],
    ['a guest with a stay of their own', () => createAttacker(app), () => neighbors.mine],
    [
      'a signed-in person who is no admin',
      async () => createSignedIn(app, await app.signIn({ admin: false })),
      () => ({}),
    ],
    ['a program of a person who is no admin', () => createBearer(app, { admin: false }), () => ({})],
    [FAMILY, () => passGate(app), () => ({ token: [neighbors.tokens.feed] })],
  ]

  test('finds both calls that only admins and the family may make, and calls that are open to others', () => {
    expect(calls.guarded.length).toBeGreaterThan(50)
    expect(calls.open.length).toBeGreaterThan(20)
  })

  describe.each(callers)('a random request of %s', (who, make, knowing) => {
    let shoot: SendAttack
    beforeAll(async () => {
      shoot = await make()
    })
    const aim = (runs: number) => ({
      shoot,
      known: { ...neighbors.known, ...knowing() },
      // The family may read the address of its own calendar. So a reply with this address is no leak.
      unsaid: [...neighbors.secrets, ...neighbors.keys].filter(
        (text) => who !== FAMILY || text !== neighbors.tokens.feed,
      ),
      runs,
    })

    test('neither changes nor reveals anything on calls that the caller may not make and on reads', async () => {
      const before = await stateOf(app.services.db)
      await fuzzAll(calls.guarded, aim(guarded))
      await fuzzAll(
        calls.open.filter(({ method }) => method === 'GET'),
        aim(open),
      )
      expect(await stateOf(app.services.db)).toEqual(before)
    })

    test('changes no data of other people on public calls, causes no errors and leaks nothing', async () => {
      const { db } = app.services
      const [rows, state] = [await rowsBut(db, neighbors.own), await stateOf(db)]
      await fuzzAll(
        calls.open.filter(({ method, path }) => method !== 'GET' && !endsSession({ method, path })),
        aim(open),
      )
      const [still, after] = [await rowsBut(db, neighbors.own), await stateOf(db)]
      expect([...rows].filter((row) => !still.has(row))).toEqual([])
      for (const table of UNTOUCHABLE) expect([table, after[table]]).toEqual([table, state[table]])
    })
  })

  test('still works after random requests of an admin, and can read everything that they wrote', async () => {
    const browser = await app.signIn({ admin: true })
    const shoot = await createSignedIn(app, browser)
    // Leaves out the valid values of some calls: those that delete events, and those that sign out. If such a
    // call succeeded, nothing would be left to attack.
    const known = { ...neighbors.known, ...knownToAdmins(neighbors) }
    const operations = [...calls.guarded, ...calls.open].filter(
      (call) => call.path !== '/auth/event/delete' && !endsSession(call),
    )
    const answered = await fuzzAll(operations, { shoot, known, unsaid: neighbors.keys, runs: admin })
    expect(answered).toBeGreaterThan(operations.length / 4)

    const listed = await browser.call(listEvents, { query: {} })
    expect(listed).toMatchObject({ ok: true })
    for (const { urlName, unpublished } of listed.ok ? listed.data.events : []) {
      const query = { eventUrlName: urlName }
      expect(await browser.call(getEvent, { query })).toMatchObject({ ok: true })
      // Visitors do not see drafts.
      expect(await app.browser().call(getEvent, { query })).toMatchObject({ ok: !unpublished })
    }
    for (const path of [
      '/api/auth/event/list',
      '/api/auth/today',
      '/api/auth/audit',
      '/api/calendarGetEvents',
    ])
      expect([path, (await browser.fetch(path)).status]).toEqual([path, 200])
    const uuid = String((neighbors.mine['uuid'] ?? [])[0])
    const mine = await browser.call(getReservation, { query: { uuid } })
    expect(mine.ok || [404, 410].includes(mine.status)).toBe(true)
  })
}

async function passGate(app: TestApp): Promise<SendAttack> {
  const browser = app.browser()
  await browser.fetch(`/api/checkPassword?dogName=${DOG}`)
  expect((await browser.fetch('/api/calendarGetRetreats')).status).toBe(200)
  return createSignedIn(app, browser)
}

const endsSession = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
  method === 'DELETE' && path === '/auth/session'

function knownToAdmins({ known }: Neighbors): object {
  return {
    ids: [[1, 2], [2], []],
    id: [...(known['id'] ?? []), ...(known['eventId'] ?? [])],
    urlName: Array.from({ length: 60 }, (_, index) => `fresh-${index}`),
    version: [1, 2],
    totalDue: [0, 90_000],
    cost: [0, -1, 100, 90_000, 99_999_999],
    spots: [0, 1, 11, 10_000],
    startDateDate: ['2000-01-01', '2027-05-06', '2027-08-06'],
    endDateDate: ['2027-08-06', '2199-12-31'],
    start: ['2027-05-06', '2027-08-06'],
    end: ['2027-08-06', '2199-12-31'],
    color: ['#FFFFFF', '#000000'],
    adminEmail: ['ada@ranch.example'],
    mainImage: ['https://pictures.example/a.jpg', null],
    secondImage: [null],
    pdfLink: ['/documents/guide.pdf', null],
    cursor: [1, 50, 2_147_483_647],
  }
}
