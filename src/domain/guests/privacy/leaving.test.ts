import { expect, test } from 'vitest'
import { openTodaySite } from '#test/support/desk/today-site.ts'

/** The day is May 6 at the ranch. Guests' data is deleted 14 days after their event. */
const site = await openTodaySite()

async function ended(day: string, name: string, guests = 1) {
  const { id } = await site.event(day, { name })
  for (let guest = 0; guest < guests; guest += 1) await site.rows.guest(id)
  return id
}

test("warns admins seven days before the site deletes guests' data, with the earliest event first", async () => {
  await ended('2027-04-30', 'Too early')
  await ended('2027-04-29', 'In a week', 2)
  await ended('2027-04-22', 'Today')
  await ended('2027-04-20', 'Waiting for receipts')
  await ended('2027-04-18', 'Long ago')
  const { leaving } = await site.today()
  expect(leaving.map(({ name, day, guests }) => [name, day, guests])).toEqual([
    ['Waiting for receipts', '2027-05-04', 1],
    ['Today', '2027-05-06', 1],
    ['In a week', '2027-05-13', 2],
  ])
})

test('counts canceled guests in the warning of coming deletions, but no expired holds and no deleted guests', async () => {
  const id = await ended('2027-04-25', 'Some gone', 1)
  await site.rows.guest(id, { status: 'cancelled' })
  await site.rows.guest(id, { status: 'expired' })
  await site.rows.purge(await site.rows.guest(id))
  await site.event('2027-04-25', { name: 'Nobody' })
  expect((await site.today()).leaving).toMatchObject([{ name: 'Some gone', guests: 2, waiting: 0 }])
})
