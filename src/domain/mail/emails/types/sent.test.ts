/**
 * Tests several types of e-mails from the database rows to the mail server. Other tests in `types/` test their texts.
 */
import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { sealRecord } from '#platform/sealing.ts'
import { refundKeyOf } from '#domain/booking/domain/party-accounts.ts'
import { START, openMailRoom, type MailGuest } from '#test/support/mail/mail-room.ts'

const room = await openMailRoom()

const cancelEvent = (cancelledAt: Date | null) =>
  room.db.update(events).set({ cancelledAt }).where(eq(events.id, room.eventId))
afterEach(() => cancelEvent(null))

async function sent(guest: MailGuest, type: EmailType) {
  await room.queue(guest, type)
  await room.run()
  expect(await room.emailOf(guest)).toMatchObject({ status: 'sent', failure: null })
  const mail = (await room.parsed()).at(-1)
  const file = mail?.attachments[0]?.content ?? ''
  return { ...mail, calendar: Buffer.from(file as ArrayBuffer).toString() }
}

async function tellDetails({ id, uuid }: MailGuest) {
  const details = {
    phone: '505-555-0188',
    address: '1 Main St',
    emergencyContactName: 'Charles',
    emergencyContactPhone: '505-555-0189',
    foodAllergies: 'None',
    medicalConditions: 'None',
  }
  const consent = { safetyConsent: true, consentTermsHash: 'terms', consentAt: START }
  await room.db
    .update(reservations)
    .set({ ...sealRecord(room.sealer, { table: 'reservations', row: uuid }, details), ...consent })
    .where(eq(reservations.id, id))
}

/** Records a cancellation with a refund of $400 to the card and $30 by hand. */
async function cancel({ id, paymentId }: MailGuest, cancelledBy: 'guest' | 'retreat') {
  const uuid = randomUUID()
  const overrideReason = room.sealer.seal(
    { table: 'cancellations', row: uuid, column: 'overrideReason' },
    'Flu',
  )
  const byTerms = { daysBefore: 90, percent: 100, paid: 45_000, fees: 1_335, refundByTerms: 43_665 }
  const decided = { refundToCards: 40_000, refundByHand: 3_000, overrideReason, at: START }
  await room.db.insert(cancellations).values({ reservationId: id, uuid, cancelledBy, ...byTerms, ...decided })
  await room.db.insert(refunds).values([
    { paymentId, key: `card:${id}`, amount: 40_000, reason: 'cancelled' },
    { paymentId, key: `hand:${id}`, amount: 3_000, reason: 'cancelled', byHand: true, status: 'owed' },
  ])
}

it('attaches a calendar file to the welcome e-mail, and asks for details only if they are missing', async () => {
  room.clock.set(new Date('2027-02-12T19:00:00Z'))
  const [lacking, told] = [await room.addGuest(), await room.addGuest()]
  await tellDetails(told)
  const mail = await sent(lacking, 'welcome-info')
  expect(mail.subject).toBe('See you in a week: Leather and Light')
  expect(mail.text).toContain(
    `Complete your details and pay:\nhttps://ranch.example/complete-reservation/${lacking.uuid}`,
  )
  expect(mail.text).toContain('Arrive: Thursday afternoon')
  expect(mail.html).toContain('href="tel:+15055550100"')
  expect(mail.calendar).toContain('DTSTART;VALUE=DATE:20270219')
  expect((await sent(told, 'welcome-info')).text).not.toContain('details')
})

it('attaches no file to reminders, and drops a reminder if nothing is missing or unpaid', async () => {
  const guest = await room.addGuest()
  const mail = await sent(guest, 'info-remind')
  expect(mail.text).toContain('You’ll be here in 90 days')
  expect(mail.attachments).toEqual([])
  const told = await room.addGuest()
  await tellDetails(told)
  await room.queue(told, 'info-remind')
  const unpaid = { ...(await room.addGuest()), invoiceId: guest.restId }
  const gone = await room.addGuest()
  await room.queue({ ...gone, invoiceId: gone.restId }, 'invoice-remind')
  await room.db.delete(invoices).where(eq(invoices.id, gone.restId))
  await room.run()
  expect(await room.emailOf(told)).toMatchObject({ status: 'dropped', failure: 'details_given' })
  expect(await room.emailOf(gone)).toMatchObject({ status: 'dropped', failure: 'invoice_gone' })
  expect((await sent({ ...unpaid, invoiceId: unpaid.restId }, 'invoice-remind')).subject).toBe(
    'Payment due in 60 days: Leather and Light',
  )
})

