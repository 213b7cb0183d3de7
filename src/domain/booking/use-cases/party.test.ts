import { asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  invoiceLines,
  invoices,
  reservationOptions,
  reservations,
} from '#platform/database/schema/booking.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { cancelOwnStay, getCancellation } from '../contract/cancellation.ts'
import { moveReservation } from '../contract/admin.ts'
import { addToParty, changePayer, splitFromParty } from '../contract/party.ts'
import { anonymizeReservation } from './anonymize-reservation.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { auditOf } from '#test/support/audit.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { expectTrueParty } from '#test/support/booking/party-accounts.ts'
import { createGuest } from '#test/support/booking/guest.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const admin = await signInAdmin(app)

const NAMES = ['Ruth Vance', 'Ann Lee', 'Joe Lee']
const event = (changes: object = {}) =>
  makeEvent(app.services.db, { startDateDate: '2027-09-01', ...changes })
const party = async (wanted: Partial<Parameters<typeof makeParty>[2]> = {}, changes: object = {}) => {
  const { id: eventId } = await event(changes)
  const made = await makeParty(app, eventId, { names: NAMES, ...wanted })
  const [payer, ann, joe] = made.members
  if (!payer || !ann || !joe) throw new Error('no party')
  return { eventId, payer, ann, joe, invoices: made.invoices }
}
const versionOf = async (id: number) => (await admin.look(id)).version

/**
 * Returns the prices of these reservations of a party, and their invoices. Checks before that the party's accounts
 * are consistent.
 */
async function sumsOf(ids: number[]) {
  const { db } = app.services
  const rows = await db
    .select()
    .from(reservations)
    .where(inArray(reservations.id, ids))
    .orderBy(asc(reservations.id))
  const asked = await db
    .select()
    .from(invoices)
    .where(inArray(invoices.reservationId, ids))
    .orderBy(asc(invoices.id))
  const paid = await db.select().from(payments).where(inArray(payments.reservationId, ids))
  for (const id of ids) await expectTrueParty(db, id)
  for (const { id, reservationId } of asked) {
    for (const payment of paid)
      if (payment.invoiceId === id) expect(payment.reservationId).toBe(reservationId)
  }
  return {
    guests: rows.map(({ id, partyId, price, share, status }) => ({ id, partyId, price, share, status })),
    invoices: asked.map(({ id, reservationId, purpose, amount }) => ({ id, reservationId, purpose, amount })),
  }
}

const mailsOf = async (id: number) => {
  const sent = await app.services.db.select().from(emails).where(eq(emails.reservationId, id))
  return sent.map(({ emailType }) => emailType)
}

const refundsOf = async (paymentOfInvoice: number) =>
  app.services.db
    .select({ key: refunds.key, amount: refunds.amount, status: refunds.status })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.invoiceId, paymentOfInvoice))
    .orderBy(refunds.id)

test("removes a canceled companion's unpaid part from the invoices, and refunds the paid part to the payer (R39.5)", async () => {
  const { payer, ann, joe, invoices: asked } = await party()
  const { plan, members } = await admin.refundsOf(ann.id)
  expect(plan).toMatchObject({ paid: 45_000, refundByTerms: 45_000, refundByHand: 45_000 })
  expect(members).toEqual([{ id: ann.id, customerName: 'Ann Lee', refund: 45_000 }])
  expect(await admin.cancel(ann.id)).toMatchObject({
    ok: true,
    data: { reservation: { status: 'cancelled' } },
  })
  expect(await refundsOf(asked.deposit)).toMatchObject([
    { key: `cancelled:${ann.id}:${plan.lines[0]?.paymentId}`, amount: 45_000 },
  ])
  expect((await admin.refundsOf(ann.id)).refunds).toMatchObject([{ amount: 45_000, toGive: true }])
  expect(await admin.look(payer.id)).toMatchObject({
    totalDue: 180_000,
    totalPaid: 90_000,
    money: { stillToPay: 90_000, credit: 0, goodwill: 0, overInvoiced: 0 },
  })
  const { guests } = await sumsOf([payer.id, ann.id, joe.id])
  expect(guests).toMatchObject([
    { price: 180_000, share: 90_000 },
    { price: 0, share: 0, status: 'cancelled' },
    { price: 0, share: 90_000, status: 'confirmed' },
  ])
  expect(await mailsOf(ann.id)).toEqual(['cancellation', 'companion-cancelled'])
})

