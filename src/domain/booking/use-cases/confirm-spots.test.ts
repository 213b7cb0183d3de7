/**
 * Free sign-ups that the payer must confirm with a button in an e-mail. Before that, no other person is e-mailed,
 * and no other guest's stay ends (R46).
 */
import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { resendMail } from '#domain/mail/emails/contract.ts'
import { listGuests } from '#domain/guests/roster/contract.ts'
import { getToday } from '#domain/desk/today/contract.ts'
import { confirmReservation, getReservationByAdmin, updateReservationByAdmin } from '../contract/admin.ts'
import { confirmSpots, getHeldSpots } from '../contract/confirm-spots.ts'
import { cancelReservation } from '../contract/cancellation.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { exportReservation } from '#domain/guests/privacy/contract.ts'
import { createGuest, type Order } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { confirmByMail, linksTo, mailsTo } from '#test/support/booking/mailbox.ts'
import { makeLinkOf } from '#test/support/booking/replacement.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
/** Start day of the events: three weeks from now, when guests may pass their spots on. */
const START = '2027-05-27'
const app = await openTestApp({ now: NOW })
const guest = createGuest(app)

let nth = 0
/** Returns an e-mail address that no other test uses. */
const address = (name: string) => `${name}-${(nth += 1)}@example.test`

const freeEvent = (changes: Parameters<typeof makeEvent>[1] = {}) =>
  makeEvent(app.services.db, { cost: 0, spots: 30, startDateDate: START, ...changes })

const rowsAt = (eventId: number) =>
  app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
    .orderBy(asc(reservations.id))

const statusesAt = async (eventId: number) => (await rowsAt(eventId)).map(({ status }) => status)

const subjectsTo = async (email: string) =>
  (await mailsTo(app, email)).map(({ subject }) => subject.split(':')[0])

const party = () => [
  { customerName: 'Sam Doe', email: address('sam') },
  { customerName: 'Kim Doe', email: address('kim') },
]

const ask = (data: Partial<Order> & { eventId: number }) =>
  guest.order({ amount: 0, attempt: randomUUID(), ...data })

async function order(data: Partial<Order> & { eventId: number }) {
  const made = await ask(data)
  if (!made.ok) throw new Error(`no reservation: ${made.code}`)
  return made.data
}

async function linkTo(email: string): Promise<string> {
  const [link] = await linksTo(app, email)
  if (!link) throw new Error(`no link came to ${email}`)
  return link
}

const look = (token: string) => app.browser().call(getHeldSpots, { query: { token } })
const press = (token: string) => app.browser().call(confirmSpots, { body: { token } })

/** Makes a free sign-up of three guests. It holds the spots until the payer confirms by e-mail. */
async function heldParty(changes: Parameters<typeof makeEvent>[1] = {}, data: Partial<Order> = {}) {
  const { id: eventId } = await freeEvent(changes)
  const email = address('robin')
  const companions = party()
  const attempt = randomUUID()
  const made = await order({ eventId, email, companions, attempt, ...data })
  return { eventId, email, companions, attempt, ...made }
}

