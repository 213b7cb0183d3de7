import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Call } from '#shared/client.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { stayMoney } from '#test/support/booking/stay-money.ts'
import { fakeSite, ok, refused, type Sent, showPart, signedOut } from '#test/support/app/show-part.tsx'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import type { UndoProblem } from '#domain/booking/domain/admin-actions.ts'
import { AddGuest } from './add-guest.tsx'
import { InvoiceSection } from './invoice-section.tsx'
import { MoveSection } from './move-section.tsx'
import { HandPaymentDialog } from './invoice-form.tsx'
import { RefundSection } from './refund-section.tsx'

const stay = { id: 7, version: 3, customerName: 'Ruth Vance', totalDue: 90_000 } as AdminReservation
const nothing = () => {}

/** Presses Escape the given number of times, and runs the check `typed` after each press. */
async function escape(times: number, typed: () => Promise<void>) {
  for (let time = 0; time < times; time += 1) {
    await userEvent.keyboard('{Escape}')
    await typed()
  }
}

const noInvoices = {
  ...stay,
  status: 'confirmed',
  party: null,
  purgedAt: null,
  invoices: [],
  options: [],
  totalPaid: 0,
  money: stayMoney(45_000),
} as unknown as AdminReservation

async function addInvoice({ call }: { call: Call }) {
  await showPart(<InvoiceSection reservation={noInvoices} onChanged={nothing} />, { call })
  await page.getByRole('button', { name: 'Add invoice' }).click()
}

test("keeps a new invoice's values after Escape, an expired session and a refusal, and adds the invoice only once", async () => {
  const answers = [signedOut(), refused('stale')]
  const { call, sent } = fakeSite((_, before) => answers[before] ?? ok({ invoice: 12 }))
  await addInvoice({ call })
  const words = page.getByRole('textbox', { name: /What it is for/ })
  await words.fill('Leather lesson')
  await escape(4, () => expect.element(words).toHaveValue('Leather lesson'))
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add invoice' })
  await add.click()
  await expect.element(page.getByRole('link', { name: /Sign in in another tab/ })).toBeVisible()
  await add.click()
  await expect.element(page.getByText(/what you typed is still here/)).toBeVisible()
  await add.click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent).toHaveLength(3)
  expect(sent[2]?.input.body).toMatchObject({
    createInvoiceData: { reservationId: 7, version: 3, amount: 45_000, description: 'Leather lesson' },
  })
})

test('asks before it discards a new invoice in which the admin has changed only "Part of the price"', async () => {
  await addInvoice(fakeSite(() => ok({})))
  const part = page.getByRole('checkbox', { name: /Part of the price/ })
  await expect.element(part).toBeChecked()
  await part.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('What you typed is not saved.')).toBeVisible()
})

test('makes a new invoice an extra charge after the API refused it because other invoices already cover the price', async () => {
  const other = { id: 11, reservationId: 7, amount: 45_000, purpose: 'remainder', partOfPrice: true }
  const invoiced = {
    ...noInvoices,
    version: 4,
    invoices: [{ ...other, description: null, due: null, lines: [] }],
  }
  const { call, sent } = fakeSite((_, before) => (before === 0 ? refused('stale') : ok({ invoice: 12 })))
  function Page() {
    const [reservation, setReservation] = useState(noInvoices)
    const readAgain = () => setReservation(invoiced as unknown as AdminReservation)
    return <InvoiceSection reservation={reservation} onChanged={readAgain} />
  }
  await showPart(<Page />, { call })
  await page.getByRole('button', { name: 'Add invoice' }).click()
  const part = page.getByRole('checkbox', { name: /Part of the price/ })
  await expect.element(part).toBeChecked()
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add invoice' })
  await add.click()
  await expect.element(part).not.toBeChecked()
  await add.click()
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]?.input.body).toMatchObject({ createInvoiceData: { version: 4, partOfPrice: false } })
})

