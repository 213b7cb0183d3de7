import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { updateReservation } from '../contract/guest.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { expectBooksToAgree, mailsOf, statusOf } from '#test/support/booking/books.ts'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import { confirmByMail } from '#test/support/booking/mailbox.ts'
import { eventWithRooms, raceOfParties } from '#test/support/booking/party-race.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const guest = createGuest(app)

const SAM = { customerName: 'Sam Doe', email: 'sam@example.test' }
const KIM = { customerName: 'Kim Doe', email: null }

const rowsOf = (eventId: number) =>
  app.services.db
    .select()
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
    .orderBy(reservations.id)

const statusesOf = async (eventId: number) => (await rowsOf(eventId)).map(({ status }) => status)

const minutesLater = (count: number) => app.clock.set(new Date(NOW.getTime() + count * 60_000))

describe('when a party signs up, the site', () => {
  test("holds a party's spots together and takes one payment, with a reservation for each guest (R39.1, R39.2, R39.3)", async () => {
    const { id } = await makeEvent(app.services.db)
    const { uuid, clientSecret, reservationId } = await guest.hold(id, {
      amount: 135_000,
      companions: [SAM, KIM],
    })
    expect(await statusesOf(id)).toEqual(['pending', 'pending', 'pending'])
    await guest.pay(clientSecret)
    const paid = await guest.look(uuid)
    const others = (await rowsOf(id)).filter((row) => row.id !== reservationId)
    const [sam, kim] = others
    expect(paid).toMatchObject({
      status: 'confirmed',
      totalDue: 270_000,
      totalPaid: 135_000,
      party: {
        payer: true,
        members: [
          { id: reservationId, customerName: DETAILS.customerName, payer: true, uuid: null },
          { id: sam?.id, customerName: 'Sam Doe', status: 'confirmed', detailsGiven: false, uuid: null },
          { id: kim?.id, customerName: 'Kim Doe', status: 'confirmed', uuid: kim?.uuid },
        ],
      },
      invoices: [{ amount: 135_000 }, { amount: 135_000 }],
    })
    for (const { lines } of paid.invoices)
      expect(lines).toEqual(
        [reservationId, sam?.id, kim?.id].map((one) => {
          return { reservationId: one, description: 'Stay', amount: 45_000 }
        }),
      )
    expect(await guest.look(sam?.uuid ?? '')).toMatchObject({
      status: 'confirmed',
      customerName: 'Sam Doe',
      email: 'sam@example.test',
      safetyConsent: false,
      totalDue: 0,
      fullyPaid: true,
      invoices: [],
      party: { payer: false },
    })
    expect([
      await mailsOf(app, uuid),
      await mailsOf(app, sam?.uuid ?? ''),
      await mailsOf(app, kim?.uuid ?? ''),
    ]).toEqual([['invoice-success'], ['companion-invited'], []])
    await expectBooksToAgree(app)
  })

  test("hides other guests' links and details from a companion, and the companions' details from the payer (R39.4)", async () => {
    const { id } = await makeEvent(app.services.db)
    const { uuid, clientSecret } = await guest.hold(id, { amount: 90_000, companions: [SAM] })
    await guest.pay(clientSecret)
    await guest.look(uuid)
    const sam = (await rowsOf(id)).find((row) => row.partyId !== row.id)
    const { customerName: _name, email: _email, ...details } = DETAILS
    const told = { ...details, address: '9 Sage Street', medicalConditions: 'A secret of Sam' }
    const saved = await guest.browser.call(updateReservation, {
      body: { updateReservationData: { ...told, uuid: sam?.uuid ?? '' } },
    })
    expect(saved.ok).toBe(true)
    const payerSees = JSON.stringify(await guest.look(uuid))
    expect(payerSees).not.toContain('A secret of Sam')
    expect(payerSees).not.toContain(sam?.uuid)
    const samsPage = await guest.look(sam?.uuid ?? '')
    expect(samsPage.party?.members.map(({ detailsGiven }) => detailsGiven)).toEqual([null, true])
    const samSees = JSON.stringify(samsPage)
    expect(samSees).not.toContain(uuid)
    expect(samSees).not.toContain(DETAILS.address)
  })

  test('gives a party all its spots or none, and says how many spots are left (R39.1)', async () => {
    const { id } = await makeEvent(app.services.db, { spots: 4 })
    await takeSpots(app.services, id, { spots: 2 })
    const body = { amount: 135_000, eventId: id, companions: 2 }
    const refused = await guest.browser.call(createPaymentIntent, { body })
    const words =
      'Only 2 spaces are left, and there are 3 of you. Nothing was charged. Please bring fewer people.'
    expect(refused).toMatchObject({ ok: false, code: 'event_full', message: words })
    const { paymentIntent } = await guest.open(id, 90_000, [], [])
    const made = await guest.order({ eventId: id, amount: 135_000, paymentIntent, companions: [SAM, KIM] })
    expect(made).toMatchObject({ ok: false, code: 'event_full', message: words })
    expect(await statusesOf(id)).toEqual(['confirmed', 'confirmed'])
  })

  test('refuses a party if the options that are left are not enough for all its guests (R37.4, R39.1)', async () => {
    const { id, shared, single } = await eventWithRooms(app, 1)
    const companions = [{ ...SAM, options: [single] }]
    const refused = await guest.browser.call(createPaymentIntent, {
      body: { amount: 110_000, eventId: id, companions: 1, options: [[single], [single]] },
    })
    expect(refused).toMatchObject({
      code: 'option_sold_out',
      fields: { 'companions.0.options': expect.any(String) },
    })
    const { paymentIntent } = await guest.open(id, 100_000, [shared], [single])
    const wanted = { eventId: id, amount: 100_000, paymentIntent, companions }
    expect(await guest.order({ ...wanted, options: [single] })).toMatchObject({
      code: 'option_sold_out',
      fields: { 'companions.0.options': '“Own room” is sold out. Please choose another.' },
    })
    expect(await guest.order({ ...wanted, options: [shared] })).toMatchObject({ ok: true })
    expect((await rowsOf(id)).map(({ share, price }) => [share, price])).toEqual([
      [90_000, 200_000],
      [110_000, 0],
    ])
  })

  test('refuses companions without a name, and options for more guests than come', async () => {
    const { id } = await makeEvent(app.services.db)
    const { paymentIntent } = await guest.open(id, 90_000, [], [])
    const nameless = { eventId: id, amount: 90_000, paymentIntent, companions: [{ customerName: ' ' }] }
    expect(await guest.order(nameless)).toMatchObject({ code: 'invalid' })
    const seven = { ...nameless, companions: Array.from({ length: 6 }, () => SAM) }
    expect(await guest.order(seven)).toMatchObject({ code: 'invalid' })
    const body = { amount: 45_000, eventId: id, options: [[], []] }
    expect(await guest.browser.call(createPaymentIntent, { body })).toMatchObject({
      code: 'invalid',
      fields: { options: expect.stringContaining('more people') },
    })
    expect(await rowsOf(id)).toEqual([])
  })
})

