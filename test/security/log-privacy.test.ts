/**
 * Simulates a day of valid requests, invalid requests and failures. The log must contain no personal data,
 * secret or link.
 */
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { buildTestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { declared } from '../support/server/contracts.ts'
import { createAttacker, createSignedIn } from '../support/security/attacker.ts'
import { ask, LINK_CALLS } from '../support/security/link-calls.ts'
import { NOW, makeNeighbors, VICTIM } from '../support/security/neighbors.ts'

const lines: string[] = []
const log = createLog({ destination: { write: (line: string) => lines.push(line) }, level: 'debug' })
const app = await openTestApp({ now: NOW, log, settings: { family: { answer: 'Zanzibar', name: 'Sam' } } })
const neighbors = await makeNeighbors(app)
const stranger = await createAttacker(app)
const admin = await createSignedIn(app, await app.signIn({ admin: true }))

const TYPED = ['typed-by-eve@example.test', 'Zanzibar', 'Saguaro?', '4242424242424242', 'typed words of Eve']

/** Returns the log lines that were written since the last call of this function. */
function told(): string {
  const log = lines.join('')
  lines.length = 0
  return log
}

function expectNothingTold(): void {
  const log = told()
  expect(log.split('\n').length).toBeGreaterThan(3)
  for (const secret of [...neighbors.secrets, ...neighbors.keys, ...TYPED]) expect(log).not.toContain(secret)
  expect(log).not.toMatch(/[\w.+-]+@[\w-]+\.(example|test)/)
  for (const line of log.split('\n').filter(Boolean))
    expect(Object.keys(JSON.parse(line) as object)).toContain('level')
}

test('logs nothing private about sign-ups, payments, offers, links and e-mails', () => expectNothingTold())

test('logs nothing private when guests use every link correctly and wrongly (R18.6)', async () => {
  for (const endpoint of LINK_CALLS) {
    for (const token of Object.values(neighbors.tokens))
      if (endpoint.method === 'GET') await stranger(ask(endpoint, token))
    await stranger({
      ...ask(endpoint, neighbors.tokens.stay),
      body: endpoint.body ? `{"uuid":"${neighbors.tokens.stay}"` : undefined,
    })
  }
  expectNothingTold()
})

test('logs nothing private when the site refuses typed input', async () => {
  const [email, dog, password, card, words] = TYPED
  const data = {
    customerName: words,
    email,
    nickname: words,
    phone: card,
    foodAllergies: words,
    eventId: 'x',
  }
  for (const { method, path, body } of declared.filter((endpoint) => endpoint.access !== 'signature')) {
    const sent = {
      createReservationData: data,
      waitlistData: data,
      updateReservationData: data,
      email,
      password,
      dogName: dog,
      reason: words,
    }
    await stranger({
      method,
      path: `/api/${path}?dogName=${dog}&email=${email}&q=${card}`,
      ...(body ? { body: sent } : {}),
    })
    await stranger({
      method,
      path: `/api/${path}`,
      ...(body ? { body: `{"email":"${email}","x":${card}` } : {}),
    })
  }
  await stranger({ path: `/${email}/${dog}/${card}` })
  await stranger({
    method: 'POST',
    path: '/api/event/unlock',
    body: { eventUrlName: 'hidden-days', password },
  })
  expectNothingTold()
})

test('logs nothing private when the card provider fails', async () => {
  const { id } = await makeEvent(app.services.db)
  await app.sandbox?.control.set({ provider: 'refuse' })
  const [, , , card, words] = TYPED
  await stranger({
    method: 'POST',
    path: '/api/createPaymentIntent',
    body: { amount: 45_000, eventId: id, note: card, words },
  })
  await stranger({ path: `/api/reservation?uuid=${neighbors.tokens.stay}` })
  await app.runJobs()
  await app.sandbox?.control.reset()
  expectNothingTold()
})

test('logs nothing private when an admin reads and writes about guests', async () => {
  const found = await admin({ path: '/api/auth/event/list' })
  const { events } = found.json as { events: { id: number; urlName: string }[] }
  for (const { id, urlName } of events) {
    await admin({ path: `/api/auth/event/get?eventUrlName=${urlName}` })
    await admin({ path: `/api/auth/event/export?id=${id}` })
    await admin({ path: `/api/auth/event/sheet?eventUrlName=${urlName}&medical=true` })
  }
  for (const id of [1, 2, 3]) {
    await admin({ path: `/api/auth/reservation?id=${id}` })
    await admin({ path: `/api/auth/mailPreview?type=welcome-info&reservationId=${id}` })
    await admin({ method: 'POST', path: '/api/auth/send-welcome', body: { reservationId: id } })
    await admin({
      method: 'PUT',
      path: '/api/auth/updateReservation',
      body: { updateReservationData: { id, notes: TYPED[4], email: VICTIM.email } },
    })
    await admin({ path: `/api/auth/mail?id=${id}` })
  }
  await app.runJobs()
  expectNothingTold()
})

test('logs nothing private when the database fails during requests', async () => {
  const log = createLog({ destination: { write: (line: string) => lines.push(line) }, level: 'debug' })
  const away = await buildTestApp({ now: NOW, log })
  const shoot = await createAttacker(away)
  await away.close()
  const [email, , password, , words] = TYPED
  const data = { customerName: words, email, eventId: 1 }
  await shoot({ method: 'POST', path: '/api/createWaitlist', body: { waitlistData: data } })
  await shoot({ method: 'POST', path: '/api/lostLink', body: { email } })
  await shoot({ method: 'POST', path: '/api/event/unlock', body: { eventUrlName: 'x', password } })
  await shoot({ path: `/api/reservation?uuid=${neighbors.tokens.stay}` })
  expectNothingTold()
})
