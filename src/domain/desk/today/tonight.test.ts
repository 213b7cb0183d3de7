import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { getTonight } from './contract.ts'
import { openTodaySite } from '#test/support/desk/today-site.ts'

const site = await openTodaySite()

/** Sets the clock to 23:00 on May 6 at the ranch, when it is already May 7 in UTC. */
async function tonight() {
  const admin = await site.app.signIn({ admin: true })
  const found = await admin.call(getTonight)
  if (!found.ok) throw new Error(found.message)
  return found.data
}

test('returns empty lists for tonight when nobody sleeps at the ranch', async () => {
  expect(await tonight()).toEqual({ day: '2027-05-06', retreats: [], family: [] })
})

test('lists the retreats whose guests sleep at the ranch tonight: begun, ending later, and not canceled', async () => {
  const stays = (start: string, endDateDate: string, more = {}) => site.event(start, { endDateDate, ...more })
  await stays('2027-05-02', '2027-05-06', { name: 'Leaves today' })
  await stays('2027-05-07', '2027-05-09', { name: 'Comes tomorrow' })
  await stays('2027-05-06', '2027-05-06', { name: 'A day’s visit' })
  const off = await stays('2027-05-05', '2027-05-08', { name: 'Called off' })
  await site.app.services.db.execute(sql`update events set cancelled_at = now() where id = ${off.id}`)
  await stays('2027-05-06', '2027-05-07', { name: 'Came today', password: 'Yucca', host: 'Marta' })
  await stays('2027-05-01', '2027-05-07', { name: 'Since Saturday', host: null })
  const { retreats } = await tonight()
  expect(
    retreats.map((retreat) => [retreat.name, retreat.private, retreat.host, retreat.endDateDate]),
  ).toEqual([
    ['Came today', true, 'Marta', '2027-05-07'],
    ['Since Saturday', false, null, '2027-05-07'],
  ])
})

test("lists tonight's guests by name, with deleted names last, and omits holds and canceled stays", async () => {
  const { id } = await site.event('2027-05-06', { endDateDate: '2027-05-08', spots: 9 })
  const gone = await site.rows.guest(id)
  await site.rows.purge(gone)
  const zoe = await site.rows.guest(id, { name: 'Zoe' })
  const ana = await site.rows.guest(id, { name: 'Ana Ortiz' })
  await site.rows.guest(id, { status: 'cancelled' })
  await site.rows.guest(id, { status: 'pending', holdExpiresAt: new Date('2027-05-07T05:10:00Z') })
  const [retreat] = (await tonight()).retreats
  expect(retreat?.guests).toEqual([
    { reservationId: ana, guest: 'Ana Ortiz' },
    { reservationId: zoe, guest: 'Zoe' },
    { reservationId: gone, guest: null },
  ])
  expect(retreat?.more).toBe(0)
})

const made = (title: string, start: string, end: string) => ({ title, start, end, color: '#662255' })

test("lists the family's events that include today, even on their last day", async () => {
  await site.app.services.db
    .insert(calendarEvents)
    .values([
      made('Yesterday', '2027-05-05', '2027-05-05'),
      made('Last day', '2027-05-01', '2027-05-06'),
      made('First day', '2027-05-06', '2027-05-20'),
      made('Tomorrow', '2027-05-07', '2027-05-07'),
    ])
  expect((await tonight()).family.map(({ title }) => title)).toEqual(['Last day', 'First day'])
})

test('returns the list of people on the ranch tonight only to admins', async () => {
  expect(await site.app.browser().call(getTonight)).toMatchObject({ ok: false, status: 401 })
})
