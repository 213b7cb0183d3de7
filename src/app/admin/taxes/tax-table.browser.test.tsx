import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { createTax, deleteTax, listTaxes, type ShownTax, updateTax } from '#domain/money/taxes/contract.ts'
import { TaxTable } from './tax-table.tsx'

const BEGUN: ShownTax = {
  id: 3,
  name: 'Lodging tax',
  rate: 500,
  validFrom: '2027-01-01',
  validUntil: null,
  appliesTo: 'lodging',
  begun: true,
  over: false,
  version: 4,
}
const NEXT: ShownTax = {
  ...BEGUN,
  id: 4,
  rate: 825,
  validFrom: '2028-01-01',
  validUntil: '2028-12-31',
  begun: false,
  version: 1,
}

test('adds a tax whose rate an admin types in percent, and shows each error at its field (R50.4)', async () => {
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name === listTaxes.name) return ok([BEGUN])
    return before === 0
      ? refused('invalid', { fields: { validFrom: 'Please choose a later day.' } })
      : ok({ tax: BEGUN })
  })
  await showPart(<TaxTable seed={[]} />, { call })
  await page.getByRole('button', { name: 'Add a tax' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a tax' })
  const rate = dialog.getByLabelText(/^Rate in percent/)
  const save = dialog.getByRole('button', { name: 'Add the tax', exact: true })
  await save.click()
  // The name and the first day. A person cannot type the day as the API's message asks.
  await expect.poll(() => dialog.getByText('Required', { exact: true }).elements().length).toBe(2)
  await dialog.getByLabelText(/^Name/).fill('Sales tax')
  await dialog.getByLabelText(/^First day/).fill('2027-07-01')
  for (const wrong of ['0', '50.01', '8.255', 'five']) {
    await rate.fill(wrong)
    await save.click()
    await expect.element(dialog.getByText(/^Please enter a percentage from 0\.01 to 50/)).toBeVisible()
  }
  await rate.fill('8.29 %')
  await dialog.getByLabelText('On').selectOptions('Extras and extra charges')
  await save.click()
  await expect.element(dialog.getByText('Please choose a later day.')).toBeVisible()
  await dialog.getByLabelText(/^Last day/).fill('2027-12-31')
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  const inputs = sent.filter(({ name }) => name === createTax.name).map(({ input }) => input)
  const tax = { name: 'Sales tax', rate: 829, validFrom: '2027-07-01', appliesTo: 'extras' }
  expect(inputs).toEqual([
    { body: { tax: { ...tax, validUntil: null } } },
    { body: { tax: { ...tax, validUntil: '2027-12-31' } } },
  ])
})

test('lists taxes with their days, and offers to delete only a tax that has not begun (R50.4)', async () => {
  const { call, sent } = fakeSite(({ name }) => ok(name === listTaxes.name ? [BEGUN] : {}))
  const ended = { ...BEGUN, id: 5, name: 'Fair tax', validUntil: '2027-02-01', over: true }
  await showPart(<TaxTable seed={[BEGUN, { ...NEXT, name: 'Bed tax' }, ended]} />, { call })
  const rows = page.getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/^Lodging tax.*5%.*Lodging.*From Fri, Jan 1, 2027/)
  await expect.element(rows.nth(2)).toMatchTextContent(/8\.25%.*Sat, Jan 1 – Sun, Dec 31, 2028/)
  await expect.element(rows.nth(3)).toMatchTextContent(/Fri, Jan 1 – Mon, Feb 1, 2027 \(ended\)/)
  await expect.element(rows.nth(3).getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Delete Lodging tax/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Delete Bed tax (8.25%) on lodging' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect
    .poll(() => sent.find(({ name }) => name === deleteTax.name)?.input)
    .toEqual({ query: { id: NEXT.id } })
})

test('ends a tax that has begun, and shows no other field to change (R50.4)', async () => {
  const { call, sent } = fakeSite(({ name }) => ok(name === listTaxes.name ? [BEGUN] : { tax: BEGUN }))
  await showPart(<TaxTable seed={[BEGUN]} />, { call })
  await page.getByRole('button', { name: /^Edit Lodging tax/ }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent(/Lodging: 5%, since Fri, Jan 1, 2027\. This tax has begun/)
  await expect.element(dialog.getByLabelText(/^Rate/)).not.toBeInTheDocument()
  await dialog.getByLabelText(/^Last day/).fill('2027-12-31')
  await dialog.getByRole('button', { name: 'Save the tax' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const { id, begun: _, over: __, version, ...terms } = BEGUN
  expect(sent.find(({ name }) => name === updateTax.name)?.input).toEqual({
    body: { id, version, tax: { ...terms, validUntil: '2027-12-31' } },
  })
})

test('keeps another admin’s changes to a tax, and asks about a field that both admins changed (R50.4)', async () => {
  const theirs = { ...NEXT, version: 2, rate: 900, name: 'Bed tax' }
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name === listTaxes.name) return ok([theirs])
    return before === 0 ? refused('stale') : ok({ tax: theirs })
  })
  await showPart(<TaxTable seed={[NEXT]} />, { call })
  await page.getByRole('button', { name: /^Edit Lodging tax/ }).click()
  await page.getByLabelText(/^Rate in percent/).fill('7.5')
  await page.getByRole('button', { name: 'Save the tax' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else has changed this tax in the meantime' })
  await expect.element(conflict.getByRole('radio', { name: 'Keep mine: 7.5' })).toBeChecked()
  await expect.element(conflict.getByRole('radio', { name: 'Use theirs: Bed tax' })).toBeChecked()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const saved = sent.findLast(({ name }) => name === updateTax.name)?.input.body
  expect(saved).toMatchObject({ version: 2, tax: { rate: 750, name: 'Bed tax' } })
})