describe('while a party has held spots, the site', () => {
  test('changes the held spots when the form is sent again with more, fewer or renamed companions', async () => {
    const { id, shared, single } = await eventWithRooms(app, 2, { spots: 3 })
    const attempt = randomUUID()
    const held = await guest.hold(id, {
      attempt,
      amount: 90_000,
      options: [shared],
      companions: [{ ...SAM, options: [shared] }],
    })
    const again = async (
      amount: number,
      choices: number[],
      along: { customerName: string; email: string | null }[],
    ) => {
      const body = { eventId: id, attempt, amount, companions: along.length }
      const picks = [[shared], ...choices.map((one) => [one])]
      const opened = await guest.browser.call(createPaymentIntent, { body: { ...body, options: picks } })
      if (!opened.ok) return opened
      const companions = along.map((one, index) => ({ ...one, options: picks[index + 1] }))
      const { paymentIntent } = opened.data
      return guest.order({ eventId: id, attempt, amount, paymentIntent, options: [shared], companions })
    }
    const more = await again(145_000, [shared, single], [KIM, SAM])
    expect(more).toMatchObject({ ok: true, data: { uuid: held.uuid } })
    expect(await guest.look(held.uuid)).toMatchObject({
      totalDue: 290_000,
      party: { members: [{}, { customerName: 'Kim Doe' }, { customerName: 'Sam Doe' }] },
    })
    await expectBooksToAgree(app)
    expect(await again(190_000, [shared, shared, shared], [KIM, SAM, SAM])).toMatchObject({
      code: 'event_full',
      message: expect.stringContaining('Only 3 spaces are left, and there are 4 of you.'),
    })
    const fewer = await again(45_000, [], [])
    expect(fewer).toMatchObject({ ok: true, data: { uuid: held.uuid } })
    expect(await statusesOf(id)).toEqual(expect.arrayContaining(['pending', 'expired', 'expired']))
    expect(await guest.look(held.uuid)).toMatchObject({ party: null, totalDue: 90_000 })
    await expectBooksToAgree(app)
  })

  test('expires all holds of the party together, and frees its spots and options (R39.1)', async () => {
    const { id, urlName: _, shared, single } = await eventWithRooms(app, 1)
    await guest.hold(id, { amount: 100_000, options: [shared], companions: [{ ...SAM, options: [single] }] })
    minutesLater(45)
    await app.runJobs()
    expect(await statusesOf(id)).toEqual(['expired', 'expired'])
    expect(
      await guest.hold(id, { amount: 55_000, options: [single], email: 'next@example.test' }),
    ).toBeTruthy()
  })

  test('confirms the whole party when the payment comes late but there is still room for all', async () => {
    const { id } = await makeEvent(app.services.db, { spots: 3 })
    const { uuid, clientSecret } = await guest.hold(id, { amount: 90_000, companions: [SAM] })
    minutesLater(45)
    await app.services.db
      .update(reservations)
      .set({ status: 'expired', holdExpiresAt: null })
      .where(eq(reservations.eventId, id))
    await guest.pay(clientSecret)
    expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed' })
    expect(await statusesOf(id)).toEqual(['confirmed', 'confirmed'])
  })

  test('refunds the whole party when the payment comes late and another guest has booked one of the spots', async () => {
    const { id } = await makeEvent(app.services.db, { spots: 2 })
    const { uuid, clientSecret } = await guest.hold(id, { amount: 90_000, companions: [SAM] })
    minutesLater(45)
    await app.services.db
      .update(reservations)
      .set({ status: 'expired', holdExpiresAt: null })
      .where(eq(reservations.eventId, id))
    await takeSpots(app.services, id, { spots: 1 })
    await guest.pay(clientSecret)
    await guest.look(uuid)
    expect((await statusesOf(id)).toSorted()).toEqual(['confirmed', 'refunded', 'refunded'])
    expect(await statusOf(app, uuid)).toBe('refunded')
    await expectBooksToAgree(app)
  })
})

