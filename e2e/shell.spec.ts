/** The bar and its drawer (SPEC section 2 "Shell and navigation", numbers of section 9). */
import { expect, test, type Page } from '@playwright/test'

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Menu' })
/** Also while the drawer has it covered. */
const content = (page: Page) => page.getByRole('main', { includeHidden: true })

const leftOfContent = async (page: Page) => Math.round((await content(page).boundingBox())?.x ?? Number.NaN)
const isInert = (page: Page) => content(page).evaluate((main) => main.closest('[inert]') !== null)

test.describe('below 48rem', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the drawer covers 70 percent, and the page slides by as much', async ({ page }) => {
    await page.goto('/the-land')
    await expect(drawer(page)).toBeHidden()
    await toggle(page).click()
    await expect.poll(() => leftOfContent(page)).toBe(273)
    expect((await drawer(page).boundingBox())?.width).toBe(273)
    await expect(drawer(page).getByRole('link')).toHaveText([
      'Events',
      'Retreat Space',
      'Testimonials',
      'Sustainable Ranching',
      'The Land',
      'Contact',
    ])
  })

  test('it closes on the toggle, beside it, with Escape and on a link', async ({ page }) => {
    await page.goto('/the-land')
    const closings = [
      () => toggle(page).click(),
      () => page.mouse.click(370, 600),
      () => page.keyboard.press('Escape'),
      () => drawer(page).getByRole('link', { name: 'Contact' }).click(),
    ]
    for (const close of closings) {
      await toggle(page).click()
      await expect.poll(() => leftOfContent(page)).toBe(273)
      await close()
      await expect(drawer(page)).toBeHidden()
      await expect.poll(() => leftOfContent(page)).toBe(0)
    }
    await expect(page).toHaveURL(/\/contact$/)
  })

  test('the focus stays between the toggle and the links, and the page behind is inert', async ({ page }) => {
    await page.goto('/the-land')
    await toggle(page).click()
    await expect(drawer(page).getByRole('link', { name: 'Events' })).toBeFocused()
    expect(await isInert(page)).toBe(true)
    for (let press = 0; press < 6; press++) await page.keyboard.press('Tab')
    await expect(toggle(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(drawer(page).getByRole('link', { name: 'Events' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect.poll(() => isInert(page)).toBe(false)
  })
})

test.describe('from 48rem', () => {
  test.use({ viewport: { width: 768, height: 900 } })

  test('the menu is inline, and the logo leads home', async ({ page }) => {
    await page.goto('/contact')
    await expect(toggle(page)).toBeHidden()
    await expect(drawer(page).getByRole('link')).toHaveCount(6)
    const logo = page.getByRole('link', { name: /home/ })
    expect((await logo.locator('svg').boundingBox())?.width).toBe(65)
    expect((await page.getByRole('banner').first().boundingBox())?.height).toBe(62)
    await logo.click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('the end of the pavement')
  })
})

test('the bar is hidden on /inner-creative alone, and an unknown address is a real 404', async ({ page }) => {
  const reply = await page.goto('/inner-creative')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // On a phone the menu is hidden either way.
  const menu = page.getByRole('navigation', { name: 'Main', includeHidden: true })
  await expect(menu).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the start' }).click()
  await expect(menu).toBeAttached()
})

test('a legacy ?pg= link leads to a path of this site', async ({ page }) => {
  await page.goto('/?pg=the-land')
  await expect(page).toHaveURL(/\/the-land$/)
  await page.goto('/?pg=//elsewhere.example/x')
  expect(new URL(page.url()).host).toBe(new URL(test.info().project.use.baseURL ?? '').host)
})

test('directions take the attendee out of the address', async ({ page }) => {
  const report = page.waitForRequest((request) => request.url().endsWith('/api/viewedDirections'))
  await page.goto('/directions?attendee=somebody-unknown')
  expect((await report).postDataJSON()).toEqual({ name: 'somebody-unknown' })
  await expect(page).toHaveURL(/\/directions$/)
})
