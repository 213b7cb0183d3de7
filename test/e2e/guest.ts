/**
 * Steps in the sign-up form that several tests use, and functions that read records of the payment sandbox
 * and the e-mail sandbox.
 */
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { TRY_AGAIN } from './api.ts'

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  asksTheBank: '4000002500003155',
}

/** Returns an e-mail address that no other test uses. */
export const newEmail = () => `guest-${randomUUID().slice(0, 12)}@example.test`

export const signUpForm = (page: Page) => page.getByRole('form', { name: 'Sign up' })

export async function openSignUp(page: Page, urlName: string) {
  await page.goto(`/event/${urlName}`)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectStarted(page)
}

/** Waits until React has started. Before that, the form is visible but pressing its button has no effect. */
export async function expectStarted(page: Page) {
  await expect(signUpForm(page)).toBeVisible()
  await expect(payButton(page)).not.toHaveAttribute('disabled')
}

export async function fillGuest(page: Page, email: string) {
  const form = signUpForm(page)
  const answers = {
    'First name': 'Ana',
    'Last name': 'Ortiz',
    Nickname: 'Annie',
    Email: email,
    'Mailing address': '1 Mesa Road\nMagdalena, NM',
    'Emergency contact name': 'Ben Ortiz',
    'Emergency contact phone': '+1 505 555 0101',
    'Food allergies': 'Pecans',
    'Medical conditions': 'None',
  }
  // Takes the first field with the label, because companions have an e-mail field too.
  for (const [label, answer] of Object.entries(answers)) await form.getByLabel(label).first().fill(answer)
  await form.getByLabel('Phone', { exact: true }).fill('+1 505 555 0100')
  await form.getByLabel('Safety consent').check()
}

const CARD_INPUTS = { cardNumber: 'cardnumber', cardExpiry: 'exp-date', cardCvc: 'cvc' }

export function cardInput(page: Page, part: keyof typeof CARD_INPUTS) {
  const frame = page.getByRole('form').locator(`iframe[name*="${part}"]`).contentFrame()
  return frame.locator(`input[name="${CARD_INPUTS[part]}"]`)
}

export async function fillCard(page: Page, number: string) {
  await cardInput(page, 'cardNumber').fill(number)
  await cardInput(page, 'cardExpiry').fill('12 / 40')
  await cardInput(page, 'cardCvc').fill('123')
}

export const payButton = (page: Page) => signUpForm(page).getByRole('button', { name: /^(Pay|Sign up)/ })

export async function expectPaid(page: Page) {
  await expect(
    page.getByRole('heading', {
      name: "Your payment succeeded. Grab your boots and we'll see you soon.",
    }),
  ).toBeVisible({ timeout: 20_000 })
}

interface Mail {
  to: unknown
  subject: string
  text: string
  attachments: { filename: string; contentType: string }[]
}

/** Returns the captured e-mails to an address, newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  const mails = (await (await request.get('/dev/mail.json', TRY_AGAIN)).json()) as Mail[]
  return mails.filter(({ to }) => JSON.stringify(to).includes(email))
}

/** Returns the number of successful charges in the payment sandbox. */
export async function chargesMade(request: APIRequestContext): Promise<number> {
  const ledger = (await (await request.get('/dev/stripe/ledger.json', TRY_AGAIN)).json()) as {
    charges: unknown[]
  }
  return ledger.charges.length
}

export const walletButton = (page: Page) =>
  page
    .frameLocator('iframe[title="Secure express checkout frame"]')
    .getByRole('button', { name: 'Sandbox Pay' })
export const walletSheet = (page: Page) => page.getByRole('dialog', { name: 'Sandbox Pay' })

export async function payByWallet(page: Page) {
  await walletButton(page).click()
  await walletSheet(page).getByRole('button', { name: 'Pay' }).click()
}
