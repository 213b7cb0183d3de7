/**
 * Tests that no link e-mailed to a guest's earlier address works after an admin corrects the address (R44.8).
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { confirmByMail, linksTo, mailsTo } from '#test/support/booking/mailbox.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { bookBy, lookAt, makeLinkOf, openPassingOn } from '#test/support/booking/replacement.ts'
import { WHOLE } from '#test/support/booking/stay.ts'
import type { Guest } from '#test/support/booking/guest.ts'
import { createAttacker } from '#test/support/security/attacker.ts'
import { ask, LINK_CALLS, opensAStay } from '#test/support/security/link-calls.ts'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'
import { renewLinks } from '../contract/admin.ts'
import { cancelReservation } from '../contract/cancellation.ts'
import { viewedDirections } from '../contract/guest.ts'
import { splitFromParty } from '../contract/party.ts'
import { getHeldSpots } from '../contract/confirm-spots.ts'
import { getOffer } from '../waitlist/contract/offers.ts'
import { getEntry } from '../waitlist/contract/entries.ts'

/** The event is far enough away that its price is paid as a deposit and a remainder. */
const FAR = { startDateDate: '2027-09-01', spots: 6 }

const site = await openPassingOn()
const guest = site.guest
const admin = await signInAdmin(site.app)
const shoot = await createAttacker(site.app)

let people = 0
/** Returns a mistyped e-mail address and the right one. No other test uses these addresses. */
function addresses() {
  people += 1
  return { wrong: `ann.${people}@exmaple.test`, right: `ann.${people}@example.test` }
}

/** Signs a guest up under a mistyped address and pays the deposit. */
async function mistyped(changes: Parameters<Guest['hold']>[1] = {}) {
  const { wrong, right } = addresses()
  const { id: eventId } = await site.event(FAR)
  const held = await guest.hold(eventId, { email: wrong, medicalConditions: 'Asthma', ...changes })
  await guest.pay(held.clientSecret)
  await guest.look(held.uuid)
  await site.app.runJobs()
  return { ...held, eventId, wrong, right }
}

async function correct(id: number, email: string | null): Promise<string> {
  const changed = await admin.change({ id, email })
  if (!changed.ok) throw new Error(changed.code)
  await site.app.runJobs()
  return changed.data.reservation.uuid
}

/** Returns the ids of the private links in the e-mails to an address, newest first. */
const privateLinks = async (email: string) =>
  (await mailsTo(site.app, email)).flatMap(
    ({ text }) => /complete-reservation\/([\w-]+)/.exec(text)?.[1] ?? [],
  )

const subjectsTo = async (email: string) => (await mailsTo(site.app, email)).map(({ subject }) => subject)

async function rowOf(id: number) {
  const [row] = await site.app.services.db.select().from(reservations).where(eq(reservations.id, id))
  if (!row) throw new Error('no row')
  return row
}

const status = async (uuid: string) => (await shoot({ path: `/api/reservation?uuid=${uuid}` })).status

