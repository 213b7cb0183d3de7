import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { getEvent } from '../contract/event.ts'
import { exportReservation } from '#domain/guests/privacy/contract.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { moveReservation } from '../contract/admin.ts'
import { changePayer, splitFromParty } from '../contract/party.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { expectBooksToAgree, mailsOf } from '#test/support/booking/books.ts'
import { confirmByMail } from '#test/support/booking/mailbox.ts'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { eventWithRooms } from '#test/support/booking/party-race.ts'
import { makeLinkOf, START } from '#test/support/booking/replacement.ts'
import { payWhole } from '#test/support/booking/stay.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const guest = createGuest(app)

let made = 0
async function makeCode(changes: Partial<typeof codes.$inferInsert> = {}) {
  made += 1
  const values = { code: `CODE-${made}`, kind: 'percent' as const, value: 10, ...changes }
  const [row] = await app.services.db.insert(codes).values(values).returning()
  if (!row) throw new Error('no code was made')
  return row
}

const SAM = { customerName: 'Sam Doe', email: null }
const KIM = { customerName: 'Kim Doe', email: null }

const rowsOf = (eventId: number) =>
  app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
    .orderBy(reservations.id)
const eventId = async (changes = {}) => (await makeEvent(app.services.db, changes)).id

describe('when a guest signs up with a discount code, the site', () => {
  test('lowers the price by the discount code and says so in the invoice lines (R41.2, R41.5)', async () => {
    const event = await eventWithRooms(app, 3)
    const { code } = await makeCode({ code: 'SPRING', kind: 'amount', value: 20_000 })
    // $900 for the stay, plus $200 for the room, minus $200 by the code. Half of that is due now.
    const held = await guest.hold(event.id, { amount: 45_000, options: [event.single], code })
    await guest.pay(held.clientSecret)
    const shown = await guest.look(held.uuid)
    expect(shown).toMatchObject({
      status: 'confirmed',
      totalDue: 90_000,
      discount: { code: 'SPRING', amount: 20_000 },
    })
    const description = 'Stay, $200.00 off in total (code SPRING)'
    expect(shown.invoices.map(({ lines }) => lines.map((line) => [line.description, line.amount]))).toEqual([
      [
        [description, 35_000],
        ['Own room', 10_000],
      ],
      [
        [description, 35_000],
        ['Own room', 10_000],
      ],
    ])
    const stored = await guest.browser.call(exportReservation, { query: { uuid: held.uuid } })
    const discount = { code: 'SPRING', amount: 20_000 }
    expect(stored).toMatchObject({ ok: true, data: { reservation: { discount } } })
    await expectBooksToAgree(app)
  })

  test('refuses every amount other than the discounted one, even the full price', async () => {
    const id = await eventId()
    const { code } = await makeCode({ value: 50 })
    const ask = (amount: number, more: object) =>
      guest.browser.call(createPaymentIntent, { body: { amount, eventId: id, ...more } })
    expect(await ask(45_000, { code })).toMatchObject({ code: 'amount_mismatch' })
    expect(await ask(22_500, {})).toMatchObject({ code: 'amount_mismatch' })
    const { paymentIntent } = await guest.open(id)
    const full = await guest.order({ eventId: id, paymentIntent, code })
    expect(full).toMatchObject({ ok: false, code: 'amount_mismatch' })
    const paidLess = await guest.order({ eventId: id, paymentIntent, code, amount: 22_500 })
    expect(paidLess).toMatchObject({ ok: false, code: 'amount_mismatch' })
    expect(await rowsOf(id)).toEqual([])
  })

  test('refuses the code of another event, both when the payment intent is created and when the form is sent (R41.6)', async () => {
    const id = await eventId()
    const { code } = await makeCode({ eventId: await eventId() })
    for (const wrong of [code, 'NOBODYS']) {
      const asked = await guest.browser.call(createPaymentIntent, {
        body: { amount: 40_500, eventId: id, code: wrong },
      })
      expect(asked).toMatchObject({ ok: false, status: 404, code: 'code_unknown' })
      const signed = await guest.order({ eventId: id, amount: 40_500, code: wrong })
      expect(signed).toMatchObject({ ok: false, status: 404, code: 'code_unknown' })
    }
  })

  test('takes a percentage code off every stay of a party, but a fixed amount only once (R41.2)', async () => {
    const id = await eventId()
    const percent = await makeCode()
    const party = { companions: [SAM, KIM] }
    const first = await guest.hold(id, { amount: 121_500, ...party, code: percent.code })
    await guest.pay(first.clientSecret)
    const amount = await makeCode({ kind: 'amount', value: 20_000 })
    const second = await guest.hold(id, { amount: 125_000, ...party, code: amount.code })
    await guest.pay(second.clientSecret)
    for (const { uuid } of [first, second]) await guest.look(uuid)
    const rows = await rowsOf(id)
    expect(rows.map(({ discount, share, codeId }) => [discount, share, codeId])).toEqual([
      [9_000, 81_000, percent.id],
      [9_000, 81_000, null],
      [9_000, 81_000, null],
      [6_667, 83_333, amount.id],
      [6_667, 83_333, null],
      [6_666, 83_334, null],
    ])
    expect(await guest.look(rows[4]?.uuid ?? '')).toMatchObject({
      discount: { code: null, amount: 6_667 },
    })
    await expectBooksToAgree(app)
  })

  test('confirms a party that a code makes free only after the payer has confirmed by e-mail (R41.4, R46.1)', async () => {
    const id = await eventId()
    const { code, id: codeId } = await makeCode({ value: 100, uses: 1 })
    const signed = await guest.order({ eventId: id, amount: 0, code, companions: [SAM] })
    expect(signed).toMatchObject({ ok: true, data: { waitsForMailbox: true } })
    await confirmByMail(app, DETAILS.email)
    const rows = await rowsOf(id)
    expect(rows.map((row) => [row.status, row.price, row.discount, row.codeId])).toEqual([
      ['confirmed', 0, 90_000, codeId],
      ['confirmed', 0, 90_000, null],
    ])
    expect(await mailsOf(app, rows[0]?.uuid ?? '')).toEqual(['confirm-spots', 'invoice-success'])
    const again = await guest.order({ eventId: id, amount: 0, code, email: 'other@example.test' })
    expect(again).toMatchObject({ ok: false, code: 'code_used_up' })
  })

  test('counts only one use of a code for a party whose payer already has a spot', async () => {
    const id = await eventId()
    const { code, id: codeId } = await makeCode({ value: 100, uses: 2 })
    const free = { eventId: id, amount: 0, code }
    await guest.order(free)
    expect(await guest.order({ ...free, companions: [SAM, KIM] })).toMatchObject({ ok: true })
    await confirmByMail(app, DETAILS.email)
    const confirmed = (await rowsOf(id)).filter(({ status }) => status === 'confirmed')
    expect(confirmed.map((row) => [row.discount, row.codeId])).toEqual([
      [90_000, codeId],
      [90_000, codeId],
      [90_000, null],
    ])
  })

  test("lets a guest set their own price with an open-price code, but not below the code's minimum (R41.3)", async () => {
    const id = await eventId()
    const { code } = await makeCode({ kind: 'open', value: 10_000, suggestion: 40_000 })
    const held = await guest.hold(id, { amount: 12_500, code, pays: 25_000 })
    await guest.pay(held.clientSecret)
    expect(await guest.look(held.uuid)).toMatchObject({ totalDue: 25_000, discount: { amount: 65_000 } })
    const suggested = await guest.hold(id, { amount: 20_000, code })
    expect(await guest.look(suggested.uuid)).toMatchObject({ totalDue: 40_000 })
    const tooLittle = await guest.browser.call(createPaymentIntent, {
      body: { amount: 2_500, eventId: id, code, pays: 5_000 },
    })
    expect(tooLittle).toMatchObject({ code: 'amount_mismatch' })
  })

  test('makes a price of less than a dollar due immediately in one invoice, without a remainder (R41.4)', async () => {
    const id = await eventId()
    const { code } = await makeCode({ kind: 'open', value: 0 })
    const held = await guest.hold(id, { amount: 99, code, pays: 99 })
    expect((await guest.look(held.uuid)).invoices).toMatchObject([{ purpose: 'whole', amount: 99 }])
  })
})

