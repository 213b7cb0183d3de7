import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OpenBalance } from '#domain/booking/open-balances/contract.ts'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { BalanceTable } from './balance-table.tsx'

const DELETED: OpenBalance = {
  reservationId: 17,
  why: 'deleted',
  amount: 125_000,
  deposits: 58_725,
  refunds: 66_275,
  guest: null,
  event: null,
  together: [18],
}
const FAILED: OpenBalance = {
  reservationId: 21,
  why: 'not_refunded',
  amount: 45_000,
  deposits: 45_000,
  refunds: 0,
  guest: 'Ruth Vance',
  event: { name: 'Star Week', urlName: 'star-week' },
  together: [],
}
const OPEN = { total: 170_000, balances: [DELETED, FAILED] }
const NOTHING = { total: 0, balances: [] }

const dialog = page.getByRole('dialog')
const bodyOf = (sent: ReturnType<typeof fakeSite>['sent']) =>
  sent.flatMap(({ name, input }) => (name === 'openBalances.settle' ? [input.body] : []))

test('names each open balance by its number, and links to the reservation while it exists (R49.6)', async () => {
  await showPart(<BalanceTable seed={OPEN} />)
  await expect.element(page.getByText('Reservation 17, deleted')).toBeVisible()
  await expect.element(page.getByText('Deposit, and $662.75 to refund by hand')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ruth Vance' }))
    .toHaveAttribute('href', '/reservation/21')
})

test('keeps a balance as income only with a reason, and says if someone else has settled it (R49.6)', async () => {
  const { call, sent } = fakeSite(() => refused('not_open'))
  await showPart(<BalanceTable seed={OPEN} />, { call })
  await page.getByRole('button', { name: /reservation 21/ }).click()
  await dialog.getByLabelText(/^What happens to the money/).selectOptions('income')
  await dialog.getByRole('button', { name: 'Keep the money' }).click()
  await expect.element(dialog.getByText('Required', { exact: true })).toBeVisible()
  await dialog.getByLabelText(/^Reason/).fill('The guest waived it')
  await dialog.getByRole('button', { name: 'Keep the money' }).click()
  await expect.element(dialog.getByText('Refused: not_open.')).toBeVisible()
  expect(bodyOf(sent)).toEqual([
    { reservationId: 21, as: 'income', reason: 'The guest waived it', open: 45_000 },
  ])
})

test('records a refund of a part by hand with its number, and removes what is settled (R49.6)', async () => {
  const { call, sent } = fakeSite(() => ok(NOTHING))
  await showPart(<BalanceTable seed={OPEN} />, { call })
  await page.getByRole('button', { name: 'Settle… $1,250.00 of reservation 17' }).click()
  await expect
    .element(dialog.getByText(/A refund of \$662\.75 is due\. .* also for reservation 18/))
    .toBeVisible()
  await expect.element(dialog.getByText(/Please don’t name the guest/)).toBeVisible()
  await expect.element(dialog.getByText('At most $1,250.00. The rest stays open.')).toBeVisible()
  await dialog.getByLabelText(/^Amount/).fill('700')
  await dialog.getByLabelText(/^Check or transfer number/).fill('1042')
  await dialog.getByLabelText(/^Reason/).fill('Weather')
  await dialog.getByRole('button', { name: 'Record the refund' }).click()
  await expect
    .poll(() => bodyOf(sent))
    .toEqual([
      {
        reservationId: 17,
        as: 'refund',
        amount: 70_000,
        method: 'check',
        reference: '1042',
        reason: 'Weather',
        open: 125_000,
      },
    ])
  await expect.element(page.getByText(/^Nothing is open/)).toBeVisible()
})
