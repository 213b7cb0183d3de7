import { and, asc, eq, ne } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  invoiceLines,
  invoices,
  reservationOptions,
  reservations,
} from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { exportReservation } from '#domain/guests/privacy/contract.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { changeOptionsByAdmin, moveReservation } from '../contract/admin.ts'
import { undoCancellation } from '../contract/cancellation.ts'
import { changeOptions, updateReservation } from '../contract/guest.ts'
import { addToParty, splitFromParty } from '../contract/party.ts'
import { passOn } from '../contract/replacement.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { statusOf } from '#test/support/booking/books.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { expectTrueParty } from '#test/support/booking/party-accounts.ts'
import { bookBy, makeLinkOf } from '#test/support/booking/replacement.ts'
import { payWhole } from '#test/support/booking/stay.ts'
import { readReceipt } from './receipt.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const admin = await signInAdmin(app)
const guest = createGuest(app)

const party = async (wanted: Partial<Parameters<typeof makeParty>[2]> = {}, changes: object = {}) => {
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate: '2027-09-01', ...changes })
  const made = await makeParty(app, eventId, { names: ['Ruth Vance', 'Ann Lee'], ...wanted })
  const [payer, ann] = made.members
  if (!payer || !ann) throw new Error('no party')
  return { eventId, payer, ann, invoices: made.invoices }
}
type Terms = Omit<Parameters<typeof admin.bill>[0], 'reservationId' | 'version'>
const billed = async (reservationId: number, terms: Terms) => {
  const made = await admin.bill({ reservationId, version: await versionOf(reservationId), ...terms })
  if (!made.ok) throw new Error(`The admin cannot add the invoice: ${made.code}`)
  return made
}
const versionOf = async (id: number) => (await admin.look(id)).version
const named = async (id: number) => ({ id, version: await versionOf(id) })

/**
 * Returns the lines of each invoice of this payer, as `[reservation id, cents]`. Checks that the lines add up to
 * the invoice.
 */
const linesOf = async (payerId: number) => {
  const found = await app.services.db
    .select({
      id: invoices.id,
      amount: invoices.amount,
      for: invoiceLines.reservationId,
      cents: invoiceLines.amount,
    })
    .from(invoices)
    .leftJoin(invoiceLines, eq(invoiceLines.invoiceId, invoices.id))
    .where(eq(invoices.reservationId, payerId))
    .orderBy(asc(invoices.id), asc(invoiceLines.reservationId))
  for (const [, lines] of Map.groupBy(found, ({ id }) => id)) {
    expect(lines.reduce((sum, { cents }) => sum + (cents ?? 0), 0)).toBe(lines[0]?.amount)
  }
  return [...Map.groupBy(found, ({ id }) => id).values()].map((lines) =>
    lines.map((line) => [line.for, line.cents]),
  )
}

test("refuses to move a companion without the party, and refuses to undo the cancellation of a party's guest (R39.6)", async () => {
  const { ann } = await party()
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate: '2027-10-01' })
  const moved = await admin.browser.call(moveReservation, { body: { ...(await named(ann.id)), eventId } })
  expect(moved).toMatchObject({ ok: false, code: 'in_party', status: 409 })
  await admin.cancel(ann.id)
  expect(await admin.refundsOf(ann.id)).toMatchObject({ undoProblem: 'in_party' })
  const undone = await admin.browser.call(undoCancellation, { body: await named(ann.id) })
  expect(undone).toMatchObject({ ok: false, code: 'in_party' })
})

test("refuses to delete a party's payer, and counts payments for a deleted companion toward the payer's own stay", async () => {
  const { payer, ann } = await party()
  expect(await admin.remove(payer.id, 'true')).toMatchObject({ ok: false, code: 'pays_for_others' })
  expect(await admin.remove(ann.id)).toMatchObject({ ok: false, code: 'money_open' })
  expect(await admin.remove(ann.id, 'true')).toMatchObject({ ok: true })
  expect(await admin.look(payer.id)).toMatchObject({ party: null, totalDue: 135_000, totalPaid: 90_000 })
  expect(await app.services.db.$count(invoiceLines, eq(invoiceLines.reservationId, payer.id))).toBe(0)
})

