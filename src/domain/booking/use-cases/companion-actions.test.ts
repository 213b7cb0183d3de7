import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emails } from '#platform/database/schema/emails.ts'
import { rowProblems } from '#test/support/booking/money-rows-add-up.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { cancelOwnStay, getCancellation } from '../contract/cancellation.ts'
import { sendCompanionLink } from '../contract/guest.ts'
import { moneyRows } from '../domain/money-rows.ts'
import { findReservationByUuid, listParty } from '../store/reservations.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z'), settings: { rateLimits: true } })
const guest = createGuest(app)
const { db } = app.services

/** Makes a party of two that has paid the deposit by card, 118 days before the start. */
async function paidParty() {
  const { id: eventId } = await makeEvent(db, { startDateDate: '2027-09-01' })
  const companions = [{ customerName: 'Ann Lee', email: 'ann@example.test' }]
  const held = await guest.hold(eventId, { companions, amount: 90_000, customerName: 'Ruth Vance' })
  expect(await guest.pay(held.clientSecret)).toBe('succeeded')
  await guest.look(held.uuid)
  await app.runJobs()
  const payer = await findReservationByUuid(db, held.uuid)
  const ann = (await listParty(db, payer?.partyId ?? 0)).find(({ id }) => id !== payer?.id)
  if (!payer || !ann) throw new Error('no party')
  return { payer, ann }
}

const plan = (uuid: string, companion?: number) =>
  guest.browser.call(getCancellation, { query: { uuid, ...(companion !== undefined && { companion }) } })
const cancel = (uuid: string, companion: number, refund: number) =>
  guest.browser.call(cancelOwnStay, { body: { uuid, companion, refund } })
const send = (uuid: string, companion: number) =>
  guest.browser.call(sendCompanionLink, { body: { uuid, companion } })
const mailsOf = async (id: number) =>
  (await db.select().from(emails).where(eq(emails.reservationId, id)).orderBy(emails.id)).map(
    (one) => one.emailType,
  )

test('shows the payer amounts that add up after a companion cancels, and names the card fee that was kept (R52.1)', async () => {
  const { payer, ann } = await paidParty()
  const shown = await plan(ann.uuid)
  if (!shown.ok) throw new Error(shown.code)
  const { refund, fees } = shown.data
  expect(await guest.browser.call(cancelOwnStay, { body: { uuid: ann.uuid, refund } })).toMatchObject({
    ok: true,
  })
  await app.runJobs()
  const page = await guest.look(payer.uuid)
  const rows = moneyRows(page, 'guest')
  expect(rowProblems(rows)).toEqual([])
  expect(rows).toEqual({
    parts: [
      { label: 'Your stay', cents: 90_000 },
      {
        label: 'Kept after a cancellation: Ann Lee',
        cents: fees,
        includes: [{ label: 'Card fees', cents: fees }],
      },
    ],
    total: { label: 'Total', cents: 90_000 + fees },
    settled: [
      { label: 'Paid', cents: 90_000 },
      { label: 'Refunded', cents: -refund },
      { label: 'Still to pay', cents: 45_000 },
    ],
  })
  const admin = await signInAdmin(app)
  expect(moneyRows(await admin.look(payer.id), 'guest')).toEqual(rows)
})

test('lets the payer cancel one companion for the refund that was shown, and e-mails both (R52.3)', async () => {
  const { payer, ann } = await paidParty()
  const shown = await plan(payer.uuid, ann.id)
  if (!shown.ok) throw new Error(shown.code)
  expect(shown.data).toMatchObject({ paid: 45_000, percent: 100, members: [{ id: ann.id }] })
  const { refund, fees } = shown.data
  expect(refund).toBe(45_000 - fees)
  expect(await cancel(payer.uuid, ann.id, refund - 1)).toMatchObject({ ok: false, code: 'moved' })
  expect(await cancel(payer.uuid, ann.id, refund)).toMatchObject({ ok: true, data: { refund } })
  expect(await cancel(payer.uuid, ann.id, refund)).toMatchObject({ ok: true, data: { refund } })
  await app.runJobs()
  const { party, status } = await guest.look(payer.uuid)
  expect(status).toBe('confirmed')
  expect(party?.members.map((one) => one.status)).toEqual(['confirmed', 'cancelled'])
  expect(await mailsOf(ann.id)).toEqual(['companion-invited', 'cancellation', 'companion-cancelled'])
})

test('lets nobody but the payer cancel a companion or have their link sent (R52.3)', async () => {
  const [one, other] = [await paidParty(), await paidParty()]
  const refused = { ok: false, code: 'not_companion' }
  for (const [uuid, id] of [
    [one.ann.uuid, one.payer.id],
    [one.payer.uuid, other.ann.id],
    [one.payer.uuid, one.payer.id],
  ] as const) {
    expect(await plan(uuid, id)).toMatchObject(refused)
    expect(await cancel(uuid, id, 0)).toMatchObject(refused)
    expect(await send(uuid, id)).toMatchObject(refused)
  }
})

test('e-mails a companion the link again for the payer, once for repeated clicks and three times a day (R52.3)', async () => {
  const { payer, ann } = await paidParty()
  expect(await send(payer.uuid, ann.id)).toMatchObject({ ok: true })
  expect(await send(payer.uuid, ann.id)).toMatchObject({ ok: true })
  expect(await mailsOf(ann.id)).toEqual(['companion-invited', 'companion-invited'])
  const replies = []
  for (const _ of [1, 2, 3]) {
    app.clock.advance({ minutes: 15 })
    replies.push((await send(payer.uuid, ann.id)).ok)
  }
  expect(replies).toEqual([true, true, false])
})
