import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import {
  chargesMade,
  expectPaid,
  expectStarted,
  fillGuest,
  newEmail,
  payButton,
  payByWallet,
  signUpForm,
  walletButton,
  walletSheet,
} from './guest.ts'
import { expect, test } from './test.ts'

test(
  'signs a guest up and takes the remainder by wallet, and names the wallet on the receipts (R43)',
  ANY_WIDTH,
  async ({ page, request }) => {
    const before = await chargesMade(request)
    // The page "/events" lacks the headers that wallets need. So the sign-up button must load a new document
    // with these headers.
    await page.goto('/events')
    await page.getByRole('main').getByRole('link', { name: 'Leather & Light' }).first().click()
    const [document] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/sign-up')),
      page.getByRole('button', { name: 'Sign up' }).click(),
    ])
    expect(await document.headerValue('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    await expectStarted(page)

    // The form is still empty. So the page must show errors and open no wallet.
    await walletButton(page).click()
    await expect(page.getByText('Please fill in all required information')).toBeVisible()
    await expect(walletSheet(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Card/ })).toHaveCount(0)

    await fillGuest(page, newEmail())
    await expectAccessible(page)
    await walletButton(page).click()
    await expect(walletSheet(page)).toContainText('Pay $450.00')
    await walletSheet(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(walletSheet(page)).toHaveCount(0)
    await expect(signUpForm(page).getByLabel('Food allergies')).toHaveValue('Pecans')
    await expect(payButton(page)).toBeDisabled()

    await walletButton(page).click()
    await walletSheet(page).getByRole('button', { name: 'Pay' }).dblclick()
    await expectPaid(page)
    await page.getByRole('link', { name: 'Your private page', exact: true }).click()
    await page.getByRole('button', { name: /^Pay \$450\.00 now for invoice/ }).click()
    await payByWallet(page)
    await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeFocused({ timeout: 20_000 })
    await expect.poll(() => chargesMade(request)).toBe(before + 2)
    await page
      .getByRole('link', { name: /receipt/i })
      .first()
      .click()
    await expect(page.getByText('Apple Pay (Visa 4242)').first()).toBeVisible()
  },
)
