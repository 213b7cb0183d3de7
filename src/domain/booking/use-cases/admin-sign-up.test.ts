import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { removeEventLock } from '#test/support/reliability/event-lock.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { countTaken, makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { sendWelcome } from '#domain/mail/emails/contract.ts'
import { undoCancellation } from '../contract/cancellation.ts'
import { mailsOf } from '#test/support/booking/books.ts'
import { createReservationByAdmin } from '../contract/admin.ts'
import { signInAdmin, type Admin, adminOf } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)
const guest = createGuest(app)

const event = (changes = {}) => makeEvent(app.services.db, changes)

test('confirms a guest whom an admin signs up, and makes the same invoices as if the guest had signed up (R12.1)', async () => {
  const { id } = await event()
  const { reservationId, uuid } = await admin.signUp({ eventId: id })
  const mine = await guest.look(uuid)
  expect(mine).toMatchObject({
    id: reservationId,
    status: 'confirmed',
    holdExpiresAt: null,
    customerName: 'Pat Doe',
    email: 'pat@example.test',
    phone: null,
    safetyConsent: false,
    additionalInformationProvided: false,
    totalDue: 90_000,
    totalPaid: 0,
    event: { reservedSpots: 1 },
    invoices: [
      { amount: 45_000, due: '2027-05-06', paid: false },
      { amount: 45_000, due: '2027-06-01', paid: false },
    ],
  })
  expect(await guest.pay(mine.invoices[0]?.clientSecret ?? '')).toBe('succeeded')
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', totalPaid: 45_000 })
})

test('refuses an admin’s sign-up with a phone number that cannot be called, and names the field (R53.1)', async () => {
  const { id: eventId } = await event()
  const createReservationData = { eventId, customerName: 'Pat Doe', email: '', phone: '555-0142' }
  const refused = await admin.browser.call(createReservationByAdmin, { body: { createReservationData } })
  expect(refused).toMatchObject({
    ok: false,
    status: 400,
    message: 'Phone: Please add the area code, such as 505-555-0142.',
  })
})

test("e-mails nobody about a free stay until an admin has added the guest's e-mail address (R30.7)", async () => {
  const { id } = await event({ startDateDate: '2027-05-20' })
  const details = { phone: '505-555-0142', address: '7 Juniper Lane', emergencyContactName: 'Sam Doe' }
  const order = { eventId: id, email: '', totalDue: 0, shouldSendEmail: true, ...details }
  const { reservationId, uuid } = await admin.signUp(order)
  await app.runJobs()
  expect(await guest.look(uuid)).toMatchObject({ email: '', totalDue: 0, invoices: [], ...details })
  const cancelled = await signInAdmin(app)
  await cancelled.cancel(reservationId, { refund: 0, reason: 'By mistake' })
  await app.runJobs()
  const { sentEmails, version } = await admin.look(reservationId)
  expect(sentEmails).toEqual([])
  const asked = await admin.browser.call(sendWelcome, { body: { reservationId } })
  expect(asked).toMatchObject({ ok: false })
  const changed = await admin.change({ id: reservationId, version, email: 'late@example.test' })
  expect(changed).toMatchObject({ data: { reservation: { email: 'late@example.test' } } })
  const undone = await admin.browser.call(undoCancellation, {
    body: { id: reservationId, version: version + 1 },
  })
  expect(undone).toMatchObject({ ok: true })
  await app.runJobs()
  expect((await admin.look(reservationId)).sentEmails.map(({ emailType }) => emailType)).toContain(
    'stay-reinstated',
  )
})