test('computes the lines of an invoice again when an admin changes its amount (R39.3)', async () => {
  const { payer, ann, invoices: asked } = await party()
  await admin.rebill({ id: asked.remainder, amount: 60_000 })
  expect(await linesOf(payer.id)).toEqual([
    [
      [payer.id, 45_000],
      [ann.id, 45_000],
    ],
    [
      [payer.id, 30_000],
      [ann.id, 30_000],
    ],
  ])
  await admin.bill({ reservationId: payer.id, amount: 30_000 })
  await admin.bill({
    reservationId: payer.id,
    amount: 5_000,
    partOfPrice: false,
    description: 'Leather lesson',
  })
  expect((await linesOf(payer.id)).slice(2)).toEqual([
    [
      [payer.id, 15_000],
      [ann.id, 15_000],
    ],
    [[payer.id, 5_000]],
  ])
  await admin.rebill({ id: asked.remainder, paid: true, paidAmount: 20_000 })
  expect((await linesOf(payer.id)).slice(4)).toEqual([
    [
      [payer.id, 10_000],
      [ann.id, 10_000],
    ],
  ])
})

test('keeps the line of a guest who was split off when an admin changes the amount of the invoice', async () => {
  const { payer, ann, invoices: asked } = await party()
  await admin.browser.call(splitFromParty, { body: await named(ann.id) })
  expect(await admin.rebill({ id: asked.deposit, amount: 80_000 })).toMatchObject({ ok: true })
  expect((await linesOf(payer.id))[0]).toEqual([
    [payer.id, 35_000],
    [ann.id, 45_000],
  ])
  await expectTrueParty(app.services.db, payer.id)
})

/** Returns what each of two guests owes in all, in cents. Checks that their accounts add up. */
const duesOf = async ({ payer, ann }: { payer: { id: number }; ann: { id: number } }) => {
  await expectTrueParty(app.services.db, payer.id)
  await expectTrueParty(app.services.db, ann.id)
  return [(await admin.look(payer.id)).totalDue, (await admin.look(ann.id)).totalDue]
}

/** Makes a party whose deposit was paid by check, and splits the companion off. */
const splitParty = async () => {
  const made = await party()
  await admin.browser.call(splitFromParty, { body: await named(made.ann.id) })
  expect(await duesOf(made)).toEqual([135_000, 45_000])
  return made
}

/** Splits a companion off after the party has paid $300.00 of the price, and returns that invoice's id. */
const splitAfterPart = async () => {
  const made = await party({ depositPaid: false })
  await admin.unbill(made.invoices.remainder)
  const part = { amount: 30_000, partOfPrice: true, paid: true }
  const { id } = (await billed(made.payer.id, part)).data.invoice
  await admin.browser.call(splitFromParty, { body: await named(made.ann.id) })
  expect(await duesOf(made)).toEqual([105_000, 75_000])
  return { made, id }
}

