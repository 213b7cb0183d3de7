/** No accessibility violation in any state of the events pages, in either scheme (DESIGN item 4). */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { fillGuest, newEmail, openSignUp, payButton, signUpForm } from './guest.ts'

/** Both schemes of what is on the screen now. */
async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colors that are still on their way have no contrast of their own yet.
    await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition))
    // The browser's own PDF viewer is not our page.
    const { violations } = await new AxeBuilder({ page }).exclude('iframe[title$="(PDF)"]').analyze()
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    expect(found, colorScheme).toEqual([])
  }
}

for (const path of [
  '/events',
  '/event/leather-and-light',
  '/event/field-guide',
  '/event/reunion',
  '/event/no-such-event',
]) {
  test(`${path} is accessible`, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
  })
}

test('the sign-up form is accessible, refused with all its errors', async ({ page }) => {
  await openSignUp(page, 'leather-and-light')
  await expect(signUpForm(page).locator('iframe')).toHaveCount(3)
  await signUpForm(page).getByLabel('First name').press('Enter')
  await expect(page.getByText('Please fill in all required information')).toBeVisible()
  await expectAccessible(page)
})

test('the waitlist form, success and the private page are accessible', async ({ page }) => {
  await page.goto('/event/founders-quiet-week')
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await page.getByRole('form').getByRole('button', { name: 'Join the waitlist' }).click()
  await expectAccessible(page)

  await openSignUp(page, 'open-ranch-day')
  await fillGuest(page, newEmail())
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: /^Your spot is reserved\./ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Your private page' }).click()
  await expect(page.getByText('You are in.')).toBeVisible()
  await expectAccessible(page)
})
