import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeSite, ok, showPart } from '#test/support/app/show-part.tsx'
import type { Found } from '#domain/desk/search/contract.ts'
import { permissionsOf, type Role } from '#shared/roles.ts'
import { groupsFor } from '#app/admin/frame/places.ts'
import Palette from './palette.tsx'

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
  payments: [
    {
      id: 9,
      amount: 201_275,
      method: 'check',
      paidAt: '2027-05-06T18:00:00Z',
      reservationId: 12,
      customerName: 'Ann Lee',
      event,
    },
  ],
  next: 12,
  nextEntry: 4,
} as Found
const older = {
  ...found,
  guests: [{ ...ann, id: 2, customerName: 'Old Ann' }],
  waitlist: [],
  payments: [],
  next: null,
  nextEntry: null,
}

const option = (name: string | RegExp) => page.getByRole('option', { name })

async function showPalette(role: Role = 'owner') {
  const { call, sent } = fakeSite(({ input }) => ok(input.query?.['before'] ? older : found))
  const groups = groupsFor(permissionsOf(role))
  await showPart(<Palette open groups={groups} onClose={() => undefined} />, { call, role })
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  return sent
}

test('sends a search after a pause in typing, and looks further back (R30.9)', async () => {
  const sent = await showPalette()
  await userEvent.keyboard('ann')
  await expect.element(option(/^Ann Lee/)).toBeVisible()
  await expect.element(option(/^Ann Orr Waiting Leather/)).toBeVisible()
  await expect
    .element(option(/\$2,012\.75 paid by check/))
    .toHaveAttribute('href', '/reservation/12#invoices')
  expect(sent.map(({ input }) => input.query)).toEqual([{ q: 'ann' }])
  await option('Look further back').click()
  await expect.element(option(/^Old Ann/)).toBeVisible()
  expect(sent.at(-1)?.input.query).toEqual({ q: 'ann', before: 12, beforeEntry: 4 })
})

test('finds a page by a word that is not in its name, without a request for one letter', async () => {
  const sent = await showPalette()
  await userEvent.keyboard('discount')
  await expect.element(option(/^Codes/)).toHaveAttribute('href', '/admin/codes')
  await userEvent.clear(page.getByRole('combobox'))
  await userEvent.keyboard('s')
  await expect.element(option(/^System/)).toBeVisible()
  expect(sent.map(({ input }) => input.query?.['q'])).not.toContain('s')
})

test('offers "Record a payment for Ann Lee" when the person types that act, and searches only for the name', async () => {
  const sent = await showPalette()
  await userEvent.keyboard('record a payment for ann')
  await expect
    .element(option(/^Record a payment for Ann Lee/))
    .toHaveAttribute('href', '/reservation/12?do=payment#invoices')
  expect(sent.at(-1)?.input.query).toEqual({ q: 'ann' })
})

test('moves through the results by the arrow keys, and opens one by Enter', async () => {
  await showPalette()
  await userEvent.keyboard('ann')
  await expect.element(option(/^Ann Lee/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const active = document.querySelector('[data-active-item]')
  expect(active?.textContent).toMatch(/Ann/)
  expect(page.getByRole('combobox').element().getAttribute('aria-activedescendant')).toBe(active?.id)
})

test('finds pages but no guests for the bookkeeper, and sends no search', async () => {
  const sent = await showPalette('bookkeeper')
  await userEvent.keyboard('statement')
  await expect.element(option(/^Bank statement/)).toBeVisible()
  await userEvent.clear(page.getByRole('combobox'))
  await userEvent.keyboard('remind')
  await expect.element(page.getByRole('option')).not.toBeInTheDocument()
  // Longer than the pause after which the palette sends a search.
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(sent).toEqual([])
})
