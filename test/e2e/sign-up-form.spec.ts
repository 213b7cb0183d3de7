import type { Request } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import {
  CARDS,
  cardInput,
  fillCard,
  fillGuest,
  newEmail,
  openSignUp,
  payButton,
  signUpForm,
} from './guest.ts'
import { expect, test } from './test.ts'

const isIntent = (request: Request) => request.url().endsWith('/api/createPaymentIntent')

test(
  'opens the payment of the deposit when the form opens, and not before (R1.4)',
  ANY_WIDTH,
  async ({ page }) => {
    const asked: Request[] = []
    page.on('request', (request) => isIntent(request) && asked.push(request))
    await page.goto('/event/leather-and-light')
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]?.postDataJSON()).toMatchObject({ amount: 45_000 })
  },
)

test('marks each required answer of the sign-up form, and no optional one (R1.3, R1.2)', async ({ page }) => {
  await openSignUp(page, 'open-ranch-day')
  const form = signUpForm(page)
  await form.getByLabel('First name').press('Enter')
  await expect(form.getByText('Required', { exact: true })).toHaveCount(10)
  const missing = await form
    .locator(':is(input, textarea)[aria-invalid="true"]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).name))
  expect(missing.toSorted()).toEqual(
    [
      'firstName',
      'lastName',
      'email',
      'phone',
      'address',
      'emergencyContactName',
      'emergencyContactPhone',
      'foodAllergies',
      'medicalConditions',
      'safetyConsent',
    ].toSorted(),
  )

  await fillGuest(page, newEmail())
  await form.getByLabel('Nickname').fill('')
  await expect(form.getByText('Required', { exact: true })).toHaveCount(0)
  await expect(form.getByLabel('Photo consent')).not.toBeChecked()
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: /^Your spot is reserved\./ })).toBeVisible()
})

test('checks a checkbox at the first press, even if the empty field above then shows its error', async ({
  page,
}) => {
  await openSignUp(page, 'open-ranch-day')
  const form = signUpForm(page)
  const consent = form.getByLabel('Safety consent')
  await form.getByLabel('Medical conditions').focus()
  await consent.hover({ position: { x: 4, y: 4 } })
  await page.mouse.down()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.mouse.up()
  await expect(consent).toBeChecked()
  await expect(form.getByText('Required', { exact: true })).toHaveCount(1)
})

test(
  "shows Stripe's messages about number, date and CVC, and keeps the pay button disabled (R4.12, R1.4)",
  ANY_WIDTH,
  async ({ page }) => {
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, newEmail())
    await fillCard(page, CARDS.good)
    await expect(payButton(page)).toBeEnabled()
    const wrong = [
      ['cardNumber', '4242424242424241', 'Your card number is invalid.', CARDS.good],
      ['cardExpiry', '12 / 20', "Your card's expiration year is in the past.", '12 / 40'],
      ['cardCvc', '1', "Your card's security code is incomplete.", '123'],
    ] as const
    for (const [part, typed, words, right] of wrong) {
      await cardInput(page, part).fill(typed)
      await cardInput(page, part).blur()
      await expect(signUpForm(page).getByText(words)).toBeVisible()
      await expect(payButton(page)).toBeDisabled()
      await cardInput(page, part).fill(right)
      await expect(signUpForm(page).getByText(words)).toHaveCount(0)
      await expect(payButton(page)).toBeEnabled()
    }
  },
)
