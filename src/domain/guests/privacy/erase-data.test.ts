/** Tests a guest's requests to export or delete their own data, over HTTP. */
import { and, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { refunds } from '#platform/database/schema/payments.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { createLog } from '#platform/log.ts'
import { makeEvent } from '#test/support/factories.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { payDeposit, takeCash } from '#test/support/booking/stay.ts'
import { getReservation, lostLink } from '#domain/booking/contract/guest.ts'
import { refundsOf } from '#test/support/booking/books.ts'
import { createGuest, type Guest } from '#test/support/booking/guest.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { eraseReservation, exportReservation } from './contract.ts'
import { dumpOf } from '#test/support/guests/dump.ts'
import { MARK, wordsOf } from '#test/support/guests/guest-history.ts'

let guest: Guest
const logged: string[] = []
const log = createLog({ destination: { write: (line: string) => logged.push(line) } })
const app = await openTestApp({ now: new Date('2027-02-01T18:00:00Z'), log })
beforeEach(() => {
  guest = createGuest(app)
})

const erase = async (uuid: string) => guest.browser.call(eraseReservation, { body: { uuid, confirm: true } })

async function cancelledStay(who: string) {
  const event = await makeEvent(app.services.db)
  const held = await guest.hold(event.id, wordsOf(who))
  await guest.pay(held.clientSecret)
  await app.runJobs()
  const admin = await signInAdmin(app)
  await admin.cancel(held.reservationId)
  await app.runJobs()
  return { ...held, eventId: event.id }
}

const words = async () => (await dumpOf(app.services)).match(MARK) ?? []

describe("a guest's request to delete their data before the usual time", () => {
  test("e-mails a deletion receipt immediately, then deletes all personal data, and says so on the guest's page", async () => {
    const { uuid, reservationId } = await cancelledStay('early')
    expect(await words()).not.toEqual([])
    expect(await erase(uuid)).toEqual({ ok: true, data: { success: true } })
    // A database restored from a backup may not contain this request. So the log must show whose data to delete again
    // (docs/operators/backup.md).
    const line = logged.find((one) => one.includes('a guest asked to be deleted')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ level: 'info', reservationId })
    // A second request for the deletion must change nothing.
    expect(await erase(uuid)).toMatchObject({ ok: true })
    await app.jobs.runDue()
    const mails = (await app.mailbox?.list()) ?? []
    const receipts = mails.filter(({ subject }) => subject.startsWith('Your data is deleted'))
    expect(receipts.map(({ to }) => to)).toEqual([wordsOf('early').email])
    expect(receipts[0]?.text).toContain('You asked us to delete')
    await app.runJobs()
    expect(await words()).toEqual([])
    const told = {
      status: 410,
      message: expect.stringMatching(/^You asked us to delete .* we did, on Mon, Feb 1, 2027\./),
    }
    expect(await guest.browser.call(getReservation, { query: { uuid } })).toMatchObject(told)
    expect(await guest.browser.call(exportReservation, { query: { uuid } })).toMatchObject(told)
    expect(await erase(uuid)).toMatchObject({ status: 410, code: 'purged' })
    const sent = await app.services.db.select().from(emails).where(eq(emails.reservationId, reservationId))
    expect(sent.every(({ content }) => content === null)).toBe(true)
  })

  test("deletes a companion's name even from the payer's e-mails, and keeps the payer's payments and totals (R39.4)", async () => {
    const { services } = app
    const event = await makeEvent(services.db)
    const friend = wordsOf('friend')
    const companions = [{ customerName: friend.customerName, email: friend.email }]
    const held = await guest.hold(event.id, { ...wordsOf('payer'), amount: 90_000, companions })
    await guest.pay(held.clientSecret)
    await app.runJobs()
    const [companion] = await services.db
      .select()
      .from(reservations)
      .where(and(eq(reservations.partyId, held.reservationId), ne(reservations.id, held.reservationId)))
    const { id = 0, uuid = '' } = companion ?? {}
    const admin = await signInAdmin(app)
    await admin.cancel(id)
    await app.runJobs()
    const exported = (of: string) => guest.browser.call(exportReservation, { query: { uuid: of } })
    const own = await exported(held.uuid)
    expect(own).toMatchObject({
      data: {
        party: { payer: true, with: [friend.customerName], ownPrice: 90_000 },
        invoices: [
          { amount: 90_000, own: 45_000 },
          { amount: 45_000, own: 45_000 },
        ],
      },
    })
    const theirs = await exported(uuid)
    expect(theirs).toMatchObject({ data: { party: { payer: false }, invoices: [], payments: [] } })
    // An e-mail to the payer is about the companion, so the companion's download of their data lists it. The download
    // must show neither the payer's e-mail address nor the text.
    const mails = theirs.ok ? theirs.data.mails : []
    expect(mails.find(({ type }) => type === 'companion-cancelled')).toMatchObject({ to: null, text: null })
    expect((await words()).filter((word) => word.startsWith('qzxfriend'))).not.toEqual([])
    expect(await erase(uuid)).toMatchObject({ ok: true })
    await app.jobs.runDue()
    await app.runJobs()
    const left = await words()
    expect(left.filter((word) => word.startsWith('qzxfriend'))).toEqual([])
    expect(left).not.toEqual([])
    // When the companion canceled, Stripe's fee was not refunded. So the payer's total still includes the fee.
    expect(await guest.look(held.uuid)).toMatchObject({ totalDue: 91_320, totalPaid: 46_320 })
    await admin.cancel(held.reservationId)
  })

  test("says on the guest's page that the guest asked for the deletion, even after the retreat (R32.1)", async () => {
    const event = await makeEvent(app.services.db)
    const { uuid, reservationId } = await payDeposit(guest, event.id)
    await takeCash(app, reservationId)
    app.clock.set(new Date('2027-07-08T18:00:00Z'))
    expect(await erase(uuid)).toMatchObject({ ok: true })
    await app.jobs.runDue()
    const mails = (await app.mailbox?.list()) ?? []
    const receipt = mails.find(({ subject }) => subject.startsWith('Your data is deleted'))
    expect(receipt?.text).toContain('You asked us to delete what we know about you')
    await app.runJobs()
    expect(await guest.browser.call(getReservation, { query: { uuid } })).toMatchObject({
      status: 410,
      message: expect.stringMatching(/^You asked us to delete .* we did, on Thu, Jul 8, 2027\./),
    })
  })

  test('is refused if the guest is still coming, and no e-mail is sent', async () => {
    const event = await makeEvent(app.services.db)
    const { uuid, reservationId } = await payDeposit(guest, event.id)
    expect(await erase(uuid)).toMatchObject({
      status: 409,
      code: 'still_coming',
      message: expect.stringContaining('Cancel your stay first'),
    })
    const mails = await app.services.db.select().from(emails).where(eq(emails.reservationId, reservationId))
    expect(mails.map(({ emailType }) => emailType)).not.toContain('deletion-receipt')
  })

  test('is refused while the venue owes the guest a manual refund, and accepted once an admin has recorded that refund', async () => {
    const event = await makeEvent(app.services.db)
    const { uuid, reservationId } = await payDeposit(guest, event.id)
    await takeCash(app, reservationId)
    const admin = await signInAdmin(app)
    await admin.cancel(reservationId)
    await app.runJobs()
    expect(await erase(uuid)).toMatchObject({
      status: 409,
      code: 'money_owed',
      message: expect.stringContaining('write to us'),
    })
    const { refunds } = await admin.refundsOf(reservationId)
    for (const { id, status } of refunds) if (status === 'owed') await admin.recordRefund(id)
    expect(await erase(uuid)).toMatchObject({ ok: true })
  })

  test('is refused while a refund to the card is not complete', async () => {
    const { uuid, paymentIntent } = await cancelledStay('desk')
    const [refund] = await refundsOf(app, paymentIntent)
    const held = { status: 'requested', waitsForBalance: true } as const
    await app.services.db
      .update(refunds)
      .set(held)
      .where(eq(refunds.key, refund?.key ?? ''))
    expect(await erase(uuid)).toMatchObject({
      status: 409,
      code: 'refund_under_way',
      message:
        'Your refund is not complete yet. Please try again when it has arrived. Until then we may have to reach you.',
    })
  })

  test('is accepted once an admin has paid by hand a refund that Stripe refused', async () => {
    const { uuid, reservationId, paymentIntent } = await cancelledStay('desk')
    const admin = await signInAdmin(app)
    const [refund] = (await admin.refundsOf(reservationId)).refunds
    const { db } = app.services
    const fail = { status: 'failed' } as const
    await db
      .update(refunds)
      .set(fail)
      .where(eq(refunds.id, refund?.id ?? 0))
    expect(await refundsOf(app, paymentIntent)).toMatchObject([fail])
    expect(await erase(uuid)).toMatchObject({ status: 409, code: 'money_owed' })
    expect(await admin.recordRefund(refund?.id ?? 0)).toMatchObject({ ok: true })
    expect(await erase(uuid)).toMatchObject({ ok: true })
  })

  test('needs the private link and an explicit confirmation', async () => {
    expect(await erase('6f1f0c5e-7a0b-4a7e-9f43-0f0f9a3f0b11')).toMatchObject({ status: 404 })
    expect(await erase('nonsense')).toMatchObject({ status: 404 })
    const { uuid } = await cancelledStay('sure')
    const unsure = { body: { uuid } } as never
    expect(await guest.browser.call(eraseReservation, unsure)).toMatchObject({ status: 400 })
    expect(await guest.browser.call(getReservation, { query: { uuid } })).toMatchObject({ ok: true })
  })

  test('deletes the data after three days even if the deletion receipt cannot be e-mailed', async () => {
    const { uuid, reservationId } = await cancelledStay('stuck')
    await erase(uuid)
    const { db } = app.services
    const purgedAt = async () => {
      const [row] = await db.select().from(reservations).where(eq(reservations.id, reservationId))
      return row?.purgedAt ?? null
    }
    const purge = async () => app.jobs.run('purge-guests')
    await purge()
    expect(await purgedAt()).toBeNull()
    app.clock.advance({ days: 2, hours: 23 })
    await purge()
    expect(await purgedAt()).toBeNull()
    app.clock.advance({ hours: 1 })
    await purge()
    expect(await purgedAt()).not.toBeNull()
    // The purge has deleted the guest's data, so the site must drop the queued e-mail with the deletion receipt.
    await app.jobs.runDue()
    const mails = await db.select().from(emails).where(eq(emails.reservationId, reservationId))
    expect(mails.find(({ emailType }) => emailType === 'deletion-receipt')?.status).toBe('dropped')
  })
})

