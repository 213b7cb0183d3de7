/** Tests the payment of a deposit: success, declines, authentication by the bank, and reloads. */
import { setTimeout } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import {
  CARDS,
  cardInput,
  chargesMade,
  expectPaid,
  expectStarted,
  fillCard,
  fillGuest,
  mailsTo,
  newEmail,
  openSignUp,
  payButton,
  signUpForm,
} from './guest.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test('charges the deposit once, shows the confirmation, and e-mails it (R1.1, R1.4, R1.10)', async ({
  page,
  request,
}) => {
  const email = newEmail()
  const before = await chargesMade(request)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openSignUp(page, 'leather-and-light')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
  await expect(page.getByRole('row', { name: 'Deposit at sign-up $450.00' }).first()).toBeVisible()

  await expect(payButton(page)).toBeDisabled()
  await fillGuest(page, email)
  await expect(payButton(page)).toBeDisabled()
  await fillCard(page, CARDS.good)
  await expect(payButton(page)).toBeEnabled()
  await expect(payButton(page)).toHaveText('Pay $450.00 deposit')
  await payButton(page).dblclick()
  await expectPaid(page)

  await expect.poll(() => chargesMade(request)).toBe(before + 1)
  expect(page.url()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  await page.reload()
  await expectPaid(page)
  await expect(page.getByText(`A confirmation email is on its way to ${email}`)).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(kept).not.toContain('Pecans')

  await expect.poll(async () => (await mailsTo(request, email)).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await mailsTo(request, email)
  expect(mail?.text).toContain('/complete-reservation/')
  expect(mail?.attachments.some(({ filename }) => filename.endsWith('.ics'))).toBe(true)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to your calendar' }).click()
  expect((await download).suggestedFilename()).toBe('leather-and-light.ics')

  await page.getByRole('link', { name: 'Your private page', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Howdy, Annie.' })).toBeVisible()
  await expect(page.getByText('You’re in.')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Still to pay $450.00' })).toBeVisible()
})

test(
  'charges the remainder by its own button on the private page (R8.5)',
  ANY_WIDTH,
  async ({ page, request }) => {
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, newEmail())
    await fillCard(page, CARDS.good)
    await payButton(page).click()
    await expectPaid(page)
    const before = await chargesMade(request)
    // Delays the scripts, as a slow connection does. Pressing the button before they have loaded must still
    // work.
    await page.route('**/assets/*.js', async (route) => {
      await setTimeout(500)
      await route.continue()
    })
    await page.getByRole('link', { name: 'Your private page', exact: true }).click()
    await page.getByRole('button', { name: /^Pay \$450\.00 now for invoice/ }).click()
    const rest = page.getByRole('form', { name: /^Pay invoice/ })
    const pay = rest.getByRole('button', { name: 'Pay $450.00' })
    await expect(pay).toBeDisabled()
    await fillCard(page, CARDS.declined)
    await pay.click()
    await expect(rest.getByText('Your card was declined.')).toBeVisible()
    await fillCard(page, CARDS.good)
    await pay.click()
    await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeFocused({ timeout: 20_000 })
    await expect(page.getByRole('row', { name: 'Paid $900.00' })).toBeVisible()
    await expect.poll(() => chargesMade(request)).toBe(before + 1)
  },
)

test(
  'keeps everything typed after a decline and accepts another card',
  ANY_WIDTH,
  async ({ page, request }) => {
    const email = newEmail()
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, email)
    await fillCard(page, CARDS.declined)
    await payButton(page).click()
    await expect(signUpForm(page).getByText('Your card was declined.')).toBeVisible()
    await expect(signUpForm(page).getByLabel('Food allergies')).toHaveValue('Pecans')
    await expect(page.getByRole('alert').getByText('Your spot is still held for you.')).toBeVisible()
    await expect(page.locator(':focus')).toContainText('Your spot is still held for you.')

    await cardInput(page, 'cardNumber').fill('4000')
    await expect(signUpForm(page).getByText('Your card was declined.')).toHaveCount(0)
    await fillCard(page, CARDS.declined)
    await payButton(page).click()
    await expect(signUpForm(page).getByText('Your card was declined.')).toBeVisible()

    await fillCard(page, CARDS.insufficientFunds)
    await payButton(page).click()
    await expect(signUpForm(page).getByText('Your card has insufficient funds.')).toBeVisible()

    const before = await chargesMade(request)
    await fillCard(page, CARDS.good)
    await payButton(page).click()
    await expectPaid(page)
    expect(await chargesMade(request)).toBe(before + 1)
  },
)

test(
  "charges nothing if the guest fails the bank's authentication, and charges after a successful one",
  ANY_WIDTH,
  async ({ page, request }) => {
    const before = await chargesMade(request)
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, newEmail())
    await fillCard(page, CARDS.asksTheBank)
    const bank = page.locator('dialog iframe').contentFrame()

    await payButton(page).click()
    await bank.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(signUpForm(page).getByText(/unable to authenticate your payment method/)).toBeVisible()
    expect(await chargesMade(request)).toBe(before)

    await payButton(page).click()
    await bank.getByRole('button', { name: 'Complete authentication' }).click()
    await expectPaid(page)
    expect(await chargesMade(request)).toBe(before + 1)
  },
)

test(
  'keeps everything typed in the sign-up form after a reload, except the card (R17.9)',
  ANY_WIDTH,
  async ({ page }) => {
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, newEmail())
    await fillCard(page, CARDS.good)
    await page.reload()
    await expect(signUpForm(page).getByLabel('First name')).toHaveValue('Ana')
    await expect(signUpForm(page).getByLabel('Medical conditions')).toHaveValue('None')
    await expect(signUpForm(page).getByLabel('Safety consent')).toBeChecked()
    await expect(payButton(page)).toBeDisabled()
  },
)

