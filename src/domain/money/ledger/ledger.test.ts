import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { moveReservation } from '#domain/booking/contract/admin.ts'
import { undoCancellation } from '#domain/booking/contract/cancellation.ts'
import { listLedgerDifferences } from './store/compare.ts'
import { createTax } from '#domain/money/taxes/contract.ts'
import { ledgerEntries, ledgerLines } from '#platform/database/schema/ledger.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { payDeposit, signedStay } from '#test/support/booking/stay.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const START = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: START, emptied: true })
const guest = createGuest(app)
let admin: Admin
beforeEach(async () => {
  admin = await signInAdmin(app)
})

const { db } = app.services
const event = (changes: Parameters<typeof makeEvent>[1] = {}) => makeEvent(db, changes)

/** Returns the entries of a guest in words: `2027-05-06 payment: stripe_balance 450.00, guest_deposits -450.00`. */
async function entriesOf(reservationId: number): Promise<string[]> {
  const found = await db
    .select({ entry: ledgerEntries, line: ledgerLines })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .where(eq(ledgerLines.reservationId, reservationId))
    .orderBy(asc(ledgerLines.entryId), asc(ledgerLines.position))
  const byEntry = Map.groupBy(found, ({ entry }) => entry.id)
  return [...byEntry.values()].map((lines) => {
    const words = lines.map(({ line }) => `${line.account} ${(line.amount / 100).toFixed(2)}`)
    return `${lines[0]?.entry.postedOn} ${lines[0]?.entry.kind}: ${words.join(', ')}`
  })
}

/** What a guest paid by card for a deposit of $450.00, with its fee. */
const DEPOSIT = [
  '2027-05-06 payment: stripe_balance 450.00, guest_deposits -450.00',
  '2027-05-06 fee: fees 13.35, stripe_balance -13.35',
]

test('posts a card payment and its fee, and as income on the first day of the stay, once (R49.1, R49.2)', async () => {
  const { id, startDateDate } = await event()
  const { reservationId } = await payDeposit(guest, id)
  expect(await entriesOf(reservationId)).toEqual(DEPOSIT)
  app.clock.set(new Date(`${addDays(startDateDate, 3)}T18:00:00Z`))
  await app.runJobs()
  await app.runJobs()
  expect(await entriesOf(reservationId)).toEqual([
    ...DEPOSIT,
    `${startDateDate} stay: guest_deposits 450.00, retreat_income -450.00`,
  ])
  await expectBooksToAgree(app)
})

test('posts what a guest pays after the stay began directly as income, and goodwill takes it from there (R49.2)', async () => {
  const stay = await signedStay(app, admin)
  const { startDateDate } = await event()
  app.clock.set(new Date(`${startDateDate}T18:00:00Z`))
  admin = await signInAdmin(app)
  await admin.rebill({ id: stay.deposit.id, paid: true, paymentMethod: 'check' })
  await admin.refund(stay.deposit.id, 10_000)
  expect(await entriesOf(stay.id)).toEqual([
    `${startDateDate} payment: undeposited 450.00, retreat_income -450.00`,
    `${startDateDate} refund_goodwill: retreat_income 100.00, refunds_payable -100.00`,
  ])
  const [owed] = (await admin.refundsOf(stay.id)).refunds
  await admin.recordRefund(owed?.id ?? 0)
  expect((await entriesOf(stay.id)).at(-1)).toBe(
    `${startDateDate} refund_made: refunds_payable 100.00, bank -100.00`,
  )
})

test('posts the tax in a stay by the rate of its first day (R49.2, R50.2)', async () => {
  const { id, startDateDate } = await event()
  const tax = {
    name: 'Lodging tax',
    rate: 500,
    appliesTo: 'stay' as const,
    validFrom: startDateDate,
    validUntil: null,
  }
  expect(await admin.browser.call(createTax, { body: { tax } })).toMatchObject({ ok: true })
  const { reservationId } = await payDeposit(guest, id)
  app.clock.set(new Date(`${startDateDate}T18:00:00Z`))
  await app.runJobs()
  expect((await entriesOf(reservationId)).at(-1)).toBe(
    `${startDateDate} stay: guest_deposits 450.00, retreat_income -428.57, tax_payable -21.43`,
  )
})

describe('a cancellation', () => {
  test('is posted as a refund and as what the venue keeps (R49.1)', async () => {
    const { id } = await event({ startDateDate: '2027-06-20' })
    const { reservationId } = await payDeposit(guest, id)
    await admin.cancel(reservationId, { refund: 30_000, reason: 'Ill' })
    const own = (await entriesOf(reservationId)).slice(DEPOSIT.length)
    expect(own).toEqual([
      '2027-05-06 refund_cancellation: guest_deposits 300.00, refunds_payable -300.00',
      '2027-05-06 cancellation: guest_deposits 150.00, cancellation_income -150.00',
    ])
    await app.runJobs()
    expect((await entriesOf(reservationId)).at(-1)).toBe(
      '2027-05-06 refund_made: refunds_payable 300.00, stripe_balance -300.00',
    )
    await expectBooksToAgree(app)
  })

  test('is taken back from the income if an admin undoes it (R49.1)', async () => {
    const { id } = await event({ startDateDate: '2027-06-08' })
    const { reservationId } = await payDeposit(guest, id)
    await admin.cancel(reservationId, { refund: 0, reason: 'No refund' })
    const { version } = await admin.look(reservationId)
    const undone = await admin.browser.call(undoCancellation, {
      body: { id: reservationId, version, sendEmail: false },
    })
    expect(undone).toMatchObject({ ok: true })
    expect((await entriesOf(reservationId)).slice(-2)).toEqual([
      '2027-05-06 cancellation: guest_deposits 450.00, cancellation_income -450.00',
      '2027-05-06 reinstated: cancellation_income 450.00, guest_deposits -450.00',
    ])
    await expectBooksToAgree(app)
  })
})