describe('the last use of a discount code (R41.5)', () => {
  test('goes to only one of several guests who sign up for different events at the same time', async () => {
    const { code } = await makeCode({ uses: 1 })
    const orders = []
    for (let index = 0; index < 6; index += 1) {
      const of = { eventId: await eventId(), amount: 40_500, code }
      const opened = await guest.browser.call(createPaymentIntent, { body: of })
      if (!opened.ok) throw new Error(opened.code)
      orders.push({ ...of, paymentIntent: opened.data.paymentIntent })
    }
    const answers = await Promise.all(orders.map((order) => guest.order(order)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers)
      if (!answer.ok) expect(answer).toMatchObject({ status: 409, code: 'code_used_up' })
    await expectBooksToAgree(app)
  })

  test('becomes free when the hold that uses it expires', async () => {
    const id = await eventId()
    const { code } = await makeCode({ uses: 1 })
    await guest.hold(id, { amount: 40_500, code })
    const body = { amount: 40_500, eventId: id, code }
    expect(await guest.browser.call(createPaymentIntent, { body })).toMatchObject({ code: 'code_used_up' })
    app.clock.advance({ minutes: 30 })
    await app.runJobs()
    expect(await guest.browser.call(createPaymentIntent, { body })).toMatchObject({ ok: true })
  })
})

test('keeps a one-use code for two guests who paid after their holds expired, and refuses it to other guests (R41.5)', async () => {
  const id = await eventId()
  const { code } = await makeCode({ uses: 1 })
  const late = []
  for (const email of ['ana@example.test', 'ben@example.test']) {
    await app.sandbox?.control.set({ keepProcessing: true })
    const held = await guest.hold(id, { amount: 40_500, code, email })
    expect(await guest.pay(held.clientSecret)).toBe('processing')
    app.clock.advance({ minutes: 76 })
    await app.runJobs()
    expect(await guest.look(held.uuid)).toMatchObject({ status: 'expired' })
    late.push(held)
  }
  for (const { paymentIntent } of late) await app.sandbox?.control.finish(paymentIntent, 'charge')
  app.clock.advance({ minutes: 1 })
  await app.runJobs()
  for (const { uuid } of late)
    expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalDue: 81_000, totalPaid: 40_500 })
  const body = { amount: 40_500, eventId: id, code }
  expect(await guest.browser.call(createPaymentIntent, { body })).toMatchObject({ code: 'code_used_up' })
  await expectBooksToAgree(app)
})