describe('when a party has nothing to pay, the site', () => {
  test("confirms the party after the payer's confirmation by e-mail, then e-mails companions with an address (R46.1)", async () => {
    const { id } = await makeEvent(app.services.db, { cost: 0 })
    const made = await guest.order({ eventId: id, amount: 0, companions: [SAM, KIM] })
    expect(made).toMatchObject({ ok: true, data: { waitsForMailbox: true } })
    await confirmByMail(app, DETAILS.email)
    expect(await statusesOf(id)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    const mails = await Promise.all((await rowsOf(id)).map(({ uuid }) => mailsOf(app, uuid)))
    expect(mails).toEqual([['confirm-spots', 'invoice-success'], ['companion-invited'], []])
  })

  test('confirms only the companions if the payer already has a spot', async () => {
    const { id } = await makeEvent(app.services.db, { cost: 0 })
    await guest.order({ eventId: id, amount: 0 })
    for (let times = 0; times < 2; times += 1) {
      const made = await guest.order({ eventId: id, amount: 0, companions: [SAM, KIM] })
      expect(made).toMatchObject({ ok: true })
      await confirmByMail(app, DETAILS.email)
      const found = (await rowsOf(id)).filter(({ status }) => status !== 'expired')
      expect(found.map(({ partyId, status }) => [partyId, status])).toEqual([
        [null, 'confirmed'],
        [null, 'confirmed'],
        [null, 'confirmed'],
      ])
    }
  })
})

test('gives the last 5 spots and the last 3 rooms only to whole parties when 60 parties compete (R39.1)', async () => {
  await raceOfParties(app, await eventWithRooms(app, 3, { spots: 8 }), 60)
  await expectBooksToAgree(app)
})
