import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { countTaken, makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { moveReservation } from '../contract/admin.ts'
import { undoCancellation } from '../contract/cancellation.ts'
import { expectBooksToAgree, intentStatus, mailsOf, refundsOf } from '#test/support/booking/books.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { payDeposit } from '#test/support/booking/stay.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { makeLinkOf } from '#test/support/booking/replacement.ts'

let admin: Admin
const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const guest = createGuest(app)
beforeEach(async () => {
  admin = await signInAdmin(app)
})

const event = (changes: Parameters<typeof makeEvent>[1] = {}) => makeEvent(app.services.db, changes)
const move = async (id: number, eventId: number, changes: object = {}) => {
  const { version } = await admin.look(id)
  return admin.browser.call(moveReservation, { body: { id, version, eventId, ...changes } })
}

test('moves a stay with its link and payments, invoices the rest, and e-mails the guest (R30.1, R30.2, R30.3, R30.4)', async () => {
  const [from, to] = [await event(), await event({ cost: 100_000, startDateDate: '2027-09-01' })]
  const { reservationId: id, uuid } = await payDeposit(guest, from.id)
  const remainder = (await guest.look(uuid)).invoices.find(({ purpose }) => purpose === 'remainder')
  const moved = await move(id, to.id)
  expect(moved).toMatchObject({
    ok: true,
    data: {
      reservation: {
        event: { id: to.id },
        totalDue: 100_000,
        totalPaid: 45_000,
        money: { stillToPay: 55_000 },
      },
    },
  })
  const { invoices } = await guest.look(uuid)
  expect(invoices).toMatchObject([
    { purpose: 'deposit', paid: true, amount: 45_000 },
    { id: remainder?.id, purpose: 'remainder', paid: false, amount: 55_000, due: '2027-08-02' },
  ])
  expect([await countTaken(app.services.db, from.id), await countTaken(app.services.db, to.id)]).toEqual([
    0, 1,
  ])
  const told = await app.services.db.select().from(auditEntries).where(eq(auditEntries.reservationId, id))
  const moves = told.filter(({ action }) => action.startsWith('reservation.moved'))
  expect(moves.map(({ action, eventId }) => [action, eventId])).toEqual([
    ['reservation.movedAway', from.id],
    ['reservation.moved', to.id],
  ])
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'stay-moved'])
  // Moving the stay canceled the payment that the guest had open. The new remainder can be paid.
  const next = invoices[1]?.clientSecret ?? ''
  expect(await guest.pay(next)).toBe('succeeded')
  expect(await guest.look(uuid)).toMatchObject({ totalPaid: 100_000, fullyPaid: true })
  await expectBooksToAgree(app)
})

test("cancels the guest's open payment before a move, and refuses the move while a bank is deciding about it", async () => {
  const [from, to] = [await event(), await event()]
  const { reservationId: id, uuid } = await payDeposit(guest, from.id)
  const secret = (await guest.look(uuid)).invoices[1]?.clientSecret ?? ''
  const intentId = secret.slice(0, secret.indexOf('_secret_'))
  await app.sandbox?.control.set({ keepProcessing: true })
  expect(await guest.pay(secret)).toBe('processing')
  expect(await move(id, to.id)).toMatchObject({ status: 409, code: 'payment_processing' })
  await app.sandbox?.control.finish(intentId, 'fail')
  await app.sandbox?.control.set({ keepProcessing: false })
  expect(await move(id, to.id, { sendEmail: false })).toMatchObject({ ok: true })
  expect(await intentStatus(app, intentId)).toBe('canceled')
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
})

test('offers the old spot to the waitlist after a move, and moves to a full event only if overbooking is allowed', async () => {
  const line = makeWaitlist(app, 'moved')
  const { eventId: from, guests } = await line.full({ waiting: ['ana'] })
  const to = await event({ spots: 0 })
  const id = guests[0] ?? 0
  expect(await move(id, to.id)).toMatchObject({ status: 409, code: 'event_full' })
  expect(await move(id, to.id, { allowOverbooking: true, price: 70_000 })).toMatchObject({
    data: { reservation: { totalDue: 70_000, event: { reservedSpots: 1 } } },
  })
  await app.runJobs()
  expect(await line.states(from)).toEqual(['ana offered'])
})

