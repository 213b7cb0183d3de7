import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ledgerEntries, ledgerLines } from '#platform/database/schema/ledger.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { codes, discountsGiven } from '#platform/database/schema/codes.ts'
import { auditOf } from '#test/support/audit.ts'
import { countTaken, makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { expectBooksToAgree, mailsOf } from '#test/support/booking/books.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { eventWithRooms } from '#test/support/booking/party-race.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const { db } = app.services
const admin = await signInAdmin(app)
const guest = createGuest(app)

const SAM = { customerName: 'Sam Doe', email: 'sam@example.test' }
const KIM = { customerName: 'Kim Doe', email: null }

const rowsOf = (eventId: number) =>
  db.select().from(reservations).where(eq(reservations.eventId, eventId)).orderBy(reservations.id)

/** Returns the totals of an event's ledger lines in cents, by account and kind of entry. */
async function ledgerOf(eventId: number) {
  const lines = await db
    .select({ account: ledgerLines.account, kind: ledgerEntries.kind, amount: ledgerLines.amount })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .where(eq(ledgerLines.eventId, eventId))
  const totals: Record<string, number> = {}
  for (const { account, kind, amount } of lines) {
    const name = `${kind} ${account}`
    totals[name] = (totals[name] ?? 0) + amount
  }
  return totals
}

let made = 0
async function makeCode(changes: Partial<typeof codes.$inferInsert> = {}) {
  made += 1
  const [row] = await db
    .insert(codes)
    .values({ code: `PHONE${made}`, kind: 'percent', value: 10, ...changes })
    .returning()
  if (!row) throw new Error('no code was made')
  return row
}

describe('when an admin books a party, the site', () => {
  test('confirms all three guests with their lodging, and divides each invoice of the payer among them (R39.2, R39.3)', async () => {
    const { id, shared, single } = await eventWithRooms(app, 2)
    const { reservationId, uuid } = await admin.signUp({
      eventId: id,
      options: [single],
      shouldSendEmail: true,
      companions: [
        { ...SAM, options: [single], phone: '505-555-0143', foodAllergies: 'Nuts' },
        { ...KIM, options: [shared], notes: 'Arrives late' },
      ],
    })
    const [payer, sam, kim] = await rowsOf(id)
    const party = { partyId: reservationId, status: 'confirmed', holdExpiresAt: null, consentAt: null }
    expect([payer, sam, kim]).toMatchObject([
      { ...party, id: reservationId, price: 310_000, share: 110_000 },
      { ...party, price: 0, share: 110_000, linkHandedOn: false },
      { ...party, price: 0, share: 90_000, linkHandedOn: true },
    ])
    const mine = await admin.look(reservationId)
    expect(mine).toMatchObject({ totalDue: 310_000, totalPaid: 0, options: [{ id: single }] })
    expect(
      mine.invoices.map(({ amount, due, lines }) => [amount, due, lines.map((line) => line.amount)]),
    ).toEqual([
      [155_000, '2027-06-01', expect.any(Array)],
      [155_000, '2027-05-06', expect.any(Array)],
    ])
    for (const { amount, lines } of mine.invoices)
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount)
    expect(await admin.look(sam?.id ?? 0)).toMatchObject({ phone: '505-555-0143', foodAllergies: 'Nuts' })
    expect(await admin.look(kim?.id ?? 0)).toMatchObject({ notes: 'Arrives late', email: '' })
    expect(JSON.stringify(await rowsOf(id))).not.toMatch(/555-0143|Nuts|Arrives|Kim Doe/)
    expect([
      await mailsOf(app, uuid),
      await mailsOf(app, sam?.uuid ?? ''),
      await mailsOf(app, kim?.uuid ?? ''),
    ]).toEqual([['signup-success-simple'], ['companion-invited'], []])
    expect(await auditOf(app, 'reservation', sam?.id ?? 0)).toMatchObject([
      {
        actor: 'admin:the-admin',
        action: 'reservation.created',
        fields: ['customerName', 'email', 'options', 'phone', 'foodAllergies'],
      },
    ])
    await app.runJobs()
    const deposit = mine.invoices.find(({ due }) => due === '2027-05-06')
    const asked = (await guest.look(uuid)).invoices.find((invoice) => invoice.id === deposit?.id)
    expect(await guest.pay(asked?.clientSecret ?? '')).toBe('succeeded')
    expect(await guest.look(uuid)).toMatchObject({ totalPaid: 155_000 })
    await expectBooksToAgree(app)
  })

  test('charges to the cent what the same party pays that signs itself up, and posts the same to the ledger', async () => {
    const { code } = await makeCode({ kind: 'amount', value: 10_001 })
    const booked = await eventWithRooms(app, 3)
    const own = await eventWithRooms(app, 3)
    const choices = (event: typeof booked) => ({
      options: [event.single],
      companions: [
        { ...SAM, options: [event.shared] },
        { ...KIM, options: [event.single] },
      ],
      code,
    })
    const byGuest = await guest.hold(own.id, { amount: 150_000, ...choices(own) })
    await guest.pay(byGuest.clientSecret)
    expect((await guest.look(byGuest.uuid)).status).toBe('confirmed')
    const byAdmin = await admin.signUp({ eventId: booked.id, ...choices(booked) })
    const open = (await guest.look(byAdmin.uuid)).invoices.find(({ due }) => due === '2027-05-06')
    await guest.pay(open?.clientSecret ?? '')
    await guest.look(byAdmin.uuid)
    const moneyOf = async ({ reservationId }: { reservationId: number }, eventId: number) => {
      const { totalDue, totalPaid, discounts, invoices } = await admin.look(reservationId)
      const ids = (await rowsOf(eventId)).map((row) => row.id)
      return {
        totalDue,
        totalPaid,
        discounts,
        shares: (await rowsOf(eventId)).map(({ share, price, discount }) => [share, price, discount]),
        invoices: invoices.map(({ amount, due, purpose, paid, lines }) => [
          [amount, due, purpose, paid],
          lines.map((line) => [ids.indexOf(line.reservationId), line.amount]),
        ]),
        ledger: await ledgerOf(eventId),
      }
    }
    expect(await moneyOf(byAdmin, booked.id)).toEqual(await moneyOf(byGuest, own.id))
    await expectBooksToAgree(app)
  })

  test('records one check for the deposit of all, and divides a price that the admin enters (R39.3)', async () => {
    const { id, shared, single } = await eventWithRooms(app, 2)
    const { reservationId } = await admin.signUp({
      eventId: id,
      options: [single],
      companions: [{ ...SAM, options: [shared] }],
      totalDue: 100_000,
      amount: 40_000,
      paymentMethod: 'check',
      reference: '1042',
    })
    expect((await rowsOf(id)).map(({ share }) => share)).toEqual([55_000, 45_000])
    const { totalPaid, invoices } = await admin.look(reservationId)
    expect(totalPaid).toBe(40_000)
    const ofPayer = (lines: { reservationId: number; amount: number }[]) =>
      lines.reduce((sum, line) => sum + (line.reservationId === reservationId ? line.amount : 0), 0)
    expect(invoices.map(({ amount, paid, lines }) => [amount, paid, ofPayer(lines)])).toEqual([
      [60_000, false, 33_000],
      [40_000, true, 22_000],
    ])
    const free = await eventWithRooms(app, 2)
    await admin.signUp({ eventId: free.id, companions: [SAM], totalDue: 0, amount: 0 })
    expect((await rowsOf(free.id)).map(({ share, price }) => [share, price])).toEqual([
      [0, 0],
      [0, 0],
    ])
    await expectBooksToAgree(app)
  })
})