describe('when a companion was split off after a manual payment for the party, the site', () => {
  test('makes each guest owe their own stay after an admin deletes the paid invoice (R39.6)', async () => {
    const made = await splitParty()
    expect(await admin.unbill(made.invoices.deposit)).toMatchObject({ ok: true })
    expect(await duesOf(made)).toEqual([90_000, 90_000])
    expect(await admin.look(made.ann.id)).toMatchObject({ money: { notInvoiced: 45_000 } })
    expect(await admin.look(made.payer.id)).toMatchObject({ party: null, money: { notInvoiced: 45_000 } })
  })

  test('invoices each guest for their own part after an admin marks the invoice as unpaid (R39.6)', async () => {
    const made = await splitParty()
    const { deposit } = made.invoices
    expect(await admin.rebill({ id: deposit, paid: false })).toMatchObject({
      ok: true,
      data: { invoice: { id: deposit, amount: 45_000, paid: false } },
    })
    expect(await duesOf(made)).toEqual([90_000, 90_000])
    for (const { id } of [made.payer, made.ann]) {
      const { invoices: asked, money } = await admin.look(id)
      expect(asked.map(({ amount, paid }) => [amount, paid])).toEqual([
        [45_000, false],
        [45_000, false],
      ])
      expect(money).toMatchObject({ notInvoiced: 0, overInvoiced: 0, stillToPay: 90_000 })
    }
  })

  test('moves an invoice for the former companion alone to that guest when an admin marks it as unpaid (R39.6)', async () => {
    const made = await party({ depositPaid: false })
    const lesson = { amount: 5_000, partOfPrice: false, description: 'Leather lesson', paid: true }
    const { id } = (await billed(made.ann.id, lesson)).data.invoice
    await admin.browser.call(splitFromParty, { body: await named(made.ann.id) })
    expect(await admin.rebill({ id, paid: false })).toMatchObject({
      ok: true,
      data: { invoice: { id, reservationId: made.ann.id } },
    })
    expect(await duesOf(made)).toEqual([90_000, 95_000])
  })

  test("lowers the former companion's part when an admin lowers the paid invoice below that part (R39.6)", async () => {
    const made = await splitParty()
    await admin.rebill({ id: made.invoices.deposit, amount: 40_000 })
    expect((await linesOf(made.payer.id))[0]).toEqual([[made.ann.id, 40_000]])
    expect(await duesOf(made)).toEqual([130_000, 50_000])
  })

  test('makes both guests owe their parts of a paid invoice that an admin turns into an extra charge (R39.6)', async () => {
    const { made, id } = await splitAfterPart()
    expect(await admin.rebill({ id, partOfPrice: false })).toMatchObject({ ok: true })
    expect(await duesOf(made)).toEqual([120_000, 90_000])
  })

  test('counts a refunded extra charge for both guests toward their stays again when the payer cancels (R39.6)', async () => {
    const { made, id } = await splitAfterPart()
    expect(await admin.refund(id, 1_000)).toMatchObject({ ok: true })
    expect(await admin.rebill({ id, partOfPrice: false })).toMatchObject({ ok: true })
    expect(await duesOf(made)).toMatchObject({ 1: 90_000 })
    await admin.cancel(made.payer.id)
    expect(await duesOf(made)).toMatchObject({ 1: 75_000 })
    await expectTrueParty(app.services.db, made.payer.id)
  })

  test("counts a former companion's paid extra charge toward the stay once an admin makes it part of the price (R39.6)", async () => {
    const made = await party({ depositPaid: false })
    const lesson = { amount: 5_000, partOfPrice: false, paid: true }
    const { id } = (await billed(made.ann.id, lesson)).data.invoice
    await admin.browser.call(splitFromParty, { body: await named(made.ann.id) })
    expect(await duesOf(made)).toEqual([95_000, 90_000])
    expect(await admin.rebill({ id, partOfPrice: true })).toMatchObject({ ok: true })
    expect(await duesOf(made)).toEqual([95_000, 85_000])
  })

  test('makes the former companion owe that part of an unpaid invoice, even as the payer of a new party (R39.6)', async () => {
    const made = await splitParty()
    const added = { customerName: 'Late friend', email: null, options: [], allowOverbooking: true }
    await admin.browser.call(addToParty, { body: { ...(await named(made.ann.id)), ...added } })
    const before = (await admin.look(made.ann.id)).totalDue
    expect(await admin.rebill({ id: made.invoices.deposit, paid: false })).toMatchObject({ ok: true })
    expect(await duesOf(made)).toEqual([90_000, before + 45_000])
    expect(await admin.look(made.ann.id)).toMatchObject({ money: { notInvoiced: 0, overInvoiced: 0 } })
  })
})

test('takes what was kept of a canceled companion out of the price when an admin deletes the paid invoice (R39.5)', async () => {
  const { payer, ann, invoices: asked } = await party({}, { startDateDate: '2027-05-20' })
  await admin.cancel(ann.id)
  expect(await admin.look(payer.id)).toMatchObject({ totalDue: 135_000 })
  expect(await admin.unbill(asked.deposit)).toMatchObject({ ok: true })
  expect(await admin.look(payer.id)).toMatchObject({ totalDue: 90_000, money: { notInvoiced: 45_000 } })
  await expectTrueParty(app.services.db, payer.id)
})

test("adds an invoice for a companion to the payer's invoices (R39.3)", async () => {
  const { payer, ann } = await party()
  const extra = { reservationId: ann.id, amount: 5_000, partOfPrice: false, version: ann.version }
  expect(await admin.bill(extra)).toMatchObject({ ok: true, data: { invoice: { reservationId: payer.id } } })
  expect((await linesOf(payer.id))[2]).toEqual([[ann.id, 5_000]])
  expect(await admin.look(ann.id)).toMatchObject({ totalDue: 0, invoices: [] })
  // Canceling Ann's stay deletes her unpaid extra charge. What was paid for her stay remains in the party's price.
  await admin.cancel(ann.id)
  expect((await admin.look(payer.id)).money).toMatchObject({ extras: 0, price: 90_000, stillToPay: 45_000 })
})

