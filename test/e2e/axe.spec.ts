import { expectAccessible } from './accessible.ts'
import { fillGuest, newEmail, openSignUp, payButton, signUpForm } from './guest.ts'
import { expect, test } from './test.ts'

// Checks only three pages. In the long run, matrix.deep.spec.ts checks all pages after loading.
for (const path of ['/events', '/event/leather-and-light', '/event/reunion']) {
  test(`shows an accessible page at ${path} (R17.7)`, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
  })
}

test('keeps the sign-up form accessible when it shows all of its errors (R17.7)', async ({ page }) => {
  await openSignUp(page, 'leather-and-light')
  await expect(signUpForm(page).locator('iframe')).toHaveCount(4)
  await signUpForm(page).getByLabel('First name').press('Enter')
  await expect(page.getByText('Please fill in all required information')).toBeVisible()
  await expectAccessible(page)
})

test('keeps the waitlist form, the confirmation of a sign-up and the private page accessible', async ({
  page,
}) => {
  await page.goto('/event/founders-quiet-week')
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await page.getByRole('form').getByRole('button', { name: 'Join the waitlist' }).click()
  await expectAccessible(page)

  await openSignUp(page, 'open-ranch-day')
  await fillGuest(page, newEmail())
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: /^Your spot is reserved\./ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Your private page', exact: true }).click()
  await expect(page.getByText('You’re in.')).toBeVisible()
  await expectAccessible(page)
})