test("asks for one refund by hand of a whole party's payment, and records all of it at the same time (R5.3)", async () => {
  const { db } = app.services
  const { payer, ann, joe, invoices: asked } = await party()
  await admin.cancel(payer.id, { party: 'all' })
  const shares = [ann, joe, payer].map(({ id }, index) => {
    return { reservationId: id, customerName: ['Ann Lee', 'Joe Lee', 'Ruth Vance'][index], amount: 45_000 }
  })
  const to = { reservationId: payer.id, customerName: 'Ruth Vance' }
  const task = { amount: 135_000, shares }
  const due = { amount: 45_000, toGive: true, to, task }
  const { refunds: all } = await admin.refundsOf(payer.id)
  expect(all).toMatchObject([due, due, due])
  const [own] = (await admin.refundsOf(ann.id)).refunds
  expect(own).toMatchObject(due)

  const check = { method: 'check', reference: '77', memo: 'By mail to Ruth' } as const
  const given = await admin.recordRefund(own?.id ?? 0, check)
  expect(given).toMatchObject({ ok: true, data: { reservation: { id: payer.id } } })
  const done = { status: 'succeeded', toGive: false, givenBy: 'check', reference: '77', memo: check.memo }
  expect((await admin.refundsOf(payer.id)).refunds).toMatchObject([done, done, done])
  expect(await admin.recordRefund(all[0]?.id ?? 0)).toMatchObject({ code: 'not_owed' })
  const paidId = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.invoiceId, asked.deposit))
  const noted = (await auditOf(app, 'payment', paidId[0]?.id ?? 0)).filter(
    ({ action }) => action === 'refund.givenByHand',
  )
  expect(noted).toHaveLength(3)
  await db.transaction((tx) =>
    anonymizeReservation(tx, app.services, { id: payer.id, by: { actor: 'job:purge' } }),
  )
  expect((await admin.refundsOf(payer.id)).refunds).toMatchObject([
    { memo: null },
    { memo: null },
    { memo: null },
  ])
})

test('keeps the refunds of two decisions apart', async () => {
  const { payer, ann, joe } = await party()
  await admin.cancel(ann.id)
  await admin.cancel(joe.id)
  const { refunds: all } = await admin.refundsOf(payer.id)
  expect(all).toMatchObject([{ task: null }, { task: null }])
  await admin.recordRefund(all[0]?.id ?? 0)
  expect((await admin.refundsOf(payer.id)).refunds).toMatchObject([{ toGive: false }, { toGive: true }])
})

test('keeps the lines of a paid deposit when a companion with a chosen option is canceled (R39.5)', async () => {
  const { db } = app.services
  const { eventId, payer, ann } = await party({}, { cost: 70_000 })
  const room = { eventId, kind: 'lodging' as const, name: 'A room of your own', price: 20_000 }
  const [made] = await db.insert(eventOptions).values(room).returning({ optionId: eventOptions.id })
  if (!made) throw new Error('no option')
  await db
    .insert(reservationOptions)
    .values({ ...made, reservationId: ann.id, price: room.price, chosenAt: NOW })
  const partsOf = async () => {
    const invoice = (await admin.look(payer.id)).invoices.find(({ purpose }) => purpose === 'deposit')
    return invoice?.lines.filter(({ reservationId }) => reservationId === ann.id)
  }
  const before = await partsOf()
  expect(before).toMatchObject([{ amount: 35_000 }, { description: room.name, amount: 10_000 }])
  await admin.cancel(ann.id)
  expect(await partsOf()).toEqual(before)
})

