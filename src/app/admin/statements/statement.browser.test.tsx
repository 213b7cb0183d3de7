import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import {
  type Closing,
  closeMonth,
  postAdjustment,
  type Statement,
  type StatementAccounts,
} from '#domain/money/statements/contract.ts'
import { ACCOUNT_KEYS, ACCOUNT_NAMES } from '#domain/money/statements/domain/accounts.ts'
import { AdjustmentButton } from './adjustment.tsx'
import { ClosingPanel, Downloads } from './closing.tsx'
import { StatementView } from './statement.tsx'

const stay = { eventId: 3, name: 'Desert Cooking', urlName: 'desert-cooking', day: '2026-12-13', guests: 2 }
const accounts = Object.fromEntries(
  ACCOUNT_KEYS.map((key) => [key, { name: ACCOUNT_NAMES[key], code: '' }]),
) as StatementAccounts['accounts']
const statement: Statement = {
  month: '2026-10',
  closedAt: null,
  isOver: true,
  readUntil: '2026-11-02T10:00:00.000Z',
  balances: ACCOUNT_KEYS.map((account) => ({ account, opening: 0, debits: 0, credits: 0, closing: 0 })),
  opening: 0,
  charges: 0,
  refunds: 0,
  disputes: 0,
  fees: 0,
  other: 0,
  adjustments: 0,
  net: 0,
  paidOut: 0,
  closing: 0,
  payouts: [],
  open: [],
  byHand: [],
  owed: { stays: [{ ...stay, amount: 48_002 }], refunds: 0, total: 48_002, before: 0 },
  income: { retreat: 125_000, cancellation: 0 },
  taxes: [{ taxId: 1, name: 'Lodging tax (8.25%)', amount: 9_527 }],
  discounts: 0,
  untold: { count: 0, amount: 0 },
  accounts: { accounts, taxRate: 'Tax Exempt' },
}
const closing: Closing = {
  month: '2026-10',
  closedAt: null,
  isOver: true,
  months: ['2026-09', '2026-10'],
  entries: 12,
  open: {
    unread: false,
    readUntil: '2026-11-02T10:00:00.000Z',
    untold: { count: 0, amount: 0 },
    undeposited: 86_115,
    refunds: 66_275,
    deposits: [
      { reservationId: 12, eventName: 'Desert Cooking', amount: 45_000, exists: true },
      { reservationId: 13, eventName: null, amount: 140_000, exists: false },
    ],
  },
}

/**
 * Switches the page between screen and print.
 * @param name `print`, or empty for the screen
 */
const media = (name: string) =>
  (cdp() as unknown as { send: (method: string, params: object) => Promise<void> }).send(
    'Emulation.setEmulatedMedia',
    { media: name },
  )

test("prints the statement's list of deposits for upcoming stays as a table, not as cards", async () => {
  // The width in pixels of a printed Letter page without its margins.
  await page.viewport(680, 900)
  await media('print')
  try {
    await showPart(<StatementView statement={statement} />)
    const table = page.getByRole('table', { name: 'Deposits for upcoming stays' })
    // The browser loads the table's stylesheet separately, so the test waits for a style in it.
    await expect.poll(() => getComputedStyle(table.element()).display).toBe('block')
    const topOf = (name: string) =>
      table.getByText(name, { exact: true }).element().getBoundingClientRect().top
    await expect.poll(() => Math.abs(topOf('Desert Cooking') - topOf('$480.02'))).toBeLessThan(8)
  } finally {
    await media('')
    await page.viewport(390, 844)
  }
})

test('shows what the accounts hold: what is owed and income grow with credits (R49.1)', async () => {
  const balances = statement.balances.map((balance) =>
    balance.account === 'guest_deposits'
      ? { ...balance, opening: -10_000, debits: 2_500, credits: 40_502, closing: -48_002 }
      : balance,
  )
  await showPart(<StatementView statement={{ ...statement, balances }} />)
  const row = page
    .getByRole('table', { name: 'All accounts' })
    .getByRole('row')
    .filter({ hasText: 'Guest deposits' })
  await expect.element(row).toMatchTextContent(/100\.00[^]*25\.00[^]*405\.02[^]*480\.02/)
  await expect.element(page.getByText('Lodging tax (8.25%)')).toBeVisible()
  await expect.element(page.getByText('This month is open and may change.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Close October 2026' }))
    .toHaveAttribute('href', '#statement-closing')
})

