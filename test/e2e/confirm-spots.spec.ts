/** Tests a party whose spots need no payment. Its payer must confirm the spots by e-mail (R46). */
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { api } from './api.ts'
import { expectStarted, fillGuest, mailsTo, newEmail, payButton, signUpForm } from './guest.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

/** Signs two guests up for a free retreat. Returns both e-mail addresses and the event's id. */
async function signTwoUp(page: Page) {
  const event = await makeEvent(page, { cost: 0, spots: 6 })
  const [email, samEmail] = [newEmail(), newEmail()]
  await page.goto(event.path)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectStarted(page)
  await fillGuest(page, email)
  await page.getByRole('button', { name: 'Add a guest' }).click()
  const second = page.getByRole('group', { name: 'Guest 2', exact: true })
  await second.getByLabel('Full name').fill('Sam Poe')
  await second.getByLabel('Email').fill(samEmail)
  await payButton(page).click()
  await expect(signUpForm(page).getByText('Check your email.')).toBeVisible()
  return { email, samEmail, eventId: event.id }
}

/** Returns the confirmation link from the guest's e-mail. */
async function linkTo(request: APIRequestContext, email: string): Promise<string> {
  const find = async () => {
    const texts = (await mailsTo(request, email)).map(({ text }) => text)
    return texts.flatMap((text) => /\/confirm\/[\w.-]+/.exec(text) ?? [])
  }
  await expect.poll(async () => (await find()).length).toBe(1)
  return (await find())[0] ?? ''
}

test(
  'invites the companion only after the payer has confirmed by e-mail (R46.2)',
  ANY_WIDTH,
  async ({ page, request }) => {
    const { email, samEmail } = await signTwoUp(page)
    await expect(page.getByText(`We sent a link to ${email} and are holding your 2 spots.`)).toBeVisible()
    await expectAccessible(page)
    const link = await linkTo(request, email)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Spots are held for all of you' })).toBeVisible()
    await expect(page.getByText('You and Sam Poe.')).toBeVisible()
    await expectAccessible(page)
    expect(await mailsTo(request, samEmail)).toEqual([])
    await page.getByRole('button', { name: 'Confirm our spots' }).click()
    await expect(page.getByText('Your spots are confirmed.')).toBeVisible()
    await expectAccessible(page)
    await expect.poll(async () => (await mailsTo(request, samEmail)).length).toBe(1)
    await page.getByRole('link', { name: 'Your private page' }).click()
    await expect(page.getByRole('heading', { name: 'Howdy, Annie.' })).toBeVisible()
    await expect(page.getByText('You’re in.')).toBeVisible()
    await page.goto(link)
    await expect(page.getByText('Your spots are confirmed.')).toBeVisible()
  },
)

test(
  'lets an admin confirm held spots for a guest, and explains an expired link (R46.6)',
  LONG_RUN,
  async ({ page, request }) => {
    const { email, samEmail, eventId } = await signTwoUp(page)
    const waiting = page.getByText('Waiting for confirmation by email')
    await page.goto('/admin')
    await page.getByText(/^\d+ spots? on hold$/).click()
    await expect(waiting.first()).toBeVisible()
    const { guests } = await api<{ guests: { id: number; version: number; email: string }[] }>(page, {
      method: 'GET',
      path: `auth/event/guests?id=${eventId}`,
    })
    const ana = guests.find((guest) => guest.email === email)
    await page.goto(`/reservation/${ana?.id}`)
    await expect(page.getByText(/waiting for the guest to confirm by email/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm for the guest…' }).click()
    const asking = page.getByRole('alertdialog', { name: 'Confirm for Ana Ortiz' })
    await expectAccessible(page)
    await asking.getByRole('button', { name: 'Confirm for the guest', exact: true }).click()
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
    await expect.poll(async () => (await mailsTo(request, samEmail)).length).toBe(1)

    const other = await signTwoUp(page)
    const link = await linkTo(request, other.email)
    const held = await api<{ guests: { id: number; version: number; email: string }[] }>(page, {
      method: 'GET',
      path: `auth/event/guests?id=${other.eventId}`,
    })
    const hold = held.guests.find((guest) => guest.email === other.email)
    const body = { id: hold?.id, version: hold?.version, party: 'all', sendEmail: false }
    await api(page, { method: 'POST', path: 'auth/cancelReservation', body })
    await page.goto(link)
    await expect(page.getByText('These spots are no longer held.')).toBeVisible()
    await expect(page.getByText('You’re welcome to sign up again.')).toBeVisible()
    await expectAccessible(page)
  },
)
