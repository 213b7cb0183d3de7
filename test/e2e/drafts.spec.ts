import { expectAccessible } from './accessible.ts'
import { eventForm, fillEvent, newEvent } from './event-form.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test('saves a draft, shows it by its preview link without a sign-in, and publishes it (R58)', async ({
  page,
  browser,
}) => {
  const { name, urlName } = newEvent()
  const press = (button: string) => eventForm(page).getByRole('button', { name: button }).click()
  const stranger = await browser.newContext()
  const visitor = await stranger.newPage()

  await page.goto('/create-event')
  await fillEvent(page, name)
  await expect(eventForm(page).getByRole('button', { name: 'Save as draft' })).toBeEnabled()
  await press('Save as draft')
  await expect(page).toHaveURL(`/event/${urlName}`)
  const draft = page.getByRole('region', { name: 'Draft', exact: true })
  await expect(draft).toContainText('Nobody can sign up yet.')
  const missing = await visitor.goto(`/event/${urlName}`)
  expect(missing?.status()).toBe(404)

  await draft.getByRole('button', { name: 'Create a preview link' }).click()
  const link = await draft.getByText(/\/preview\/[0-9a-f-]{36}/).innerText()
  await expectAccessible(page)
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(visitor.getByText('This is a preview. Nobody can sign up yet.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Sign up' })).toHaveCount(0)
  await expectAccessible(visitor)

  await draft.getByRole('link', { name: 'Edit or publish' }).click()
  await expect(eventForm(page).getByRole('button', { name: 'Publish on …' })).toBeEnabled()
  await press('Publish on …')
  await page.getByLabel('Day', { exact: true }).fill('2031-03-09')
  await expectAccessible(page)
  await press('Schedule Event')
  await expect(page.getByRole('region', { name: 'Publishes on Sun, Mar 9, 2031, 9:00 AM' })).toBeVisible()
  await page.goto('/events')
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('Publishes Mar 9')

  await page.goto(`/create-event/${urlName}`)
  await press('Publish now')
  await expect(page).toHaveURL(`/event/${urlName}`)
  await expect(draft).toHaveCount(0)
  await visitor.goto(link)
  await expect(visitor).toHaveURL(`/event/${urlName}`)
  await expect(visitor.getByRole('button', { name: 'Sign up' }).first()).toBeVisible()
  await stranger.close()
})
