/**
 * Random requests made from the site's own description: never a server error or an undeclared answer, never a
 * word that is not the caller's to know, never a change of what is not theirs.
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuest, DETAILS, type Guest } from '../../capabilities/booking/testing/guest.ts'
import { buildTestApp, type TestApp } from '../../testing/app.ts'
import { makeEvent } from '../../testing/factories.ts'
import { createAttacker, type Shoot } from './testing/attacker.ts'
import type { Known } from './testing/from-schema.ts'
import { anyShot, expectDeclared, operationsOf } from './testing/operations.ts'
import { stateOf } from './testing/state.ts'
import { HIDDEN, makeTargets } from './testing/targets.ts'

const REQUESTS = 200
const VICTIM = { customerName: 'Vera Victim', email: 'vera@victim.example', foodAllergies: 'Quandong' }

/** Tables in which no public call may change a row. */
const UNTOUCHABLE = ['events', 'event_photos', 'sessions', 'payments', 'refunds', 'webhook_events', 'calendar_events', 'calendar_feeds']

let app: TestApp
let shoot: Shoot
let guest: Guest
let theirs: Awaited<ReturnType<Guest['hold']>>
let secrets: string[]
let known: Known
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
  shoot = await createAttacker(app)
  guest = createGuest(app)
  const { free, full, hidden } = await makeTargets(app)
  const paid = await makeEvent(app.services.db)
  theirs = await guest.hold(paid.id, VICTIM)
  await guest.pay(theirs.clientSecret)
  await app.runJobs()
  const [first] = (await guest.look(theirs.uuid)).invoices
  secrets = [...Object.values(HIDDEN), ...Object.values(VICTIM), theirs.uuid, theirs.clientSecret]
  // What an attacker may have seen or counted up to: everything but the secrets.
  known = {
    eventId: [free.id, full.id, hidden.id, paid.id],
    eventUrlName: [free.urlName, hidden.urlName],
    urlName: [hidden.urlName],
    invoiceId: [first?.id],
    paymentIntent: [theirs.paymentIntent, null],
    email: ['eve@example.test', VICTIM.email],
    amount: [0, 45_000, 90_000],
    attempt: ['a key of sixteen letters', null],
    uuid: ['00000000-0000-4000-8000-000000000000'],
    cursor: ['past_2030-01-01_1', 'current_2020-01-01_1'],
  }
})
afterAll(() => app.close())

test(`${REQUESTS} random requests break nothing and learn nothing`, async () => {
  const operations = await operationsOf(app)
  expect(operations.length).toBeGreaterThan(8)
  const before = await stateOf(app.services.db)
  const { event: _shared, ...stay } = await guest.look(theirs.uuid)

  const holds = fc.asyncProperty(anyShot(operations, known), async ({ operation, shot }) => {
    const answer = await shoot(shot)
    expectDeclared(operation, answer)
    for (const secret of secrets) expect(answer.text).not.toContain(secret)
  })
  await fc.assert(holds, { numRuns: REQUESTS })

  const after = await stateOf(app.services.db)
  for (const table of UNTOUCHABLE) expect([table, after[table]]).toEqual([table, before[table]])
  const { event: _changed, ...still } = await guest.look(theirs.uuid)
  expect(still).toEqual(stay)
  expect(still).toMatchObject({ ...DETAILS, ...VICTIM, totalPaid: 45_000 })
})