test(
  'shows that Stripe’s script did not load, and loads it at the next attempt',
  ANY_WIDTH,
  async ({ page }) => {
    await page.route('**/dev/stripe/js/**', (route) => route.abort())
    await openSignUp(page, 'leather-and-light')
    await expect(page.getByText('The card fields did not load.')).toBeVisible()
    await page.unroute('**/dev/stripe/js/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(signUpForm(page).locator('iframe').first()).toBeVisible()
  },
)

test(
  'keeps everything typed after a lost connection, and says what to do (R15.8)',
  ANY_WIDTH,
  async ({ page }) => {
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, newEmail())
    await fillCard(page, CARDS.good)
    await page.route('**/api/createReservation', (route) => route.abort())
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('booking.'))
    await payButton(page).click()
    await expect(page.getByText('We could not reach the ranch.')).toBeVisible()
    expect((await logged).text()).toBe('booking.createReservation failed: offline (0)')
    await expect(signUpForm(page).getByLabel('Last name')).toHaveValue('Ortiz')
  },
)

test('treats every payment status except "succeeded" as a failure', ANY_WIDTH, async ({ page }) => {
  let answers = 0
  await page.route('**/v1/payment_intents/*/confirm', async (route) => {
    const id = /payment_intents\/(\w+)\/confirm/.exec(route.request().url())?.[1]
    answers += 1
    await route.fulfill({
      json: answers === 1 ? null : { id, object: 'payment_intent', status: 'processing' },
    })
  })
  await openSignUp(page, 'leather-and-light')
  await fillGuest(page, newEmail())
  await fillCard(page, CARDS.good)
  for (const nth of [1, 2]) {
    await payButton(page).click()
    await expect.poll(() => answers).toBe(nth)
    await expect(page.getByText('Unexpected payment result')).toBeVisible()
    await expect(payButton(page)).toBeEnabled()
  }
})

test(
  'lists the missing fields of the sign-up form in a summary that gets the focus',
  ANY_WIDTH,
  async ({ page }) => {
    await openSignUp(page, 'leather-and-light')
    await signUpForm(page).getByLabel('First name').focus()
    await signUpForm(page).getByLabel('Last name').focus()
    await expect(signUpForm(page).getByText('Required', { exact: true })).toHaveCount(1)

    await signUpForm(page).getByLabel('First name').press('Enter')
    const summary = page.getByRole('alert').filter({ hasText: 'Please fill in all required information' })
    await expect(summary).toBeFocused()
    await summary.getByRole('link', { name: /^Mailing address/ }).click()
    await expect(signUpForm(page).getByLabel('Mailing address')).toBeFocused()
  },
)

