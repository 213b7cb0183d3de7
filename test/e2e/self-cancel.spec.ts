import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import { mailsTo, newEmail } from './guest.ts'
import { payDeposit } from './money.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

/** Returns the ranch day that is this many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Signs up a guest who pays the deposit, and opens the guest's private page. */
async function openStay(page: Page, startDateDate: string, endDateDate = startDateDate) {
  const event = await makeEvent(page, { startDateDate, endDateDate })
  const email = newEmail()
  const { id } = await payDeposit(page, event.id, email)
  const { uuid } = await api<{ uuid: string }>(page, { method: 'GET', path: `auth/reservation?id=${id}` })
  await page.goto(`/complete-reservation/${uuid}`)
  return { id, uuid, email }
}

const ask = (page: Page) => page.getByRole('button', { name: 'Cancel my stay' })
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Cancel your stay?' })

test("shows today's refund percentage and amount, and refunds that amount after a guest cancels by keyboard (R5.6)", async ({
  page,
  request,
}) => {
  const { email } = await openStay(page, inDays(60))
  const part = page.getByRole('region', { name: 'If you can’t come' })
  await expect(part.getByRole('row', { name: '$324.15' })).toContainText('75% refund, minus card fees')
  await expect(part).toContainText('If you cancel today, we refund $324.15 of the $450.00 you have paid.')
  await expect(ask(page)).toBeEnabled()
  await ask(page).press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Keep my stay' })).toBeFocused()
  for (const words of ['Paid$450.00', 'Card fees, not refunded$13.35', 'Your refund$324.15'])
    await expect(dialog(page)).toContainText(words)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(ask(page)).toBeFocused()
  await ask(page).press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Keep my stay' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Cancel for a refund of $324.15' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#how-it-stands').getByText('Your stay is canceled.')).toBeVisible()
  await expect(
    page.getByRole('status').getByText('Your stay is canceled. $324.15 is refunded.'),
  ).toBeAttached()
  await expect(ask(page)).toBeHidden()
  await expect(page.locator(':focus')).toContainText('Your stay is canceled.')
  await expect
    .poll(async () => (await mailsTo(request, email)).map(({ subject }) => subject), { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(/^Your stay is canceled/))
})

test(
  'cancels nothing if the refund has changed since the page loaded, and shows the new amount on the button',
  ANY_WIDTH,
  async ({ page }) => {
    const { id } = await openStay(page, inDays(60))
    await expect(ask(page)).toBeEnabled()
    await ask(page).click()
    const first = dialog(page).getByRole('button', { name: 'Cancel for a refund of $324.15' })
    await expect(first).toBeVisible()
    const { invoices } = await api<{ invoices: { id: number; amount: number; paid: boolean }[] }>(page, {
      method: 'GET',
      path: `auth/reservation?id=${id}`,
    })
    await api(page, {
      method: 'PUT',
      path: 'auth/updateInvoice',
      body: {
        updateInvoiceData: {
          id: invoices.find(({ paid }) => !paid)?.id,
          paid: true,
          paymentMethod: 'cash',
        },
      },
    })
    await first.click()
    await expect(dialog(page).getByRole('alert')).toContainText('Nothing was canceled.')
    await dialog(page).getByRole('button', { name: 'Cancel for a refund of $661.65' }).click()
    await expect(page.locator('#how-it-stands').getByText('Your stay is canceled.')).toBeVisible()
  },
)