test("keeps in the party's price what was paid for a companion whose late cancellation refunds nothing (R39.5)", async () => {
  const { payer, ann } = await party({}, { startDateDate: '2027-05-20' })
  await admin.cancel(ann.id)
  expect(await admin.look(payer.id)).toMatchObject({
    totalDue: 225_000,
    totalPaid: 135_000,
    money: { stillToPay: 90_000, credit: 0 },
  })
})

test('requires a payer who cancels alone to name the next payer, who then gets the invoices (R39.5)', async () => {
  const { payer, ann, joe, invoices: asked } = await party()
  expect(await admin.cancel(payer.id)).toMatchObject({ ok: false, code: 'pays_for_others' })
  expect(await admin.cancel(payer.id, { newPayer: payer.id })).toMatchObject({
    ok: false,
    code: 'payer_unfit',
  })
  expect(await admin.cancel(ann.id, { party: 'all' })).toMatchObject({ ok: false, code: 'not_payer' })
  expect(await admin.cancel(payer.id, { newPayer: ann.id })).toMatchObject({ ok: true })
  const { guests, invoices: left } = await sumsOf([payer.id, ann.id, joe.id])
  expect(guests).toMatchObject([
    { partyId: ann.id, price: 0, share: 0, status: 'cancelled' },
    { partyId: ann.id, price: 180_000, share: 90_000 },
    { partyId: ann.id, price: 0, share: 90_000 },
  ])
  expect(left).toMatchObject([
    { id: asked.deposit, reservationId: ann.id, amount: 135_000 },
    { id: asked.remainder, reservationId: ann.id, amount: 90_000 },
  ])
  expect((await admin.look(ann.id)).money).toMatchObject({ stillToPay: 90_000, credit: 0 })
  expect(await auditOf(app, 'reservation', ann.id)).toMatchObject([{ action: 'reservation.payerChanged' }])
  expect(await auditOf(app, 'reservation', payer.id)).toContainEqual(
    expect.objectContaining({ action: 'reservation.payerChanged' }),
  )
  expect(await mailsOf(ann.id)).toEqual(['pays-now'])
  // Checks who gets the refund: the guest who paid, and not the new payer.
  const { look } = createGuest(app)
  const owed = [await look(payer.uuid), await look(ann.uuid)].map(({ refundTotals }) => refundTotals.owed)
  expect(owed).toEqual([45_000, 0])
})

test('sends no e-mail to a new payer who has no address, or if the admin turns the e-mail off (R39.9)', async () => {
  const unaddressed = await party({ withoutEmail: ['Ann Lee'] })
  expect(await admin.cancel(unaddressed.payer.id, { newPayer: unaddressed.ann.id })).toMatchObject({
    ok: true,
  })
  const silent = await party()
  await admin.cancel(silent.payer.id, { newPayer: silent.ann.id, sendEmail: false })
  expect([...(await mailsOf(unaddressed.ann.id)), ...(await mailsOf(silent.ann.id))]).toEqual([])
})

test('cancels a whole party together, refunds each guest by the tier, and refunds what the plan had shown (R39.5)', async () => {
  const { payer, ann, joe, invoices: asked } = await party()
  await admin.cancel(joe.id)
  const { plan, members } = await admin.refundsOf(payer.id, { party: 'all' })
  expect(members).toMatchObject([
    { id: ann.id, refund: 45_000 },
    { id: payer.id, refund: 45_000 },
  ])
  expect(plan).toMatchObject({ refundByTerms: 90_000, lines: [{ refund: 90_000 }] })
  expect(await admin.cancel(payer.id, { party: 'all' })).toMatchObject({ ok: true })
  const { guests, invoices: left } = await sumsOf([payer.id, ann.id, joe.id])
  expect(guests.map(({ status, share }) => [status, share])).toEqual(guests.map(() => ['cancelled', 0]))
  expect(left).toMatchObject([{ id: asked.deposit }])
  expect((await refundsOf(asked.deposit)).map(({ amount }) => amount)).toEqual([45_000, 45_000, 45_000])
})