describe('when an admin books with a discount code, the site', () => {
  test('uses the code once per booking, and refuses it when its uses are over (R41.1, R41.5)', async () => {
    const { code, id: codeId } = await makeCode({ uses: 1 })
    const { id } = await makeEvent(db)
    const order = { eventId: id, companions: [SAM, KIM], code: code.toLowerCase() }
    const { reservationId } = await admin.signUp(order)
    expect((await rowsOf(id)).map((row) => [row.codeId, row.discount, row.share])).toEqual([
      [codeId, 9_000, 81_000],
      [null, 9_000, 81_000],
      [null, 9_000, 81_000],
    ])
    const given = await db.select().from(discountsGiven)
    const ids = new Set((await rowsOf(id)).map((row) => row.id))
    expect(given.filter((row) => ids.has(row.reservationId)).map(({ amount }) => amount)).toEqual([
      9_000, 9_000, 9_000,
    ])
    expect(await admin.look(reservationId)).toMatchObject({ totalDue: 243_000 })
    expect(await admin.order(order)).toMatchObject({
      status: 409,
      code: 'code_used_up',
      fields: { code: 'This code has been used up.' },
    })
    expect(await countTaken(db, id)).toBe(3)
    const { reservationId: payer } = await admin.signUp({ eventId: id })
    expect((await admin.look(payer)).totalDue).toBe(90_000)
  })

  test('names the field of an unknown code, and of a price that the admin enters next to a code', async () => {
    const { code } = await makeCode()
    const { id: eventId } = await makeEvent(db)
    expect(await admin.order({ eventId, code: 'NOBODYS' })).toMatchObject({
      status: 404,
      code: 'code_unknown',
      fields: { code: expect.any(String) as string },
    })
    expect(await admin.order({ eventId, code, totalDue: 50_000 })).toMatchObject({
      status: 400,
      fields: { totalDue: 'Please clear the price or the code. A price that you enter is not discounted' },
    })
    expect(await countTaken(db, eventId)).toBe(0)
  })

  test('lets only one of many bookings at the same moment have the last use of a code (R2.7)', async () => {
    const { code, id: codeId } = await makeCode({ uses: 1 })
    const events = await Promise.all([makeEvent(db), makeEvent(db)])
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        admin.order({ eventId: events[index % 2]?.id ?? 0, companions: [SAM], code }),
      ),
    )
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
    const used = await db.select().from(reservations).where(eq(reservations.codeId, codeId))
    expect(used).toHaveLength(1)
  })
})

