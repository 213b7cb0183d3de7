import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ranchDay } from '#shared/days.ts'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import {
  createDepositSlip,
  type DepositSlip,
  getChecks,
  type Received,
  type Register,
  undoDepositSlip,
} from '#domain/money/slips/contract.ts'
import { CheckRegister } from './register.tsx'
import { SlipView } from './slip.tsx'

const CHECK: Received = {
  paymentId: 17,
  day: '2027-05-03',
  method: 'check',
  reference: '1042',
  amount: 30_000,
  toDeposit: 30_000,
  slip: null,
  reservationId: 7,
  customerName: 'Ruth Vance',
  eventName: 'Leather & Light',
}
const CASH: Received = {
  ...CHECK,
  paymentId: 18,
  method: 'cash',
  reference: null,
  amount: 5_000,
  toDeposit: 4_000,
}
const DEPOSITED: Received = {
  ...CHECK,
  paymentId: 16,
  reference: '1041',
  toDeposit: 0,
  slip: { id: 2, depositedOn: '2027-05-01' },
  customerName: null,
}
const REGISTER: Register = {
  from: '2027-02-05',
  until: '2027-05-06',
  received: [DEPOSITED, CHECK, CASH],
  transfers: [{ ...CHECK, paymentId: 19, method: 'transfer', reference: 'FED 8', toDeposit: 0 }],
  refunds: [
    {
      refundId: 4,
      day: '2027-05-02',
      reference: '501',
      amount: 8_200,
      reservationId: null,
      customerName: null,
      eventName: null,
    },
  ],
  slips: [{ id: 2, depositedOn: '2027-05-01', payments: 1, checks: 30_000, cash: 0, total: 30_000 }],
  older: { count: 2, amount: 12_345 },
}
const SLIP: DepositSlip = {
  id: 3,
  depositedOn: '2027-05-06',
  createdAt: '2027-05-06T18:00:00.000Z',
  payments: [
    { paymentId: 17, method: 'check', reference: '1042', amount: 30_000, reservationId: 7, returnedOn: null },
    {
      paymentId: 20,
      method: 'check',
      reference: null,
      amount: 100,
      reservationId: 8,
      returnedOn: '2027-05-09',
    },
    { paymentId: 18, method: 'cash', reference: null, amount: 4_000, reservationId: 7, returnedOn: null },
    { paymentId: 21, method: 'cash', reference: null, amount: 500, reservationId: 9, returnedOn: null },
  ],
  checks: 30_100,
  cash: 4_500,
  total: 34_600,
  undoable: true,
}

const rowOf = (table: string, name: RegExp) =>
  page.getByRole('table', { name: table }).getByRole('row', { name })
const box = (name: RegExp) => page.getByRole('checkbox', { name })

test('records the chosen cash and checks as one deposit, and shows what the API refuses (R49.7)', async () => {
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name === getChecks.name) return ok(REGISTER)
    return before === 0
      ? refused('already_deposited', { message: 'Check 1042 of $300.00 is already in deposit slip 9.' })
      : ok({ slip: SLIP })
  })
  await showPart(<CheckRegister seed={REGISTER} />, { call })
  await expect.element(page.getByText(/2 earlier payments of \$123\.45 in total/)).toBeVisible()
  await expect.element(box(/payment 16$/)).not.toBeInTheDocument()
  const record = page.getByRole('button', { name: /^Record the deposit/ })
  await expect.element(record).toHaveAttribute('aria-disabled', 'true')
  await box(/^Choose all/).click()
  await expect.element(page.getByRole('button', { name: 'Record the deposit of $340.00' })).toBeVisible()
  await box(/^Deposit Cash of \$40\.00, payment 18$/).click()
  await record.click()
  await expect.element(page.getByText('Check 1042 of $300.00 is already in deposit slip 9.')).toBeVisible()
  await box(/payment 18$/).click()
  await page.getByLabelText(/^Deposited on/).fill('2027-05-06')
  await record.click()
  await expect
    .element(page.getByRole('link', { name: 'Print the slip' }))
    .toHaveAttribute('href', '/admin/checks/slip/3')
  const inputs = sent.filter(({ name }) => name === createDepositSlip.name).map(({ input }) => input.body)
  expect(inputs).toEqual([
    { paymentIds: [17], depositedOn: ranchDay(new Date()) },
    { paymentIds: [17, 18], depositedOn: '2027-05-06' },
  ])
  expect(sent.filter(({ name }) => name === getChecks.name)).not.toHaveLength(0)
})

test('shows the error at the field if the day of a deposit is wrong', async () => {
  const words = 'That is in the future. Please choose today or an earlier day'
  const { call } = fakeSite(() => refused('invalid', { fields: { depositedOn: words } }))
  await showPart(<CheckRegister seed={REGISTER} />, { call })
  await box(/payment 17$/).click()
  await page.getByRole('button', { name: /^Record the deposit/ }).click()
  await expect.element(page.getByLabelText(/^Deposited on/)).toHaveAccessibleDescription(new RegExp(words))
})

