/** Tests how an admin records, corrects and removes manual payments, and what follows for the stay. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getEvent } from '../contract/event.ts'
import { expectBooksToAgree, mailsOf } from '#test/support/booking/books.ts'
import { anonymizeReservation } from './anonymize-reservation.ts'
import { dropHandPayments } from '#test/support/booking/ledger.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { CANNOT_CHARGE, secretFor, signedStay, UNPAID } from '#test/support/booking/stay.ts'

const NOW = '2027-05-06T18:00:00.000Z'
const app = await openTestApp({ now: new Date(NOW) })
const admin = await signInAdmin(app)
const guest = createGuest(app)

const stay = () => signedStay(app, admin)

test("records, corrects and removes a manual payment, and cancels the guest's open payment (R12.4)", async () => {
  const { id, uuid, eventId, deposit } = await stay()
  const open = await secretFor(guest, uuid, deposit)
  const paid = await admin.rebill({ id: deposit.id, paid: true })
  expect(paid).toMatchObject({ data: { invoice: { paid: true, datePaid: NOW, paymentMethod: 'cash' } } })
  expect(await guest.pay(open)).toBe(CANNOT_CHARGE)
  expect(await admin.look(id)).toMatchObject({ totalPaid: 45_000, fullyPaid: false, version: 2 })

  const said = { datePaid: '2027-05-01T18:00:00.000Z', paymentMethod: 'transfer' } as const
  const corrected = await admin.rebill({ id: deposit.id, amount: 50_000, ...said })
  expect(corrected).toMatchObject({ data: { invoice: { amount: 50_000, paid: true, ...said } } })
  expect(await admin.look(id)).toMatchObject({ totalPaid: 50_000, version: 3 })

  expect(await admin.rebill({ id: deposit.id, paid: false })).toMatchObject({ data: { invoice: UNPAID } })
  expect(await admin.look(id)).toMatchObject({ totalPaid: 0, version: 4 })
  expect(await guest.pay(await secretFor(guest, uuid, deposit))).toBe('succeeded')
  await app.runJobs()
  await expectBooksToAgree(app)
  const place = { actor: 'admin:the-admin', eventId, reservationId: id }
  expect(await auditOf(app, 'invoice', deposit.id)).toMatchObject([
    { ...place, action: 'invoice.paid', fields: [] },
    { ...place, action: 'invoice.updated', fields: ['amount', 'datePaid', 'paymentMethod'] },
    { ...place, action: 'invoice.unpaid', fields: [] },
  ])
})

test('keeps the number of a check and a note for admins, until the purge empties the note (R12.4)', async () => {
  const { id, uuid, deposit, remainder } = await stay()
  const check = { reference: '1042', memo: 'From his mother, Ruth' }
  const paid = await admin.rebill({ id: deposit.id, paid: true, paymentMethod: 'check', ...check })
  expect(paid).toMatchObject({ data: { invoice: { paid: true, ...check } } })
  await admin.rebill({ id: remainder.id, paid: true, paymentMethod: 'transfer', reference: 'FED/2027-5 #8' })
  expect((await admin.look(id)).invoices).toMatchObject([
    { id: remainder.id, reference: 'FED/2027-5 #8', memo: null },
    { id: deposit.id, ...check },
  ])
  expect(JSON.stringify(await guest.look(uuid))).not.toMatch(/1042|his mother/)
  const stored = () => app.services.db.select().from(payments).where(eq(payments.reservationId, id))
  expect(JSON.stringify(await stored())).not.toContain('Ruth')

  await admin.rebill({ id: deposit.id, reference: '1043' })
  await admin.rebill({ id: remainder.id, reference: '' })
  expect((await admin.look(id)).invoices).toMatchObject([
    { reference: null, memo: null },
    { reference: '1043', memo: check.memo },
  ])
  expect(await auditOf(app, 'invoice', deposit.id)).toMatchObject([
    { action: 'invoice.paid', fields: [] },
    { action: 'invoice.updated', fields: ['reference'] },
  ])

  await app.services.db.transaction((tx) =>
    anonymizeReservation(tx, app.services, { id, by: { actor: 'job:purge' } }),
  )
  expect(await stored()).toMatchObject([
    { reference: '1043', memo: null },
    { reference: null, memo: null },
  ])
})

test.each([
  [{ reference: 'Check 1042, Ruth' }, 'Please use only letters, digits, spaces and - # / .'],
  [{ reference: '1'.repeat(41) }, 'Please keep this under 40 characters'],
  [{ memo: 'a'.repeat(121) }, 'Please keep this under 120 characters'],
  [{ memo: 'two\nlines' }, 'Please keep this on one line'],
])('refuses an unfit number or note of a manual payment: %j', async (typed, words) => {
  const { deposit } = await stay()
  const refused = await admin.rebill({ id: deposit.id, paid: true, ...typed })
  const [field = ''] = Object.keys(typed)
  expect(refused).toMatchObject({ code: 'invalid', fields: { [field]: words } })
})

test('refuses a check number for an unpaid invoice, and for one that a card paid', async () => {
  const { uuid, deposit, remainder } = await stay()
  const number = { reference: '1042' }
  expect(await admin.rebill({ id: remainder.id, ...number })).toMatchObject({ code: 'invalid' })
  await guest.pay(await secretFor(guest, uuid, deposit))
  await app.runJobs()
  expect(await admin.rebill({ id: deposit.id, ...number })).toMatchObject({ code: 'paid_by_card' })
})

test('e-mails the guest once when a manual payment makes the stay fully paid', async () => {
  const { id, uuid, deposit, remainder } = await stay()
  await admin.rebill({ id: deposit.id, paid: true })
  expect(await mailsOf(app, uuid)).toEqual([])
  // The admin corrects a mistake before the e-mail is sent. So the guest still gets a single e-mail.
  for (const paid of [true, false, true]) await admin.rebill({ id: remainder.id, paid })
  expect(await admin.look(id)).toMatchObject({
    fullyPaid: true,
    sentEmails: [{ emailType: 'invoice-success' }],
  })
  // The stay is already fully paid. So a paid extra charge sends no e-mail.
  await admin.bill({ reservationId: id, amount: 5_000, paid: true })
  expect((await admin.look(id)).sentEmails).toHaveLength(1)
  await dropHandPayments(app.services)
})

describe('when an admin removes a manual payment, for example because a check bounced, the site', () => {
  test('e-mails the guest again for the next manual payment (R9.10)', async () => {
    const { uuid, deposit, remainder } = await stay()
    for (const { id } of [deposit, remainder]) await admin.rebill({ id, paid: true })
    await app.runJobs()
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
    await admin.rebill({ id: remainder.id, paid: false })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
    await admin.rebill({ id: remainder.id, paid: true })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'invoice-success'])
    await dropHandPayments(app.services)
  })

  test('e-mails the guest once for the card payment that is made instead (R9.10)', async () => {
    const { uuid, deposit, remainder } = await stay()
    for (const { id } of [deposit, remainder]) await admin.rebill({ id, paid: true })
    await app.runJobs()
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
    await admin.rebill({ id: remainder.id, paid: false })
    expect(await guest.pay(await secretFor(guest, uuid, remainder))).toBe('succeeded')
    for (let time = 0; time < 3; time += 1) await guest.look(uuid)
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'invoice-success'])
    await dropHandPayments(app.services)
  })
})

test('confirms a held spot when an admin records a manual payment', async () => {
  const { id: eventId, urlName } = await makeEvent(app.services.db, { spots: 1 })
  const held = await guest.hold(eventId)
  const deposit = (await admin.look(held.reservationId)).invoices.at(-1)
  await admin.rebill({ id: deposit?.id ?? 0, paid: true, paymentMethod: 'cash' })
  app.clock.advance({ minutes: 30 })
  await app.runJobs()
  expect(await guest.pay(held.clientSecret)).toBe(CANNOT_CHARGE)
  expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
  expect(await mailsOf(app, held.uuid)).toEqual(['invoice-success'])
  const shown = await guest.browser.call(getEvent, { query: { eventUrlName: urlName } })
  expect(shown).toMatchObject({ data: { reservedSpots: 1 } })
  expect((await auditOf(app, 'reservation', held.reservationId)).at(-1)).toMatchObject({
    action: 'reservation.confirmed',
    actor: 'admin:the-admin',
  })
  await dropHandPayments(app.services)
})

test('records a partial payment as an invoice of its own, and lets the guest pay the rest by card', async () => {
  const { id, uuid, eventId, deposit } = await stay()
  const open = await secretFor(guest, uuid, deposit)
  const said = { paidAmount: 20_000, paymentMethod: 'check' } as const
  const rest = await admin.rebill({ id: deposit.id, paid: true, version: 1, ...said })
  const same = { id: deposit.id, purpose: 'deposit', due: deposit.due, description: null }
  expect(rest).toMatchObject({ data: { invoice: { ...same, amount: 25_000, ...UNPAID } } })
  expect(await guest.pay(open)).toBe(CANNOT_CHARGE)
  const { invoices, ...shown } = await guest.look(uuid)
  expect(shown).toMatchObject({ totalPaid: 20_000, fullyPaid: false })
  const [part] = invoices
  const datePaid = app.clock.now().toISOString()
  expect(part).toMatchObject({ amount: 20_000, paid: true, datePaid, paymentMethod: 'check' })
  expect(part).toMatchObject({ purpose: 'other', description: 'Deposit, part', partOfPrice: true })
  const place = { actor: 'admin:the-admin', eventId, reservationId: id }
  expect(await auditOf(app, 'invoice', deposit.id)).toMatchObject([
    { ...place, action: 'invoice.part_paid', fields: [] },
  ])
  expect(await auditOf(app, 'invoice', part?.id ?? 0)).toMatchObject([
    { ...place, action: 'invoice.created' },
    { ...place, action: 'invoice.paid' },
  ])

  // A repeated request has a stale version, so it does not record the payment twice.
  expect(await admin.rebill({ id: deposit.id, paid: true, version: 1, ...said })).toMatchObject({
    status: 409,
    code: 'stale',
  })
  expect(await guest.pay(await secretFor(guest, uuid, deposit))).toBe('succeeded')
  await app.runJobs()
  expect(await admin.look(id)).toMatchObject({ totalPaid: 45_000 })
  await expectBooksToAgree(app)
  await dropHandPayments(app.services)
})

test('refuses a partial payment that leaves an amount too small for a card, and says what to do', async () => {
  const { id, deposit } = await stay()
  for (const paidAmount of [44_951, 45_001, 49]) {
    const refused = await admin.rebill({ id: deposit.id, paid: true, paidAmount })
    expect(refused).toMatchObject({ status: 400, fields: { paidAmount: expect.any(String) as string } })
  }
  expect(await admin.look(id)).toMatchObject({ totalPaid: 0, version: 1 })
})

test('confirms a held spot when an admin records a partial payment, and e-mails the guest what is left to pay', async () => {
  const { id: eventId } = await makeEvent(app.services.db, { spots: 1 })
  const held = await guest.hold(eventId)
  const deposit = (await admin.look(held.reservationId)).invoices.at(-1)
  await admin.rebill({ id: deposit?.id ?? 0, paid: true, paidAmount: 20_000 })
  expect(await guest.pay(held.clientSecret)).toBe(CANNOT_CHARGE)
  expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed', totalPaid: 20_000 })
  await app.runJobs()
  const [mail] = (await app.mailbox?.list()) ?? []
  expect(mail?.subject).toMatch(/^You’re in/)
  expect(mail?.text).toContain('$200.00')
  expect(mail?.text).toContain('$250.00')
  await dropHandPayments(app.services)
})

test('refuses a manual payment of an invoice that a cancellation made void, and says where to record it (R5.14)', async () => {
  const { id, uuid, deposit } = await stay()
  await standing(id, 'cancelled')
  expect(await admin.rebill({ id: deposit.id, paid: true })).toMatchObject({
    status: 409,
    code: 'void',
    message: expect.stringContaining('add an invoice that is already paid') as string,
  })
  expect(await admin.look(id)).toMatchObject({ status: 'cancelled', totalPaid: 0 })
  expect(await admin.bill({ reservationId: id, amount: 45_000, paid: true })).toMatchObject({ ok: true })
  expect(await admin.look(id)).toMatchObject({ totalPaid: 45_000, ended: { paid: 45_000, kept: 45_000 } })
  expect(await mailsOf(app, uuid)).toEqual([])
  await dropHandPayments(app.services)
})

test('refuses a manual payment for an expired hold', async () => {
  const { id, deposit } = await stay()
  await standing(id, 'expired')
  const refused = { status: 409, code: 'not_standing' }
  expect(await admin.rebill({ id: deposit.id, paid: true })).toMatchObject(refused)
  expect(await admin.bill({ reservationId: id, amount: 5_000, paid: true })).toMatchObject(refused)
})

test('refuses to remove or lower a manual payment that was partly refunded', async () => {
  const { id, deposit } = await stay()
  await admin.rebill({ id: deposit.id, paid: true })
  const [payment] = await app.services.db.select().from(payments).where(eq(payments.invoiceId, deposit.id))
  const owed = { paymentId: payment?.id ?? 0, key: `admin:${deposit.id}`, amount: 1_000, reason: 'admin' }
  await app.services.db.insert(refunds).values({ ...owed, byHand: true, status: 'owed' })
  const kept = { status: 409, code: 'given_back' }
  expect(await admin.rebill({ id: deposit.id, paid: false })).toMatchObject(kept)
  expect(await admin.rebill({ id: deposit.id, amount: 1_000 })).toMatchObject(kept)
  expect(await admin.unbill(deposit.id)).toMatchObject(kept)
  expect(await admin.rebill({ id: deposit.id, paymentMethod: 'check' })).toMatchObject({ ok: true })
  expect(await admin.look(id)).toMatchObject({ totalPaid: 44_000, version: 3 })
  await app.services.db.delete(refunds).where(eq(refunds.key, owed.key))
  await app.services.db.delete(payments).where(eq(payments.invoiceId, deposit.id))
})

async function standing(id: number, status: 'cancelled' | 'expired'): Promise<void> {
  await app.services.db.update(reservations).set({ status }).where(eq(reservations.id, id))
}
