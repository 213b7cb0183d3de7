/**
 * Tests the pages in a browser that blocks cookies and session storage. The pages must say what the visitor
 * has to allow, and must lose no typed text (R48.4).
 */
import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { fillGuest, newEmail, openSignUp, payButton, signUpForm } from './guest.ts'
import { expect, test } from './test.ts'

/** Makes session storage throw on access, as in a browser that blocks it. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })

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

test(
  'names blocked cookies as the problem in the sign-up form, and keeps the answers (R48.4)',
  ANY_WIDTH,
  async ({ page }) => {
    await blockCookies(page)
    await openSignUp(page, 'open-ranch-day')
    await fillGuest(page, newEmail())
    await payButton(page).click()
    await expectAdvice(page)
    await expect(signUpForm(page).getByLabel('First name')).toHaveValue('Ana')
    await expect(signUpForm(page).getByLabel('Food allergies')).toHaveValue('Pecans')
  },
)

test('names blocked cookies as the problem in the waitlist form (R48.4)', ANY_WIDTH, async ({ page }) => {
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

test('names blocked cookies as the problem after a failed sign-in (R48.4)', ANY_WIDTH, async ({ page }) => {
  await blockCookies(page)
  await page.goto('/callback?code=some&state=some')
  await page.waitForURL('/?signIn=blocked')
  await expect(page.getByRole('alert')).toContainText(
    'Your browser blocks cookies for this site. Allow them first',
  )
})

test(
  'keeps everything typed after a lost connection, even if session storage is blocked',
  ANY_WIDTH,
  async ({ page }) => {
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
  },
)