describe("when an admin corrects a guest's address, the site", () => {
  test('refuses the earlier private link in every call like an unknown link, and accepts the new link (R44.8)', async () => {
    const { reservationId, uuid, right } = await mistyped()
    const link = await correct(reservationId, right)
    expect(link).not.toBe(uuid)
    const calls = LINK_CALLS.filter(opensAStay)
    expect(calls.length).toBeGreaterThan(10)
    for (const endpoint of calls) {
      const { status: said, text } = await shoot(ask(endpoint, uuid))
      const unknown = await shoot(ask(endpoint, randomUUID()))
      expect([endpoint.name, said, text]).toEqual([endpoint.name, 404, unknown.text])
    }
    expect(await guest.look(link)).toMatchObject({
      email: right,
      medicalConditions: 'Asthma',
      totalPaid: 45_000,
    })
  })

  test('e-mails the new private link to the corrected address, and nothing to the earlier address (R44.8)', async () => {
    const { reservationId, uuid, wrong, right } = await mistyped()
    const before = await subjectsTo(wrong)
    expect(await privateLinks(wrong)).toContain(uuid)
    const link = await correct(reservationId, right)
    expect(await privateLinks(right)).toEqual([link])
    expect((await subjectsTo(right))[0]).toMatch(/^Your new private link: /)
    expect(await subjectsTo(wrong)).toEqual(before)
  })

  test('sends e-mails that were queued before the correction to the corrected address, with the new link', async () => {
    const { wrong, right } = addresses()
    const { id: eventId } = await site.event(FAR)
    const held = await guest.hold(eventId, { email: wrong })
    await guest.pay(held.clientSecret)
    await guest.look(held.uuid)
    const link = await correct(held.reservationId, right)
    expect(await privateLinks(right)).toEqual([link, link])
    expect(await mailsTo(site.app, wrong)).toEqual([])
  })

  test('e-mails a new link after each correction, but only to the last address if two corrections come before the e-mail', async () => {
    const { reservationId, wrong, right } = await mistyped()
    await admin.change({ id: reservationId, email: `third.${right}` })
    const link = await correct(reservationId, right)
    expect(await privateLinks(`third.${right}`)).toEqual([])
    expect(await privateLinks(right)).toEqual([link])
    const before = (await privateLinks(wrong)).length
    const back = await correct(reservationId, wrong)
    expect((await privateLinks(wrong)).slice(0, -before)).toEqual([back])
    const again = await correct(reservationId, right)
    expect(await privateLinks(right)).toEqual([again, link])
    expect(await status(back)).toBe(404)
  })

  test('keeps the private link if only the spelling of the address changes, or if the guest had no address before', async () => {
    const { reservationId, uuid, wrong } = await mistyped()
    expect(await correct(reservationId, ` ${wrong.toUpperCase()} `)).toBe(uuid)
    await admin.change({ id: reservationId, customerName: 'Ann Doe' })
    expect(await status(uuid)).toBe(200)
    const { id: eventId } = await site.event(FAR)
    const alone = await admin.signUp({ eventId, email: null })
    expect(await correct(alone.reservationId, addresses().right)).toBe(alone.uuid)
  })

  test('disables the private link without an e-mail if the admin removes the address', async () => {
    const { reservationId, uuid } = await mistyped()
    const link = await correct(reservationId, null)
    expect([await status(uuid), await status(link)]).toEqual([404, 200])
  })

  test('also e-mails the new link of a canceled stay, because its page shows the refund', async () => {
    const { reservationId, right } = await mistyped()
    const { version } = await admin.look(reservationId)
    const order = { id: reservationId, version, cancelledBy: 'retreat', sendEmail: false } as const
    expect(await admin.browser.call(cancelReservation, { body: order })).toMatchObject({ ok: true })
    const link = await correct(reservationId, right)
    expect(await privateLinks(right)).toEqual([link])
  })

  test('names the renewal of the link in the audit log (R44.8)', async () => {
    const { reservationId, right } = await mistyped()
    await correct(reservationId, right)
    const entries = await auditOf(site.app, 'reservation', reservationId)
    expect(entries.slice(-2)).toMatchObject([
      { action: 'reservation.changed', fields: ['email'], actor: 'admin:the-admin' },
      { action: 'reservation.linkRenewed', actor: 'admin:the-admin' },
    ])
  })

  test('no longer records views of the directions with the link that the earlier address received', async () => {
    const { reservationId, right } = await mistyped()
    const { attendeeToken } = await rowOf(reservationId)
    await correct(reservationId, right)
    await guest.browser.call(viewedDirections, { body: { name: attendeeToken } })
    expect((await rowOf(reservationId)).directionsViewedAt).toBeNull()
  })
})

const renew = async (id: number) => {
  const { version } = await admin.look(id)
  return admin.browser.call(renewLinks, { body: { id, version } })
}

