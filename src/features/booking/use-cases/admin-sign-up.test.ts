import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { takeOffEventLock } from '#server/resilience-tests/testing/event-lock.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { testDatabaseKind } from '#testing/database.ts'
import { countTaken, makeEvent, takeSpots } from '#testing/factories.ts'
import { sendWelcome } from '#features/emails/contract.ts'
import { undoCancellation } from '../contract/cancellation.ts'
import { mailsOf } from '../testing/books.ts'
import { openCashier } from '../testing/cashier.ts'
import { createGuest, type Guest } from '../testing/guest.ts'
import { auditOf, type Office, officeOf, openOffice } from '../testing/office.ts'

let app: TestApp
let office: Office
let guest: Guest
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
  office = await openOffice(app)
  guest = createGuest(app)
})
afterAll(() => app.close())

const event = (changes = {}) => makeEvent(app.services.db, changes)

test('somebody whom an admin signs up is confirmed at once, owes as a guest does, and can pay by the link (R12.1)', async () => {
  const { id } = await event()
  const { reservationId, uuid } = await office.signUp({ eventId: id })
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

test('a guest of the house without an email address pays nothing and gets no email; given one, they get the next (R30.7)', async () => {
  const { id } = await event({ startDateDate: '2027-05-20' })
  const details = { phone: '505-555-0142', address: '7 Juniper Lane', emergencyContactName: 'Sam Doe' }
  const order = { eventId: id, email: '', totalDue: 0, shouldSendEmail: true, ...details }
  const { reservationId, uuid } = await office.signUp(order)
  await app.runJobs()
  expect(await guest.look(uuid)).toMatchObject({ email: '', totalDue: 0, invoices: [], ...details })
  const cancelled = await openCashier(app)
  await cancelled.cancel(reservationId, { refund: 0, reason: 'By mistake' })
  await app.runJobs()
  const { sentEmails, version } = await office.look(reservationId)
  expect(sentEmails).toEqual([])
  const asked = await office.browser.call(sendWelcome, { body: { reservationId } })
  expect(asked).toMatchObject({ ok: false })
  const changed = await office.change({ id: reservationId, version, email: 'late@example.test' })
  expect(changed).toMatchObject({ data: { reservation: { email: 'late@example.test' } } })
  const undone = await office.browser.call(undoCancellation, {
    body: { id: reservationId, version: version + 1 },
  })
  expect(undone).toMatchObject({ ok: true })
  await app.runJobs()
  expect((await office.look(reservationId)).sentEmails.map(({ emailType }) => emailType)).toContain(
    'stay-reinstated',
  )
})

test('names are sealed, nobody has consented to anything, and the audit names fields and the admin', async () => {
  const { id } = await event()
  const { reservationId } = await office.signUp({ eventId: id, customerName: 'Quentin Quill' })
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

describe('a booking by phone', () => {
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

  test('keeps what was told, sealed, and the deposit that came by hand, at once (R11.11)', async () => {
    const { id } = await event()
    const { reservationId, uuid } = await office.signUp({ eventId: id, ...booking })
    const { phone, foodAllergies, medicalConditions, otherInformation, notes, totalDue } = booking
    expect(await office.look(reservationId)).toMatchObject({
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
    const [, deposit] = (await office.look(reservationId)).invoices
    expect(await auditOf(app, 'invoice', deposit?.id ?? 0)).toMatchObject([
      { actor: 'admin:the-admin', action: 'invoice.paid', eventId: id, reservationId },
    ])
  })

  test('paid in full by hand leaves nothing to pay', async () => {
    const { id } = await event()
    const { uuid } = await office.signUp({ eventId: id, amount: 90_000, paymentMethod: 'cash' })
    expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true, totalPaid: 90_000 })
  })

  test.each([
    ['nothing was asked for', { amount: 0, paymentMethod: 'cash' }],
    ['the event is free', { totalDue: 0, paymentMethod: 'cash' }],
  ] as const)('is refused as paid when %s, and nothing is kept', async (_when, data) => {
    const { id } = await event()
    expect(await office.order({ eventId: id, ...data })).toMatchObject({
      code: 'invalid',
      fields: { amount: 'Please enter the sum that was paid' },
    })
    expect(await countTaken(app.services.db, id)).toBe(0)
  })

  test('a card is no way of paying by hand', async () => {
    const { id } = await event()
    const byCard = { eventId: id, amount: 100, paymentMethod: 'card' as 'cash' }
    expect(await office.order(byCard)).toMatchObject({ ok: false, code: 'invalid' })
  })
})

const invoicesOf = async (data: Parameters<Office['signUp']>[0]) => {
  const { reservationId } = await office.signUp(data)
  const { totalDue, invoices } = await office.look(reservationId)
  return { totalDue, invoices: invoices.map(({ amount, due }) => [amount, due]) }
}

describe('the money', () => {
  test('is the deposit as given and the rest of the total, the newest due day first (R12.1)', async () => {
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

  test('is none for a free event and for one that is not priced here', async () => {
    for (const cost of [0, -1]) {
      const { id } = await event({ cost })
      const { uuid } = await office.signUp({ eventId: id })
      expect(await guest.look(uuid)).toMatchObject({ totalDue: 0, fullyPaid: true, invoices: [] })
    }
  })

  test('of a running event is due today: an admin may sign up for it until its last day', async () => {
    const { id } = await event({ startDateDate: '2027-05-01', endDateDate: '2027-05-06' })
    expect(await invoicesOf({ eventId: id })).toMatchObject({ invoices: [[90_000, '2027-05-06']] })
  })

  test.each([
    ['a deposit above the total', { totalDue: 100, amount: 101 }],
    ['a deposit for an event without a price', { cost: -1, amount: 100 }],
    ['less than a card can pay', { totalDue: 100, amount: 60 }],
    ['a negative deposit', { amount: -1 }],
    ['half a cent', { amount: 0.5 }],
  ])(
    'is refused as %s, and nothing is kept',
    async (_what, { cost = 90_000, ...data }: Record<string, number>) => {
      const { id } = await event({ cost })
      expect(await office.order({ eventId: id, ...data })).toMatchObject({
        ok: false,
        status: 400,
        code: 'invalid',
        fields: { amount: expect.any(String) as string },
      })
      expect(await countTaken(app.services.db, id)).toBe(0)
    },
  )
})

test('nobody is added to a retreat that is over, whoever overbooks it', async () => {
  const { id } = await event({ startDateDate: '2027-05-01', endDateDate: '2027-05-05' })
  for (const allowOverbooking of [false, true])
    expect(await office.order({ eventId: id, allowOverbooking })).toMatchObject({
      ok: false,
      status: 409,
      code: 'event_ended',
      message: 'This retreat is over: nobody can be added to it any more.',
    })
  expect(await countTaken(app.services.db, id)).toBe(0)
})

describe('the email', () => {
  test('is promised once when asked for, and leads to the private page', async () => {
    const { id } = await event()
    const { uuid } = await office.signUp({ eventId: id, shouldSendEmail: true })
    const quiet = await office.signUp({ eventId: id, shouldSendEmail: false })
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

  test('stands among the sent mails', async () => {
    const { id } = await event()
    const { reservationId } = await office.signUp({ eventId: id, shouldSendEmail: true })
    expect((await office.look(reservationId)).sentEmails).toMatchObject([
      { emailType: 'signup-success-simple', status: 'queued', subject: '', sentAt: null },
    ])
    await app.runJobs()
    expect((await office.look(reservationId)).sentEmails).toMatchObject([
      {
        status: 'sent',
        subject: expect.stringContaining("You're signed up") as string,
        sentAt: '2027-05-06T18:00:00.000Z',
      },
    ])
  })
})

describe('a full event', () => {
  test('takes nobody, unless it is overbooked on purpose (R12.1)', async () => {
    const { id } = await event({ spots: 1 })
    await takeSpots(app.services, id, { spots: 1, status: 'pending' })
    expect(await office.order({ eventId: id })).toMatchObject({
      ok: false,
      status: 409,
      code: 'event_full',
      message: 'No spaces left',
    })
    expect(await office.order({ eventId: id, allowOverbooking: true })).toMatchObject({ ok: true })
    expect(await countTaken(app.services.db, id)).toBe(2)
  })

  test('one that is not there is not found', async () => {
    expect(await office.order({ eventId: 999_999 })).toMatchObject({
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
])('a wrong %s is refused by name', async (field, data) => {
  const { id } = await event()
  expect(await office.order({ eventId: id, ...data })).toMatchObject({
    status: 400,
    fields: { [field]: expect.any(String) as string },
  })
})

test('nobody else signs people up like this, not even for the asking', async () => {
  const { id } = await event({ cost: 0 })
  const somebody = officeOf(await app.signIn({ admin: false }))
  expect(await somebody.order({ eventId: id })).toMatchObject({ ok: false, status: 403 })
  expect(await officeOf(app.browser()).order({ eventId: id })).toMatchObject({ ok: false, status: 401 })
  const slipped = { allowOverbooking: true, totalDue: 0, amount: 0 }
  const full = await event({ cost: 0, spots: 0 })
  expect(await guest.order({ ...slipped, eventId: full.id })).toMatchObject({ code: 'event_full' })
  expect(await countTaken(app.services.db, id)).toBe(0)
})

const CROWD = 20
const SPOTS = 5

/** Admins and guests at the same moment; gives how many were let in. */
async function rush(eventId: number): Promise<number> {
  const replies = await Promise.all(
    Array.from({ length: CROWD }, (_, index) =>
      index % 2 === 0
        ? office.order({ eventId, email: `rush-${index}@example.test` })
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

test(`${CROWD} admins and guests at once for ${SPOTS} spots: as many as there are spots`, async () => {
  const { id } = await event({ cost: 0, spots: SPOTS })
  expect(await rush(id)).toBe(SPOTS)
  expect(await countTaken(app.services.db, id)).toBe(SPOTS)
})

if (testDatabaseKind() === 'postgres') {
  test('negative control: with the lock of the event taken off, they oversell', async () => {
    const { id } = await event({ cost: 0, spots: SPOTS })
    const putBack = takeOffEventLock()
    try {
      expect(await rush(id)).toBeGreaterThan(SPOTS)
    } finally {
      putBack()
    }
  })
}