describe('a free sign-up with companions', () => {
  test('waits until the payer confirms by e-mail, and e-mails nobody else before (R46.1)', async () => {
    const { eventId, email, companions, uuid, ...made } = await heldParty()
    expect(made).toMatchObject({ holdExpiresAt: '2027-05-06T20:00:00.000Z', waitsForMailbox: true })
    expect(await statusesAt(eventId)).toEqual(['pending', 'pending', 'pending'])
    for (const one of companions) expect(await mailsTo(app, one.email)).toEqual([])
    expect(await subjectsTo(email)).toEqual(['Confirm your spots'])
    expect(await guest.look(uuid)).toMatchObject({ status: 'pending', waitsForMailbox: true, totalDue: 0 })
  })

  test('confirms the spots once when the payer presses the e-mailed button, and then invites the companions (R46.2)', async () => {
    const { eventId, email, companions, uuid } = await heldParty()
    const link = await linkTo(email)
    expect(await look(link)).toMatchObject({
      data: { state: 'held', stay: null, companions: ['Sam Doe', 'Kim Doe'], takesOver: false },
    })
    // Opening the page of the e-mailed link must not confirm the spots.
    expect(await statusesAt(eventId)).toEqual(['pending', 'pending', 'pending'])
    expect(await press(link)).toMatchObject({ ok: true, data: { state: 'confirmed', stay: uuid } })
    expect(await press(link)).toMatchObject({ ok: true, data: { state: 'confirmed', stay: uuid } })
    expect(await look(link)).toMatchObject({ data: { state: 'confirmed' } })
    expect(await statusesAt(eventId)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect(await subjectsTo(email)).toEqual(['You’re in', 'Confirm your spots'])
    for (const one of companions) expect(await subjectsTo(one.email)).toEqual(['You’re signed up'])
    expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', waitsForMailbox: false })
  })

  test('expires after two hours without confirmation, and the link then explains that (R46.2)', async () => {
    const { eventId, email, companions } = await heldParty()
    const link = await linkTo(email)
    app.clock.advance({ minutes: 119 })
    await app.runJobs()
    expect(await statusesAt(eventId)).toEqual(['pending', 'pending', 'pending'])
    app.clock.advance({ minutes: 1 })
    expect(await press(link)).toMatchObject({ status: 409, code: 'hold_over' })
    await app.runJobs()
    expect(await statusesAt(eventId)).toEqual(['expired', 'expired', 'expired'])
    expect(await look(link)).toMatchObject({ data: { state: 'over', stay: null } })
    expect(await press(link)).toMatchObject({ status: 409, code: 'hold_over' })
    for (const one of companions) expect(await mailsTo(app, one.email)).toEqual([])
  })

  test('gets the same reply when the form is sent a second time, without another e-mail and without more time', async () => {
    const { eventId, email, companions, attempt, ...first } = await heldParty()
    await mailsTo(app, email)
    app.clock.advance({ minutes: 30 })
    const again = await order({ eventId, email, companions, attempt })
    expect(again).toMatchObject({
      reservationId: first.reservationId,
      uuid: first.uuid,
      holdExpiresAt: first.holdExpiresAt,
      waitsForMailbox: true,
    })
    expect(await subjectsTo(email)).toEqual(['Confirm your spots'])
    expect(await statusesAt(eventId)).toHaveLength(3)
  })

  test('sends a new link to a corrected address, and the old link stops working (R46.3)', async () => {
    const { eventId, email, companions, attempt, uuid } = await heldParty()
    const old = await linkTo(email)
    const right = address('right')
    const corrected = await order({ eventId, email: right, companions, attempt, uuid })
    expect(await press(old)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await look(old)).toMatchObject({ status: 404 })
    expect(await confirmByMail(app, right)).toMatchObject({
      data: { state: 'confirmed', stay: corrected.uuid },
    })
    expect(await subjectsTo(email)).toEqual(['Confirm your spots'])
  })

  test('e-mails the first address again if the guest corrects the address and then changes it back (R9.10)', async () => {
    const { eventId, email, companions, attempt, uuid } = await heldParty()
    const old = await linkTo(email)
    const other = address('other')
    const corrected = await order({ eventId, email: other, companions, attempt, uuid })
    expect(await subjectsTo(other)).toEqual(['Confirm your spots'])
    const back = { eventId, email, companions, attempt, uuid: corrected.uuid }
    for (let time = 0; time < 2; time += 1) await order(back)
    expect(await subjectsTo(email)).toEqual(['Confirm your spots', 'Confirm your spots'])
    expect(await press(old)).toMatchObject({ status: 404 })
    expect(await press(await linkTo(email))).toMatchObject({ data: { state: 'confirmed' } })
  })

  test('is confirmed immediately if the payer removes all companions', async () => {
    const { eventId, email, attempt, companions } = await heldParty()
    const again = await order({ eventId, email, attempt, companions: [] })
    expect(again).toMatchObject({ holdExpiresAt: null, waitsForMailbox: false })
    expect(await statusesAt(eventId)).toEqual(['confirmed', 'expired', 'expired'])
    for (const one of companions) expect(await mailsTo(app, one.email)).toEqual([])
  })

  test('counts as a use of its discount code while it waits for confirmation, but no longer once it expires', async () => {
    const code = `FREE${(nth += 1)}`
    await app.services.db.insert(codes).values({ code, kind: 'percent', value: 100, uses: 1 })
    const { email, companions } = await heldParty({ cost: 90_000 }, { code })
    const { id: eventId } = await freeEvent({ cost: 90_000 })
    const alone = { eventId, code, email: address('other') }
    expect(await ask(alone)).toMatchObject({ ok: false, code: 'code_used_up' })
    const link = await linkTo(email)
    app.clock.advance({ minutes: 121 })
    await app.runJobs()
    expect(await press(link)).toMatchObject({ code: 'hold_over' })
    expect(await ask(alone)).toMatchObject({ ok: true, data: { holdExpiresAt: null } })
    for (const one of companions) expect(await mailsTo(app, one.email)).toEqual([])
  })

  test.each([
    ['event_cancelled', { cancelledAt: NOW }],
    ['event_started', { startDateDate: '2027-05-06' }],
  ])(
    'cannot be confirmed after its event was canceled or has started, and returns %s',
    async (code, changes) => {
      const { eventId, email } = await heldParty()
      const link = await linkTo(email)
      await app.services.db.update(events).set(changes).where(eq(events.id, eventId))
      expect(await press(link)).toMatchObject({ status: 409, code })
      expect(await statusesAt(eventId)).not.toContain('confirmed')
    },
  )

  test('cannot be confirmed once an admin has canceled it', async () => {
    const { eventId, email, reservationId } = await heldParty()
    const link = await linkTo(email)
    const admin = await app.signIn({ admin: true })
    const [row] = await rowsAt(eventId)
    const version = row?.version ?? 0
    const body = {
      id: reservationId,
      version,
      cancelledBy: 'retreat',
      party: 'all',
      sendEmail: false,
    } as const
    expect(await admin.call(cancelReservation, { body })).toMatchObject({ ok: true })
    expect(await statusesAt(eventId)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await press(link)).toMatchObject({ status: 409, code: 'hold_over' })
  })

  test('asks for a payment instead of a confirmation once something must be paid', async () => {
    const code = `FREE${(nth += 1)}`
    await app.services.db.insert(codes).values({ code, kind: 'percent', value: 100 })
    const { eventId, email, attempt, companions, uuid } = await heldParty({ cost: 90_000 }, { code })
    const link = await linkTo(email)
    const body = { eventId, amount: 270_000, companions: 2, attempt }
    const opened = await guest.browser.call(createPaymentIntent, { body })
    if (!opened.ok) throw new Error(opened.code)
    const { paymentIntent, clientSecret } = opened.data
    const paying = { eventId, email, attempt, companions, amount: 270_000, paymentIntent }
    expect(await order(paying)).toMatchObject({ uuid, waitsForMailbox: false })
    expect(await look(link)).toMatchObject({ data: { state: 'to_pay' } })
    expect(await press(link)).toMatchObject({ status: 409, code: 'payment_missing' })
    await guest.pay(clientSecret)
    expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed' })
  })
})

describe('the e-mailed link that confirms the spots of a free sign-up', () => {
  test('is stored in no row, and appears in no reply, page, log or audit entry (R46.3)', async () => {
    const { email, uuid, eventId } = await heldParty()
    const token = await linkTo(email)
    const key = token.slice(token.indexOf('.') + 1)
    const { db } = app.services
    const kept = JSON.stringify([
      await rowsAt(eventId),
      await db.select().from(emails),
      await db.select().from(auditEntries),
      await db.select().from(outbox),
      await guest.look(uuid),
      await app.browser().call(exportReservation, { query: { uuid } }),
    ])
    expect(kept).not.toContain(key)
    expect(kept).not.toContain(encodeURIComponent(key))
  })

  test('gets status 404 if it is guessed or belongs to another hold', async () => {
    const [one, other] = [await heldParty(), await heldParty()]
    const link = await linkTo(one.email)
    for (const wrong of [
      link.replace(one.uuid, other.uuid),
      `${one.uuid}.x`,
      one.uuid,
      link.slice(link.indexOf('.')),
    ]) {
      expect(await look(wrong)).toMatchObject({ status: 404, code: 'not_found' })
      expect(await press(wrong)).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(await statusesAt(other.eventId)).not.toContain('confirmed')
  })
})

async function passedOn() {
  const { id: eventId } = await freeEvent({ spots: 1 })
  const leaver = address('leaver')
  const stay = await order({ eventId, email: leaver })
  const replacement = await makeLinkOf(guest, stay.uuid)
  const taker = address('taker')
  const held = await order({ eventId, email: taker, replacement, customerName: 'Tess Doe' })
  return { eventId, leaver, stay, taker, held, replacement }
}

describe("when a guest takes over another guest's spot for free, the site", () => {
  test("ends the other guest's stay only after the new guest has confirmed by e-mail (R46.1)", async () => {
    const { eventId, leaver, taker, held } = await passedOn()
    expect(held).toMatchObject({ waitsForMailbox: true })
    expect(await statusesAt(eventId)).toEqual(['confirmed', 'pending'])
    expect(await subjectsTo(leaver)).toEqual(['You’re in'])
    expect(await look(await linkTo(taker))).toMatchObject({ data: { takesOver: true } })
    expect(await confirmByMail(app, taker)).toMatchObject({ data: { state: 'confirmed', stay: held.uuid } })
    expect(await statusesAt(eventId)).toEqual(['cancelled', 'confirmed'])
    expect((await subjectsTo(leaver)).length).toBe(2)
  })

  test("keeps the other guest's stay and link if the new guest never confirms", async () => {
    const { eventId, leaver, replacement } = await passedOn()
    app.clock.advance({ minutes: 121 })
    await app.runJobs()
    expect(await statusesAt(eventId)).toEqual(['confirmed', 'expired'])
    expect(await subjectsTo(leaver)).toEqual(['You’re in'])
    const next = address('next')
    await order({ eventId, email: next, replacement })
    await confirmByMail(app, next)
    expect(await statusesAt(eventId)).toEqual(['cancelled', 'expired', 'confirmed'])
  })
})

describe('a free sign-up by a guest who already has a spot', () => {
  test('hides from a stranger that the guest already has a spot, and e-mails nobody else (R46.4)', async () => {
    const { id: eventId } = await freeEvent()
    const email = address('ana')
    await order({ eventId, email, customerName: 'Ana Ortiz' })
    const companions = party()
    const made = await order({ eventId, email, customerName: 'ana  ortiz', companions })
    expect(made).toMatchObject({ waitsForMailbox: true, holdExpiresAt: '2027-05-06T20:00:00.000Z' })
    expect(await statusesAt(eventId)).toEqual(['confirmed', 'pending', 'pending', 'pending'])
    for (const one of companions) expect(await mailsTo(app, one.email)).toEqual([])
  })

  test('confirms only the companions of a payer who already has a spot (R46.4)', async () => {
    const { id: eventId } = await freeEvent()
    const email = address('ana')
    const first = await order({ eventId, email, customerName: 'Ana Ortiz' })
    const companions = [
      { customerName: 'Sam Doe', email: address('sam') },
      { customerName: 'Kim Doe', email: null },
    ]
    await order({ eventId, email, customerName: 'Ana Ortiz', companions })
    const link = await linkTo(email)
    expect(await press(link)).toMatchObject({ data: { state: 'confirmed', stay: first.uuid } })
    expect(await press(link)).toMatchObject({ data: { state: 'confirmed', stay: first.uuid } })
    expect(await statusesAt(eventId)).toEqual(['confirmed', 'expired', 'confirmed', 'confirmed'])
    const rows = await rowsAt(eventId)
    expect(rows.map(({ partyId }) => partyId)).toEqual([null, null, null, null])
    expect(await subjectsTo(companions[0]?.email ?? '')).toEqual(['You’re in'])
    expect((await subjectsTo(email)).filter((subject) => subject === 'You’re in')).toHaveLength(2)
  })
})

/** Returns the reservation as an admin sees it. Throws if the call fails. */
const read = async (id: number) => {
  const admin = await app.signIn({ admin: true })
  const found = await admin.call(getReservationByAdmin, { query: { id } })
  if (!found.ok) throw new Error(found.code)
  return found.data
}

const confirmFor = async (id: number, version?: number) => {
  const admin = await app.signIn({ admin: true })
  return admin.call(confirmReservation, { body: { id, version: version ?? (await read(id)).version } })
}

describe('for an admin who looks at the held spots of a free sign-up, or confirms them, the site', () => {
  test('shows the admin, on each guest of the party, that the spots wait for confirmation by e-mail (R46.6)', async () => {
    const { eventId, reservationId } = await heldParty()
    const [, sam] = await rowsAt(eventId)
    expect(await read(reservationId)).toMatchObject({ status: 'pending', waitsForMailbox: true })
    expect(await read(sam?.id ?? 0)).toMatchObject({ status: 'pending', waitsForMailbox: true })
    const admin = await app.signIn({ admin: true })
    const listed = await admin.call(listGuests, { query: { id: eventId } })
    expect(listed).toMatchObject({
      data: { guests: [{ waitsForMailbox: true }, { waitsForMailbox: true }, { waitsForMailbox: true }] },
    })
  })

  test("shows also on the page of a canceled companion that the party's other spots wait for confirmation (R46.6)", async () => {
    const { eventId } = await heldParty()
    const [, sam] = await rowsAt(eventId)
    const { id, version } = await read(sam?.id ?? 0)
    const admin = await app.signIn({ admin: true })
    const body = { id, version, sendEmail: false, acknowledged: true }
    expect(await admin.call(cancelReservation, { body })).toMatchObject({ ok: true })
    const { status, waitsForMailbox, party } = await read(id)
    expect({ status, waitsForMailbox }).toEqual({ status: 'cancelled', waitsForMailbox: false })
    const waiting = party?.members.map((member) => [member.id === id, member.waitsForMailbox])
    expect(waiting).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ])
  })

  test("confirms the spots as the guest's button does, and names the admin in the audit log (R46.6)", async () => {
    const { eventId, reservationId, companions, email } = await heldParty()
    expect(await confirmFor(reservationId)).toMatchObject({
      ok: true,
      data: { reservation: { status: 'confirmed', waitsForMailbox: false } },
    })
    expect(await statusesAt(eventId)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    for (const one of companions) expect(await subjectsTo(one.email)).toEqual(['You’re signed up'])
    expect(await subjectsTo(email)).toContain('You’re in')
    const audit = await app.services.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.entityId, reservationId), eq(auditEntries.action, 'reservation.confirmed')))
    expect(audit.map(({ actor }) => actor)).toEqual(['admin:the-admin'])
  })

  test('ends the stay of the guest who passed the spot on when an admin confirms the new guest', async () => {
    const { eventId, held } = await passedOn()
    expect(await confirmFor(held.reservationId)).toMatchObject({ ok: true })
    expect(await statusesAt(eventId)).toEqual(['cancelled', 'confirmed'])
  })

  test('refuses the confirmation with a stale version, for a companion alone, and after two hours', async () => {
    const { eventId, reservationId } = await heldParty()
    const { version } = await read(reservationId)
    const [, sam] = await rowsAt(eventId)
    expect(await confirmFor(reservationId, version - 1)).toMatchObject({ status: 409, code: 'stale' })
    expect(await confirmFor(sam?.id ?? 0)).toMatchObject({ status: 409, code: 'not_waiting' })
    app.clock.advance({ minutes: 120 })
    expect(await confirmFor(reservationId)).toMatchObject({ status: 409, code: 'hold_over' })
    expect(await statusesAt(eventId)).not.toContain('confirmed')
  })

  test('refuses to confirm a hold that waits for a card payment, or the hold of a waitlist offer', async () => {
    const { id: eventId } = await freeEvent({ cost: 90_000, startDateDate: '2027-07-01' })
    const { reservationId } = await guest.hold(eventId)
    expect(await read(reservationId)).toMatchObject({ waitsForMailbox: false })
    expect(await confirmFor(reservationId)).toMatchObject({ status: 409, code: 'payment_missing' })
    await takeSpots(app.services, eventId, { spots: 1, status: 'pending' })
    const offered = (await rowsAt(eventId)).at(-1)?.id ?? 0
    expect(await confirmFor(offered)).toMatchObject({ status: 409, code: 'not_waiting' })
    expect(await confirmFor(999_999, 1)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('shows that the spots still wait after the admin adds an invoice, and then lets the guest confirm them (R46.6)', async () => {
    const { eventId, reservationId, uuid, email } = await heldParty()
    const admin = await signInAdmin(app)
    const lesson = { reservationId, amount: 20_000, description: 'Lesson', partOfPrice: false }
    expect(await admin.bill(lesson)).toMatchObject({ ok: true })
    expect(await look(await linkTo(email))).toMatchObject({ data: { state: 'held' } })
    expect(await read(reservationId)).toMatchObject({ waitsForMailbox: true })
    expect(await guest.look(uuid)).toMatchObject({ waitsForMailbox: true })
    const listed = await admin.browser.call(listGuests, { query: { id: eventId } })
    expect(listed).toMatchObject({
      data: { guests: [{ waitsForMailbox: true }, { waitsForMailbox: true }, { waitsForMailbox: true }] },
    })
    const day = await admin.browser.call(getToday)
    const holds = day.ok ? day.data.holds.list : []
    expect(holds.find((hold) => hold.reservationId === reservationId)).toMatchObject({
      waitsForMailbox: true,
    })
    expect(await press(await linkTo(email))).toMatchObject({ data: { state: 'confirmed' } })
    expect(await statusesAt(eventId)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  test('shows the admin the spot that the payer already had, because this sign-up gave no second spot (R46.4)', async () => {
    const { id: eventId } = await freeEvent()
    const email = address('ana')
    const first = await order({ eventId, email, customerName: 'Ana Ortiz' })
    const { reservationId, uuid } = await order({
      eventId,
      email,
      customerName: 'Ana Ortiz',
      companions: party(),
    })
    expect(await read(reservationId)).not.toHaveProperty('otherSpot')
    expect(await confirmFor(reservationId)).toMatchObject({
      ok: true,
      data: { reservation: { status: 'expired', otherSpot: first.reservationId } },
    })
    expect(await read(reservationId)).toMatchObject({ otherSpot: first.reservationId })
    // A stranger may have the link of this sign-up. So its page does not show the payer's other spot.
    expect(await guest.look(uuid)).not.toHaveProperty('otherSpot')
    expect(await read(first.reservationId)).not.toHaveProperty('otherSpot')
  })

  test("lets the admin correct the guest's address and e-mail the confirmation again", async () => {
    const { reservationId, email } = await heldParty()
    const old = await linkTo(email)
    const admin = await app.signIn({ admin: true })
    const right = address('right')
    const changes = { id: reservationId, email: right }
    expect(
      await admin.call(updateReservationByAdmin, { body: { updateReservationData: changes } }),
    ).toMatchObject({ ok: true })
    expect(await press(old)).toMatchObject({ status: 404 })
    const mail = (await read(reservationId)).sentEmails.find(({ emailType }) => emailType === 'confirm-spots')
    expect(await admin.call(resendMail, { body: { id: mail?.id ?? 0 } })).toMatchObject({ ok: true })
    expect(await confirmByMail(app, right)).toMatchObject({ data: { state: 'confirmed' } })
  })
})
