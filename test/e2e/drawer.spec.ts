import { expect, test } from './quiet.ts'
import {
  LINKS,
  PRACTICAL,
  drawer,
  toggle,
  moving,
  rect,
  isInert,
  openDrawer,
  expectAside,
  expectLinks,
} from './shell.ts'
import { startReact } from './start-react.ts'

for (const width of [390, 767]) {
  test.describe(`the menu at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('covers 70 percent of the screen with the drawer, and slides the page aside by the same width (R16.1, R16.2)', async ({
      page,
    }) => {
      await page.goto('/the-land')
      await expect(drawer(page)).toBeHidden()
      await expectAside(page, 0)
      await openDrawer(page)
      await expectAside(page, 0.7 * width)
      const { left, top, width: covered, height } = await rect(drawer(page))
      expect({ left, top, height }).toEqual({ left: 0, top: 0, height: 844 })
      expect(covered).toBeCloseTo(0.7 * width, 1)
      for (const part of [drawer(page), ...moving(page)]) {
        expect(await part.evaluate((element) => getComputedStyle(element).transitionDuration)).toContain(
          '0.3s',
        )
      }
      await expectLinks(page, [...LINKS, ...PRACTICAL])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

    test('closes the drawer by its button, a tap outside, Escape or a link (R16.2)', async ({ page }) => {
      await page.goto('/the-land')
      const closings = [
        () => toggle(page).click(),
        () => page.mouse.click(width - 20, 600),
        () => page.keyboard.press('Escape'),
        () => drawer(page).getByRole('link', { name: 'Contact' }).click(),
      ]
      for (const close of closings) {
        await openDrawer(page)
        await close()
        await expect(drawer(page)).toBeHidden()
        await expectAside(page, 0)
        await expect.poll(() => isInert(page)).toBe(false)
      }
      await expect(page).toHaveURL(/\/contact$/)
    })
  })
}

test.describe('the menu on screens below 48rem', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test("keeps the focus on the drawer's button and links, and makes the page behind them inert", async ({
    page,
  }) => {
    await page.goto('/the-land')
    await openDrawer(page)
    await expect(drawer(page).getByRole('link', { name: 'Events' })).toBeFocused()
    await expect(
      page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Menu' }),
    ).toBeVisible()
    await expect.poll(() => isInert(page)).toBe(true)
    for (let press = 0; press < LINKS.length + PRACTICAL.length; press++) await page.keyboard.press('Tab')
    await expect(toggle(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(drawer(page).getByRole('link', { name: 'Events' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(toggle(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(toggle(page)).toBeFocused()
    await expect.poll(() => isInert(page)).toBe(false)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('leads by keyboard from the menu to the form that finds a reservation (R55.3)', async ({ page }) => {
    await page.goto('/the-land')
    await toggle(page).focus()
    await page.keyboard.press('Enter')
    await expect(drawer(page).getByRole('link', { name: 'Events' })).toBeFocused()
    for (let press = 0; press < LINKS.length; press++) await page.keyboard.press('Tab')
    const find = drawer(page).getByRole('link', { name: 'Find my reservation' })
    await expect(find).toBeFocused()
    await expect(find).toBeInViewport({ ratio: 1 })
    for (const link of await drawer(page).getByRole('link').all())
      expect((await rect(link)).height).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/lost-link$/)
    await expect(page.getByRole('heading', { name: 'Find my reservation', level: 1 })).toBeVisible()
  })

  test('turns a drawer into a dialog if a visitor opened it before its script loaded', async ({ page }) => {
    const script = Promise.withResolvers<void>()
    await page.route('**/entry.client*', async (route) => {
      await script.promise
      await route.continue()
    })
    await page.goto('/the-land')
    await openDrawer(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    script.resolve()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expect(drawer(page).getByRole('link', { name: 'Events' })).toBeFocused()
    await expect.poll(() => isInert(page)).toBe(true)
  })

  test('opens the drawer in the same way after React has started, and on the next page', async ({ page }) => {
    await page.goto('/contact')
    await startReact(page)
    await openDrawer(page)
    await drawer(page).getByRole('link', { name: 'The Land' }).click()
    await expect(page).toHaveURL(/\/the-land$/)
    await expect(drawer(page)).toBeHidden()
    await openDrawer(page)
    await expect.poll(() => isInert(page)).toBe(true)
    await expect(drawer(page).getByRole('link', { name: 'The Land' })).toHaveAttribute('aria-current', 'page')
  })

  test('closes the drawer when the phone is rotated to landscape', async ({ page }) => {
    await page.goto('/the-land')
    await openDrawer(page)
    await page.setViewportSize({ width: 844, height: 390 })
    await expectAside(page, 0)
    await expect.poll(() => isInert(page)).toBe(false)
    await expect(drawer(page).getByRole('link')).toHaveCount(6)
  })

  test('opens the drawer without animation for a visitor who prefers reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/the-land')
    await openDrawer(page)
    await expectAside(page, 273)
    for (const part of [drawer(page), ...moving(page)])
      await expect(part).toHaveCSS('transition-property', 'none')
  })

  test.describe('on pages without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('opens and closes the drawer and follows its links without scripts', async ({ page }) => {
      await page.goto('/the-land')
      await openDrawer(page)
      await expectAside(page, 273)
      await page.keyboard.press('Escape')
      await expect(drawer(page)).toBeHidden()
      await openDrawer(page)
      await drawer(page).getByRole('link', { name: 'Contact' }).click()
      await expect(page).toHaveURL(/\/contact$/)
      await expect(drawer(page)).toBeHidden()
      await openDrawer(page)
      await drawer(page).getByRole('link', { name: 'Find my reservation' }).click()
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    })
  })
})

for (const width of [768, 1280]) {
  test.describe(`a page at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('shows the menu without a drawer from 48rem on, and links the logo to the home page (R17.5, R16.1, R16.2)', async ({
      page,
    }) => {
      await page.goto('/contact')
      await expect(toggle(page)).toBeHidden()
      await expectLinks(page)
      const heights = await drawer(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect()).map(({ top }) => top))
      expect(new Set(heights).size).toBe(1)
      const logo = page.getByRole('link', { name: /home/ })
      expect((await rect(logo.locator('svg'))).width).toBe(65)
      await logo.click()
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('the end of the pavement')
    })
  })
}
