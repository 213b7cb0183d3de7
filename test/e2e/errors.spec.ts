/** Tests what a visitor sees if a page does not exist, did not load, or has scripts that fail (R16.9). */
import { goWithin, startReact } from './start-react.ts'
import { expect, test } from './test.ts'

test('shows a 404 page with header and links at an unknown address (R16.9)', async ({ page }) => {
  const reply = await page.goto('/no-such-page')
  expect(reply?.status()).toBe(404)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('heading', { name: 'The road ends here.', level: 1 })).toBeVisible()
  await expect(page.getByRole('banner').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the events' })).toHaveAttribute('href', '/events')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('the end of the pavement')
})

test('shows that an event no longer exists, even after a client-side navigation', async ({ page }) => {
  await page.goto('/events')
  await startReact(page)
  await goWithin(page, '/event/gone')
  await expect(page.getByRole('heading', { name: 'Event Not Found', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^Event Not Found/)
  await expect(page.getByRole('link', { name: 'See the events' })).toBeVisible()
})

test("shows what to do if a page's data failed to load, and loads the data at a retry (R16.9)", async ({
  page,
}) => {
  await page.goto('/contact')
  await startReact(page)
  await page.route('**/events.data*', (route) => route.fulfill({ status: 500, body: 'out of order' }))
  await goWithin(page, '/events')
  await expect(page.getByRole('heading', { name: 'Something broke on our side.', level: 1 })).toBeVisible()
  await expect(page.getByText('out of order')).toHaveCount(0)
  await page.unroute('**/events.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Available Events & Retreats' })).toBeVisible()
})

test('shows that there is no signal if a page could not load', async ({ page }) => {
  await page.goto('/contact')
  await startReact(page)
  await page.route('**/events.data*', (route) => route.abort('internetdisconnected'))
  await goWithin(page, '/events')
  await expect(page.getByRole('heading', { name: 'No signal.', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/events')
})

test.describe('a page on which scripts fail', () => {
  test("logs that React failed to start, and keeps the server's page usable (R15.8, R16.9)", async ({
    page,
  }) => {
    await page.route(/hydrate/, (route) => route.abort())
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto('/events')
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift')
        return errors
      })
      .toContainEqual(expect.stringMatching(/^Start-up failed/))
    await expect(page.getByRole('heading', { name: 'Previous Events & Retreats' })).toBeVisible()
    await page.getByRole('link', { name: 'Leather & Light' }).click()
    await expect(page.getByRole('heading', { name: 'Leather & Light', level: 1 })).toBeVisible()
  })

  test('keeps menu, links and text usable if no script loads (R16.9)', async ({ page }) => {
    await page.route('**/*.{js,mjs,ts,tsx}*', (route) => route.abort())
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Want More Information?' })).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Events', exact: true })
      .click()
    await expect(page.getByRole('heading', { name: 'Available Events & Retreats' })).toBeVisible()
  })
})