test('closes a month only after it has said what that means and what is still open (R49.3)', async () => {
  const { call, sent } = fakeSite((_sent, before) =>
    before === 0 ? refused('unavailable') : ok({ month: '2026-10', closedAt: '2026-11-03T18:00:00.000Z' }),
  )
  await showPart(<ClosingPanel closing={closing} />, { call })
  await page.getByRole('button', { name: 'Close October 2026…' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Close October 2026?' })
  await expect.element(dialog).toMatchTextContent('It closes September 2026 to October 2026: 12 entries.')
  await expect.element(dialog).toMatchTextContent('You cannot open it again.')
  await expect.element(dialog).toMatchTextContent('not deposited at the bank: $861.15')
  await expect.element(dialog).toMatchTextContent('Refunds owed to guests: $662.75')
  await expect.element(dialog).toMatchTextContent('Deposits of guests who are not coming: $1,850.00')
  // Enter must not leave the page or close the month by accident.
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Close October 2026' }).click()
  await expect.element(dialog).toMatchTextContent('Refused: unavailable.')
  await dialog.getByRole('button', { name: 'Close October 2026' }).click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  const body = { month: '2026-10' }
  expect(sent).toEqual([
    { name: closeMonth.name, input: { body } },
    { name: closeMonth.name, input: { body } },
  ])
})

const linkOf = (name: string) => page.getByRole('link', { name })

test('links what is still open to the page that settles it, before the month is closed (R49.3)', async () => {
  await showPart(<ClosingPanel closing={closing} />)
  await expect.element(linkOf('Record a deposit')).toHaveAttribute('href', '/admin/checks')
  await expect.element(linkOf('reservation 12, Desert Cooking')).toHaveAttribute('href', '/reservation/12')
  await expect.element(linkOf('reservation 13 (deleted)')).toHaveAttribute('href', '/admin/open-balances')
})

test('asks before the first download of a month that is over, because it closes the month (R49.3)', async () => {
  const { call, sent } = fakeSite(() => ok())
  await showPart(<Downloads statement={statement} closing={closing} />, { call })
  await page.getByRole('button', { name: 'Download for QuickBooks' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toMatchTextContent('Downloading October 2026 closes it:')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])
})

test('downloads a closed month without a question, and warns of downloads of a month that is not over (R49.3)', async () => {
  const closed = { ...statement, closedAt: '2026-11-03T18:00:00.000Z' }
  const view = await showPart(<Downloads statement={closed} closing={closing} />)
  await expect
    .element(page.getByRole('link', { name: 'Download table (CSV)' }))
    .toHaveAttribute('href', '/api/auth/statement/export?month=2026-10&form=lines')
  await expect.element(page.getByText(/open, may change/)).not.toBeInTheDocument()
  await view.unmount()
  await showPart(<Downloads statement={{ ...statement, isOver: false }} closing={closing} />)
  await expect.element(page.getByText(/marked “open, may change”/)).toBeVisible()
})

test('offers Xero once each account has a code, and until then names the accounts without one (R40.4)', async () => {
  const coded = Object.fromEntries(
    ACCOUNT_KEYS.map((key) => [key, { name: ACCOUNT_NAMES[key], code: key === 'fees' ? '' : '600' }]),
  ) as StatementAccounts['accounts']
  const some = { ...statement, accounts: { accounts: coded, taxRate: 'Tax Exempt' } }
  const view = await showPart(<Downloads statement={some} closing={closing} />)
  await expect.element(page.getByText('For Xero, please enter the code of: Payment fees.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download for Xero' })).not.toBeInTheDocument()
  await view.unmount()
  const all = {
    ...some,
    accounts: { ...some.accounts, accounts: { ...coded, fees: { name: 'F', code: '9' } } },
  }
  await showPart(<Downloads statement={all} closing={closing} />)
  await expect.element(page.getByRole('button', { name: 'Download for Xero' })).toBeVisible()
})

test('posts an adjustment once, and shows at each field what is wrong with it (R49.1)', async () => {
  const day = 'October 2026 is closed. Please choose November 1, 2026, or a later day'
  const { call, sent } = fakeSite((_sent, before) =>
    before === 0
      ? refused('invalid', { status: 400, fields: { day } })
      : ok({ entry: { id: 7, number: 'TM-7', day: '2026-11-03' } }),
  )
  await showPart(<AdjustmentButton accounts={statement.accounts} />, { call })
  await page.getByRole('button', { name: 'Add an adjustment…' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Post the adjustment' }).click()
  await expect.poll(() => form.getByText('Required', { exact: true }).elements().length).toBe(4)
  await form.getByLabelText('Account to debit').selectOptions('Bank')
  await form.getByLabelText('Account to credit').selectOptions('Other card money')
  await form.getByLabelText('Amount in dollars').fill('0')
  await form.getByLabelText('Reason').fill('A gift card')
  await form.getByRole('button', { name: 'Post the adjustment' }).click()
  await expect.element(form.getByText('Please enter more than $0.00')).toBeVisible()
  await form.getByLabelText('Amount in dollars').fill('123.45')
  await form.getByLabelText(/^Day/).fill('2026-10-31')
  await form.getByRole('button', { name: 'Post the adjustment' }).click()
  await expect.element(form.getByText(day)).toBeVisible()
  await form.getByLabelText(/^Day/).fill('')
  await form.getByRole('button', { name: 'Post the adjustment' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const [first, second] = sent.map(({ input }) => input.body)
  expect(second).toEqual({
    debit: 'bank',
    credit: 'other',
    amount: 12_345,
    day: null,
    reservationId: null,
    memo: 'A gift card',
    attempt: first?.['attempt'],
  })
  expect(sent[0]?.name).toBe(postAdjustment.name)
})
