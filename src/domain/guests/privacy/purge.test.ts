/**
 * Tests the purge of guests' data (R18.3). A guest uses every part of the site, and after the purge none of the
 * guest's words is stored anywhere.
 */
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { makeEvent } from '#test/support/factories.ts'
import { getReservation } from '#domain/booking/contract/guest.ts'
import { createInvoice } from '#domain/booking/contract/invoices.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { dumpOf } from '#test/support/guests/dump.ts'
import { playGuestHistory, MARK, wordsOf } from '#test/support/guests/guest-history.ts'

const app = await openTestApp({ now: new Date('2027-04-01T18:00:00Z'), keepTime: true })
const life = await playGuestHistory(app)

const found = async () =>
  [...new Set((await dumpOf(app.services)).toLowerCase().match(MARK) ?? [])].toSorted()

const receipts = async () =>
  app.services.db
    .select({ reservationId: emails.reservationId, status: emails.status, content: emails.content })
    .from(emails)
    .where(eq(emails.emailType, 'deletion-receipt'))
    .orderBy(asc(emails.reservationId))

test("finds the guests' words in the database before the purge, so that finding none afterwards proves something", async () => {
  const words = await found()
  const told =
    Object.values({ ...wordsOf('leaver'), nickname: 'qzxleavernewnick' })
      .join(' ')
      .match(MARK) ?? []
  expect(words).toEqual(expect.arrayContaining(told))
  expect(words).toEqual(
    expect.arrayContaining([
      'qzxwaiterfirst',
      'qzxwaitermail',
      'qzxcomerfailure',
      'qzxcomerlesson',
      'qzxleaverreason',
      'qzxwaiverfirst',
    ]),
  )
})

test('purges nobody on the day before data is due for deletion, and e-mails deletion receipts on the due day', async () => {
  // The event ends on July 5. Its guests' data is due for deletion 14 days later.
  app.clock.set(new Date('2027-07-19T05:30:00Z'))
  const before = await found()
  await app.runJobs()
  expect(await found()).toEqual(before)
  expect(await receipts()).toEqual([])

  app.clock.set(new Date('2027-07-19T18:00:00Z'))
  await app.runJobs()
  const ids = [life.leaver.reservationId, life.comer.reservationId]
  expect((await receipts()).map(({ reservationId, status }) => [reservationId, status])).toEqual(
    ids.map((id) => [id, 'sent']),
  )
  const mails = (await app.mailbox?.list()) ?? []
  const told = mails.filter(({ subject }) => subject.startsWith('Your data is deleted'))
  expect(told.map(({ to }) => to).toSorted()).toEqual([wordsOf('comer').email, wordsOf('leaver').email])
})

test('leaves no word of a guest after the purge, and keeps payments without the names of cards (R18.2, R18.3)', async () => {
  const { db } = app.services
  const books = async () => db.select().from(payments).orderBy(asc(payments.id))
  const before = await books()
  expect(before).toHaveLength(3)
  expect(before.map(({ card }) => card)).toContain('Visa 4242')
  await app.runJobs()
  expect(await found()).toEqual([])
  expect(await books()).toEqual(before.map((row) => ({ ...row, card: null })))
  const kept = await db.select().from(reservations).where(eq(reservations.eventId, life.event.id))
  expect(kept.every(({ purgedAt, customerName }) => purgedAt !== null && customerName === null)).toBe(true)
  const comer = kept.find(({ id }) => id === life.comer.reservationId)
  expect(comer).toMatchObject({ status: 'confirmed', price: 90_000, consentTermsHash: 'f'.repeat(64) })
  expect(comer?.consentAt).toBeInstanceOf(Date)
  expect((await receipts()).map(({ content }) => content)).toEqual([null, null])
  expect(await app.mailbox?.list()).toEqual([])
})

test("accepts only the fixed payment methods, so that nobody can store a guest's name as a method", async () => {
  const admin = await signInAdmin(app)
  const later = { startDateDate: '2027-10-01', endDateDate: '2027-10-05' }
  const event = await makeEvent(app.services.db, later)
  const { reservationId } = await admin.signUp({ eventId: event.id })
  const words = 'check of qzxcomercheck'
  const createInvoiceData = { reservationId, amount: 5_000, paid: true, paymentMethod: words as never }
  expect(await admin.browser.call(createInvoice, { body: { createInvoiceData } })).toMatchObject({
    ok: false,
    status: 400,
    fields: { paymentMethod: expect.any(String) as string },
  })
  // The database must also refuse a guest's name as a payment method. An old version of the site or a restored backup
  // could try to write it.
  const row = { reservationId, amount: 5_000, method: words as never, paidAt: app.clock.now() }
  await expect(app.services.db.insert(payments).values(row)).rejects.toThrow()
  await expect(app.services.db.update(payments).set({ method: words as never })).rejects.toThrow()
  expect(await found()).toEqual([])
})

test("says at the private link that the guest's data was deleted, and never changes the guest again (R18.2)", async () => {
  const { version } = (await rowOf(life.comer.reservationId)) ?? {}
  const reply = await app.browser().call(getReservation, { query: { uuid: life.comer.uuid } })
  expect(reply).toMatchObject({ ok: false, status: 410, code: 'purged' })
  app.clock.advance({ days: 30 })
  await app.runJobs()
  expect((await rowOf(life.comer.reservationId))?.version).toBe(version)
  expect(await found()).toEqual([])
})

async function rowOf(id: number) {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.id, id))
  return row
}