test("splits an admin's refund amount for a whole party among its guests to the cent", async () => {
  const { payer, invoices: asked } = await party()
  expect(await admin.cancel(payer.id, { party: 'all', refund: 100_000, reason: 'Illness' })).toMatchObject({
    ok: true,
  })
  const given = await refundsOf(asked.deposit)
  expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000)
})

test('lets the guests of a party cancel with their own private links (R39.5)', async () => {
  const { payer, ann, joe } = await party()
  const guest = createGuest(app)
  const ask = (uuid: string, which: 'one' | 'all') =>
    guest.browser.call(getCancellation, { query: { uuid, party: which } })
  expect(await ask(ann.uuid, 'all')).toMatchObject({ ok: false, code: 'not_payer' })
  expect(await ask(payer.uuid, 'one')).toMatchObject({ ok: true, data: { refund: 45_000 } })
  expect(await ask(payer.uuid, 'all')).toMatchObject({
    ok: true,
    data: { refund: 135_000, members: [{ id: ann.id }, { id: joe.id }, { id: payer.id }] },
  })
  const cancel = (uuid: string, order: object) =>
    guest.browser.call(cancelOwnStay, { body: { uuid, refund: 45_000, ...order } })
  expect(await cancel(payer.uuid, {})).toMatchObject({ ok: false, code: 'pays_for_others' })
  const all = { party: 'all', refund: 135_000 }
  expect(await cancel(payer.uuid, all)).toMatchObject({ ok: true, data: { refund: 135_000 } })
  expect(await cancel(payer.uuid, all)).toMatchObject({ ok: true, data: { refund: 135_000 } })
})

test('adds a companion to a guest who came alone, who then pays for both guests (R39.6)', async () => {
  const { id: eventId } = await event({ spots: 2, cost: 90_000 })
  const { reservationId: id } = await admin.signUp({ eventId })
  const add = async (order: object = {}) =>
    admin.browser.call(addToParty, {
      body: {
        id,
        version: await versionOf(id),
        customerName: 'Ann Lee',
        email: 'ann@example.test',
        ...order,
      },
    })
  const added = await add()
  expect(added).toMatchObject({
    ok: true,
    data: {
      reservation: {
        totalDue: 180_000,
        party: { payer: true, members: [{ id }, { customerName: 'Ann Lee' }] },
      },
    },
  })
  const annId = added.ok ? (added.data.reservation.party?.members[1]?.id ?? 0) : 0
  const { guests, invoices: asked } = await sumsOf([id, annId])
  expect(guests).toMatchObject([
    { partyId: id, price: 180_000, share: 90_000 },
    { partyId: id, price: 0, share: 90_000, status: 'confirmed' },
  ])
  expect(asked.map(({ amount }) => amount)).toEqual([45_000, 135_000])
  expect(await add()).toMatchObject({ ok: false, code: 'event_full' })
  expect(await add({ allowOverbooking: true, email: null })).toMatchObject({ ok: true })
  expect(await admin.look(annId)).toMatchObject({ totalDue: 0, invoices: [], party: { payer: false } })
})

