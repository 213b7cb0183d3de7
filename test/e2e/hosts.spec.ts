import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import { makeEvent, makeGuest, openTab } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

async function fullEvent(page: Page) {
  const event = await makeEvent(page, { host: 'Lee' })
  await makeGuest(page, event.id, {
    customerName: 'Ana Ortiz',
    phone: '505-555-0101',
    emergencyContactName: 'Luis Ortiz',
    emergencyContactPhone: '505-555-0102',
    foodAllergies: 'Peanuts',
    medicalConditions: 'Asthma',
  })
  await makeGuest(page, event.id, { customerName: 'Bo Diaz', foodAllergies: 'none.' })
  return event
}

async function opened(browser: Browser, link: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const reply = await page.goto(link)
  return { page, status: reply?.status(), headers: reply?.headers() ?? {} }
}

test('creates a host link, shows and prints the kitchen sheet by it, and ends access when an admin revokes it', async ({
  page,
  browser,
}) => {
  test.slow()
  const event = await fullEvent(page)
  await page.goto(`${event.path}/kitchen`)
  const part = page.getByRole('region', { name: 'Links for the host' })
  await part.getByRole('button', { name: 'Create a link for the host' }).click()
  const line = part.getByRole('listitem').filter({ hasText: 'Without medical conditions' })
  await expect(line).toContainText('works through Fri, Jun 6, 2031')
  // Stores the copied link in the page, because reading the clipboard would need a permission.
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void (document.body.dataset['copied'] = text)
  })
  await line.getByRole('button', { name: 'Copy the link' }).click()
  await expect(line.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expectAccessible(page, '.for-host')
  const link = (await page.evaluate(() => document.body.dataset['copied'])) ?? ''

  const host = await opened(browser, link)
  expect(host.status).toBe(200)
  expect(host.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  await expect(host.page.getByRole('heading', { level: 1 })).toHaveText(event.name)
  await expect(host.page.getByRole('region', { name: 'Allergies and needs' })).toHaveText(
    /Peanuts\s*Ana\s*One guest says they have no allergies or needs\./,
  )
  const row = host.page.getByRole('row', { name: 'Ana Ortiz' })
  for (const words of ['505-555-0101', 'Luis Ortiz', '505-555-0102']) await expect(row).toContainText(words)
  await expect(host.page.getByText('Asthma')).toHaveCount(0)
  await expectAccessible(host.page)
  expect(await host.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await host.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(host.page.getByRole('navigation')).toHaveCount(0)
  await expect(host.page.getByRole('button')).toHaveCount(0)
  const paper = host.page.getByRole('region', { name: 'Arrivals and emergency contacts' })
  await expect(paper).toHaveCSS('break-before', 'page')
  await expect(paper).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(host.page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')

  await line.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(part.getByRole('listitem')).toContainText('revoked')
  expect((await host.page.reload())?.status()).toBe(404)
  await expect(host.page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works.')
  await host.page.context().close()
})

test(
  "shows medical conditions on the admin's kitchen sheet on request, and hides them again",
  ANY_WIDTH,
  async ({ page }) => {
    const event = await fullEvent(page)
    await page.goto(event.path)
    await openTab(page, 'Kitchen')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
    const medical = page.getByRole('region', { name: 'Medical conditions' })
    await expect(medical).toHaveCount(0)
    await page.getByRole('link', { name: 'Show medical conditions' }).click()
    await expect(medical).toHaveText(/Asthma\s*Ana\s*Not answered yet: Bo/)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Hide medical conditions' }).click()
    await expect(medical).toHaveCount(0)
  },
)
