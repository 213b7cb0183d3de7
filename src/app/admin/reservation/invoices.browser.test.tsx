/** Tests what the invoices of a reservation show and offer, and that they use the width of the page. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import type { Role } from '#shared/roles.ts'
import { stayMoney } from '#test/support/booking/stay-money.ts'
import { showPart } from '#test/support/app/show-part.tsx'
import { InvoiceSection } from './invoice-section.tsx'

const nothing = () => {}

const member = { status: 'confirmed', payer: false, kept: null, price: 65_000 }
const MEMBERS = [
  { ...member, id: 7, customerName: 'Leo Pruitt', payer: true },
  { ...member, id: 8, customerName: 'Mina Whitlock' },
  { ...member, id: 9, customerName: 'Noel Garcia' },
  { ...member, id: 10, customerName: 'Rosa Lujan', status: 'cancelled', price: 8_125 },
]
const stayLines = (ids: number[]) =>
  ids.map((reservationId) => ({ reservationId, description: 'Stay', amount: 32_500 }))

const usual = {
  reservationId: 7,
  description: null,
  partOfPrice: true,
  paid: false,
  datePaid: null,
  paymentMethod: null,
  card: null,
  reference: null,
  memo: null,
  due: '2099-12-15',
  dateSent: null,
  refunded: 0,
  withdrawn: 0,
  disputed: false,
  lines: [],
}
const INVOICES = [
  { ...usual, id: 62, purpose: 'remainder', amount: 97_500, lines: stayLines([7, 8, 9]) },
  {
    ...usual,
    id: 61,
    purpose: 'deposit',
    amount: 130_000,
    due: '2026-11-06',
    paid: true,
    datePaid: '2026-11-06T18:00:00Z',
    paymentMethod: 'card',
    card: 'Visa 4242',
    refunded: 24_375,
    lines: stayLines([7, 8, 9, 10]),
  },
  {
    ...usual,
    id: 63,
    purpose: 'other',
    description: 'Leather lesson for all of us, and the hides that go home with us afterwards, part',
    partOfPrice: false,
    amount: 5_000,
    due: '2026-11-10',
    paid: true,
    datePaid: '2026-11-30T18:00:00Z',
    paymentMethod: 'check',
    reference: '1042',
    memo: 'left at the gate',
  },
  {
    ...usual,
    id: 64,
    purpose: 'other',
    description: 'Hides',
    partOfPrice: false,
    amount: 7_000,
    due: '2026-11-10',
    dateSent: '2026-11-12T18:00:00Z',
  },
]

const payer = {
  id: 7,
  version: 3,
  customerName: 'Leo Pruitt',
  email: 'leo@example.test',
  status: 'confirmed',
  purgedAt: null,
  party: { payer: true, members: MEMBERS },
  options: [],
  invoices: INVOICES,
  totalDue: 215_125,
  totalPaid: 110_625,
  money: stayMoney(203_125),
} as unknown as AdminReservation

const showInvoices = (changes: Partial<AdminReservation> = {}, role: Role = 'owner') =>
  showPart(<InvoiceSection reservation={{ ...payer, ...changes }} onChanged={nothing} />, { role })

const rows = () => page.getByRole('table', { name: 'Invoices' }).getByRole('row').elements().slice(1)

/** Returns the names of the buttons and links in each invoice's row. */
const actsOf = () =>
  rows().map((row) =>
    [...row.querySelectorAll('button, a')].map((act) =>
      (act.getAttribute('aria-label') ?? act.textContent).replace(/,? ?invoice \d+.*/, ''),
    ),
  )

test('shows of each invoice its name, number, day, status, payment, parts and amount', async () => {
  await showInvoices()
  const words = rows().map((row) => row.textContent)
  const expected = [
    ['$975.00', 'Remainder', 'Invoice #62', 'Tue, Dec 15, 2099', 'Unpaid', 'Leo Pruitt: Stay $325.00'],
    ['$1,300.00', 'Deposit', 'Invoice #61', 'Fri, Nov 6, 2026', 'Partial refund: $243.75'],
    ['$50.00', 'Leather lesson', 'Invoice #63, extra charge', 'Tue, Nov 10, 2026', 'Paid'],
    ['$70.00', 'Hides', 'Invoice #64, extra charge', 'Tue, Nov 10, 2026', 'Overdue'],
  ]
  for (const [at, facts] of expected.entries()) for (const fact of facts) expect(words[at]).toContain(fact)
  expect(words[0]).toContain('Noel Garcia: Stay $325.00')
  expect(words[1]).toContain('Paid on Fri, Nov 6, 2026 with Visa 4242.')
  expect(words[1]).toContain('Rosa Lujan (canceled): Stay $325.00')
  expect(words[2]).toContain('Paid on Mon, Nov 30, 2026 by check, number 1042.')
  expect(words[2]).toContain('Note: left at the gate')
  expect(words[3]).toContain('Reminder sent on Thu, Nov 12, 2026.')
})

const UNPAID = ['Record a payment', 'Send reminder', 'Edit', 'Delete']

test('offers for each invoice what its status and the role allow, and the front desk no refund (R14.11)', async () => {
  const { unmount } = await showInvoices()
  expect(actsOf()).toEqual([
    UNPAID,
    ['Receipt', 'Refund', 'Edit'],
    ['Receipt', 'Refund', 'Mark as unpaid', 'Edit', 'Delete'],
    UNPAID,
  ])
  await unmount()
  await showInvoices({}, 'desk')
  expect(actsOf()).toEqual([
    UNPAID,
    ['Receipt', 'Edit'],
    ['Receipt', 'Mark as unpaid', 'Edit', 'Delete'],
    UNPAID,
  ])
})

test('offers only the receipts after the purge', async () => {
  await showInvoices({ purgedAt: '2100-01-01T00:00:00Z' })
  expect(actsOf()).toEqual([[], ['Receipt'], ['Receipt'], []])
  await expect.element(page.getByRole('button', { name: 'Add invoice' })).not.toBeInTheDocument()
})