test('invoices a split-off guest for the unpaid part, and refunds past payments to the guests who paid (R39.6)', async () => {
  const { payer, ann, joe, invoices: asked } = await party()
  const split = async (id: number) =>
    admin.browser.call(splitFromParty, { body: { id, version: await versionOf(id) } })
  expect(await split(payer.id)).toMatchObject({ ok: false, code: 'not_companion' })
  expect(await split(ann.id)).toMatchObject({
    ok: true,
    data: { reservation: { party: null, totalDue: 45_000 } },
  })
  expect(await admin.look(payer.id)).toMatchObject({
    totalDue: 225_000,
    money: { stillToPay: 90_000, credit: 0 },
  })
  const { invoices: left } = await sumsOf([payer.id, ann.id, joe.id])
  expect(left).toMatchObject([
    { amount: 135_000 },
    { reservationId: payer.id, purpose: 'remainder', amount: 90_000 },
    { reservationId: ann.id, purpose: 'remainder', amount: 45_000 },
  ])
  expect(await admin.cancel(ann.id)).toMatchObject({ ok: true })
  expect(await refundsOf(asked.deposit)).toMatchObject([{ amount: 45_000 }])
  expect(await admin.look(payer.id)).toMatchObject({
    totalDue: 180_000,
    money: { stillToPay: 90_000, credit: 0 },
  })
})

test("counts the payments for a deleted guest, who had been split off, toward the former payer's own stay", async () => {
  const { payer, ann, joe } = await party()
  await admin.browser.call(splitFromParty, { body: { id: ann.id, version: await versionOf(ann.id) } })
  expect(await admin.remove(ann.id, 'true')).toMatchObject({ ok: true })
  const { guests } = await sumsOf([payer.id, joe.id])
  expect(guests).toMatchObject([
    { partyId: payer.id, price: 225_000, share: 135_000 },
    { partyId: payer.id, price: 0, share: 90_000 },
  ])
})

test('makes a companion the payer and e-mails them, but refuses a stale version (R39.6, R39.9)', async () => {
  const { payer, ann, joe } = await party()
  const stale = await admin.browser.call(changePayer, { body: { id: ann.id, version: 99 } })
  expect(stale).toMatchObject({ ok: false, code: 'stale' })
  const changed = await admin.browser.call(changePayer, {
    body: { id: ann.id, version: await versionOf(ann.id) },
  })
  expect(changed).toMatchObject({
    ok: true,
    data: { reservation: { totalDue: 270_000, totalPaid: 135_000, invoices: [{}, {}] } },
  })
  const { guests } = await sumsOf([payer.id, ann.id, joe.id])
  expect(guests.map(({ partyId, price, share }) => [partyId, price, share])).toEqual([
    [ann.id, 0, 90_000],
    [ann.id, 270_000, 90_000],
    [ann.id, 0, 90_000],
  ])
  expect(await mailsOf(ann.id)).toEqual(['pays-now'])
})

test('cancels every party of a canceled event with a full refund (R39.5)', async () => {
  const { eventId, payer, ann, joe, invoices: asked } = await party()
  await admin.browser.call(changePayer, { body: { id: joe.id, version: await versionOf(joe.id) } })
  await admin.cancel(ann.id, { refund: 5_000, reason: 'Came too late for more' })
  const planned = await admin.eventPlan(eventId)
  expect(planned).toMatchObject({ ok: true, data: { guests: 2, refundByHand: 90_000 } })
  await admin.cancelEvent(eventId)
  await app.jobs.runDue()
  const { guests } = await sumsOf([payer.id, ann.id, joe.id])
  expect(guests.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect((await refundsOf(asked.deposit)).map(({ amount }) => amount)).toEqual([5_000, 45_000, 45_000])
  expect(await admin.progress(eventId)).toMatchObject({ left: 0 })
})

const moveOf = async (id: number, eventId: number, more: object = {}) => {
  const body = { id, version: await versionOf(id), eventId, ...more }
  return admin.browser.call(moveReservation, { body })
}

test('moves a whole party with its payments and the remainder of each guest (R39.6)', async () => {
  const { payer, ann, joe } = await party({ withoutEmail: ['Joe Lee'] })
  const { id: to } = await event({ cost: 100_000, spots: 3 })
  expect(await moveOf(ann.id, to)).toMatchObject({ code: 'in_party' })
  const { id: tight } = await event({ spots: 2 })
  expect(await moveOf(payer.id, tight)).toMatchObject({ code: 'event_full' })
  expect(await moveOf(payer.id, to)).toMatchObject({ ok: true })
  const after = await sumsOf([payer.id, ann.id, joe.id])
  expect(after.guests.map(({ price, share }) => [price, share])).toEqual([
    [300_000, 100_000],
    [0, 100_000],
    [0, 100_000],
  ])
  // The deposit of 135,000 cents is paid, so each of the three guests must still pay 55,000 cents.
  const remainder = after.invoices.find(({ purpose }) => purpose === 'remainder')
  expect(remainder).toMatchObject({ amount: 165_000 })
  const lines = await app.services.db
    .select({ reservationId: invoiceLines.reservationId, amount: invoiceLines.amount })
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, remainder?.id ?? 0))
    .orderBy(asc(invoiceLines.reservationId))
  expect(lines).toEqual([payer, ann, joe].map(({ id }) => ({ reservationId: id, amount: 55_000 })))
  for (const { id } of [payer, ann, joe]) expect((await admin.look(id)).event.id).toBe(to)
  const told = await app.services.db.select().from(emails).where(eq(emails.emailType, 'stay-moved'))
  expect(told.map(({ reservationId }) => reservationId)).toEqual([payer.id, ann.id])
})

