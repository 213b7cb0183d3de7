/**
 * Behind a load balancer without sticky sessions, any process may get a request. So a sign-in, an unlocked
 * event and a sign-out must have effect in all processes.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession, endSession, isAdmin } from '#domain/staff/sign-in/contract.ts'
import { answerFor } from '#test/support/sign-in.ts'
import { unlockEvent } from '#domain/events/contract/events.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { createTestBrowser, type TestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await buildTestApp()
  const { db } = one.services
  // Starts the site a second time on the same database, in place of a second process. The two share nothing else.
  const database = { db, listen: async () => async () => {}, close: async () => {} }
  two = await buildTestApp({ database })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

/** Creates a browser whose requests alternate between the two processes. */
function wanderer(): TestBrowser & { asked: number[] } {
  const asked = [0, 0]
  let turn = 0
  const browser = createTestBrowser(one.services.settings.publicUrl, async (request) => {
    turn = 1 - turn
    asked[turn] = (asked[turn] ?? 0) + 1
    return (turn === 0 ? one : two).http.fetch(request)
  })
  return { ...browser, asked }
}

async function twice<T>(look: () => Promise<T>): Promise<[T, T]> {
  return [await look(), await look()]
}

test('keeps a browser signed in, and later signed out, in two processes of the site that share the database', async () => {
  const browser = wanderer()
  const answer = await answerFor(browser)
  expect(await browser.call(createSession, { body: answer })).toMatchObject({ ok: true })
  const admin = async () =>
    (await browser.call(isAdmin)).ok && (await browser.fetch('/api/auth/audit')).status
  expect(await twice(admin)).toEqual([200, 200])
  expect(Math.min(...browser.asked)).toBeGreaterThan(3)
  expect(await browser.call(endSession)).toMatchObject({ ok: true })
  expect(await twice(admin)).toEqual([401, 401])
})

test('opens a private event in two processes of the site after the visitor has entered its password in one of them', async () => {
  const { db } = one.services
  const { urlName } = await makeEvent(db, { name: 'Behind two doors', password: 'Yucca' })
  const browser = wanderer()
  const locked = async () => {
    const found = await browser.fetch(`/api/auth/event/get?eventUrlName=${urlName}`)
    return ((await found.json()) as { locked: boolean }).locked
  }
  expect(await twice(locked)).toEqual([true, true])
  expect(
    await browser.call(unlockEvent, { body: { eventUrlName: urlName, password: 'Yucca' } }),
  ).toMatchObject({
    ok: true,
  })
  expect(await twice(locked)).toEqual([false, false])
})
