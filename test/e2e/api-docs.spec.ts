import { expect, test } from './test.ts'

test('shows a client developer each call with an example, without an error in the console (R15.6)', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('/api/docs')
  await page.getByRole('button', { name: 'Expand operation' }).first().waitFor({ state: 'attached' })
  await page.locator('[data-tag="booking"] button').click()
  await page.getByRole('button', { name: /POST \/createReservation/ }).click()
  await expect(page.locator('.opblock.is-open')).toContainText('"customerName": "Priya Raman"')
  await expect(page.getByRole('button', { name: 'Try it out' })).toHaveCount(0)
  expect(errors).toEqual([])
})