test("stores the guest's name encrypted, records no consent, and audits only the admin and the names of the fields", async () => {
  const { id } = await event()
  const { reservationId } = await admin.signUp({ eventId: id, customerName: 'Quentin Quill' })
  const rows = await app.services.db.select().from(reservations)
  const row = rows.find((candidate) => candidate.id === reservationId)
  expect(JSON.stringify(row)).not.toMatch(/Quentin|example/)
  expect(row).toMatchObject({ safetyConsent: false, consentTermsHash: null, consentAt: null })
  const entries = await auditOf(app, 'reservation', reservationId)
  expect(entries).toMatchObject([
    {
      actor: 'admin:the-admin',
      action: 'reservation.created',
      eventId: id,
      fields: ['customerName', 'email', 'totalDue'],
    },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/Quentin|pat@|admin@/)
})

describe('when an admin signs up a guest who called, the site', () => {
  const booking = {
    phone: '505-555-0142',
    foodAllergies: 'Peanuts',
    medicalConditions: null,
    otherInformation: 'Shares with Ruth',
    notes: 'Rang on Sunday',
    totalDue: 80_000,
    amount: 30_000,
    paymentMethod: 'check',
  } as const

  test("stores the guest's details encrypted, and records a deposit that was paid manually (R11.11)", async () => {
    const { id } = await event()
    const { reservationId, uuid } = await admin.signUp({ eventId: id, ...booking })
    const { phone, foodAllergies, medicalConditions, otherInformation, notes, totalDue } = booking
    expect(await admin.look(reservationId)).toMatchObject({
      phone,
      foodAllergies,
      medicalConditions,
      otherInformation,
      notes,
      totalDue,
      safetyConsent: false,
      totalPaid: 30_000,
      invoices: [
        { amount: 50_000, due: '2027-06-01', paid: false },
        {
          amount: 30_000,
          due: '2027-05-06',
          paid: true,
          paymentMethod: 'check',
          datePaid: '2027-05-06T18:00:00.000Z',
        },
      ],
    })
    expect(JSON.stringify(await guest.look(uuid))).not.toContain(notes)
    const rows = await app.services.db.select().from(reservations)
    const row = rows.find((candidate) => candidate.id === reservationId)
    expect(JSON.stringify(row)).not.toMatch(/555-0142|Peanuts|Ruth|Sunday/)
    expect(await auditOf(app, 'reservation', reservationId)).toMatchObject([
      {
        fields: ['customerName', 'email', 'totalDue', 'phone', 'foodAllergies', 'otherInformation', 'notes'],
      },
    ])
    const [, deposit] = (await admin.look(reservationId)).invoices
    expect(await auditOf(app, 'invoice', deposit?.id ?? 0)).toMatchObject([
      { actor: 'admin:the-admin', action: 'invoice.paid', eventId: id, reservationId },
    ])
  })

  test('keeps the day, the number and the note of a deposit that was paid by check', async () => {
    const { id } = await event()
    const check = { reference: '1042', memo: 'By mail', datePaid: '2027-05-03T18:00:00.000Z' }
    const order = { eventId: id, amount: 30_000, ...check }
    const { reservationId } = await admin.signUp({ ...order, paymentMethod: 'check' })
    const [, deposit] = (await admin.look(reservationId)).invoices
    expect(deposit).toMatchObject({ paid: true, paymentMethod: 'check', ...check })
    expect(
      await admin.order({ ...order, datePaid: '2027-05-08T18:00:00.000Z', paymentMethod: 'check' }),
    ).toMatchObject({
      fields: { datePaid: 'That is in the future. Please choose today or an earlier day' },
    })
    expect(await admin.order(order)).toMatchObject({ code: 'invalid' })
  })

  test('leaves nothing to pay when the admin records a manual payment of the whole price', async () => {
    const { id } = await event()
    const { uuid } = await admin.signUp({ eventId: id, amount: 90_000, paymentMethod: 'cash' })
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true, totalPaid: 90_000 })
  })

  test.each([
    ['no deposit is asked for', { amount: 0, paymentMethod: 'cash' }],
    ['the event is free', { totalDue: 0, paymentMethod: 'cash' }],
  ] as const)('refuses to record a manual payment when %s, and stores nothing', async (_when, data) => {
    const { id } = await event()
    expect(await admin.order({ eventId: id, ...data })).toMatchObject({
      code: 'invalid',
      fields: { amount: 'Please enter the amount that was paid' },
    })
    expect(await countTaken(app.services.db, id)).toBe(0)
  })

  test('refuses "card" as the payment method of a manual payment', async () => {
    const { id } = await event()
    const byCard = { eventId: id, amount: 100, paymentMethod: 'card' as 'cash' }
    expect(await admin.order(byCard)).toMatchObject({ ok: false, code: 'invalid' })
  })
})

