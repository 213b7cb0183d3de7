import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { api } from './api.ts'
import { makeEvent, makeGuest } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

const section = (page: Page) => page.getByRole('region', { name: 'What we know about you' })

async function open(page: Page) {
  const event = await makeEvent(page)
  const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
  const read = async () =>
    api<{ uuid: string; version: number }>(page, { method: 'GET', path: `auth/reservation?id=${id}` })
  const { uuid } = await read()
  await page.goto(`/complete-reservation/${uuid}`)
  return { event, id, uuid, read }
}

test(
  'shows everything that the site stores about a guest, as a page and as a download (R18.5)',
  ANY_WIDTH,
  async ({ page }) => {
    const { event } = await open(page)
    await expect(section(page)).toContainText('Once your stay is over or canceled')
    await expect(section(page).getByRole('button')).toHaveCount(0)
    const file = page.waitForEvent('download')
    await section(page).getByRole('link', { name: 'Download it (JSON)' }).click()
    expect((await file).suggestedFilename()).toBe('my-stay-at-the-ranch.json')

    await section(page).getByRole('link', { name: 'View your data' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'What we know about you' })).toBeVisible()
    await expect(page.getByText(event.name).first()).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'Ana Ortiz' })).toBeVisible()
    await expect(page.getByText(/^Reservation: created/)).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  },
)

test(
  "deletes a canceled guest's data immediately after a confirmation (R18.5)",
  LONG_RUN,
  async ({ page }) => {
    const { id, uuid, read } = await open(page)
    const { version } = await read()
    await api(page, {
      method: 'POST',
      path: 'auth/cancelReservation',
      body: { id, version, sendEmail: false },
    })
    await page.reload()
    const button = section(page).getByRole('button', { name: 'Delete my data now' })
    await button.click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your data?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep my data' }).click()
    await expect(button).toBeFocused()
    await button.click()
    await dialog.getByRole('button', { name: 'Delete my data', exact: true }).click()
    const under = page.getByRole('status').filter({ hasText: 'Your data is being deleted' })
    const gone = page.getByRole('heading', { level: 1, name: 'Your data is deleted.' })
    await expect(under.or(gone)).toBeVisible()
    // A job deletes the guest's data. Afterwards the same page must say that no data is left.
    await expect(gone).toBeVisible({ timeout: 60_000 })
    const again = await page.request.get(`/complete-reservation/${uuid}`)
    expect(again.status()).toBe(410)
  },
)
