/** Behind a balancer without stickiness every request may be another process's: signed in, unlocked and signed out at all. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession, endSession, isAdmin } from '#features/access/contract.ts'
import { answerFor } from '#features/access/testing/sign-in.ts'
import { unlockEvent } from '#features/events/contract/events.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { createTestBrowser, type TestBrowser } from '#testing/browser.ts'
import { makeEvent } from '#testing/factories.ts'

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await buildTestApp()
  const { db } = one.services
  // Another site on the same database: nothing else is shared.
  const database = { db, listen: async () => async () => {}, close: async () => {} }
  two = await buildTestApp({ database })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

/** Whose every request goes to the other site than the one before. */
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

test('a sign-in that wanders between two sites holds at both, and so does the sign-out', async () => {
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

test('a private event unlocked at one is open at both', async () => {
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