test('takes a code off stays but never off options, for six guests with different options (R41.2)', async () => {
  const event = await eventWithRooms(app, 3)
  const { code } = await makeCode({ value: 100 })
  const others = [event.single, event.shared, event.shared, event.single, event.shared]
  const companions = others.map((option, index) => ({ customerName: `Guest ${index}`, options: [option] }))
  // Three rooms at $200 each. Half of that is due now.
  const held = await guest.hold(event.id, { amount: 30_000, options: [event.single], companions, code })
  await guest.pay(held.clientSecret)
  expect(await guest.look(held.uuid)).toMatchObject({ status: 'confirmed', totalDue: 60_000 })
  expect((await rowsOf(event.id)).map(({ share, discount }) => [share, discount])).toEqual(
    [20_000, 20_000, 0, 0, 20_000, 0].map((share) => [share, 90_000]),
  )
  await expectBooksToAgree(app)
})

test.each([
  [-1, 'invalid'],
  [250.5, 'invalid'],
  [Number.MAX_SAFE_INTEGER, 'invalid'],
  // The price that the guest sets must not be below the code's minimum, nor above the full price.
  [9_000, 'amount_mismatch'],
  [90_001, 'amount_mismatch'],
])(
  'refuses a price of %d cents that the guest sets with an open-price code, with the failure %s (R41.3)',
  async (pays, problem) => {
    const id = await eventId()
    const { code } = await makeCode({ kind: 'open', value: 10_000 })
    const amount = Math.max(50, Math.min(100_000, Math.ceil(pays / 2)))
    const body = { amount, eventId: id, code, pays }
    expect(await guest.browser.call(createPaymentIntent, { body })).toMatchObject({
      ok: false,
      code: problem,
    })
    const { paymentIntent } = await guest.open(id)
    expect(await guest.order({ eventId: id, paymentIntent, amount, code, pays })).toMatchObject({
      ok: false,
      code: problem,
    })
    expect(await rowsOf(id)).toEqual([])
  },
)