test(
  'charges nothing if another guest takes the last spot while this guest types',
  ANY_WIDTH,
  async ({ page }) => {
    await page.route('**/api/createReservation', (route) =>
      route.fulfill({ status: 409, json: { success: false, code: 'event_full', message: 'No spaces left' } }),
    )
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, newEmail())
    await fillCard(page, CARDS.good)
    await payButton(page).click()
    await expect(
      page.getByText('Someone took the last spot in the meantime. Nothing was charged.'),
    ).toBeVisible()
  },
)

test(
  'says above the form and on the button that the full price is due within 30 days of the start (R3.10)',
  ANY_WIDTH,
  async ({ page }) => {
    await openSignUp(page, 'desert-cooking')
    await expect(page.getByRole('row', { name: 'The full price, now $480.00' }).first()).toBeVisible()
    await expect(payButton(page)).toHaveText('Pay $480.00')
  },
)

test('asks for no card for a free event', ANY_WIDTH, async ({ page }) => {
  await openSignUp(page, 'open-ranch-day')
  await fillGuest(page, newEmail())
  await expect(signUpForm(page).locator('iframe')).toHaveCount(0)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: /^Your spot is reserved\./ })).toBeVisible()
})

test(
  'opens the form on a press before the scripts have loaded, unless the guest has already signed up (R31.8)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.route('**/assets/*.js', async (route) => {
      if (!route.request().url().includes('/entry.client')) await setTimeout(1000)
      await route.continue().catch(() => {})
    })
    // Records whether the button looks busy. It must do so until the browser shows the next document.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('.action [aria-busy=true]')) sessionStorage.setItem('busy', 'yes')
      }).observe(document, { subtree: true, attributes: true })
    })
    await page.goto('/event/open-ranch-day', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL(/\/event\/open-ranch-day\/sign-up$/)
    expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('yes')
    // The guest must be able to type before the scripts have loaded.
    await signUpForm(page).getByLabel('First name').fill('Ana')
    await expect(payButton(page)).toBeDisabled()
    await expect(page.getByText(/^Still missing: First name, Last name and \d+ more\./)).toBeVisible()
    await page.unroute('**/assets/*.js')
    await signUpForm(page).getByLabel('Last name').fill('Ortiz')
    await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(signUpForm(page).getByLabel('First name')).toHaveValue('Ana')
    await fillGuest(page, newEmail())
    await payButton(page).click()
    const reserved = page.getByRole('heading', { name: /^Your spot is reserved\./ })
    await expect(reserved).toBeVisible()
    await page.goto('/event/open-ranch-day')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(reserved).toBeVisible()
    await expect(signUpForm(page)).toHaveCount(0)
  },
)

const box = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect())

test(
  "confirms the last spot below the site's header, with the guest's nickname and the new count",
  ANY_WIDTH,
  async ({ page }) => {
    await signInAsAdmin(page)
    const event = await makeEvent(page, { spots: 1, cost: 0 })
    await page.context().clearCookies()
    await page.goto(event.path)
    await expect(page.getByText('Only 1 Space Left')).toBeVisible()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expectStarted(page)
    await fillGuest(page, newEmail())
    await payButton(page).click()
    const reserved = page.getByRole('heading', { name: /^Your spot is reserved\./ })
    await expect(reserved).toBeVisible()
    await expect(page.getByText('See you soon, Annie')).toBeVisible()
    await expect(page.getByText('Only 1 Space Left')).toHaveCount(0)
    await expect.poll(async () => (await box(page.getByText('See you soon, Annie'))).top).toBeGreaterThan(62)
    // The site's header must cover the page's heading completely or not at all.
    const { top, bottom } = await box(page.getByRole('heading', { level: 1 }))
    expect(top >= 62 || bottom <= 62).toBe(true)
    await page.goto('/events')
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="${event.path}"]`) })
    await expect(card).toContainText('No spaces left')
    await signInAsAdmin(page)
    await tidy(page)
  },
)