test('moves the deposits to the event to which a guest moves (R49.1)', async () => {
  const [from, to] = [await event(), await event({ startDateDate: '2027-09-01' })]
  const { reservationId } = await payDeposit(guest, from.id)
  const { version } = await admin.look(reservationId)
  await admin.browser.call(moveReservation, { body: { id: reservationId, version, eventId: to.id } })
  const lines = await db
    .select()
    .from(ledgerLines)
    .where(eq(ledgerLines.reservationId, reservationId))
    .orderBy(asc(ledgerLines.entryId), asc(ledgerLines.position))
  expect(lines.slice(-2)).toMatchObject([
    { account: 'guest_deposits', amount: 45_000, eventId: from.id },
    { account: 'guest_deposits', amount: -45_000, eventId: to.id },
  ])
})

test('returns a failed refund to the deposits of the event to which the guest has moved since (R49.1)', async () => {
  const [from, to] = [await event(), await event({ startDateDate: '2027-09-01' })]
  const held = await guest.hold(from.id)
  await guest.pay(held.clientSecret, 'pm_card_refundFail')
  await guest.feesTold()
  const deposit = (await guest.look(held.uuid)).invoices.find(({ paid }) => paid)
  await admin.refund(deposit?.id ?? 0, 45_000)
  await app.runJobs()
  const { version } = await admin.look(held.reservationId)
  await admin.browser.call(moveReservation, { body: { id: held.reservationId, version, eventId: to.id } })
  app.clock.advance({ minutes: 61 })
  await app.runJobs()
  expect((await entriesOf(held.reservationId)).slice(-3)).toEqual([
    '2027-05-06 reversal: refunds_payable -450.00, stripe_balance 450.00',
    '2027-05-06 reversal: guest_deposits -450.00, refunds_payable 450.00',
    '2027-05-06 move: guest_deposits 450.00, guest_deposits -450.00',
  ])
  expect(await listLedgerDifferences(db, { syncedUntil: null, limit: 10 })).toEqual([])
})

test('posts for each guest of a party what was paid for them (R49.1)', async () => {
  const { id } = await event()
  const held = await guest.hold(id, { amount: 90_000, companions: [{ customerName: 'Sam Doe' }] })
  await guest.pay(held.clientSecret)
  await guest.feesTold()
  const { party } = await guest.look(held.uuid)
  for (const member of party?.members ?? []) expect((await entriesOf(member.id))[0]).toBe(DEPOSIT[0])
  await expectBooksToAgree(app)
})

describe('a check that was recorded wrongly', () => {
  test('is reversed on its own day, and the corrected payment is posted (R49.1)', async () => {
    const stay = await signedStay(app, admin)
    const pay = (paymentMethod: string, datePaid: string) =>
      admin.rebill({ id: stay.deposit.id, paid: true, paymentMethod, datePaid } as never)
    await pay('check', '2027-05-03T18:00:00.000Z')
    await pay('transfer', '2027-05-04T18:00:00.000Z')
    expect(await entriesOf(stay.id)).toEqual([
      '2027-05-03 payment: undeposited 450.00, guest_deposits -450.00',
      '2027-05-03 reversal: undeposited -450.00, guest_deposits 450.00',
      '2027-05-04 payment: bank 450.00, guest_deposits -450.00',
    ])
  })

  test('is reversed if an admin deletes it, in the next open month if its own is closed (R49.3)', async () => {
    const stay = await signedStay(app, admin)
    await admin.rebill({
      id: stay.deposit.id,
      paid: true,
      paymentMethod: 'check',
      datePaid: '2027-04-30T18:00:00.000Z',
    } as never)
    await db.execute(`insert into ledger_closings (month, closed_at) values ('2027-04', now())`)
    await admin.unbill(stay.deposit.id)
    expect(await entriesOf(stay.id)).toEqual([
      '2027-04-30 payment: undeposited 450.00, guest_deposits -450.00',
      '2027-05-01 reversal: undeposited -450.00, guest_deposits 450.00',
    ])
  })
})

test('posts nothing when a guest is deleted, and keeps every line (R49.1)', async () => {
  const { id } = await event()
  const { reservationId } = await payDeposit(guest, id)
  const before = await entriesOf(reservationId)
  expect(await admin.remove(reservationId, 'true')).toMatchObject({ ok: true })
  expect(await entriesOf(reservationId)).toEqual(before)
  expect(ranchDay(app.clock.now())).toBe('2027-05-06')
})