async function heldWith(changes: Partial<typeof codes.$inferInsert> = {}) {
  const id = await eventId()
  const code = await makeCode({ uses: 1, ...changes })
  const attempt = randomUUID()
  const held = await guest.hold(id, { amount: 40_500, code: code.code, attempt })
  const ask = async (amount: number, more: object = {}) =>
    guest.browser.call(createPaymentIntent, { body: { amount, eventId: id, attempt, ...more } })
  return { id, code, attempt, held, ask }
}

describe('when a guest with held spots sends the sign-up form again (R41.5), the site', () => {
  test('keeps the discount of a hold after an admin has changed and ended the code', async () => {
    const { id, code, attempt, held, ask } = await heldWith()
    await app.services.db.update(codes).set({ value: 90, endedAt: NOW }).where(eq(codes.id, code.id))
    const again = await ask(40_500, { code: code.code })
    expect(again).toMatchObject({ ok: true, data: { paymentIntent: held.paymentIntent } })
    const { paymentIntent } = held
    const order = { eventId: id, amount: 40_500, paymentIntent, attempt, code: code.code }
    expect(await guest.order({ ...order, nickname: 'Bobby' })).toMatchObject({
      ok: true,
      data: { uuid: held.uuid },
    })
    await guest.pay(held.clientSecret)
    expect(await guest.look(held.uuid)).toMatchObject({
      status: 'confirmed',
      totalDue: 81_000,
      nickname: 'Bobby',
    })
  })

  test('charges the full price if the guest removes the code', async () => {
    const { id, code, attempt, held, ask } = await heldWith()
    const opened = await ask(45_000)
    if (!opened.ok) throw new Error(opened.code)
    const { paymentIntent, clientSecret } = opened.data
    expect(await guest.order({ eventId: id, attempt, paymentIntent })).toMatchObject({
      ok: true,
      data: { uuid: held.uuid },
    })
    await guest.pay(clientSecret)
    const shown = await guest.look(held.uuid)
    expect(shown).toMatchObject({ totalDue: 90_000, totalPaid: 45_000 })
    expect(shown.discount).toBeUndefined()
    expect(await guest.pay(held.clientSecret)).not.toBe('succeeded')
    const body = { amount: 40_500, eventId: id, code: code.code }
    expect(await guest.browser.call(createPaymentIntent, { body })).toMatchObject({ ok: true })
    await expectBooksToAgree(app)
  })

  test('confirms the hold if the new code makes it free', async () => {
    const { id, attempt, held } = await heldWith()
    const free = await makeCode({ value: 100 })
    const signed = await guest.order({ eventId: id, attempt, amount: 0, code: free.code })
    expect(signed).toMatchObject({ ok: true, data: { uuid: held.uuid, holdExpiresAt: null } })
    expect(await guest.look(held.uuid)).toMatchObject({
      status: 'confirmed',
      totalDue: 0,
      invoices: [],
      discount: { code: free.code, amount: 90_000 },
    })
    expect(await guest.pay(held.clientSecret)).not.toBe('succeeded')
  })

  test('applies the code of the hold also to companions who are added later', async () => {
    const { id, code, attempt, held, ask } = await heldWith({ kind: 'amount', value: 9_000 })
    const opened = await ask(85_500, { code: code.code, companions: 1 })
    if (!opened.ok) throw new Error(opened.code)
    const { paymentIntent } = opened.data
    const companions = [SAM]
    const order = { eventId: id, attempt, paymentIntent, amount: 85_500, code: code.code, companions }
    expect(await guest.order(order)).toMatchObject({ ok: true, data: { uuid: held.uuid } })
    expect((await rowsOf(id)).map(({ discount, share }) => [discount, share])).toEqual([
      [4_500, 85_500],
      [4_500, 85_500],
    ])
  })
})