test("changes the payer's own price when an admin sets a new total, and refuses a total for a companion (R39.3)", async () => {
  const { payer, ann } = await party()
  expect(await admin.change({ id: ann.id, totalDue: 1_000 })).toMatchObject({
    ok: false,
    fields: { totalDue: expect.stringContaining('Someone else pays') as string },
  })
  expect(await admin.change({ id: payer.id, totalDue: 80_000 })).toMatchObject({
    ok: false,
    fields: { totalDue: expect.stringContaining('$900.00') as string },
  })
  expect(await admin.change({ id: payer.id, totalDue: 170_000 })).toMatchObject({ ok: true })
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.id, payer.id))
  expect(row).toMatchObject({ price: 170_000, share: 80_000 })
})

test("invoices the payer for a companion's options, which the companion can change only at the same price (R39.3)", async () => {
  const { eventId, payer, ann } = await party()
  const offered = await app.services.db
    .insert(eventOptions)
    .values([
      { eventId, kind: 'extra', name: 'Leather kit', price: 4_000, sort: 1 },
      { eventId, kind: 'extra', name: 'Silver kit', price: 4_000, sort: 2 },
    ])
    .returning({ id: eventOptions.id })
  const [leather = 0, silver = 0] = offered.map(({ id }) => id)
  const byGuest = (options: number[], difference: number) =>
    guest.browser.call(changeOptions, { body: { uuid: ann.uuid, options, difference } })
  expect(await byGuest([leather], 4_000)).toMatchObject({ ok: false, code: 'paid_by_other' })
  const changed = await admin.browser.call(changeOptionsByAdmin, {
    body: { ...(await named(ann.id)), options: [leather] },
  })
  expect(changed).toMatchObject({ ok: true, data: { reservation: { totalDue: 0 } } })
  expect((await linesOf(payer.id))[1]).toEqual([
    [payer.id, 45_000],
    [ann.id, 49_000],
  ])
  expect((await admin.look(payer.id)).money).toMatchObject({ price: 184_000, notInvoiced: 0 })
  expect(await byGuest([silver], 0)).toMatchObject({ ok: true })
  const [chosen] = await app.services.db
    .select()
    .from(reservationOptions)
    .where(eq(reservationOptions.reservationId, ann.id))
  expect(chosen?.optionId).toBe(silver)
})

test('refuses to pass on the spot of a guest who pays for companions (R39.5)', async () => {
  const { payer } = await party({}, { startDateDate: '2027-05-27' })
  const refused = await guest.browser.call(passOn, { body: { uuid: payer.uuid } })
  expect(refused).toMatchObject({ ok: false, code: 'pays_for_others' })
})

test("makes a companion the payer when the payer's spot is taken over, and audits that for both guests (R39.6)", async () => {
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate: '2027-05-27' })
  const stay = await payWhole(guest, eventId)
  const paymentsOf = (id: number) =>
    app.services.db.select().from(payments).where(eq(payments.reservationId, id))
  expect(await paymentsOf(stay.reservationId)).toMatchObject([{ paidBy: null, card: 'Visa 4242' }])
  const token = await makeLinkOf(guest, stay.uuid)
  const companion = { customerName: 'Ann Lee', email: null, sendEmail: false, allowOverbooking: false }
  const body = { ...(await named(stay.reservationId)), ...companion, options: [] }
  const added = await admin.browser.call(addToParty, { body })
  const next = added.ok ? (added.data.reservation.party?.members[1]?.id ?? 0) : 0
  const taker = createGuest(app)
  const booked = await bookBy(taker, token, eventId)
  await taker.pay(booked.clientSecret)
  await taker.look(booked.uuid)
  expect(await statusOf(app, stay.uuid)).toBe('cancelled')
  for (const id of [next, stay.reservationId]) {
    const changed = (await auditOf(app, 'reservation', id)).filter(
      ({ action }) => action === 'reservation.payerChanged',
    )
    expect(changed).toMatchObject([{ actor: 'job:replacement' }])
  }
  // The new payer must not see the card of the former payer, who paid the invoices.
  expect(await paymentsOf(next)).toMatchObject([{ paidBy: stay.reservationId, card: null }])
})

