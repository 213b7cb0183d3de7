import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeSite, ok, showPart } from '#test/support/app/show-part.tsx'
import type { Found } from '#domain/desk/search/contract.ts'
import SearchDialog from './search-dialog.tsx'

const event = {
  id: 3,
  name: 'Leather & Light',
  urlName: 'leather',
  startDateDate: '2027-07-01',
  endDateDate: '2027-07-05',
  cancelled: false,
}
const ann = {
  id: 12,
  customerName: 'Ann Lee',
  status: 'cancelled',
  waitsForMailbox: false,
  email: null,
  phone: '505-555-7781',
  event,
}
const found = {
  guests: [ann],
  waitlist: [{ id: 4, customerName: 'Ann Orr', email: null, phone: null, state: 'waiting', event }],
  events: [],
  invoices: [],
  next: 12,
  nextEntry: 4,
} as Found
const older = {
  ...found,
  guests: [{ ...ann, id: 2, customerName: 'Old Ann' }],
  waitlist: [],
  next: null,
  nextEntry: null,
}

test('sends a search after a pause in typing, and moves through the results by the arrow keys (R30.9)', async () => {
  const { call, sent } = fakeSite(({ input }) => ok(input.query?.['before'] ? older : found))
  await showPart(<SearchDialog open onClose={() => undefined} />, { call })
  const field = page.getByRole('searchbox')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('ann')
  const guest = page.getByRole('link', { name: /Ann Lee/ })
  await expect.element(guest.getByText('Canceled', { exact: true })).toBeVisible()
  const waitlist = page.getByRole('region', { name: 'On a waitlist' })
  await expect.element(waitlist.getByText('Waiting', { exact: true })).toBeVisible()
  expect(sent.map(({ input }) => input.query)).toEqual([{ q: 'ann' }])

  await page.getByRole('button', { name: 'Look further back' }).click()
  await expect.element(page.getByRole('link', { name: /Old Ann/ })).toBeVisible()
  expect(sent.at(-1)?.input.query).toEqual({ q: 'ann', before: 12, beforeEntry: 4 })

  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(guest).toHaveFocus()
  await expect.element(guest).toHaveAttribute('href', '/reservation/12')
})