describe("when an admin renews a guest's links, the site", () => {
  test("disables the guest's present link, and e-mails the guest a new one (R44.8)", async () => {
    const { reservationId, uuid, wrong } = await mistyped()
    const before = await privateLinks(wrong)
    const renewed = await renew(reservationId)
    if (!renewed.ok) throw new Error(renewed.code)
    const link = renewed.data.reservation.uuid
    expect([await status(uuid), await status(link)]).toEqual([404, 200])
    expect(await privateLinks(wrong)).toEqual([link, ...before])
  })

  test('renews the link of a guest without an address, and sends no e-mail', async () => {
    const { id: eventId } = await site.event(FAR)
    const { reservationId, uuid } = await admin.signUp({ eventId, email: null })
    expect(await renew(reservationId)).toMatchObject({ ok: true })
    expect(await status(uuid)).toBe(404)
    expect((await admin.look(reservationId)).sentEmails).toEqual([])
  })

  test('renews the link to an open waitlist offer, and the link to the waitlist entry', async () => {
    const { offer, holdId, place } = await offered()
    await renew(holdId)
    expect([await openOffer(offer.token), await openPlace(place)]).toMatchObject([
      { status: 404 },
      { status: 404 },
    ])
  })

  test('refuses to renew links with a stale version, or for anyone but admins', async () => {
    const { reservationId: id, uuid } = await mistyped()
    const { version } = await admin.look(id)
    const body = { id, version: version - 1 }
    expect(await admin.browser.call(renewLinks, { body })).toMatchObject({ status: 409, code: 'stale' })
    expect(await guest.browser.call(renewLinks, { body: { id, version } })).toMatchObject({ status: 401 })
    expect(await status(uuid)).toBe(200)
  })
})

describe('when an admin corrects the address of a guest in a party, the site', () => {
  const companions = [
    { customerName: 'Bea Doe', email: null },
    { customerName: 'Cy Doe', email: 'cy@example.test' },
  ]

  async function party() {
    const held = await mistyped({ amount: 135_000, companions })
    const members = (await guest.look(held.uuid)).party?.members ?? []
    const [, bea, cy] = await Promise.all(members.map(({ id }) => rowOf(id)))
    if (!bea || !cy) throw new Error('no party')
    return { ...held, bea, cy }
  }

  test('renews the links that the payer got for companions without an address, but no other links (R44.8)', async () => {
    const { reservationId, wrong, right, bea, cy } = await party()
    const mails = await mailsTo(site.app, wrong)
    expect(mails.some(({ text }) => text.includes(bea.uuid))).toBe(true)
    await correct(reservationId, right)
    expect([await status(bea.uuid), await status(cy.uuid)]).toEqual([404, 200])
    const { uuid } = await rowOf(bea.id)
    expect(await guest.look(uuid)).toMatchObject({ customerName: 'Bea Doe' })
    const [mail] = await mailsTo(site.app, right)
    expect(mail?.text).toContain(uuid)
  })

  test('renews the link of a companion who has left the party since the payer got it (R44.8)', async () => {
    const { reservationId, wrong, right, bea } = await party()
    const { version } = await admin.look(bea.id)
    const split = await admin.browser.call(splitFromParty, { body: { id: bea.id, version } })
    expect(split).toMatchObject({ ok: true })
    expect((await mailsTo(site.app, wrong)).some(({ text }) => text.includes(bea.uuid))).toBe(true)
    await correct(reservationId, right)
    expect(await status(bea.uuid)).toBe(404)
    const { uuid } = await rowOf(bea.id)
    expect(await guest.look(uuid)).toMatchObject({ customerName: 'Bea Doe' })
  })

  test("renews a companion's link that the payer got, and e-mails it to the companion if there is an address now", async () => {
    const { reservationId, right, bea } = await party()
    const own = addresses().right
    await correct(bea.id, own)
    const known = (await rowOf(bea.id)).uuid
    await correct(reservationId, right)
    expect(await status(known)).toBe(404)
    expect((await privateLinks(own))[0]).toBe((await rowOf(bea.id)).uuid)
  })

  test("renews a companion's link when the companion's address is corrected, but not the payer's link", async () => {
    const { uuid, cy } = await party()
    const { right } = addresses()
    const link = await correct(cy.id, right)
    expect([await status(cy.uuid), await status(uuid)]).toEqual([404, 200])
    expect(await privateLinks(right)).toEqual([link])
  })
})

test('disables the e-mailed confirmation button when the address is corrected, and e-mails a new button (R46.3)', async () => {
  const { wrong, right } = addresses()
  const { id: eventId } = await site.event({ ...FAR, cost: 0 })
  const companions = [{ customerName: 'Bea Doe', email: null }]
  const made = await guest.order({ eventId, amount: 0, email: wrong, companions, attempt: randomUUID() })
  if (!made.ok) throw new Error(made.code)
  const [old = ''] = await linksTo(site.app, wrong)
  const link = await correct(made.data.reservationId, right)
  expect(await guest.browser.call(getHeldSpots, { query: { token: old } })).toMatchObject({ status: 404 })
  expect(await status(made.data.uuid)).toBe(404)
  expect(await confirmByMail(site.app, right)).toMatchObject({ data: { state: 'confirmed', stay: link } })
})

