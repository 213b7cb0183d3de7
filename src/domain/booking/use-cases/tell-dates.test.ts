import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emails } from '#platform/database/schema/emails.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { update } from '#test/support/events/admin-calls.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getGuestsToTell, tellDates } from '../contract/event.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)

const NAMES = ['Ruth Vance', 'Ann Lee', 'Joe Lee', 'Kim Lee']
const WITHOUT_EMAIL = ['Joe Lee', 'Kim Lee']
const DAYS = { startDateDate: '2027-07-01', endDateDate: '2027-07-05' }
const LATER = { startDateDate: '2027-08-01', endDateDate: '2027-08-05' }

/** Creates an event with a party of four. Two of the companions have no e-mail address. */
async function partyOfFour() {
  const event = await makeEvent(app.services.db, DAYS)
  const { members } = await makeParty(app, event.id, { names: NAMES, withoutEmail: WITHOUT_EMAIL })
  app.clock.advance({ minutes: 5 })
  return { id: event.id, members }
}

const change = async (id: number, changes: object) => {
  app.clock.advance({ minutes: 5 })
  expect(await update(admin.browser, { id, ...changes })).toMatchObject({ ok: true })
  app.clock.advance({ minutes: 5 })
}

const look = async (id: number) => {
  const found = await admin.browser.call(getGuestsToTell, { query: { id } })
  if (!found.ok) throw new Error(found.code)
  return found.data
}
const untold = async (id: number) =>
  (await look(id)).guests.filter(({ knowsDates }) => !knowsDates).map(({ name }) => name)
const tell = async (id: number, how: 'email' | 'by_hand') =>
  admin.browser.call(tellDates, { body: { id, how } })

/** Returns the addresses that got an e-mail whose subject begins with these words. */
const received = async (subject: string) => {
  await app.runJobs()
  const mails = (await app.mailbox?.list()) ?? []
  return mails
    .filter((mail) => mail.subject.startsWith(subject))
    .map(({ to }) => to.replaceAll(/^.*<|>$/g, ''))
    .toSorted()
}
const REACHED = ['ann.lee@guests.example', 'ruth.vance@guests.example']

test('says before canceling an event with a party of four that two e-mails go out, and names the other two guests', async () => {
  const { id } = await partyOfFour()
  expect(await admin.eventPlan(id)).toMatchObject({
    data: { guests: 4, emails: 2, toCall: WITHOUT_EMAIL },
  })
  await createGuest(app).hold(id)
  const plan = await admin.eventPlan(id)
  expect(plan).toMatchObject({ data: { guests: 4, holds: 1, emails: 3, toCall: WITHOUT_EMAIL } })
  await admin.cancelEvent(id)
  await app.runJobs()
  const sent = await app.services.db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.emailType, 'cancellation'), eq(emails.status, 'sent')))
  expect(sent).toHaveLength(3)
})

test('says who gets an e-mail about new dates, and sends exactly these e-mails (R10.16)', async () => {
  const { id, members } = await partyOfFour()
  const { emailsNewDates, guests } = await look(id)
  expect(emailsNewDates).toBe(true)
  expect(guests.filter(({ hasEmail }) => hasEmail).map(({ name }) => name)).toEqual(['Ann Lee', 'Ruth Vance'])
  await change(id, { ...LATER, tellGuests: true })
  const rows = await app.services.db.select().from(emails).where(eq(emails.emailType, 'dates-moved'))
  const ids = members.slice(0, 2).map((member) => member.id)
  expect(rows.map(({ reservationId }) => reservationId).toSorted()).toEqual(ids.toSorted())
  expect(await received('New dates')).toEqual(REACHED)
  expect(await untold(id)).toEqual(WITHOUT_EMAIL)
})

test('finds the guests who were not told of new dates until an admin e-mails them and calls the others (R10.15)', async () => {
  const { id } = await partyOfFour()
  expect(await untold(id)).toEqual([])
  await change(id, LATER)
  expect(await untold(id)).toEqual(['Ann Lee', 'Joe Lee', 'Kim Lee', 'Ruth Vance'])
  await takeSpots(app.services, id, { spots: 1, status: 'pending' })
  const before = (await received('New dates')).length
  expect(await tell(id, 'email')).toMatchObject({ data: { emails: 2 } })
  expect(await tell(id, 'email')).toMatchObject({ data: { emails: 0 } })
  expect((await received('New dates')).length - before).toBe(2)
  expect(await untold(id)).toEqual(WITHOUT_EMAIL)
  app.clock.advance({ minutes: 5 })
  expect(await tell(id, 'by_hand')).toMatchObject({ data: { emails: 0 } })
  expect(await untold(id)).toEqual([])
  const actions = (await auditOf(app, 'event', id)).map(({ action }) => action)
  expect(actions).toEqual(['event.updated', 'event.datesEmailed', 'event.datesToldByHand'])
})

test('counts nobody as untold if the dates are changed back, except a guest who signed up in between', async () => {
  const { id } = await partyOfFour()
  await change(id, LATER)
  await admin.signUp({ eventId: id, customerName: 'Zoe Later', email: 'zoe@guests.example' })
  await change(id, { spots: 12 })
  await change(id, DAYS)
  expect(await untold(id)).toEqual(['Zoe Later'])
})

test('e-mails nobody about new dates once the event has begun', async () => {
  const { id } = await partyOfFour()
  const before = (await received('New dates')).length
  await change(id, { startDateDate: '2027-05-05', endDateDate: '2027-05-09', tellGuests: true })
  expect(await look(id)).toMatchObject({ emailsNewDates: false })
  expect(await tell(id, 'email')).toMatchObject({ data: { emails: 0 } })
  expect(await received('New dates')).toHaveLength(before)
  expect(await untold(id)).toHaveLength(4)
})

test('returns 404 for the guests of an unknown event', async () => {
  expect(await admin.browser.call(getGuestsToTell, { query: { id: 999_999 } })).toMatchObject({ status: 404 })
  expect(await tell(999_999, 'email')).toMatchObject({ status: 404 })
})