test("records a payment in full after the API refused it because the invoice's amount went up", async () => {
  const unpaid = { id: 5, purpose: 'remainder', description: null, partOfPrice: true, paid: false, lines: [] }
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name === 'booking.getReservationByAdmin')
      return ok({
        ...noInvoices,
        version: 3 + before,
        invoices: [{ ...unpaid, amount: before === 0 ? 40_000 : 48_000 }],
      })
    return before === 0 ? refused('stale') : ok({ invoice: 5 })
  })
  const invoice = { reservationId: 7, invoiceId: 5, guest: 'Ruth Vance' }
  await showPart(<HandPaymentDialog invoice={invoice} onClose={nothing} onDone={nothing} />, { call })
  const record = page.getByRole('button', { name: /^Record \$/ })
  await record.click()
  await expect.element(page.getByText(/The invoice is for \$480\.00/)).toBeVisible()
  await page.getByRole('textbox', { name: /Amount in dollars/ }).fill('480')
  await record.click()
  await expect
    .poll(() => sent.findLast(({ name }) => name === 'booking.updateInvoice')?.input.body)
    .toMatchObject({ updateInvoiceData: { id: 5, version: 4, paidAmount: 48_000 } })
})

const offered = (label: RegExp) => page.getByRole('button', { name: label }).elements().length

/**
 * Returns a count for each button of an unpaid invoice ("Record a payment", "Send reminder", "Edit"), for the button
 * "Add invoice", and for the checkbox in that form that records a payment.
 */
const offersOf = async (changes: Partial<AdminReservation>) => {
  const { unmount } = await showPart(
    <InvoiceSection reservation={{ ...asking(40_000), ...changes }} onChanged={nothing} />,
  )
  const found = [/^Record a payment/, /^Send reminder/, /^Edit/].map(offered)
  const adds = offered(/^Add invoice/)
  if (adds > 0) await page.getByRole('button', { name: 'Add invoice' }).click()
  const paid = page.getByRole('checkbox', { name: 'It is already paid' }).elements().length
  await unmount()
  return [...found, adds, paid]
}

test('offers to record a payment of an unpaid invoice only while the reservation is active (R5.14)', async () => {
  expect(await offersOf({ status: 'confirmed' })).toEqual([1, 1, 1, 1, 1])
  // A check that arrives after the cancellation becomes a new invoice, because the old one is void.
  expect(await offersOf({ status: 'cancelled' })).toEqual([0, 0, 1, 1, 1])
  expect(await offersOf({ status: 'expired' })).toEqual([0, 0, 1, 1, 0])
  expect(await offersOf({ status: 'cancelled', purgedAt: '2031-06-10T06:00:00Z' })).toEqual([0, 0, 0, 0, 0])
})

test('shows below the invoices of a canceled stay what is kept, and what is still to refund (R5.15)', async () => {
  const ended = {
    paid: 90_000,
    refunded: 20_000,
    toRefundByHand: 30_000,
    toRefundToCards: 10_000,
    kept: 30_000,
    fees: 2_500,
    undecided: false,
  }
  const reservation = { ...asking(40_000), status: 'cancelled', ended } as AdminReservation
  await showPart(<InvoiceSection reservation={reservation} onChanged={nothing} />)
  const sums = page.getByText('Paid', { exact: true }).element().closest('table')
  expect([...(sums?.rows ?? [])].map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim())).toEqual([
    'Paid $900.00',
    'Refunded -$200.00',
    'Still to be refunded -$300.00',
    'Being refunded to the card -$100.00',
    'Kept after the cancellation $300.00',
    'Card fees $25.00',
  ])
})

/** Returns a reservation that has one unpaid invoice of `amount` cents. */
const asking = (amount: number) => {
  const rest = { description: null, due: null, dateSent: null, lines: [], refunded: 0, withdrawn: 0 }
  const invoice = { ...rest, id: 5, purpose: 'remainder', amount, partOfPrice: true, paid: false }
  return { ...noInvoices, invoices: [invoice] } as unknown as AdminReservation
}