test('gives a held sign-up a new private link when the guest corrects the e-mail address in the form (R44.3)', async () => {
  const { wrong, right } = addresses()
  const { id: eventId } = await site.event({ ...FAR, cost: 0 })
  const order = { eventId, amount: 0, companions: [{ customerName: 'Bea Doe' }], attempt: randomUUID() }
  const first = await guest.order({ ...order, email: wrong })
  if (!first.ok) throw new Error(first.code)
  const again = await guest.order({ ...order, email: right, uuid: first.data.uuid })
  if (!again.ok) throw new Error(again.code)
  expect(again.data.reservationId).toBe(first.data.reservationId)
  expect([await status(first.data.uuid), await status(again.data.uuid)]).toEqual([404, 200])
})

/** Offers a spot to a guest on the waitlist. */
async function offered() {
  const line = makeWaitlist(site.app, `renew${people}`)
  const { eventId, guests } = await line.full({ waiting: ['ann'], startDateDate: '2027-09-01' })
  await admin.browser.call(cancelReservation, {
    body: { id: guests[0] ?? 0, version: 1, cancelledBy: 'retreat', sendEmail: false },
  })
  await site.app.runJobs()
  const { db } = site.app.services
  const [found] = await db
    .select()
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .where(eq(waitlistEntries.eventId, eventId))
  const { waitlist_offers: offer, waitlist_entries: entry } = found ?? {}
  if (!offer?.reservationId || !entry) throw new Error('no offer')
  return { line, eventId, offer, holdId: offer.reservationId, place: entry.uuid }
}
const openOffer = (token: string) => guest.browser.call(getOffer, { query: { token } })
const openPlace = (token: string) => guest.browser.call(getEntry, { query: { token } })

describe('when an admin corrects the address of a waitlist guest who has an open offer, the site', () => {
  test('renews the links to the offer and to the waitlist entry, and e-mails the offer again (R44.8)', async () => {
    const { line, eventId, offer, holdId, place } = await offered()
    expect(await openOffer(offer.token)).toMatchObject({ ok: true })
    expect(await openPlace(place)).toMatchObject({ ok: true })
    const { right } = addresses()
    await correct(holdId, right)
    expect(await openOffer(offer.token)).toMatchObject({ status: 404 })
    expect(await openPlace(place)).toMatchObject({ status: 404 })
    const [mail] = await mailsTo(site.app, right)
    const [, token = ''] = /\/offer\/([\w-]+)/.exec(mail?.text ?? '') ?? []
    const [, newPlace = ''] = /\/waitlist\/([\w-]+)/.exec(mail?.text ?? '') ?? []
    expect(await openOffer(token)).toMatchObject({ data: { state: 'open', guest: { email: right } } })
    expect(await openPlace(newPlace)).toMatchObject({ ok: true })
    const { uuid } = await line.accept(eventId, token, { email: right })
    expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed', email: right })
  })

  test('disables the old links to offer and entry even if another entry already has the corrected address', async () => {
    const { line, eventId, offer, holdId, place } = await offered()
    await line.join(eventId, 'ben')
    await correct(holdId, line.address('ben'))
    expect(await openOffer(offer.token)).toMatchObject({ status: 404 })
    expect(await openPlace(place)).toMatchObject({ status: 404 })
  })
})

describe("the link by which a guest passes the spot on, after that guest's address is corrected", () => {
  test('stops working, because a stranger at the earlier address could have created it (R44.8)', async () => {
    const { uuid, reservationId } = await site.stay()
    const token = await makeLinkOf(guest, uuid)
    const link = await correct(reservationId, addresses().right)
    expect(await lookAt(guest, token)).toMatchObject({ state: 'withdrawn' })
    expect(await makeLinkOf(guest, link)).not.toBe(token)
  })

  test('keeps working while another guest is booking with it, because the spot was promised to that guest', async () => {
    const { eventId, uuid, reservationId } = await site.stay()
    const token = await makeLinkOf(guest, uuid)
    const { clientSecret, uuid: taken } = await bookBy(site.taker, token, eventId)
    await correct(reservationId, addresses().right)
    await guest.pay(clientSecret)
    expect(await site.taker.look(taken)).toMatchObject({ status: 'confirmed', totalPaid: WHOLE })
  })
})