it("states the refund of a canceled stay without the admin's internal reason, and attaches no file", async () => {
  const guest = await room.addGuest({ status: 'cancelled' })
  await cancel(guest, 'guest')
  const { text, html, attachments } = await sent(guest, 'cancellation')
  expect(text).toContain('You paid $450.00. We’re refunding $430.00.')
  expect(text).toContain('$400.00 will be refunded to the card you paid with.')
  expect(text).toContain('$30.00 was not paid by card, so we can’t refund it to one.')
  expect(`${text}${html}`).not.toContain('Flu')
  expect(attachments).toEqual([])
})

it("attaches a calendar file that removes a canceled event from the guest's calendar", async () => {
  await cancelEvent(START)
  const guest = await room.addGuest({ status: 'cancelled' })
  await cancel(guest, 'retreat')
  const { subject, calendar } = await sent(guest, 'cancellation')
  expect(subject).toBe('We had to cancel: Leather and Light')
  expect(calendar).toContain(`UID:event-${room.eventId}@twelvemile.example`)
  expect(calendar).toContain('STATUS:CANCELLED')
  expect(calendar).toContain('SEQUENCE:1')
})

it('states the amount of a refund in the refund e-mail', async () => {
  const guest = await room.addGuest()
  const { paymentId } = guest
  await room.db.insert(refunds).values({ paymentId, key: `a:${paymentId}`, amount: 12_000, reason: 'admin' })
  expect((await sent(guest, 'refund')).text).toContain('We’re refunding $120.00 of what you paid.')
})

it('says in the deletion receipt that the accounts keep a payment that now belongs to another payer', async () => {
  const paid = await room.addGuest()
  const nextPayer = await room.addGuest({ paid: false })
  await room.db
    .update(payments)
    .set({ reservationId: nextPayer.id, paidBy: paid.id })
    .where(eq(payments.id, paid.paymentId))
  expect((await sent(paid, 'deletion-receipt')).text).toContain('Amounts and dates of payments.')
  const { text } = await sent(nextPayer, 'deletion-receipt')
  expect(text).toContain('Our accounts have no payment from you.')
})

const HELD =
  /We have requested the refund of \$\d+\.00 to the card .*\. The card company has not sent it yet\./

it('says in the refund e-mail that Stripe has not sent a held refund yet', async () => {
  const guest = await room.addGuest()
  const { paymentId } = guest
  const held = { amount: 12_000, reason: 'admin', waitsForBalance: true }
  await room.db.insert(refunds).values({ paymentId, key: `held:${paymentId}`, ...held })
  expect((await sent(guest, 'refund')).text).toMatch(HELD)
})

it("says in the e-mail to the payer that Stripe has not sent a companion's held refund yet", async () => {
  const payer = await room.addGuest()
  const companion = await room.addGuest({ status: 'cancelled', customerName: 'Bea Byron', paid: false })
  await room.db
    .update(reservations)
    .set({ partyId: payer.id })
    .where(inArray(reservations.id, [payer.id, companion.id]))
  const byTerms = { daysBefore: 45, percent: 75, paid: 40_000, fees: 0, refundByTerms: 30_000 }
  const decided = { cancelledBy: 'guest', refundToCards: 30_000, refundByHand: 0, at: START } as const
  await room.db
    .insert(cancellations)
    .values({ reservationId: companion.id, uuid: randomUUID(), ...byTerms, ...decided })
  const key = refundKeyOf(companion.id, payer.paymentId)
  const held = { amount: 30_000, reason: 'cancelled', waitsForBalance: true }
  await room.db.insert(refunds).values({ paymentId: payer.paymentId, key, ...held })
  expect((await sent(companion, 'companion-cancelled')).text).toMatch(HELD)
})
