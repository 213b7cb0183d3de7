import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { getPassOn, passOn } from '#domain/booking/contract/replacement.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { expectBooksToAgree, mailsOf, refundsOf, statusOf } from '#test/support/booking/books.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { NOW, START } from '#test/support/booking/replacement.ts'
import { payWhole, WHOLE } from '#test/support/booking/stay.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { declineOffer, getNextOffer, getOffer, offerNext, recallOffer } from '../contract/offers.ts'
import { moveEntry, skipEntry, switchOffers } from '../contract/admin.ts'
import { readWaitlist } from '../admin-waitlist.ts'
import { makeWaitlist, type Line } from '#test/support/booking/waitlist.ts'

let line: Line
let made = 0
const app = await openTestApp({ now: NOW })
const guest = createGuest(app)

/** Creates a full event in 21 days, with one guest and these waitlist entries. */
async function stay(waiting: string[], changes: { cost?: number; startDateDate?: string } = {}) {
  made += 1
  line = makeWaitlist(app, `pass-${made}`)
  const facts = { startDateDate: START, spots: 1, showWaitlist: true, ...changes }
  const { id: eventId } = await makeEvent(app.services.db, facts)
  const free = changes.cost === 0
  const order = free ? await guest.order({ eventId, amount: 0 }) : null
  const held = order?.ok ? order.data : await payWhole(guest, eventId)
  for (const name of waiting) await line.join(eventId, name)
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.uuid, held.uuid))
  return {
    eventId,
    uuid: held.uuid,
    id: row!.id,
    paymentIntent: 'paymentIntent' in held ? `${held.paymentIntent}` : '',
  }
}
const offer = (uuid: string) => guest.browser.call(offerNext, { body: { uuid } })
const recall = (uuid: string) => guest.browser.call(recallOffer, { query: { uuid } })
const look = async (uuid: string) => {
  const found = await guest.browser.call(getNextOffer, { query: { uuid } })
  return found.ok ? found.data : found.code
}
const decline = async (eventId: number, name: string) => {
  const token = await line.tokenOf(eventId, name)
  return line.browser.call(declineOffer, { body: { token } })
}
const pass = async (minutes: number) => {
  app.clock.advance({ minutes })
  await app.runJobs()
}

test("ends a guest’s stay with a 90 % refund when the next entry accepts the guest's spot, and e-mails both guests", async () => {
  const { eventId, uuid, id, paymentIntent } = await stay(['ana', 'ben'])
  expect(await look(uuid)).toEqual({ state: 'possible', until: null })
  // Pressing the button twice at the same time must make only one offer.
  const answers = await Promise.all([offer(uuid), offer(uuid)])
  const state = { state: 'offered', until: '2027-05-07T18:00:00.000Z' }
  for (const answer of answers) expect(answer).toMatchObject({ data: { nextOffer: state } })
  await app.runJobs()
  expect(await line.states(eventId)).toEqual(['ana offered', 'ben waiting'])
  expect(await line.taken(eventId)).toBe(1)
  expect(await line.mailsTo('ana')).toHaveLength(1)

  const taken = await line.accept(eventId, await line.tokenOf(eventId, 'ana'), { amount: WHOLE })
  await app.runJobs()
  expect(await statusOf(app, taken.uuid)).toBe('confirmed')
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await line.taken(eventId)).toBe(1)
  expect(await refundsOf(app, paymentIntent)).toMatchObject([{ amount: WHOLE * 0.9, status: 'succeeded' }])
  expect(await mailsOf(app, uuid)).toEqual(['invoice-success', 'cancellation'])
  expect(await look(uuid)).toEqual({ state: 'closed', until: null })
  expect(await guest.browser.call(getPassOn, { query: { uuid } })).toMatchObject({
    data: { state: 'passed_on' },
  })
  expect(await recall(uuid)).toMatchObject({ status: 409, code: 'passed_on' })
  await pass(25 * 60)
  expect(await line.states(eventId)).toEqual(['ben waiting', 'ana booked'])
  const actions = (await auditOf(app, 'reservation', id)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'replacement.offered_to_line')).toHaveLength(1)
  await expectBooksToAgree(app)
})