const invoicesOf = async (data: Parameters<Admin['signUp']>[0]) => {
  const { reservationId } = await admin.signUp(data)
  const { totalDue, invoices } = await admin.look(reservationId)
  return { totalDue, invoices: invoices.map(({ amount, due }) => [amount, due]) }
}

describe('for a sign-up by an admin, the site', () => {
  test('invoices the deposit that the admin entered and the remainder, and lists the latest due day first (R12.1)', async () => {
    const { id } = await event()
    expect(await invoicesOf({ eventId: id, totalDue: 60_000, amount: 10_000 })).toEqual({
      totalDue: 60_000,
      invoices: [
        [50_000, '2027-06-01'],
        [10_000, '2027-05-06'],
      ],
    })
    expect(await invoicesOf({ eventId: id, totalDue: 60_000 })).toMatchObject({
      invoices: [
        [30_000, '2027-06-01'],
        [30_000, '2027-05-06'],
      ],
    })
    expect(await invoicesOf({ eventId: id, amount: 90_000 })).toMatchObject({
      invoices: [[90_000, '2027-05-06']],
    })
    expect(await invoicesOf({ eventId: id, totalDue: 0 })).toEqual({ totalDue: 0, invoices: [] })
  })

  test('creates no invoice if the event costs nothing, or if its page shows no price', async () => {
    for (const cost of [0, -1]) {
      const { id } = await event({ cost })
      const { uuid } = await admin.signUp({ eventId: id })
      expect(await guest.look(uuid)).toMatchObject({ totalDue: 0, fullyPaid: true, invoices: [] })
    }
  })

  test('lets an admin sign a guest up until the last day of a running event, with the whole price due today', async () => {
    const { id } = await event({ startDateDate: '2027-05-01', endDateDate: '2027-05-06' })
    expect(await invoicesOf({ eventId: id })).toMatchObject({ invoices: [[90_000, '2027-05-06']] })
  })

  test.each([
    ['a deposit above the total', { totalDue: 100, amount: 101 }],
    ['a deposit for an event without a price', { cost: -1, amount: 100 }],
    ['an amount too small for a card', { totalDue: 100, amount: 60 }],
    ['a negative deposit', { amount: -1 }],
    ['half a cent', { amount: 0.5 }],
  ])(
    "refuses an admin's sign-up with %s, and stores nothing",
    async (_what, { cost = 90_000, ...data }: Record<string, number>) => {
      const { id } = await event({ cost })
      expect(await admin.order({ eventId: id, ...data })).toMatchObject({
        ok: false,
        status: 400,
        code: 'invalid',
        fields: { amount: expect.any(String) as string },
      })
      expect(await countTaken(app.services.db, id)).toBe(0)
    },
  )
})

test('refuses to add a guest to an event that is over, even if the admin allows overbooking', async () => {
  const { id } = await event({ startDateDate: '2027-05-01', endDateDate: '2027-05-05' })
  for (const allowOverbooking of [false, true])
    expect(await admin.order({ eventId: id, allowOverbooking })).toMatchObject({
      ok: false,
      status: 409,
      code: 'event_ended',
      message: 'This retreat is over, so you can no longer add guests.',
    })
  expect(await countTaken(app.services.db, id)).toBe(0)
})

describe('when an admin signs a guest up, the site', () => {
  test('e-mails the guest once, with the private link, if the admin asks for an e-mail', async () => {
    const { id } = await event()
    const { uuid } = await admin.signUp({ eventId: id, shouldSendEmail: true })
    const quiet = await admin.signUp({ eventId: id, shouldSendEmail: false })
    await app.runJobs()
    expect(await mailsOf(app, uuid)).toEqual(['signup-success-simple'])
    expect(await mailsOf(app, quiet.uuid)).toEqual([])
    const captured = (await (await app.request('/dev/mail.json')).json()) as {
      to: string
      text: string
      attachments: object[]
    }[]
    const mine = captured.filter(({ text }) => text.includes(uuid))
    expect(mine).toHaveLength(1)
    expect(mine[0]).toMatchObject({
      attachments: [{ contentType: expect.stringContaining('calendar') as string }],
    })
    expect(mine[0]?.to).toContain('pat@example.test')
  })

  test("lists the e-mail on the admin's page of the stay, both before and after it is sent", async () => {
    const { id } = await event()
    const { reservationId } = await admin.signUp({ eventId: id, shouldSendEmail: true })
    expect((await admin.look(reservationId)).sentEmails).toMatchObject([
      { emailType: 'signup-success-simple', status: 'queued', subject: '', sentAt: null },
    ])
    await app.runJobs()
    expect((await admin.look(reservationId)).sentEmails).toMatchObject([
      {
        status: 'sent',
        subject: expect.stringContaining('You’re signed up') as string,
        sentAt: '2027-05-06T18:00:00.000Z',
      },
    ])
  })
})