test('removes a moved guest from the waitlist of the event to which they are moved', async () => {
  const line = makeWaitlist(app, 'waits')
  const { eventId: to } = await line.full({ waiting: ['ana', 'ben'] })
  const { id: from } = await event()
  const email = line.address('ana')
  const { id } = await makeReservation(app.services, from, {
    customerName: 'Ana Doe',
    email,
    status: 'confirmed',
  })
  expect(await move(id, to, { allowOverbooking: true })).toMatchObject({ ok: true })
  expect(await line.states(to)).toEqual(['ben waiting', 'ana booked'])
})

describe('the endpoint that moves a stay', () => {
  test('refuses to move a stay while its guest is passing on the spot', async () => {
    const { reservationId: id, uuid } = await payDeposit(guest, (await event()).id)
    app.clock.set(new Date('2027-06-10T18:00:00Z'))
    admin = await signInAdmin(app)
    await makeLinkOf(guest, uuid)
    expect(await move(id, (await event()).id)).toMatchObject({ status: 409, code: 'passing_on' })
    app.clock.set(new Date('2027-05-06T18:00:00Z'))
  })

  test('refuses a move with a stale version, to an unknown event, or by a guest', async () => {
    const { id: eventId } = await event()
    const { reservationId: id } = await admin.signUp({ eventId })
    const body = { id, version: 99, eventId: (await event()).id }
    expect(await admin.browser.call(moveReservation, { body })).toMatchObject({ code: 'stale' })
    expect(await move(id, 999_999)).toMatchObject({ status: 404 })
    expect(await guest.browser.call(moveReservation, { body })).toMatchObject({ status: 401 })
  })
})

// The tests below undo cancellations.

/** Undoes a cancellation. Also checks that the admin's refund page had said whether that would work. */
const undo = async (id: number, changes: object = {}) => {
  const { version } = await admin.look(id)
  const { undoProblem } = await admin.refundsOf(id)
  const undone = await admin.browser.call(undoCancellation, { body: { id, version, ...changes } })
  expect(undoProblem).toBe(undone.ok ? null : undone.code)
  return undone
}

test('restores a canceled stay with its invoices if nothing was refunded, and can cancel it again (R30.5, R30.6)', async () => {
  const { id: eventId } = await event({ startDateDate: '2027-09-01' })
  const { reservationId: id, uuid, paymentIntent } = await payDeposit(guest, eventId)
  const before = await guest.look(uuid)
  await admin.cancel(id, { refund: 0, reason: 'By mistake' })
  await app.runJobs()
  expect(await undo(id)).toMatchObject({ ok: true, data: { reservation: { status: 'confirmed' } } })
  const after = await guest.look(uuid)
  const plain = ({ invoices }: typeof before) =>
    invoices.map(({ id: number, amount, due, paid }) => ({ number, amount, due, paid }))
  expect(plain(after)).toEqual(plain(before))
  expect(after).toMatchObject({ cancellation: null, money: { stillToPay: 45_000 } })
  await app.runJobs()
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation', 'stay-reinstated'])
  expect((await auditOf(app, 'reservation', id)).map(({ action }) => action)).toContain(
    'reservation.reinstated',
  )
  await admin.cancel(id)
  await app.runJobs()
  expect((await mailsOf(app, uuid)).at(-1)).toBe('cancellation')
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ status: 'succeeded' }])
  await expectBooksToAgree(app)
})

test('does not send the e-mail about a cancellation if an admin undoes the cancellation first', async () => {
  const { reservationId: id, uuid } = await payDeposit(guest, (await event()).id)
  await admin.cancel(id, { refund: 0, reason: 'By mistake' })
  expect(await undo(id, { sendEmail: false })).toMatchObject({ ok: true })
  await app.runJobs()
  expect((await admin.look(id)).sentEmails.map(({ emailType }) => emailType)).toEqual(['invoice-success'])
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed' })
})

test('undoes a mistaken cancellation while its refund by check is due, and withdraws the refund (R30.5)', async () => {
  const { id: eventId } = await event({ startDateDate: '2027-09-01' })
  const paid = { amount: 30_000, paymentMethod: 'check' } as const
  const { reservationId: id, uuid } = await admin.signUp({ eventId, ...paid })
  const before = await guest.look(uuid)
  await admin.cancel(id)
  expect((await admin.refundsOf(id)).refunds).toMatchObject([{ status: 'owed', amount: 30_000 }])
  expect(await undo(id)).toMatchObject({ ok: true, data: { reservation: { status: 'confirmed' } } })
  expect((await admin.refundsOf(id)).refunds).toEqual([])
  const { totalDue, totalPaid } = before
  expect(await guest.look(uuid)).toMatchObject({ totalDue, totalPaid, refundTotals: { owed: 0 } })
  const [payment] = await app.services.db.select().from(payments).where(eq(payments.reservationId, id))
  const actions = (await auditOf(app, 'payment', payment?.id ?? 0)).map(({ action }) => action)
  expect(actions.slice(-2)).toEqual(['refund.owed', 'refund.withdrawn'])
  await app.runJobs()
  await expectBooksToAgree(app)

  await admin.cancel(id)
  const [owed] = (await admin.refundsOf(id)).refunds
  await admin.recordRefund(owed?.id ?? 0)
  expect(await undo(id)).toMatchObject({ status: 409, code: 'refunded' })
  await expectBooksToAgree(app)
})

