/**
 * An accountant's story: a guest pays by check, the owner closes the month, and deletes the guest. The download of
 * the month stays the same (R49.3).
 */
import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { LONG_RUN } from './any-width.ts'
import { tidy } from './clean-up.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

const exported = async (page: Page, month: string) =>
  (await page.request.get(`/api/auth/statement/export?month=${month}&form=quickbooks`)).body()

test('downloads the same file of a closed month after a guest is deleted', LONG_RUN, async ({ page }) => {
  const event = await makeEvent(page)
  // The 15th of the month before this one, at noon.
  const paid = new Date()
  paid.setUTCDate(0)
  paid.setUTCDate(15)
  const month = paid.toISOString().slice(0, 7)
  const { reservationId: id } = await api<{ reservationId: number }>(page, {
    method: 'POST',
    path: 'auth/createReservation',
    body: {
      createReservationData: {
        customerName: 'Ana Ortiz',
        eventId: event.id,
        email: 'ana@example.test',
        shouldSendEmail: false,
        paymentMethod: 'check',
        datePaid: paid.toISOString(),
      },
    },
  })
  await page.goto(`/admin/statements?month=${month}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download for QuickBooks' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('closes it:')
  await question.getByRole('button', { name: 'Close and download' }).click()
  expect((await saved).suggestedFilename()).toBe(`statement-${month}-quickbooks.csv`)
  await expect(page.getByText(/^Closed on /)).toBeVisible()
  const before = await exported(page, month)
  expect(before.toString()).toContain(`reservation ${id}, ${event.name}`)
  expect(before.toString()).not.toContain('Ortiz')

  await api(page, { method: 'DELETE', path: `auth/deleteReservation?id=${id}&force=true` })
  expect((await exported(page, month)).equals(before)).toBe(true)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Download for QuickBooks' })).toBeVisible()
})