describe('if not all guests of a booking can come, the site', () => {
  test('books nobody when one spot is left for two guests, says how many are left, and overbooks if the admin agrees (R12.1)', async () => {
    const { id } = await makeEvent(db, { spots: 3 })
    await takeSpots(app.services, id, { spots: 2 })
    const order = { eventId: id, companions: [SAM] }
    expect(await admin.order(order)).toMatchObject({
      status: 409,
      code: 'event_full',
      message: 'Only 1 spot is left, and this booking needs 2.',
    })
    expect(await countTaken(db, id)).toBe(2)
    expect(await admin.order({ ...order, allowOverbooking: true })).toMatchObject({ ok: true })
    expect(await countTaken(db, id)).toBe(4)
    expect(await admin.order(order)).toMatchObject({
      code: 'event_full',
      message: 'No spots are left, and this booking needs 2.',
    })
  })

  test('books nobody when one guest’s lodging is sold out, and names the guest’s field', async () => {
    const { id, single } = await eventWithRooms(app, 1)
    const order = { eventId: id, options: [single], companions: [KIM, { ...SAM, options: [single] }] }
    expect(await admin.order(order)).toMatchObject({
      status: 409,
      code: 'option_sold_out',
      fields: { 'companions.1.options': '“Own room” is sold out. Please choose another.' },
    })
    expect(await countTaken(db, id)).toBe(0)
    expect(await admin.order({ ...order, allowOverbooking: true })).toMatchObject({ ok: true })
    expect(await countTaken(db, id)).toBe(3)
  })

  test.each([
    ['companions.1.customerName', { customerName: ' ' }],
    ['companions.1.email', { customerName: 'Kim Doe', email: 'kim' }],
    ['companions.1.phone', { customerName: 'Kim Doe', phone: '555-0142' }],
  ])('refuses the booking and names the field %s', async (field, companion) => {
    const { id } = await makeEvent(db)
    const refused = await admin.order({ eventId: id, companions: [SAM, companion] })
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
    expect(refused.ok ? {} : Object.keys(refused.fields)).toEqual([field])
    expect(await countTaken(db, id)).toBe(0)
  })

  test('refuses more than six guests', async () => {
    const { id } = await makeEvent(db, { spots: 20 })
    const companions = Array.from({ length: 6 }, () => SAM)
    expect(await admin.order({ eventId: id, companions })).toMatchObject({
      fields: { companions: 'One booking is for at most 6 guests. Please book the others separately' },
    })
  })
})

test('creates one booking when the form is sent twice with the same key, even at the same moment', async () => {
  const { id } = await makeEvent(db)
  const order = { eventId: id, companions: [SAM], attempt: randomUUID(), shouldSendEmail: true }
  const [one, other] = await Promise.all([admin.signUp(order), admin.signUp(order)])
  expect(one).toEqual(other)
  expect(await admin.signUp(order)).toEqual(one)
  expect(await countTaken(db, id)).toBe(2)
  expect(await mailsOf(app, one.uuid)).toEqual(['signup-success-simple'])
  await admin.signUp({ ...order, attempt: randomUUID() })
  expect(await countTaken(db, id)).toBe(4)
})
