import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { changePayer, splitFromParty } from '../contract/party.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { expectTrueParty } from '#test/support/booking/party-accounts.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)

async function party() {
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate: '2027-09-01' })
  const made = await makeParty(app, eventId, { names: ['Ruth Vance', 'Ann Lee', 'Joe Lee'] })
  const [payer, ann, joe] = made.members
  if (!payer || !ann || !joe) throw new Error('no party')
  return { payer, ann, joe, invoices: made.invoices }
}

const rowOf = async (id: number) => {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.id, id))
  if (!row) throw new Error(`no reservation ${id}`)
  return row
}

/** Expects that every active guest has an active payer, and that the party's amounts are consistent. */
async function expectPaidFor(ids: number[]): Promise<void> {
  for (const id of ids) {
    const { status, partyId } = await rowOf(id)
    if (status === 'confirmed' && partyId !== null) expect((await rowOf(partyId)).status).toBe('confirmed')
    await expectTrueParty(app.services.db, id)
  }
}

test("records a payment by the payer during a companion's cancellation, and refunds the companion's part (R39.5)", async () => {
  const { payer, ann, joe, invoices } = await party()
  const guest = createGuest(app)
  const body = { amount: 135_000, invoiceId: invoices.remainder, uuid: payer.uuid }
  const paying = await guest.browser.call(createPaymentIntent, { body })
  if (!paying.ok) throw new Error(paying.code)
  // Stripe has charged the card, but Stripe's webhook has not reached the site.
  await guest.pay(paying.data.clientSecret)
  expect(await admin.cancel(ann.id)).toMatchObject({ ok: false, code: 'payment_arrived' })
  await guest.feesTold()
  await app.runJobs()
  expect(await admin.cancel(ann.id)).toMatchObject({ ok: true })
  await app.runJobs()
  const { plan } = await admin.refundsOf(payer.id, { cancelledBy: 'retreat' })
  expect(plan.most).toBe(90_000)
  expect((await admin.look(payer.id)).money).toMatchObject({ stillToPay: 0, credit: 0 })
  await expectPaidFor([payer.id, ann.id, joe.id])
  await expectBooksToAgree(app)
})

test("keeps a canceled companion's payments in the party's price until the refund is made (R39.5)", async () => {
  const { payer, ann, invoices } = await party()
  const guest = createGuest(app)
  const body = { amount: 135_000, invoiceId: invoices.remainder, uuid: payer.uuid }
  const paying = await guest.browser.call(createPaymentIntent, { body })
  if (!paying.ok) throw new Error(paying.code)
  await guest.pay(paying.data.clientSecret)
  await guest.look(payer.uuid)
  expect(await admin.cancel(ann.id)).toMatchObject({ ok: true })
  expect((await admin.look(payer.id)).money).toMatchObject({ price: 270_000, stillToPay: 0, credit: 0 })
  await guest.feesTold()
  await app.runJobs()
  // The full refund is the companion's 90,000 cents, minus a third of Stripe's fee of 2.9 % plus 30 cents.
  expect((await admin.look(payer.id)).money).toMatchObject({
    price: 180_000 + 1_315,
    stillToPay: 0,
    credit: 0,
  })
  const sent = await app.services.db.select().from(emails).where(eq(emails.reservationId, ann.id))
  expect(sent.map(({ emailType }) => emailType)).toContain('companion-cancelled')
  await expectPaidFor([payer.id, ann.id])
})

test('cancels two guests of a party when two admins do so at the same time, and keeps the totals right (R39.5)', async () => {
  const { payer, ann, joe } = await party()
  const replies = await Promise.all([
    admin.cancel(ann.id, { version: ann.version }),
    admin.cancel(joe.id, { version: joe.version }),
  ])
  expect(replies.map(({ ok }) => ok)).toEqual([true, true])
  expect((await admin.look(payer.id)).money).toMatchObject({ price: 90_000, stillToPay: 45_000, credit: 0 })
  await expectPaidFor([payer.id, ann.id, joe.id])
})

test('accepts at least one of several conflicting changes of a party, and leaves no guest without a payer (R39.6)', async () => {
  const { payer, ann, joe } = await party()
  const { id, version } = ann
  const { browser } = admin
  const replies = await Promise.all([
    browser.call(splitFromParty, { body: { id, version } }),
    browser.call(changePayer, { body: { id, version } }),
    admin.cancel(payer.id, { version: payer.version, newPayer: id }),
    admin.cancel(id, { version }),
  ])
  expect(replies.some(({ ok }) => ok)).toBe(true)
  await expectPaidFor([payer.id, ann.id, joe.id])
})