test('omits the reply fields about discount codes and saved cards if there are none (R15.7)', async () => {
  const event = await makeEvent(app.services.db)
  await app.services.db.update(codes).set({ endedAt: NOW })
  const found = await guest.browser.call(getEvent, { query: { eventUrlName: event.urlName } })
  if (!found.ok) throw new Error(found.code)
  expect(found.data).not.toHaveProperty('takesCodes')
  const held = await guest.hold(event.id)
  const shown = await guest.look(held.uuid)
  for (const key of ['discount', 'keptCard', 'cardForgotten']) expect(shown).not.toHaveProperty(key)
})

test("accepts a discount code when a guest takes over another guest's spot", async () => {
  const id = await eventId({ startDateDate: START, spots: 1 })
  const giver = await payWhole(guest, id)
  const replacement = await makeLinkOf(guest, giver.uuid)
  const { code } = await makeCode({ eventId: id })
  const body = { amount: 81_000, eventId: id, replacement, code }
  const opened = await guest.browser.call(createPaymentIntent, { body })
  if (!opened.ok) throw new Error(opened.code)
  const { paymentIntent, clientSecret } = opened.data
  const taker = { ...DETAILS, email: 'taker@example.test' }
  const order = { eventId: id, amount: 81_000, paymentIntent, replacement, code, ...taker }
  const signed = await guest.order(order)
  if (!signed.ok) throw new Error(signed.code)
  await guest.pay(clientSecret)
  expect(await guest.look(signed.data.uuid)).toMatchObject({ status: 'confirmed', totalDue: 81_000 })
  expect(await guest.look(giver.uuid)).toMatchObject({ status: 'cancelled' })
})

describe('the discount of a code when the stay changes later (R41.5)', () => {
  const price = { amount: 81_000, companions: [SAM] }
  const paidParty = async (id: number, code: string) => {
    const held = await guest.hold(id, { ...price, code })
    await guest.pay(held.clientSecret)
    await guest.look(held.uuid)
    return held
  }

  test("stays the same when the stay is moved, but is at most the new event's price", async () => {
    const admin = await app.signIn({ admin: true })
    const { code } = await makeCode({ kind: 'amount', value: 50_000 })
    const {
      reservationId: id,
      uuid,
      clientSecret,
    } = await guest.hold(await eventId(), { amount: 20_000, code })
    await guest.pay(clientSecret)
    await guest.look(uuid)
    const moveTo = async (cost: number, more: object = {}) => {
      const body = { id, version: (await versionOf(id)) ?? 0, eventId: await eventId({ cost }), ...more }
      const moved = await admin.call(moveReservation, { body })
      return moved.ok ? moved.data.reservation : moved
    }
    expect(await moveTo(60_000)).toMatchObject({
      totalDue: 10_000,
      discount: { amount: 50_000 },
      discounts: [50_000],
    })
    expect(await moveTo(40_000)).toMatchObject({ totalDue: 0, discount: { amount: 40_000 } })
    const named = await moveTo(40_000, { price: 30_000 })
    expect(named).toMatchObject({ totalDue: 30_000 })
    expect(named).not.toHaveProperty('discount')
    await expectBooksToAgree(app)
  })

  test('stays the same for each guest when a party changes, and its code counts as used by the payer', async () => {
    const admin = await app.signIn({ admin: true })
    const id = await eventId()
    const { id: codeId, code } = await makeCode({ uses: 1 })
    const held = await paidParty(id, code)
    const [, sam] = await rowsOf(id)
    const seen = { id: sam?.id ?? 0, version: sam?.version ?? 0 }
    expect((await admin.call(changePayer, { body: seen })).ok).toBe(true)
    expect((await rowsOf(id)).map((row) => [row.codeId, row.discount, row.share])).toEqual([
      [null, 9_000, 81_000],
      [codeId, 9_000, 81_000],
    ])
    expect(await guest.look(held.uuid)).toMatchObject({ discount: { code: null, amount: 9_000 } })
    const split = { id: held.reservationId, version: (await versionOf(held.reservationId)) ?? 0 }
    expect((await admin.call(splitFromParty, { body: split })).ok).toBe(true)
    expect(await guest.look(held.uuid)).toMatchObject({ discount: { code: null, amount: 9_000 } })
    await expectBooksToAgree(app)
  })
})

const versionOf = async (id: number) =>
  (await app.services.db.select().from(reservations).where(eq(reservations.id, id)))[0]?.version
