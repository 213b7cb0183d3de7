import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { type Code, listCodes, listCodeUses, updateCode } from '#domain/booking/codes/contract/admin.ts'
import { Codes } from './code-table.tsx'

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

test('adds a discount code, and shows each error at the field that it is about (R41.9)', async () => {
  const { call, sent } = fakeSite(({ name }) => ok(name === listCodes.name ? [SPRING] : { code: SPRING }))
  await showPart(<Codes seed={[]} events={EVENTS} />, { call })
  await page.getByRole('button', { name: 'Add a code' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill('spring')
  await page.getByLabelText('Discount').selectOptions('Guests name the price')
  await page.getByLabelText(/^Suggested price/).fill('20')
  await page.getByLabelText(/^Lowest price/).fill('30')
  await page.getByRole('button', { name: 'Add the code', exact: true }).click()
  await expect.element(page.getByText('Please suggest at least the lowest price')).toBeVisible()
  await page.getByLabelText(/^Suggested price/).fill('60.50')
  const retreats = page.getByLabelText('Retreat', { exact: true })
  await expect.element(retreats.getByRole('option').first()).toHaveTextContent('All retreats')
  await retreats.selectOptions('New Moon Star Week')
  await page.getByRole('button', { name: 'Add the code', exact: true }).click()
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

test('lists the guests who signed up with a discount code, with links to their reservations (R41.9)', async () => {
  const use = {
    status: 'confirmed',
    waitsForMailbox: false,
    event: { id: 7, name: 'Leather & Light' },
    people: 2,
    discount: 20_000,
  }
  const uses = [
    { ...use, reservationId: 12, customerName: 'Ana Ortiz', signedUpAt: '2027-05-02T01:00:00.000Z' },
    {
      ...use,
      reservationId: 11,
      customerName: 'Zed Poe',
      status: 'pending',
      waitsForMailbox: true,
      people: 1,
      signedUpAt: '2027-04-03T18:00:00.000Z',
    },
    {
      ...use,
      reservationId: 9,
      customerName: '',
      status: 'cancelled',
      people: 1,
      signedUpAt: '2027-04-02T18:00:00.000Z',
    },
  ]
  const { call } = fakeSite(({ name }) => ok(name === listCodeUses.name ? uses : [SPRING]))
  const unused = { ...SPRING, id: 4, code: 'FALL', used: 0, everUsed: false }
  await showPart(<Codes seed={[SPRING, unused]} events={EVENTS} />, { call })
  await expect.element(page.getByRole('button', { name: /with FALL/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: '2 of 10 with SPRING: see who' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who signed up with SPRING' })
  await expect
    .element(dialog.getByRole('listitem').first())
    .toHaveTextContent('Ana Ortiz and 1 more, Leather & Light: $200.00 off, Sat, May 1, 2027')
  await expect
    .element(dialog.getByRole('link', { name: 'Ana Ortiz' }))
    .toHaveAttribute('href', '/reservation/12')
  await expect
    .element(dialog.getByRole('listitem').nth(1))
    .toHaveTextContent(
      'Zed Poe, Leather & Light: $200.00 off, Sat, Apr 3, 2027 (waiting for confirmation by email)',
    )
  await expect
    .element(dialog.getByRole('listitem').last())
    .toHaveTextContent('Deleted guest, Leather & Light: $200.00 off, Fri, Apr 2, 2027 (canceled)')
})

test('makes the name of a used discount code read-only, and offers to end the code instead of deleting it (R41.9)', async () => {
  const { call } = fakeSite(() => refused('stale'))
  await showPart(<Codes seed={[SPRING]} events={EVENTS} />, { call })
  await expect.element(page.getByRole('button', { name: /^2 of 10/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Delete SPRING' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'End SPRING' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit SPRING' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveAttribute('readonly')
  await expect.element(page.getByLabelText('Retreat', { exact: true })).toHaveValue('7')
  await page.getByLabelText(/^Dollars off/).fill('150')
  await page.getByRole('button', { name: 'Save the code' }).click()
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText(/^Dollars off/)).toHaveValue('150')
})

test('keeps another admin’s changes to a discount code, and asks about a field that both admins changed (R41.9)', async () => {
  const theirs = { ...SPRING, version: 5, value: 12_000, note: 'For the neighbors' }
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name === listCodes.name) return ok([theirs])
    return before === 0 ? refused('stale') : ok({ code: theirs })
  })
  await showPart(<Codes seed={[SPRING]} events={EVENTS} />, { call })
  await page.getByRole('button', { name: 'Edit SPRING' }).click()
  await page.getByLabelText(/^Dollars off/).fill('150')
  await page.getByRole('button', { name: 'Save the code' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else has changed this code in the meantime' })
  await expect.element(conflict.getByRole('radio', { name: 'Keep mine: 150' })).toBeChecked()
  await expect.element(conflict.getByRole('radio', { name: 'Use theirs: For the neighbors' })).toBeChecked()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const saved = sent.findLast(({ name }) => name === updateCode.name)?.input.body
  expect(saved).toMatchObject({ version: 5, code: { value: 15_000, note: 'For the neighbors', uses: 10 } })
})
