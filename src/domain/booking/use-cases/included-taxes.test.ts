import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { eventOptions } from '#platform/database/schema/events.ts'
import { taxes } from '#platform/database/schema/taxes.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const { db } = app.services
const admin = await signInAdmin(app)
const guest = createGuest(app)

// The retreats begin on September 1. So two of these taxes are not valid on their first day.
const FROM = '2027-01-01'
await db.insert(taxes).values([
  { name: 'Sales tax', rate: 825, validFrom: FROM, appliesTo: 'stay' },
  { name: 'Sales tax', rate: 825, validFrom: FROM, appliesTo: 'extras' },
  { name: 'Lodging tax', rate: 500, validFrom: FROM, validUntil: '2027-08-31', appliesTo: 'lodging' },
  { name: 'Lodging tax', rate: 1_000, validFrom: '2027-09-01', appliesTo: 'lodging' },
  { name: 'Lodging tax', rate: 1_100, validFrom: '2027-09-02', appliesTo: 'lodging' },
])

async function eventAt(of: Pick<TestApp, 'services'>) {
  const { id: eventId } = await makeEvent(of.services.db, {
    cost: 86_600,
    startDateDate: '2027-09-01',
    endDateDate: '2027-09-05',
  })
  const made = await of.services.db
    .insert(eventOptions)
    .values([
      { eventId, kind: 'lodging', name: 'A room of your own', price: 22_000 },
      { eventId, kind: 'extra', name: 'Leather kit', price: 4_330 },
    ])
    .returning({ id: eventOptions.id })
  const [room = 0, kit = 0] = made.map(({ id }) => id)
  return { eventId, room, kit }
}

async function readReceipt(of: ReturnType<typeof createGuest>, uuid: string) {
  const paid = (await of.look(uuid)).invoices.find((one) => one.paid)
  const response = await of.browser.fetch(`/api/receipt?uuid=${uuid}&invoiceId=${paid?.id}`)
  expect(response.status).toBe(200)
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  const { text } = await extractText(pdf, { mergePages: true })
  return text.replaceAll(/[\s\p{C}]+/gu, ' ')
}

async function payDeposit(
  of: ReturnType<typeof createGuest>,
  order: Parameters<typeof of.hold>[1] & { eventId: number },
) {
  const held = await of.hold(order.eventId, order)
  expect(await of.pay(held.clientSecret)).toBe('succeeded')
  await of.look(held.uuid)
  return held
}

const TOTAL = 'Total $1,129.30'

test("shows in a receipt and on the guest's page the taxes in the total, at the rates of the stay's first day (R50.3)", async () => {
  const { eventId, room, kit } = await eventAt(app)
  const { uuid } = await payDeposit(guest, { eventId, amount: 56_465, options: [room, kit] })
  expect(await readReceipt(guest, uuid)).toContain(
    // 866.00 + 43.30 contain 69.30 at 8.25 %, and 220.00 contain 20.00 at 10 %.
    `${TOTAL} Includes Sales tax (8.25%) $69.30 Includes Lodging tax (10%) $20.00 Paid`,
  )
  expect((await guest.look(uuid)).taxes).toEqual([
    { name: 'Sales tax', rate: 825, amount: 6_930 },
    { name: 'Lodging tax', rate: 1_000, amount: 2_000 },
  ])
})

test('includes in a payer’s receipt the taxes of all guests of the party who still come, and in a companion’s page none (R50.3)', async () => {
  const { eventId, room, kit } = await eventAt(app)
  const companions = [
    { customerName: 'Ann Lee', email: 'ann@example.test', options: [room] },
    { customerName: 'Bo Lee', email: 'bo@example.test', options: [room] },
  ]
  const held = await payDeposit(guest, { eventId, amount: 165_065, options: [room, kit], companions })
  expect((await guest.look(held.uuid)).taxes).toEqual([
    { name: 'Sales tax', rate: 825, amount: 6_930 + 2 * 6_600 },
    { name: 'Lodging tax', rate: 1_000, amount: 3 * 2_000 },
  ])
  const { party } = await admin.look(held.reservationId)
  const [ann, bo] = (party?.members ?? []).filter(({ payer }) => !payer)
  const { uuid: annUuid } = await admin.look(ann?.id ?? 0)
  expect(await guest.look(annUuid)).not.toHaveProperty('taxes')
  await admin.cancel(bo?.id ?? 0)
  expect(await readReceipt(guest, held.uuid)).toContain(
    'Includes Sales tax (8.25%) $135.30 Includes Lodging tax (10%) $40.00',
  )
})

test('counts an unpaid extra charge in the taxes of the total, and lowers them after a goodwill refund (R50.3)', async () => {
  const { eventId, room } = await eventAt(app)
  const held = await payDeposit(guest, { eventId, amount: 54_300, options: [room] })
  const { reservationId, uuid } = held
  await admin.bill({ reservationId, amount: 10_825, partOfPrice: false, description: 'Lesson' })
  const amounts = async () => (await guest.look(uuid)).taxes?.map(({ amount }) => amount)
  expect(await amounts()).toEqual([6_600 + 825, 2_000])
  const paid = (await guest.look(uuid)).invoices.find((one) => one.paid)
  // A quarter of the total of $1,194.25.
  expect(await admin.refund(paid?.id ?? 0, 29_856)).toMatchObject({ ok: true })
  expect(await amounts()).toEqual([5_569, 1_500])
})

test('names a tax "tax" in a receipt if the PDF’s fonts lack its letters (R47.6)', async () => {
  const other = await buildTestApp({ now: NOW })
  const someone = createGuest(other)
  const { eventId, room } = await eventAt(other)
  await other.services.db
    .insert(taxes)
    .values({ name: '𓀀', rate: 1_000, validFrom: FROM, appliesTo: 'lodging' })
  const { uuid } = await payDeposit(someone, { eventId, amount: 54_300, options: [room] })
  expect(await readReceipt(someone, uuid)).toContain('Includes tax (10%) $20.00')
  await other.close()
})

test('shows no taxes for a canceled stay, whose price is no longer due (R50.3)', async () => {
  const { eventId, room } = await eventAt(app)
  const { uuid, reservationId } = await payDeposit(guest, { eventId, amount: 54_300, options: [room] })
  await admin.cancel(reservationId)
  expect(await guest.look(uuid)).not.toHaveProperty('taxes')
  expect(await readReceipt(guest, uuid)).not.toContain('Includes')
})

test('changes nothing in receipts and pages of a venue without taxes, or with taxes that are not valid (R50.3)', async () => {
  const other = await buildTestApp({ now: NOW })
  const someone = createGuest(other)
  const { eventId, room } = await eventAt(other)
  const { uuid } = await payDeposit(someone, { eventId, amount: 54_300, options: [room] })
  const [page, receipt] = [await someone.look(uuid), await readReceipt(someone, uuid)]
  expect(page).not.toHaveProperty('taxes')
  expect(receipt).toContain('Total $1,086.00 Paid')
  await other.services.db.insert(taxes).values([
    { name: 'Old tax', rate: 500, validFrom: FROM, validUntil: '2027-08-31', appliesTo: 'stay' },
    { name: 'New tax', rate: 500, validFrom: '2027-09-02', appliesTo: 'stay' },
    { name: 'Kit tax', rate: 500, validFrom: FROM, appliesTo: 'extras' },
  ])
  expect(await someone.look(uuid)).toEqual(page)
  expect(await readReceipt(someone, uuid)).toBe(receipt)
  await other.close()
})
