import { expect, test } from 'vitest'
import { sessions } from '#platform/database/schema/access.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

test('deletes expired sessions and keeps the others', async () => {
  await app.signIn({ admin: true })
  app.clock.advance({ hours: 7 })
  await app.signIn({ admin: false })
  app.clock.advance({ hours: 2 })
  await app.runJobs()
  const kept = await app.services.db.select({ subject: sessions.subject }).from(sessions)
  expect(kept).toEqual([{ subject: 'the-guest' }])
})