function AskingForMore() {
  const [reservation, setReservation] = useState(asking(40_000))
  const readAgain = () => setReservation({ ...asking(48_000), version: 4 })
  return <InvoiceSection reservation={reservation} onChanged={readAgain} />
}

test("shows in the payment dialog that the invoice's amount went up, and then records the new amount", async () => {
  const { call, sent } = fakeSite((_, before) => (before === 0 ? refused('stale') : ok({ invoice: 5 })))
  await showPart(<AskingForMore />, { call })
  await page.getByRole('button', { name: 'Record a payment, invoice 5' }).click()
  const record = page.getByRole('button', { name: /^Record \$/ })
  await record.click()
  await expect.element(page.getByText(/The invoice is for \$480\.00/)).toBeVisible()
  await page.getByRole('textbox', { name: /Amount in dollars/ }).fill('480')
  await record.click()
  await expect
    .poll(() => sent.at(-1)?.input.body)
    .toMatchObject({ updateInvoiceData: { version: 4, paidAmount: 48_000 } })
})

test("shows how much the guest overpaid, and that a larger refund lowers the stay's total (R3.11)", async () => {
  const paid = {
    ...asking(45_000).invoices[0],
    paid: true,
    paymentMethod: 'cash',
    paidAt: '2027-05-01T18:00:00Z',
  }
  const money = { ...noInvoices.money, credit: 30_000, stillToPay: 0 }
  const overpaid = {
    ...noInvoices,
    status: 'confirmed',
    invoices: [paid],
    money,
  } as unknown as AdminReservation
  await showPart(<InvoiceSection reservation={overpaid} onChanged={nothing} />)
  await page.getByRole('button', { name: /^Refund, invoice 5/ }).click()
  await expect
    .element(
      page.getByText(
        'At most $450.00. The guest has overpaid by $300.00. Refunding more than that lowers the total of the stay.',
      ),
    )
    .toBeVisible()
})

test('starts the refund form empty, so that no admin refunds everything by accident (R5.13)', async () => {
  const paid = { ...asking(45_000).invoices[0], paid: true, paymentMethod: 'card' }
  const reservation = { ...noInvoices, invoices: [paid] } as unknown as AdminReservation
  const { call, sent } = fakeSite(() => ok({}))
  await showPart(<InvoiceSection reservation={reservation} onChanged={nothing} />, { call })
  await page.getByRole('button', { name: /^Refund, invoice 5/ }).click()
  const amount = page.getByRole('textbox', { name: /Amount in dollars/ })
  await expect.element(amount).toHaveValue('')
  await page.getByRole('textbox', { name: /Why/ }).fill('Rained in')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect.element(page.getByText('Required', { exact: true })).toBeVisible()
  expect(sent).toEqual([])
  await amount.fill('25')
  await page.getByRole('button', { name: 'Refund $25.00' }).click()
  await expect.poll(() => sent[0]?.input.body).toMatchObject({ amount: 2_500, reason: 'Rained in' })
})

test('offers no e-mail about a refund to a guest without an address, and says to call them (R5.13)', async () => {
  const paid = { ...asking(45_000).invoices[0], paid: true, paymentMethod: 'card' }
  const guest = { customerName: 'Ruth Vance', email: '' }
  const reservation = { ...noInvoices, ...guest, invoices: [paid] } as unknown as AdminReservation
  const { call, sent } = fakeSite(() => ok({}))
  await showPart(<InvoiceSection reservation={reservation} onChanged={nothing} />, { call })
  await page.getByRole('button', { name: /^Refund, invoice 5/ }).click()
  await expect
    .element(page.getByText('We have no email address for Ruth Vance. Please call them.'))
    .toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: /Amount in dollars/ }).fill('25')
  await page.getByRole('textbox', { name: /Why/ }).fill('Rained in')
  await page.getByRole('button', { name: 'Refund $25.00' }).click()
  await expect.poll(() => sent[0]?.input.body).toMatchObject({ sendEmail: false })
})