test("keeps an entry's position when a guest withdraws the offer of their own spot, even if other entries moved", async () => {
  const { eventId, uuid } = await stay(['ana', 'ben', 'cleo'])
  const admin = await app.signIn({ admin: true })
  const up = async (name: string) => {
    const { entries } = await readWaitlist(app.services.db, app.services.sealer, { eventId })
    const { id } = entries.find(({ customerName }) => customerName.startsWith(name))!
    expect(await admin.call(moveEntry, { body: { id, to: 'up' } })).toMatchObject({ ok: true })
  }
  await up('cleo')
  await up('cleo')
  await offer(uuid)
  await up('ben')
  expect(await line.states(eventId)).toEqual(['cleo offered', 'ben waiting', 'ana waiting'])
  expect(await recall(uuid)).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['cleo waiting', 'ben waiting', 'ana waiting'])
})

test("offers a guest's own spot to the next entry if one declines, is skipped or does not answer, until none is left", async () => {
  const { eventId, uuid } = await stay(['ana', 'ben', 'cleo'])
  await offer(uuid)
  expect(await decline(eventId, 'ana')).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['ben offered', 'cleo waiting', 'ana declined'])
  const admin = await app.signIn({ admin: true })
  const { entries } = await readWaitlist(app.services.db, app.services.sealer, { eventId })
  const ben = entries.find(({ state }) => state === 'offered')!
  expect(await admin.call(skipEntry, { body: { id: ben.id } })).toMatchObject({ ok: true })
  expect(await line.states(eventId)).toEqual(['cleo offered', 'ana declined', 'ben skipped'])
  await line.join(eventId, 'dan')
  await pass(24 * 60)
  await pass(1)
  expect(await line.states(eventId)).toEqual(['dan offered', 'ana declined', 'ben skipped', 'cleo lapsed'])
  expect(await line.taken(eventId)).toBe(1)
  expect(await look(uuid)).toEqual({ state: 'offered', until: '2027-05-08T18:01:00.000Z' })
  await pass(24 * 60 + 1)
  await pass(1)
  expect(await look(uuid)).toEqual({ state: 'closed', until: null })
  expect(await statusOf(app, uuid)).toBe('confirmed')
  expect(await guest.browser.call(getPassOn, { query: { uuid } })).toMatchObject({
    data: { state: 'possible' },
  })
})

test.each(['cancels', 'deletes'] as const)(
  "offers a guest's own spot to the next waitlist entry when an admin %s the reservation that holds the spot",
  async (how) => {
    const { eventId, uuid } = await stay(['ana', 'ben'])
    await offer(uuid)
    const [held] = await app.services.db
      .select()
      .from(reservations)
      .where(and(eq(reservations.eventId, eventId), eq(reservations.status, 'pending')))
    const desk = await signInAdmin(app)
    const id = held?.id ?? 0
    expect(await (how === 'cancels' ? desk.cancel(id) : desk.remove(id))).toMatchObject({ ok: true })
    await pass(24 * 60 + 1)
    await pass(1)
    expect(await line.states(eventId)).toEqual(['ben offered', 'ana skipped'])
    expect(await line.taken(eventId)).toBe(1)
  },
)

test('ends the free stay of a guest who offers the spot to the waitlist as soon as another guest sends the form', async () => {
  const { eventId, uuid } = await stay(['ana'], { cost: 0 })
  expect(await offer(uuid)).toMatchObject({ ok: true })
  const token = await line.tokenOf(eventId, 'ana')
  // The offer went to another address. So this form must first be confirmed by e-mail (R46.1).
  const other = { amount: 0, email: 'somebody@example.test' }
  expect(await line.order(eventId, token, null, other)).toMatchObject({ data: { waitsForMailbox: true } })
  expect(await statusOf(app, uuid)).toBe('confirmed')
  const next = await line.order(eventId, token, null, { amount: 0, email: line.address('ana') })
  expect(next).toMatchObject({ ok: true, data: { holdExpiresAt: null } })
  await app.runJobs()
  expect(await statusOf(app, uuid)).toBe('cancelled')
  expect(await line.taken(eventId)).toBe(1)
  expect(await line.states(eventId)).toEqual(['ana booked'])
})

