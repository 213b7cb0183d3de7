import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#ui/testing/show-part.tsx'
import { type Code, listCodes } from '../contract/admin.ts'
import { Codes } from './codes.tsx'

const SPRING: Code = {
  id: 3,
  code: 'SPRING',
  kind: 'amount',
  value: 20_000,
  suggestion: null,
  event: { id: 7, name: 'Leather & Light' },
  validFrom: null,
  validUntil: '2027-05-31',
  uses: 10,
  used: 2,
  everUsed: true,
  given: 40_000,
  note: null,
  endedAt: null,
  version: 4,
}
const EVENTS = [{ id: 8, name: 'New Moon Star Week' }]

test('a code is added as it is typed, and what is wrong stands at its field (R41.9)', async () => {
  const { call, sent } = fakeSite(({ name }) => ok(name === listCodes.name ? [SPRING] : { code: SPRING }))
  await showPart(<Codes seed={[]} events={EVENTS} />, { call })
  await page.getByRole('button', { name: 'Add a code' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill('spring')
  await page.getByLabelText('What it gives').selectOptions('Guests name the price')
  await page.getByLabelText(/^Suggested price/).fill('20')
  await page.getByLabelText(/^Least price/).fill('30')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(page.getByText('Please suggest the least price or more')).toBeVisible()
  await page.getByLabelText(/^Suggested price/).fill('60.50')
  await page.getByLabelText('For', { exact: true }).selectOptions('New Moon Star Week')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect
    .poll(() => sent.map(({ input }) => input))
    .toContainEqual({
      body: {
        code: {
          code: 'SPRING',
          kind: 'open',
          value: 3_000,
          suggestion: 6_050,
          eventId: 8,
          validFrom: null,
          validUntil: null,
          uses: null,
          note: null,
        },
      },
    })
})

test('a code that was used keeps its name, is ended and not deleted (R41.9)', async () => {
  const { call } = fakeSite(() => refused('stale'))
  await showPart(<Codes seed={[SPRING]} events={EVENTS} />, { call })
  await expect.element(page.getByText('2 of 10')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Delete SPRING' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'End SPRING' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit SPRING' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveAttribute('readonly')
  await expect.element(page.getByLabelText('For', { exact: true })).toHaveValue('7')
  await page.getByLabelText(/^Dollars off/).fill('150')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText(/^Dollars off/)).toHaveValue('150')
})