describe("a guest's export of their data", () => {
  test("contains everything in one file: details, consent, payments, e-mails, and changes without admins' names", async () => {
    const { uuid } = await cancelledStay('export')
    const response = await guest.browser.fetch(`/api/reservation/export?uuid=${uuid}`)
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="my-stay-at-the-ranch.json"',
    )
    expect(response.headers.get('cache-control')).toContain('no-store')
    const text = await response.text()
    for (const told of Object.values(wordsOf('export'))) expect(text).toContain(told)
    expect(text).not.toMatch(/admin@example\.test|the-admin/)
    const stored = JSON.parse(text) as Record<string, unknown>
    expect(stored).toMatchObject({
      deletedOn: '2027-07-19',
      consent: { given: true, termsHash: 'f'.repeat(64) },
      cancellation: { cancelledBy: 'guest' },
      payments: [{ amount: 45_000, method: 'card', card: 'Visa 4242', refunds: [{ status: 'succeeded' }] }],
    })
    const { mails, history } = stored as {
      mails: { type: string; text: string }[]
      history: { by: string; what: string }[]
    }
    expect(mails.find(({ type }) => type === 'cancellation')?.text).toContain('Your stay is canceled')
    expect(history.map(({ what }) => what)).toContain('reservation.cancelled')
    expect(new Set(history.map(({ by }) => by))).toContain('house')
  })

  test('never contains the private link of another stay with the same e-mail address', async () => {
    const address = { ...wordsOf('shared') }
    const first = await makeEvent(app.services.db)
    const second = await makeEvent(app.services.db)
    const mine = await guest.hold(first.id, address)
    await guest.pay(mine.clientSecret)
    const theirs = await createGuest(app).hold(second.id, address)
    await app.runJobs()
    await guest.browser.call(lostLink, { body: { email: address.email } })
    app.clock.advance({ seconds: 20 })
    await app.runJobs()
    for (const [uuid, other] of [
      [mine.uuid, theirs.uuid],
      [theirs.uuid, mine.uuid],
    ]) {
      const response = await guest.browser.fetch(`/api/reservation/export?uuid=${uuid}`)
      expect(await response.text()).not.toContain(other)
    }
  })
})
