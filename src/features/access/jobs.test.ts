import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#platform/database/schema/access.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
})
afterAll(() => app.close())

test('a session whose time is over is removed, another is not', async () => {
  await app.signIn({ admin: true })
  app.clock.advance({ hours: 7 })
  await app.signIn({ admin: false })
  app.clock.advance({ hours: 2 })
  await app.runJobs()
  const kept = await app.services.db.select({ subject: sessions.subject }).from(sessions)
  expect(kept).toEqual([{ subject: 'the-guest' }])
})
