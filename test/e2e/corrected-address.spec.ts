/**
 * Tests a guest's private page that is open in one browser, while an admin renews the guest's private link in
 * another (R44.8).
 */
import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { api } from './api.ts'
import { mailsTo, newEmail } from './guest.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { startReact } from './start-react.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

/** Signs a guest up as an admin, with a mistyped e-mail address. */
async function signUp(page: Page, email: string) {
  const event = await makeEvent(page)
  const createReservationData = { customerName: 'Ana Ortiz', eventId: event.id, email, shouldSendEmail: true }
  return api<{ reservationId: number; uuid: string }>(page, {
    method: 'POST',
    path: 'auth/createReservation',
    body: { createReservationData },
  })
}

const linkOf = (uuid: string) => `/complete-reservation/${uuid}`

test(
  'refuses details that a guest sends by the old private link, and fills them in at the new link (R44.8)',
  ANY_WIDTH,
  async ({ page, request, browser }) => {
    const [wrong, right] = [newEmail(), newEmail()]
    const { reservationId, uuid } = await signUp(page, wrong)
    const context = await browser.newContext()
    const guest = await context.newPage()
    await guest.goto(linkOf(uuid))
    await startReact(guest)
    await guest.getByLabel('Food allergies').fill('Pecans')

    await page.goto(`/reservation/${reservationId}?edit`)
    await page.getByRole('textbox', { name: 'Email' }).fill(right)
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    const find = async () =>
      (await mailsTo(request, right)).flatMap(({ text }) => /\/complete-reservation\/[\w-]+/.exec(text) ?? [])
    await expect.poll(async () => (await find()).length, { timeout: 20_000 }).toBe(1)
    const [link = ''] = await find()
    expect(link).not.toBe(linkOf(uuid))

    // Fills in the required details that are still empty. Then sends the form on the page with the old link.
    await guest.getByLabel('Phone', { exact: true }).fill('+1 505 555 0100')
    await guest.getByLabel('Mailing address').fill('1 Mesa Road')
    await guest.getByLabel('Emergency contact name').fill('Ben Ortiz')
    await guest.getByLabel('Emergency contact phone').fill('+1 505 555 0101')
    await guest.getByLabel('Medical conditions').fill('None')
    await guest.getByLabel('Safety consent').check()
    await guest.getByRole('button', { name: 'Save your details' }).click()
    await expect(guest.getByRole('heading', { name: 'Reservation not found' })).toBeVisible()
    await expect(guest.getByRole('link', { name: 'Email me my link' })).toBeVisible()
    await expectAccessible(guest)
    await guest.goto(link)
    await expect(guest.getByLabel('Food allergies')).toHaveValue('Pecans')
    await guest.getByRole('button', { name: 'Save your details' }).click()
    await expect(guest.getByRole('heading', { name: 'Thank you, Ana' })).toBeVisible()
    await context.close()
  },
)

test('lets an admin give a guest a new private link (R44.8)', ANY_WIDTH, async ({ page, request }) => {
  const email = newEmail()
  const { reservationId, uuid } = await signUp(page, email)
  await page.goto(`/reservation/${reservationId}`)
  const link = page.getByRole('link', { name: 'Open it as the guest sees it' })
  await expect(link).toHaveAttribute('href', linkOf(uuid))
  await page.getByRole('button', { name: 'New private link' }).click()
  const asking = page.getByRole('alertdialog', { name: 'New private link' })
  await expect(asking).toContainText(`We email the new link to ${email}`)
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Create a new link' }).click()
  await expect(asking).toBeHidden()
  await expect(link).not.toHaveAttribute('href', linkOf(uuid))
  const href = (await link.getAttribute('href')) ?? ''
  await expect
    .poll(async () => (await mailsTo(request, email)).some(({ text }) => text.includes(href)), {
      timeout: 20_000,
    })
    .toBe(true)
  const gone = await page.goto(linkOf(uuid))
  expect(gone?.status()).toBe(404)
})