describe("for an admin's sign-up at a full or unknown event, the site", () => {
  test('refuses the sign-up unless the admin allows overbooking (R12.1)', async () => {
    const { id } = await event({ spots: 1 })
    await takeSpots(app.services, id, { spots: 1, status: 'pending' })
    expect(await admin.order({ eventId: id })).toMatchObject({
      ok: false,
      status: 409,
      code: 'event_full',
      message: 'No spaces left',
    })
    expect(await admin.order({ eventId: id, allowOverbooking: true })).toMatchObject({ ok: true })
    expect(await countTaken(app.services.db, id)).toBe(2)
  })

  test('returns 404 for an event that does not exist', async () => {
    expect(await admin.order({ eventId: 999_999 })).toMatchObject({
      status: 404,
      message: 'Event Not Found',
    })
  })
})

test.each([
  ['customerName', { customerName: ' ' }],
  ['customerName', { customerName: 'Pat\r\nBcc: eve@example.test' }],
  ['email', { email: 'pat' }],
  ['eventId', { eventId: 0 }],
])("refuses an admin's sign-up with a wrong %s, and names the field", async (field, data) => {
  const { id } = await event()
  expect(await admin.order({ eventId: id, ...data })).toMatchObject({
    status: 400,
    fields: { [field]: expect.any(String) as string },
  })
})

test("lets only admins sign guests up as an admin, and ignores the fields for admins in a guest's own sign-up", async () => {
  const { id } = await event({ cost: 0 })
  const somebody = adminOf(await app.signIn({ admin: false }))
  expect(await somebody.order({ eventId: id })).toMatchObject({ ok: false, status: 403 })
  expect(await adminOf(app.browser()).order({ eventId: id })).toMatchObject({ ok: false, status: 401 })
  const slipped = { allowOverbooking: true, totalDue: 0, amount: 0 }
  const full = await event({ cost: 0, spots: 0 })
  expect(await guest.order({ ...slipped, eventId: full.id })).toMatchObject({ code: 'event_full' })
  expect(await countTaken(app.services.db, id)).toBe(0)
})

const CROWD = 20
const SPOTS = 5

/** Sends sign-ups by admins and by guests at the same moment. Returns how many of them succeeded. */
async function rush(eventId: number): Promise<number> {
  const replies = await Promise.all(
    Array.from({ length: CROWD }, (_, index) =>
      index % 2 === 0
        ? admin.order({ eventId, email: `rush-${index}@example.test` })
        : createGuest(app).order({
            eventId,
            amount: 0,
            attempt: randomUUID(),
            email: `rush-${index}@example.test`,
          }),
    ),
  )
  for (const reply of replies) if (!reply.ok) expect(reply).toMatchObject({ status: 409, code: 'event_full' })
  return replies.filter((reply) => reply.ok).length
}

test(`lets in exactly ${SPOTS} of ${CROWD} sign-ups by admins and guests who compete for ${SPOTS} spots`, async () => {
  const { id } = await event({ cost: 0, spots: SPOTS })
  expect(await rush(id)).toBe(SPOTS)
  expect(await countTaken(app.services.db, id)).toBe(SPOTS)
})

if (testDatabaseKind() === 'postgres') {
  test('sells more spots than exist if sign-ups do not lock the event (negative control)', async () => {
    const { id } = await event({ cost: 0, spots: SPOTS })
    const putBack = removeEventLock()
    try {
      expect(await rush(id)).toBeGreaterThan(SPOTS)
    } finally {
      putBack()
    }
  })
}