test('asks for the day of a deposit before it sends anything', async () => {
  const { call, sent } = fakeSite(() => ok({ slip: SLIP }))
  await showPart(<CheckRegister seed={REGISTER} />, { call })
  await box(/payment 17$/).click()
  await page.getByLabelText(/^Deposited on/).fill('')
  await page.getByRole('button', { name: /^Record the deposit/ }).click()
  await expect.element(page.getByLabelText(/^Deposited on/)).toHaveAccessibleDescription(/Required/)
  expect(sent.filter(({ name }) => name === createDepositSlip.name)).toEqual([])
})

test('shows each payment in two or three short lines on a phone, and its amount at the end of the first', async () => {
  const received = Array.from({ length: 50 }, (_, at) => ({ ...CHECK, paymentId: 100 + at }))
  await showPart(<CheckRegister seed={{ ...REGISTER, from: '2027-02-06', received }} />)
  const table = page.getByRole('table', { name: 'Cash and checks received' }).element()
  await expect.poll(() => table.getBoundingClientRect().height).toBeLessThan(50 * 84)
  const [row] = table.querySelectorAll('tbody tr')
  const name = row?.querySelector('th')?.getBoundingClientRect()
  const amount = row?.querySelector('.data-table-amount')?.getBoundingClientRect()
  expect(amount?.top).toBeLessThan(name?.bottom ?? 0)
  expect(amount?.right).toBeCloseTo(row?.getBoundingClientRect().right ?? 0, 0)
})

test('offers earlier payments that are not deposited, as long as a register can be that long', async () => {
  const view = await showPart(<CheckRegister seed={REGISTER} />)
  const earlier = page.getByRole('link', { name: 'Show an earlier year too' })
  await expect.element(earlier).toHaveAttribute('href', '/admin/checks?from=2026-02-05&until=2027-05-06')
  await view.unmount()
  await showPart(<CheckRegister seed={{ ...REGISTER, from: '2025-05-06' }} />)
  await expect.element(page.getByText(/2 earlier payments/)).toBeVisible()
  await expect.element(earlier).not.toBeInTheDocument()
})

test('links guests who are still known, and each deposit, and lists transfers and refunds apart', async () => {
  await showPart(<CheckRegister seed={REGISTER} />)
  const received = rowOf('Cash and checks received', /Check 1041/)
  await expect.element(received.getByText('Reservation 7')).toBeVisible()
  await expect
    .element(received.getByRole('link', { name: 'Sat, May 1, 2027' }))
    .toHaveAttribute('href', '/admin/checks/slip/2')
  await expect
    .element(rowOf('Cash and checks received', /Check 1042/).getByRole('link', { name: 'Ruth Vance' }))
    .toHaveAttribute('href', '/reservation/7')
  const cash = rowOf('Cash and checks received', /Cash/)
  await expect.element(cash.getByText('$40.00')).toBeVisible()
  await expect.element(cash.getByText('left after a refund in cash')).toBeVisible()
  await expect.element(rowOf('Bank transfers received', /Transfer FED 8/)).toBeVisible()
  await expect.element(rowOf('Refunds by check', /Check 501/).getByText('$82.00')).toBeVisible()
})

test('lists each check of a slip, the cash in one amount, and what the bank returned', async () => {
  await showPart(<SlipView slip={SLIP} onUndone={() => {}} />)
  const checks = page.getByRole('table', { name: 'Checks' })
  await expect.element(checks.getByRole('row', { name: /1042/ }).getByText('$300.00')).toBeVisible()
  await expect.element(checks.getByRole('row', { name: /No number/ }).getByText('$1.00')).toBeVisible()
  expect(checks.getByRole('row').elements()).toHaveLength(3)
  for (const [term, amount] of [
    ['2 checks', '$301.00'],
    ['Cash', '$45.00'],
    ['Total deposited', '$346.00'],
  ] as const) {
    const row = page.getByText(term, { exact: true }).element().closest('div')
    expect(row?.textContent).toBe(`${term}${amount}`)
  }
  await expect
    .element(page.getByText(/Check without a number of \$1\.00 left the bank again on Sun, May 9, 2027/))
    .toBeVisible()
})

test('undoes a slip after a confirmation, and offers that only while its month is open', async () => {
  const { call, sent } = fakeSite(() => ok({}))
  let undone = 0
  const shown = await showPart(<SlipView slip={SLIP} onUndone={() => (undone += 1)} />, { call })
  await page.getByRole('button', { name: 'Undo this deposit' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Undo deposit slip 3?' })
  await dialog.getByRole('button', { name: 'Undo the deposit' }).click()
  await expect.poll(() => undone).toBe(1)
  expect(sent).toEqual([{ name: undoDepositSlip.name, input: { query: { id: 3 } } }])
  await shown.unmount()
  await showPart(<SlipView slip={{ ...SLIP, undoable: false }} onUndone={() => {}} />)
  await expect.element(page.getByText(/The month of this deposit is closed/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Undo this deposit' })).not.toBeInTheDocument()
})