test('shows in the list of refunds why an admin made a refund (R5.13)', async () => {
  const row = { id: 1, invoiceId: 5, amount: 2_500, overpayment: 0, method: 'card', reason: 'admin' }
  const rest = { byHand: false, status: 'requested', toGive: false, waitsForBalance: false, finishedAt: null }
  const refund = { ...row, ...rest, typedReason: 'Rained in', createdAt: '2027-05-01T18:00:00Z' }
  const { call } = fakeSite(({ name }) =>
    name === 'booking.getRefunds'
      ? ok({ plan: PLAN, members: [], refunds: [refund], cancellation: null, payouts: [] })
      : refused('stale'),
  )
  const reservation = { ...noInvoices, id: 31, event: { hasEnded: false } } as AdminReservation
  await showPart(<RefundSection reservation={reservation} onChanged={nothing} />, { call })
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Refund by an admin Invoice #5')
  await expect.element(page.getByText('Rained in')).toBeVisible()
})

test('shows refunds to the front desk, but no button that refunds or cancels', async () => {
  const row = { id: 1, invoiceId: 5, amount: 2_500, overpayment: 0, method: 'cash', reason: 'admin' }
  const rest = { byHand: true, status: 'owed', toGive: true, waitsForBalance: false, finishedAt: null }
  const refund = { ...row, ...rest, typedReason: 'Rained in', createdAt: '2027-05-01T18:00:00Z' }
  const { call } = fakeSite(() =>
    ok({ plan: PLAN, members: [], refunds: [refund], cancellation: null, payouts: [] }),
  )
  const reservation = { ...noInvoices, id: 31, event: { hasEnded: false } } as AdminReservation
  await showPart(<RefundSection reservation={reservation} onChanged={nothing} />, { call, role: 'desk' })
  await expect.element(page.getByText('Rained in')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

test("records a party's refund by hand once, with the check number (R5.3)", async () => {
  const shares = ['Ann Lee', 'Ruth Vance'].map((customerName, index) => {
    return { reservationId: 30 + index, customerName, amount: 45_000 }
  })
  const task = { id: 1, amount: 90_000, shares }
  const owed = { byHand: true, status: 'owed', toGive: true, waitsForBalance: false, finishedAt: null, task }
  const of = { amount: 45_000, overpayment: 0, method: 'cash', reason: 'cancelled', typedReason: null }
  const to = { reservationId: 31, customerName: 'Ruth Vance' }
  const createdAt = '2026-05-01T18:00:00Z'
  const refunds = [2, 1].map((id) => ({ id, invoiceId: 5, createdAt, to, ...of, ...owed }))
  const { call, sent } = fakeSite(({ name }) =>
    name === 'booking.getRefunds'
      ? ok({ plan: PLAN, members: [], refunds, cancellation: null, payouts: [] })
      : ok({}),
  )
  const reservation = { ...noInvoices, id: 31, event: { hasEnded: false } } as AdminReservation
  await showPart(<RefundSection reservation={reservation} onChanged={nothing} />, { call })
  await expect.element(page.getByRole('cell').first()).toBeVisible()
  await expect.element(page.getByText('Ann Lee')).toBeVisible()
  const opener = page.getByRole('button', { name: 'Refunded by hand: $900.00' })
  await opener.click()
  await page.getByRole('combobox', { name: /How you gave it/ }).selectOptions('check')
  await page.getByRole('textbox', { name: /Check or transfer number/ }).fill('1042')
  await page.getByRole('button', { name: 'Record the refund of $900.00' }).click()
  await expect
    .poll(() => sent.find(({ name }) => name === 'booking.recordRefundByHand')?.input.body)
    .toMatchObject({ refundId: 2, method: 'check', reference: '1042', memo: null })
})

const PLAN = {
  daysBefore: 60,
  percent: 100,
  paid: 45_000,
  fees: 0,
  feesKnown: true,
  most: 45_000,
  refundByTerms: 45_000,
  refundToCards: 45_000,
  refundByHand: 0,
  lines: [],
}

const cancelled = (sent: Sent[]) => sent.filter(({ name }) => name === 'booking.cancelReservation')

async function cancelling(call: Call) {
  const reservation = { ...noInvoices, purgedAt: null, event: { hasEnded: false } } as AdminReservation
  await showPart(<RefundSection reservation={reservation} onChanged={nothing} />, { call })
  await page.getByRole('button', { name: 'Cancel reservation…' }).click()
}

test('sends no cancellation without a reason, and keeps the typed values after the API refused one', async () => {
  const { call, sent } = fakeSite(({ name }) =>
    name === 'booking.getRefunds'
      ? ok({ plan: PLAN, members: [], refunds: [], cancellation: null, payouts: [] })
      : refused('stale'),
  )
  await cancelling(call)
  await page.getByRole('checkbox', { name: 'Refund another amount' }).click()
  await page.getByRole('textbox', { name: /Refund in dollars/ }).fill('100')
  const cancel = page.getByRole('button', { name: /^Cancel and refund/ })
  await cancel.click()
  await expect.element(page.getByText('Required', { exact: true })).toBeVisible()
  const why = page.getByRole('textbox', { name: /Why/ })
  await why.fill('A broken leg')
  await cancel.click()
  await expect.element(page.getByText(/what you typed is still here/)).toBeVisible()
  await expect.element(why).toHaveValue('A broken leg')
  await cancel.click()
  await expect.poll(() => cancelled(sent)).toHaveLength(2)
})

test('keeps the reason for a changed refund after Escape, and closes the dialog only once the stay is canceled', async () => {
  const held = Promise.withResolvers<void>()
  const { call, sent } = fakeSite(async ({ name }) => {
    if (name === 'booking.getRefunds')
      return ok({ plan: PLAN, members: [], refunds: [], cancellation: null, payouts: [] })
    await held.promise
    return ok({ reservation: stay })
  })
  await cancelling(call)
  await page.getByRole('checkbox', { name: 'Refund another amount' }).click()
  await page.getByRole('textbox', { name: /Refund in dollars/ }).fill('100')
  const why = page.getByRole('textbox', { name: /Why/ })
  await why.fill('A broken leg')
  await escape(4, () => expect.element(why).toHaveValue('A broken leg'))
  await page.getByRole('button', { name: /^Cancel and refund/ }).click()
  await escape(3, () => expect.element(page.getByRole('dialog')).toBeVisible())
  held.resolve()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(cancelled(sent)[0]?.input.body).toMatchObject({
    id: 7,
    version: 3,
    refund: 10_000,
    reason: 'A broken leg',
    cancelledBy: 'guest',
  })
})

test('requires a reason if an admin says that the guest has found a taker for the spot (R45.4)', async () => {
  const { call, sent } = fakeSite(({ name, input }) => {
    if (name !== 'booking.getRefunds') return ok({ reservation: stay })
    const replacementFound = input.query?.['replacementFound'] === 'true'
    const refundByTerms = replacementFound ? 40_500 : 0
    const plan = { ...PLAN, cancelledBy: 'guest', daysBefore: 10, replacementFound, refundByTerms }
    return ok({ plan, members: [], refunds: [], cancellation: null, payouts: [] })
  })
  await cancelling(call)
  await expect.element(page.getByRole('button', { name: 'Cancel without a refund' })).toBeEnabled()
  await expect.element(page.getByRole('textbox', { name: /Why/ })).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: /Someone else takes this spot/ }).click()
  const cancel = page.getByRole('button', { name: 'Cancel and refund $405.00' })
  await cancel.click()
  await expect.element(page.getByText('Required', { exact: true })).toBeVisible()
  expect(cancelled(sent)).toEqual([])
  await page.getByRole('textbox', { name: /Why/ }).fill('Sam paid in cash')
  await cancel.click()
  await expect.poll(() => cancelled(sent)).toHaveLength(1)
  const body = cancelled(sent)[0]?.input.body
  expect(body).toMatchObject({ replacementFound: true, reason: 'Sam paid in cash' })
  expect(body).not.toHaveProperty('refund')
})

/**
 * Chooses "The retreat" as the one who cancels, and presses the cancel button before the new refund plan has
 * loaded.
 */
async function pressedWhileRead(most: number) {
  const held = Promise.withResolvers<void>()
  const { call, sent } = fakeSite(async ({ name, input }) => {
    if (name !== 'booking.getRefunds') return ok({ reservation: stay })
    const retreat = input.query?.['cancelledBy'] === 'retreat'
    if (retreat) await held.promise
    return ok({
      plan: retreat ? { ...PLAN, cancelledBy: 'retreat', refundByTerms: most } : PLAN,
      refunds: [],
      payouts: [],
      cancellation: null,
    })
  })
  await cancelling(call)
  const button = page.getByRole('button', { name: /^Cancel and refund/ })
  await expect.element(button).toBeVisible()
  await page.getByLabelText('Who cancels').selectOptions('The retreat')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  return { button, sent }
}

test('shows a busy cancel button if it is pressed while the refund plan loads, and cancels once the plan has loaded', async () => {
  const { sent } = await pressedWhileRead(PLAN.refundByTerms)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(cancelled(sent)).toMatchObject([{ input: { body: { cancelledBy: 'retreat' } } }])
})

test('does not cancel a reservation if the reloaded plan refunds another amount than the button showed', async () => {
  const { button, sent } = await pressedWhileRead(40_000)
  await expect.element(button).toHaveTextContent('Cancel and refund $400.00')
  await expect.element(button).not.toHaveAttribute('aria-busy')
  expect(cancelled(sent)).toEqual([])
})

const EVENT = {
  id: 1,
  name: 'Star Week',
  startDateDate: '2031-05-06',
  endDateDate: '2031-05-10',
  cost: 90_000,
  spots: 11,
  spotsLeft: 11,
  reservedSpots: 0,
  isFull: false,
  urlName: 'other',
  offersChoices: false,
}

test('keeps the typed details of a new guest after Escape', async () => {
  await showPart(
    <Dialog open onClose={nothing} title="Add New Reservation" backdrop="static">
      <AddGuest events={[EVENT]} onAdded={nothing} />
    </Dialog>,
  )
  const name = page.getByRole('textbox', { name: 'Full name' })
  await name.fill('Ana Lopez')
  await escape(3, () => expect.element(name).toHaveValue('Ana Lopez'))
  await expect.element(page.getByText('What you typed is not saved.')).toBeVisible()
})

test('says that the event has no lodging left before an admin overbooks the event (R37.4)', async () => {
  const { call, sent } = fakeSite(() => refused('event_full'))
  await showPart(<AddGuest events={[{ ...EVENT, isFull: true, reservedSpots: 1 }]} onAdded={nothing} />, {
    call,
  })
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ana Lopez')
  await page.getByRole('checkbox', { name: /Free of charge/ }).click()
  await page.getByRole('button', { name: 'Add the reservation' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  const question =
    'All lodging is taken, or held for guests who have not chosen yet. Add one more guest anyway?'
  await expect.element(page.getByText(question)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Overbook' })).toBeInViewport({ ratio: 0.9 })
})

test('opens the section of further details at a slow press, even if an error about the name appears during the press', async () => {
  await showPart(<AddGuest events={[EVENT]} onAdded={nothing} />)
  await page.getByRole('textbox', { name: 'Full name' }).click()
  // Presses for 200 ms, as a person does. During that time the name field loses the focus and shows an error.
  await page.getByText('More details, if you have them').click({ delay: 200 })
  await expect.element(page.getByRole('textbox', { name: /Emergency contact/ })).toBeVisible()
})

test('signs up a guest without an e-mail address who pays nothing, with details given by phone (R30.7)', async () => {
  const { call, sent } = fakeSite(() => ok({ reservationId: 7, uuid: '' }))
  await showPart(<AddGuest events={[EVENT]} onAdded={nothing} />, { call })
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ana Lopez')
  await page.getByText('More details, if you have them').click()
  await page.getByRole('textbox', { name: /Emergency contact/ }).fill('Bo Lopez')
  await page.getByRole('checkbox', { name: /Free of charge/ }).click()
  await expect.element(page.getByRole('textbox', { name: /Price/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox', { name: /private link/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Add the reservation' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]?.input.body).toMatchObject({
    createReservationData: {
      eventId: 1,
      email: null,
      emergencyContactName: 'Bo Lopez',
      totalDue: 0,
      amount: 0,
      paymentMethod: null,
    },
  })
})

const moving = {
  ...stay,
  email: 'ruth@example.test',
  status: 'confirmed',
  purgedAt: null,
  options: [],
  event: { id: 3, hasEnded: false, cancelled: false },
  discounts: [0],
  money: {
    price: 90_000,
    extras: 0,
    refunded: { late: 0, overpayment: 0, cancellation: 0, goodwill: 0 },
    withdrawn: 0,
    toCome: 0,
  },
  invoices: [
    { id: 5, reservationId: 7, purpose: 'deposit', amount: 45_000, due: null, partOfPrice: true, paid: true },
  ],
} as unknown as AdminReservation

test('lists each item of an invoice that has more than one item (R37.5)', async () => {
  const [invoice] = moving.invoices
  const lines = [
    { reservationId: 7, description: 'Stay', amount: 35_000 },
    { reservationId: 7, description: 'A room of your own', amount: 10_000 },
  ]
  const rest = { description: null, refunded: 0, withdrawn: 0, disputed: false, paymentMethod: 'card' }
  const invoices = [
    { ...invoice, ...rest, lines },
    { ...invoice, ...rest, id: 6, lines: lines.slice(0, 1) },
  ]
  const reservation = { ...moving, invoices } as AdminReservation
  const { call } = fakeSite(() => refused('stale'))
  await showPart(<InvoiceSection reservation={reservation} onChanged={nothing} />, { call })
  await expect.element(page.getByText('Stay $350.00 · A room of your own $100.00')).toBeVisible()
  await expect.element(page.getByText('Stay $350.00', { exact: true })).not.toBeInTheDocument()
})

test('shows the price and overpayment after a move to another event, and asks before overbooking it (R30.1, R30.2)', async () => {
  const answers = [refused('event_full')]
  const { call, sent } = fakeSite(({ name }, before) =>
    name === 'events.list'
      ? ok({ events: [{ ...EVENT, cost: 100_000, cancelled: false, hasEnded: false }], nextCursor: null })
      : (answers[before] ?? ok({ reservation: { ...moving, event: EVENT } })),
  )
  await showPart(<MoveSection reservation={moving} onChanged={nothing} />, { call })
  await page.getByRole('button', { name: /Move to another retreat/ }).click()
  await expect.element(page.getByRole('definition').getByText('$550.00', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: /Price/ }).fill('400')
  await expect
    .element(page.getByText('To refund the overpaid amount, refund a paid invoice', { exact: false }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Move the guest', exact: true }).click()
  await page.getByRole('button', { name: 'Overbook' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const moves = sent.filter(({ name }) => name === 'booking.moveReservation')
  const body = { id: 7, version: 3, eventId: 1, price: 40_000, sendEmail: true }
  expect(moves.map(({ input }) => input.body)).toEqual([
    { ...body, allowOverbooking: false },
    { ...body, allowOverbooking: true },
  ])
})

test('offers to undo a cancellation, or says why that is impossible (R30.5)', async () => {
  // Uses a new reservation id each time, because the query cache keeps the reply for an id.
  let stays = 100
  const shown = async (undoProblem: UndoProblem | null, words: string) => {
    const { call } = fakeSite(() => ok({ undoProblem }))
    stays += 1
    const gone = { ...moving, id: stays, status: 'cancelled', party: null } as AdminReservation
    const { unmount } = await showPart(<MoveSection reservation={gone} onChanged={nothing} />, { call })
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    const found = offered(/^Undo the cancellation/)
    await unmount()
    return found
  }
  expect(await shown(null, 'The stay can be brought back')).toBe(1)
  expect(await shown('event_full', 'No spaces left')).toBe(0)
  expect(await shown('code_used_up', 'Allow it one more use on the Codes page')).toBe(0)
  expect(await shown('refunded', 'Since the cancellation, money was refunded by hand')).toBe(0)
})

test('offers to undo a cancellation after the reason against the undo has disappeared', async () => {
  let undoProblem: UndoProblem | null = 'code_used_up'
  const { call } = fakeSite(() => ok({ undoProblem }))
  const gone = { ...moving, id: 120, status: 'cancelled', party: null } as AdminReservation
  await showPart(<MoveSection reservation={gone} onChanged={nothing} />, { call })
  await expect.element(page.getByText('Others have used up the code', { exact: false })).toBeVisible()
  undoProblem = null
  // Acts as if the admin returned to this tab. In the meantime the discount code got more uses, so an undo is
  // possible.
  window.dispatchEvent(new Event('visibilitychange'))
  await page.getByRole('button', { name: /^Undo the cancellation/ }).click()
  undoProblem = 'event_full'
  await page.getByRole('button', { name: 'Keep it canceled' }).click()
  await expect.element(page.getByText('No spaces left', { exact: false })).toBeVisible()
})

test("moves a payer together with the party, moves a companion alone, and keeps each guest's discount (R39.6, R41.5)", async () => {
  const told = {
    status: 'confirmed',
    waitsForMailbox: false,
    detailsGiven: true,
    hasEmail: true,
    uuid: null,
    price: 90_000,
    kept: null,
  } as const
  const [ruth, ben] = [
    { ...told, id: 7, customerName: 'Ruth Vance', payer: true },
    { ...told, id: 8, customerName: 'Ben Hale', payer: false },
  ]
  const cleo = { ...ben, id: 9, customerName: 'Cleo Marsh', hasEmail: false }
  const dan = { ...ben, id: 10, customerName: 'Dan Gone', status: 'cancelled' as const }
  const party = { payer: true, members: [ruth, ben, cleo, dan] }
  const { call } = fakeSite(() =>
    ok({ events: [{ ...EVENT, cost: 100_000, cancelled: false, hasEnded: false }], nextCursor: null }),
  )
  await showPart(
    <>
      <MoveSection reservation={{ ...moving, party, discounts: [10_000, 10_000] }} onChanged={nothing} />
      <MoveSection reservation={{ ...moving, party: { ...party, payer: false } }} onChanged={nothing} />
    </>,
    { call },
  )
  await expect.element(page.getByText(/Someone else pays for this guest/)).toBeVisible()
  await expect.element(page.getByText(/The whole party moves/)).toBeVisible()
  await page.getByRole('button', { name: /Move to another retreat/ }).click()
  await expect
    .element(page.getByText(/^If empty: \$1,800.00 for 2 guests, with \$200.00 off by their code/))
    .toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Email Ruth Vance and Ben Hale' })).toBeChecked()
  await expect
    .element(page.getByText('We have no email address for Cleo Marsh. Please call them.'))
    .toBeVisible()
})
