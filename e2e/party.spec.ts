/** Several guests in one sign-up, end to end in a browser (R39). */
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import {
  CARDS,
  chargesMade,
  expectPaid,
  fillCard,
  fillGuest,
  mailsTo,
  newEmail,
  openSignUp,
  payButton,
  signUpForm,
} from './guest.ts'

test(
  'two sign up a third with them: a declined card, then one whose bank asks; each has a page of their own',
  ANY_WIDTH,
  async ({ page, request }) => {
    const benEmail = newEmail()
    const before = await chargesMade(request)
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, newEmail())
    await page.getByRole('button', { name: 'Bring somebody' }).click()
    const guest = (number: number) => page.getByRole('group', { name: `Guest ${number}`, exact: true })
    await guest(2).getByLabel('Full name').fill('Ben Ortiz')
    await guest(2).getByLabel('Email').fill(benEmail)
    await guest(2).getByLabel('Late checkout').check()
    await expect(page.getByRole('row', { name: 'Ben Ortiz $925.00' })).toBeVisible()
    await fillCard(page, CARDS.declined)
    await expect(payButton(page)).toHaveText('Pay $912.50 deposit')
    await expectAccessible(page)
    await payButton(page).click()
    await expect(signUpForm(page).getByText('Your card was declined.')).toBeVisible()

    // The spots of both are held; a third comes along after all, and Ben leaves in the morning.
    await expect(page.getByRole('alert').getByText('Your 2 spots are still held for you.')).toBeVisible()
    await guest(2).getByLabel('Late checkout').uncheck()
    await page.getByRole('button', { name: 'Bring somebody else' }).click()
    await guest(3).getByLabel('Full name').fill('Cleo')
    await fillCard(page, CARDS.asksTheBank)
    await expect(payButton(page)).toHaveText('Pay $1,350.00 deposit')
    await payButton(page).click()
    const bank = page.locator('dialog iframe').contentFrame()
    await bank.getByRole('button', { name: 'Complete authentication' }).click()
    await expectPaid(page)
    await expect(page.getByText('We received $1,350.00.')).toBeVisible()
    await expect(page.getByText(`Ben Ortiz: the link is on its way to ${benEmail}.`)).toBeVisible()
    await expect(page.getByText('Cleo: the link is on your private page.')).toBeVisible()
    expect(await chargesMade(request)).toBe(before + 1)
    await expectAccessible(page)

    await expect.poll(async () => (await mailsTo(request, benEmail)).length, { timeout: 20_000 }).toBe(1)
    const [mail] = await mailsTo(request, benEmail)
    const link = /\/complete-reservation\/[0-9a-f-]{36}/.exec(mail?.text ?? '')?.[0]
    await page.getByRole('link', { name: 'Your private page', exact: true }).click()
    const party = page.getByRole('region', { name: 'Your party' })
    await expect(party.getByText('Cleo has no email with us.')).toBeVisible()
    await page.goto(link ?? '')
    await expect(page.getByRole('heading', { name: 'Howdy, Ben.' })).toBeVisible()
    await expect(page.getByText(/Ana Ortiz pays/)).toBeVisible()
  },
)
