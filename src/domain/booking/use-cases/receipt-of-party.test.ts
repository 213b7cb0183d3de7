import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { payments } from '#platform/database/schema/payments.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { moneyOf, NOTHING_REFUNDED } from '#shared/reservation-money.ts'
import { changePayer } from '../contract/party.ts'
import { receiptOf } from './receipt.ts'
import { pdfOf } from './receipt-pdf.ts'
import { findReservationByUuid, listParty } from '../store/reservations.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)
const guest = createGuest(app)

async function readText(path: string) {
  const response = await guest.browser.fetch(path)
  expect(response.status).toBe(200)
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  const { text } = await extractText(pdf, { mergePages: true })
  return text.replaceAll(/[\s\p{C}]+/gu, ' ')
}

/** Makes a party whose first payer paid the deposit by card. Then makes the companion the payer. */
async function handedOver(customerName: string) {
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate: '2027-09-01' })
  const companions = [{ customerName: 'Ann Lee', email: 'ann@example.test' }]
  const order = { customerName, email: 'ruth@example.test', companions, amount: 90_000 }
  const held = await guest.hold(eventId, order)
  expect(await guest.pay(held.clientSecret)).toBe('succeeded')
  await guest.look(held.uuid)
  const payer = await findReservationByUuid(app.services.db, held.uuid)
  const ann = (await listParty(app.services.db, payer?.partyId ?? 0)).find(({ id }) => id !== payer?.id)
  if (!payer || !ann) throw new Error('no party')
  const { version } = await admin.look(ann.id)
  const handed = await admin.browser.call(changePayer, { body: { id: ann.id, version } })
  expect(handed).toMatchObject({ ok: true })
  const paid = (await guest.look(ann.uuid)).invoices.find((one) => one.paid)
  const receipt = `/api/receipt?uuid=${ann.uuid}&invoiceId=${paid?.id}`
  return { ann, paymentIntent: held.paymentIntent, receipt }
}

test('names in a receipt the guest who paid the invoice, even after another guest became the payer (R39.9)', async () => {
  const { receipt } = await handedOver('Ruth Vance')
  expect(await readText(receipt)).toContain('Received from Ruth Vance For')
})

test("shows the e-mail address of a former payer on no other guest's receipt (R39.4)", async () => {
  const { receipt } = await handedOver('Ruth 🤠 Vance')
  const text = await readText(receipt)
  expect(text).toContain('Received from Ruth')
  expect(text).not.toContain('ruth@example.test')
})

test("hides the former payer's card from the next payer, even if Stripe reports the card later (R39.9)", async () => {
  const { ann, paymentIntent, receipt } = await handedOver('Ruth Vance')
  const { db } = app.services
  // Stores the payment as it is before Stripe has reported its charge.
  await db.update(payments).set({ chargeId: null, fee: null }).where(eq(payments.intentId, paymentIntent))
  await app.sandbox?.control.dispute(paymentIntent)
  await app.runJobs()
  const shown = await guest.look(ann.uuid)
  expect(shown.invoices.find((one) => one.paid)).toMatchObject({ disputed: true, card: null })
  expect(await readText(receipt)).not.toContain('4242')
})

test('fits the receipt of a party of two with options, a discount, taxes and refunds on one page (R52.2)', async () => {
  const { totalDue, totalPaid, ...money } = moneyOf({
    standing: true,
    price: 44_762,
    extras: 2_500,
    received: 189_000,
    refunded: { ...NOTHING_REFUNDED, cancellation: 92_700, goodwill: 1_000 },
    withdrawn: 0,
    unpaid: 0,
    unpaidLater: 0,
  })
  const [ruth, ann] = ['Ruth Vance', 'Ann Lee'] as const
  const labels = [`Stay, $78.00 off in total (code EARLY-BIRD), ${ruth}`, `A room of your own, ${ruth}`]
  const now = new Date('2027-05-06T18:00:00Z')
  const receipt = receiptOf(
    {
      invoice: {
        id: 12,
        label: 'Remainder',
        parts: [...labels, `Stay, ${ann}`, `A shared room, ${ann}`].map((label) => ({
          label,
          amount: 10_000,
        })),
      },
      payment: { id: 7, method: 'card', card: 'Visa 4242', amount: 94_500, paidAt: now, withdrawn: 0 },
      refunds: [46_350, 500].map((amount) => ({ amount, label: 'Refunded on Thu, May 6, 2027' })),
      guest: ruth,
      event: { name: 'Dry Stone Days', startDateDate: '2027-09-01', endDateDate: '2027-09-04' },
      stay: {
        id: 1,
        status: 'confirmed',
        totalDue,
        totalPaid,
        money,
        options: [
          { name: 'A room of your own', price: 10_000 },
          { name: 'Late checkout', price: 2_000 },
        ],
        discount: { code: 'EARLY-BIRD', amount: 7_800 },
        party: {
          payer: true,
          members: [
            { id: 1, customerName: ruth, price: 42_700, kept: null },
            { id: 2, customerName: ann, price: 2_062, kept: { fees: 2_062, decided: true } },
          ],
        },
        taxes: [{ name: 'Sales tax', rate: 825, amount: 6_859 }],
      },
    },
    now,
  )
  const pdf = await getDocumentProxy(await pdfOf(receipt, now))
  expect(pdf.numPages).toBe(1)
})