test('refuses to undo a cancellation after a refund, without a free spot, or of a hold', async () => {
  const { reservationId: refunded } = await payDeposit(
    guest,
    (await event({ startDateDate: '2027-09-01' })).id,
  )
  await admin.cancel(refunded)
  expect(await undo(refunded)).toMatchObject({ status: 409, code: 'refunded' })

  const { id: small } = await event({ spots: 1 })
  const { reservationId: late } = await admin.signUp({ eventId: small })
  await admin.cancel(late)
  await admin.signUp({ eventId: small })
  expect(await undo(late)).toMatchObject({ status: 409, code: 'event_full' })

  const { reservationId: standing } = await admin.signUp({ eventId: (await event()).id })
  expect(await undo(standing)).toMatchObject({ status: 409, code: 'not_undoable' })

  const held = await guest.hold((await event({ startDateDate: '2027-09-01' })).id)
  await admin.cancel(held.reservationId)
  expect(await undo(held.reservationId)).toMatchObject({ status: 409, code: 'not_undoable' })
})

test("refuses to undo a cancellation while the stay's discount code has no use left (R30.5, R41.5)", async () => {
  const { id: eventId } = await event({ startDateDate: '2027-09-01' })
  const signUp = async (code: string) => {
    const held = await guest.hold(eventId, { amount: 40_500, code })
    await guest.pay(held.clientSecret)
    await guest.look(held.uuid)
    return held.reservationId
  }
  await app.services.db.insert(codes).values({ code: 'ONE', kind: 'percent', value: 10, uses: 1 })
  const first = await signUp('ONE')
  await admin.cancel(first, { refund: 0, reason: 'By mistake' })
  const second = await signUp('ONE')
  expect(await undo(first)).toMatchObject({
    status: 409,
    code: 'code_used_up',
    message: expect.stringContaining('Allow it one more use'),
  })
  await app.services.db.update(codes).set({ uses: 2 }).where(eq(codes.code, 'ONE'))
  expect(await undo(first)).toMatchObject({ ok: true, data: { reservation: { totalDue: 81_000 } } })
  // A canceled stay no longer counts as a use of its code. So the second use is free for this stay again.
  await admin.cancel(second, { refund: 0, reason: 'By mistake' })
  expect(await undo(second)).toMatchObject({ ok: true })
})

const threeStays = async (eventId: number) =>
  Promise.all([0, 1, 2].map(async () => (await admin.signUp({ eventId })).reservationId))

if (testDatabaseKind() === 'postgres') {
  test('never sells a spot twice and never deadlocks when many stays move at the same time (R2.7)', async () => {
    const [left, right] = [await event({ spots: 3 }), await event({ spots: 3 })]
    const { id: small } = await event({ spots: 1 })
    const [ofLeft, ofRight] = [await threeStays(left.id), await threeStays(right.id)]
    const toSmall = await Promise.all([ofLeft[0], ofRight[0]].map(async (id) => move(id ?? 0, small)))
    expect(toSmall.filter(({ ok }) => ok)).toHaveLength(1)
    const others = [
      ...ofLeft.slice(1).map((id) => [id, right.id] as const),
      ...ofRight.slice(1).map((id) => [id, left.id] as const),
    ]
    // Each move needs a spot that another move frees. Some moves find the new event full. But no move may hang, and
    // no spot may be sold twice.
    const tried = await Promise.all(others.map(async ([id, to]) => move(id, to)))
    for (const one of tried) if (!one.ok) expect(one.code).toBe('event_full')
    const rows = await app.services.db.select().from(reservations)
    for (const { id, spots } of [left, right, { id: small, spots: 1 }])
      expect(rows.filter(({ eventId }) => eventId === id).length).toBeLessThanOrEqual(spots)
  })
}
