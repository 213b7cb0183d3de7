/** No accessibility violation in any state of the events pages, in either scheme (DESIGN item 4). */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { openSignUp, signUpForm } from './guest.ts'

async function expectAccessible(page: Page) {
  // The browser's own PDF viewer is not our page.
  const { violations } = await new AxeBuilder({ page }).exclude('.event-pdf').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' } as object)

    for (const path of [
      '/events',
      '/event/leather-and-light',
      '/event/founders-quiet-week',
      '/event/field-guide',
      '/event/reunion',
      '/event/no-such-event',
    ]) {
      test(`${path} is accessible`, async ({ page }) => {
        await page.goto(path)
        await expectAccessible(page)
      })
    }

    test('the sign-up form is accessible, empty and refused', async ({ page }) => {
      await openSignUp(page, 'leather-and-light')
      await expect(signUpForm(page).locator('iframe')).toHaveCount(3)
      await expectAccessible(page)
      await signUpForm(page).getByLabel('First name').press('Enter')
      await expect(page.getByText('Please fill in all required information')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