test('refuses to move a party at a price below the amount that was kept for a companion who canceled (R39.5, R39.6)', async () => {
  const { payer, ann, joe } = await party({}, { startDateDate: '2027-05-20' })
  await admin.cancel(ann.id)
  const { id: to } = await event({ cost: 100_000 })
  const low = await moveOf(payer.id, to, { price: 44_999 })
  expect(low).toMatchObject({
    code: 'invalid',
    fields: { price: expect.stringContaining('at least $450.00') },
  })
  expect(await moveOf(payer.id, to)).toMatchObject({ ok: true })
  const { guests } = await sumsOf([payer.id, ann.id, joe.id])
  expect(guests.map(({ price, share }) => [price, share])).toEqual([
    [245_000, 100_000],
    [0, 45_000],
    [0, 100_000],
  ])
})

test('moves a guest who was split off without moving the party, and counts what the payer paid for them (R39.6)', async () => {
  const { ann } = await party()
  const split = { id: ann.id, version: await versionOf(ann.id) }
  expect(await admin.browser.call(splitFromParty, { body: split })).toMatchObject({ ok: true })
  const { id: to } = await event({ cost: 100_000 })
  expect(await moveOf(ann.id, to)).toMatchObject({
    ok: true,
    data: { reservation: { totalDue: 55_000, party: null } },
  })
})

test("adds the payments for a deleted companion to the price of the payer's own stay", async () => {
  const { payer, ann, joe } = await party()
  await admin.remove(ann.id, 'true')
  expect((await sumsOf([payer.id, joe.id])).guests.map(({ price, share }) => [price, share])).toEqual([
    [225_000, 135_000],
    [0, 90_000],
  ])
  const held = await party({ status: 'pending', depositPaid: false })
  await admin.remove(held.ann.id)
  expect((await sumsOf([held.payer.id, held.joe.id])).guests.map(({ price }) => price)).toEqual([180_000, 0])
})

test('cancels the held spots of a party only together (R39.5)', async () => {
  const { payer, ann } = await party({ status: 'pending', depositPaid: false })
  expect(await admin.cancel(payer.id, { newPayer: ann.id })).toMatchObject({ code: 'pays_for_others' })
  expect(await admin.cancel(payer.id, { party: 'all' })).toMatchObject({ ok: true })
  for (const { id } of [payer, ann]) expect((await admin.look(id)).status).toBe('cancelled')
})

test('counts payments for a guest who was split off from a party in the refunds of canceling the event (R39.6)', async () => {
  const { eventId, ann } = await party()
  const split = { id: ann.id, version: await versionOf(ann.id) }
  expect(await admin.browser.call(splitFromParty, { body: split })).toMatchObject({ ok: true })
  expect(await admin.eventPlan(eventId)).toMatchObject({ data: { guests: 3, refundByHand: 135_000 } })
})
