import { expectAccessible } from './accessible.ts'
import { LONG_RUN } from './any-width.ts'
import { expect, test } from './test.ts'

for (const path of ['/', '/no-such-page']) {
  test(`shows an accessible page at ${path} (R17.7)`, LONG_RUN, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
  })
}

test('keeps the open drawer accessible (R17.7)', LONG_RUN, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page)
})
