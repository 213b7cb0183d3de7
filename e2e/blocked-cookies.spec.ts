/** A browser that blocks cookies, and with them the session storage, is told what to allow, and loses nothing typed (R48.4). */
import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { fillGuest, newEmail, openSignUp, payButton, signUpForm } from './guest.ts'
import { expect, test } from './test.ts'

/** As browsers do where storage is blocked. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })

/** Scripts can neither read nor keep a cookie. */
async function blockCookies(page: Page) {
  await blockStorage(page)
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
  })
}

async function expectAdvice(page: Page) {
  const advice = page.getByRole('alert').filter({ hasText: 'blocks cookies' })
  await expect(advice).toContainText(`Allow cookies for ${new URL(page.url()).host}`)
  await expect(page.getByText(/reload/i)).toHaveCount(0)
}

test('sign-up names the cookies as the reason and keeps the answers', ANY_WIDTH, async ({ page }) => {
  await blockCookies(page)
  await openSignUp(page, 'open-ranch-day')
  await fillGuest(page, newEmail())
  await payButton(page).click()
  await expectAdvice(page)
  await expect(signUpForm(page).getByLabel('First name')).toHaveValue('Ana')
  await expect(signUpForm(page).getByLabel('Food allergies')).toHaveValue('Pecans')
})

test('the waitlist names the cookies as the reason', ANY_WIDTH, async ({ page }) => {
  await blockCookies(page)
  await page.goto('/event/founders-quiet-week')
  await page.getByRole('button', { name: 'Join the waitlist' }).first().click()
  const form = page.getByRole('form', { name: 'Join the waitlist' })
  await form.getByLabel('First name').fill('Ana')
  await form.getByLabel('Last name').fill('Doe')
  await form.getByLabel('Email').fill(newEmail())
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expectAdvice(page)
  await expect(form.getByLabel('First name')).toHaveValue('Ana')
})

test('a sign-in names the cookies as the reason (R48.4)', ANY_WIDTH, async ({ page }) => {
  await blockCookies(page)
  await page.goto('/callback?code=some&state=some')
  await page.waitForURL('/?signIn=blocked')
  await expect(page.getByRole('alert')).toContainText(
    'Your browser blocks cookies for this site. Allow them first',
  )
})

test('without session storage, a lost connection loses nothing typed', ANY_WIDTH, async ({ page }) => {
  await blockStorage(page)
  await openSignUp(page, 'open-ranch-day')
  await fillGuest(page, newEmail())
  await page.route('**/api/createReservation', (route) => route.abort())
  await payButton(page).click()
  await expect(page.getByText('What you typed is still on this page.')).toBeVisible()
  await expect(signUpForm(page).getByLabel('Medical conditions')).toHaveValue('None')
  await page.unroute('**/api/createReservation')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: /^Your spot is reserved\./ })).toBeVisible()
})