test("removes a companion's part from an invoice that is being paid, once a taker has the companion's spot (R39.5)", async () => {
  const {
    eventId,
    payer,
    ann,
    invoices: asked,
  } = await party({}, { startDateDate: '2027-05-27', cost: 90_000 })
  const paying = await guest.browser.call(createPaymentIntent, {
    body: { amount: 90_000, invoiceId: asked.remainder, uuid: payer.uuid },
  })
  expect(paying).toMatchObject({ ok: true })
  const token = await makeLinkOf(guest, ann.uuid)
  const taker = createGuest(app)
  const booked = await bookBy(taker, token, eventId)
  await taker.pay(booked.clientSecret)
  await app.runJobs()
  expect(await statusOf(app, ann.uuid)).toBe('cancelled')
  expect(await linesOf(payer.id)).toEqual([
    [
      [payer.id, 45_000],
      [ann.id, 45_000],
    ],
    [[payer.id, 45_000]],
  ])
  // The venue refunds 90 % of what was paid for the companion. The rest remains in the party's price.
  expect(await admin.look(payer.id)).toMatchObject({
    totalDue: 94_500,
    totalPaid: 49_500,
    money: { stillToPay: 45_000, credit: 0 },
  })
})

test("removes each canceled companion's part exactly once from the remainder that the payer is paying (R39.5, R9.10)", async () => {
  const names = ['Ruth Vance', 'Ann Lee', 'Bo Diaz']
  const wanted = await party({ names }, { startDateDate: '2027-05-27', cost: 90_000 })
  const { eventId, payer, invoices: asked } = wanted
  const companions = await app.services.db
    .select()
    .from(reservations)
    .where(and(eq(reservations.partyId, payer.id), ne(reservations.id, payer.id)))
    .orderBy(asc(reservations.id))
  const taker = createGuest(app)
  const left = [payer.id, ...companions.map(({ id }) => id)]
  for (const { id, uuid } of companions) {
    const body = { amount: 45_000 * left.length, invoiceId: asked.remainder, uuid: payer.uuid }
    expect(await guest.browser.call(createPaymentIntent, { body })).toMatchObject({ ok: true })
    const booked = await bookBy(taker, await makeLinkOf(guest, uuid), eventId)
    await taker.pay(booked.clientSecret)
    await app.runJobs()
    await app.runJobs()
    left.splice(left.indexOf(id), 1)
    const [, remainder] = await linesOf(payer.id)
    expect(remainder).toEqual(left.map((one) => [one, 45_000]))
  }
})

test('refunds in full what the payer pays for a companion whose spot another guest has already taken over (R39.5)', async () => {
  const {
    eventId,
    payer,
    ann,
    invoices: asked,
  } = await party({}, { startDateDate: '2027-05-27', cost: 90_000 })
  const paying = await guest.browser.call(createPaymentIntent, {
    body: { amount: 90_000, invoiceId: asked.remainder, uuid: payer.uuid },
  })
  const taker = createGuest(app)
  const booked = await bookBy(taker, await makeLinkOf(guest, ann.uuid), eventId)
  await taker.pay(booked.clientSecret)
  await taker.look(booked.uuid)
  expect(await statusOf(app, ann.uuid)).toBe('cancelled')
  if (paying.ok) await guest.pay(paying.data.clientSecret)
  await app.runJobs()
  await app.jobs.runDue()
  expect(await admin.look(payer.id)).toMatchObject({
    totalDue: 94_500,
    totalPaid: 94_500,
    money: { stillToPay: 0, credit: 0 },
  })
})

test('hides on page and in export what a companion entered by a private link that the payer had passed on (R39.4)', async () => {
  const { ann } = await party({ withoutEmail: ['Ann Lee'] })
  const { customerName: _, email: __, ...details } = DETAILS
  const saved = await guest.browser.call(updateReservation, {
    body: { updateReservationData: { ...details, uuid: ann.uuid } },
  })
  expect(saved).toMatchObject({ ok: true })
  const shown = await guest.look(ann.uuid)
  expect(shown).toMatchObject({ additionalInformationProvided: true, phone: null, foodAllergies: null })
  const stored = await guest.browser.call(exportReservation, { query: { uuid: ann.uuid } })
  for (const reply of [shown, stored]) {
    expect(JSON.stringify(reply)).not.toMatch(/Peanuts|Juniper Lane|505-555-014|Sam Doe/)
  }
  expect(await admin.look(ann.id)).toMatchObject({ foodAllergies: 'Peanuts' })
})

test("names on each line of a party's receipt the guest whom the line is for (R39.3)", async () => {
  const { invoices: asked } = await party()
  const receipt = await readReceipt(app.services, asked.deposit)
  expect(JSON.stringify(receipt)).toMatch(/Stay, Ruth Vance.*\$450\.00.*Stay, Ann Lee.*\$450\.00/)
})