test('keeps an entry waiting if a guest withdraws the offer of their own spot, and offers the spot to no other entry', async () => {
  const { eventId, uuid } = await stay(['ana', 'ben'])
  await offer(uuid)
  const token = await line.tokenOf(eventId, 'ana')
  expect(await recall(uuid)).toMatchObject({
    ok: true,
    data: { nextOffer: { state: 'possible', until: null } },
  })
  await pass(25 * 60)
  expect(await line.states(eventId)).toEqual(['ana waiting', 'ben waiting'])
  expect(await line.browser.call(getOffer, { query: { token } })).toMatchObject({
    data: { state: 'withdrawn' },
  })
  expect(await line.order(eventId, token, null)).toMatchObject({ code: 'offer_over' })
  expect(await statusOf(app, uuid)).toBe('confirmed')
})

test('lets a guest withdraw the offer of their own spot, except while another guest is paying for it', async () => {
  const { eventId, uuid } = await stay(['ana'])
  await offer(uuid)
  const token = await line.tokenOf(eventId, 'ana')
  const opened = await line.browser.call(createPaymentIntent, {
    body: { amount: WHOLE, eventId, offer: token },
  })
  expect(opened).toMatchObject({ ok: true })
  expect(await recall(uuid)).toMatchObject({ status: 409, code: 'being_booked' })
  await pass(app.services.settings.holdMinutes + 1)
  expect(await recall(uuid)).toMatchObject({ ok: true })
  expect(opened.ok && (await line.guest.pay(opened.data.clientSecret))).not.toBe('succeeded')
})

test("refuses to offer a guest's spot to the waitlist while a link passes it on, and such a link while it is offered", async () => {
  const { uuid } = await stay(['ana'])
  await guest.browser.call(passOn, { body: { uuid } })
  expect(await look(uuid)).toMatchObject({ state: 'closed' })
  expect(await offer(uuid)).toMatchObject({ status: 409, code: 'link_open' })
  const other = await stay(['ana'])
  await offer(other.uuid)
  expect(await guest.browser.call(passOn, { body: { uuid: other.uuid } })).toMatchObject({
    status: 409,
    code: 'offered_to_line',
  })
})

test("refuses to offer a guest's own spot if nobody waits, offers are off, or the start is too far away", async () => {
  const alone = await stay([])
  expect(await offer(alone.uuid)).toMatchObject({ status: 409, code: 'nobody_waits' })
  const stopped = await stay(['ana'])
  const admin = await app.signIn({ admin: true })
  await admin.call(switchOffers, { body: { eventId: stopped.eventId, on: false } })
  expect(await look(stopped.uuid)).toMatchObject({ state: 'closed' })
  expect(await offer(stopped.uuid)).toMatchObject({ code: 'nobody_waits' })
  const early = await stay(['ana'], { cost: 0, startDateDate: '2027-06-05' })
  expect(await offer(early.uuid)).toMatchObject({ code: 'too_early' })
  expect(await offer('not-a-link')).toMatchObject({ status: 404 })
})

test("ends the offer of a guest's own spot only once if that guest withdraws it while the waitlist guest declines it", async () => {
  const { eventId, uuid } = await stay(['ana', 'ben'])
  await offer(uuid)
  await Promise.all([recall(uuid), decline(eventId, 'ana')])
  await app.runJobs()
  const states = await line.states(eventId)
  expect([
    ['ana waiting', 'ben waiting'],
    ['ben offered', 'ana declined'],
  ]).toContainEqual(states)
  expect(await line.taken(eventId)).toBe(1)
  expect(await statusOf(app, uuid)).toBe('confirmed')
})

test("either passes a guest's spot on or keeps the stay if the waitlist guest declines and pays at the same time", async () => {
  const { eventId, uuid, paymentIntent } = await stay(['ana', 'ben'])
  await offer(uuid)
  const token = await line.tokenOf(eventId, 'ana')
  await Promise.all([
    line.accept(eventId, token, { amount: WHOLE }).catch(() => null),
    decline(eventId, 'ana'),
  ])
  await app.runJobs()
  expect(await line.taken(eventId)).toBe(1)
  const refunds = await refundsOf(app, paymentIntent)
  expect(refunds).toHaveLength((await statusOf(app, uuid)) === 'cancelled' ? 1 : 0)
  await expectBooksToAgree(app)
})
