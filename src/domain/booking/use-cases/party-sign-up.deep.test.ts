import { expect, test } from 'vitest'
import { openTestApp } from '#test/support/open-test-app.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { eventWithRooms, raceOfParties } from '#test/support/booking/party-race.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

test('gives the last 5 spots and the last 3 rooms only to whole parties when 200 parties compete (R39.1)', async () => {
  expect.hasAssertions()
  await raceOfParties(app, await eventWithRooms(app, 3, { spots: 8 }), 200)
  await expectBooksToAgree(app)
})
