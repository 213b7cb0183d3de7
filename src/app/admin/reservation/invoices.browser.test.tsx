/** Tests what the invoices of a reservation show and offer, and that they use the width of the page. */
import type { ReactNode } from 'react'
import { expect, onTestFinished, test } from 'vitest'
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

/** Returns the names of the buttons that stand out. */
const mainButtons = () =>
  [...document.querySelectorAll('.button-main')].map((button) => button.getAttribute('aria-label'))

test('makes one payment button stand out: of the invoice that is due first', async () => {
  const { unmount } = await showInvoices()
  expect(mainButtons()).toEqual(['Record a payment, invoice 64'])
  await unmount()
  const invoices = [{ ...INVOICES[0], id: 70, due: null }, INVOICES[0]] as AdminReservation['invoices']
  const onlyTwo = await showInvoices({ invoices })
  expect(mainButtons()).toEqual(['Record a payment, invoice 62'])
  await onlyTwo.unmount()
  await showInvoices({ status: 'cancelled' })
  expect(mainButtons()).toEqual([])
})

/** The narrowest that the part of a page beside the rail is on a laptop with a window of 1280 pixels. */
const LAPTOP = { window: 1280, rail: 216 }

/** Returns the number of lines on which an element's text is. */
function linesOf(element: Element): number {
  const range = document.createRange()
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const middles: number[] = []
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode)
    for (const { top, bottom, width } of range.getClientRects())
      if (width > 0) middles.push((top + bottom) / 2)
  }
  middles.sort((one, other) => one - other)
  return middles.filter((middle, at) => at === 0 || middle - (middles[at - 1] ?? 0) > 8).length
}

async function showOnLaptop(part: ReactNode) {
  await page.viewport(LAPTOP.window, 900)
  onTestFinished(() => page.viewport(390, 844))
  await showPart(<div style={{ paddingInlineStart: LAPTOP.rail }}>{part}</div>)
}

test('keeps the facts of an invoice on one line of a laptop, and its details and buttons below it (R12.2)', async () => {
  await showOnLaptop(<InvoiceSection reservation={payer} onChanged={nothing} />)
  for (const row of rows()) {
    const [more, ...facts] = [...row.children].toReversed()
    expect(facts.map(linesOf)).toEqual([1, 1, 1, 1])
    const [details, buttons] = [...(more?.firstElementChild?.children ?? [])] as [Element, Element]
    expect(linesOf(buttons)).toBe(1)
    expect(linesOf(details)).toBeLessThanOrEqual(3)
  }
})

test('uses the whole width of a laptop, with all amounts at its end and the amounts of the stay below them', async () => {
  await showOnLaptop(<InvoiceSection reservation={payer} onChanged={nothing} />)
  const { left, right } = page
    .getByRole('heading', { name: 'Invoices' })
    .element()
    .parentElement!.getBoundingClientRect()
  const table = page.getByRole('table', { name: 'Invoices' }).element().getBoundingClientRect()
  expect([table.left, table.right]).toEqual([left, right])
  const sums = document.querySelectorAll('.book-sum, .money-table td > span')
  expect(sums.length).toBeGreaterThan(8)
  for (const sum of sums) expect(Math.abs(right - sum.getBoundingClientRect().right)).toBeLessThan(3)
})

test('ends a long name of an invoice in an ellipsis on a laptop, with the whole name as its title', async () => {
  await showOnLaptop(<InvoiceSection reservation={payer} onChanged={nothing} />)
  const name = page
    .getByText(/^Leather lesson for all of us/)
    .element()
    .closest('[title]')
  expect(name?.getAttribute('title')).toBe(INVOICES[2]?.description)
  expect(name?.scrollWidth).toBeGreaterThan(name?.clientWidth ?? 0)
})

test.each([320, 390, 640])(
  'shows the name and the amount of an invoice first on a screen of %d pixels',
  async (width) => {
    await page.viewport(width, 844)
    onTestFinished(() => page.viewport(390, 844))
    await showInvoices()
    for (const row of rows()) {
      const name = row.querySelector('th')!.getBoundingClientRect()
      const amount = row.querySelector('.book-sum')!.getBoundingClientRect()
      expect(Math.abs(amount.top - name.top)).toBeLessThan(12)
      expect(amount.left).toBeGreaterThanOrEqual(name.right)
      for (const act of row.querySelectorAll('button, a'))
        expect(act.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
