/** The bar and its drawer (SPEC section 2 "Shell and navigation", numbers of section 9). */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './quiet.ts'
import { goWithin, startReact } from './start-react.ts'

const LINKS = [
  ['Events', '/events'],
  ['Retreat Space', '/retreat-space'],
  ['Testimonials', '/testimonials'],
  ['Sustainable Ranching', '/sustainable-ranching'],
  ['The Land', '/the-land'],
  ['Contact', '/contact'],
] as const

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Menu' })
const bar = (page: Page) => page.locator('.bar')
/** All that moves aside: the page's content and the bar. */
const moving = (page: Page) => [page.locator('.page'), bar(page)]

const rect = (of: Locator) =>
  of.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { left, top, width, height }
  })
const isInert = (page: Page) =>
  page.getByRole('main', { includeHidden: true }).evaluate((main) => main.closest('[inert]') !== null)

async function openDrawer(page: Page) {
  await toggle(page).click()
  await expect.poll(async () => (await rect(drawer(page))).left).toBe(0)
}

async function expectAside(page: Page, by: number) {
  for (const part of moving(page)) await expect.poll(async () => (await rect(part)).left).toBeCloseTo(by, 0)
}

async function expectLinks(page: Page) {
  const links = drawer(page).getByRole('link')
  await expect(links).toHaveText(LINKS.map(([label]) => label))
  for (const [label, path] of LINKS) {
    await expect(drawer(page).getByRole('link', { name: label })).toHaveAttribute('href', path)
  }
}

for (const width of [390, 767]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('the drawer covers 70 percent, and the page slides by as much', async ({ page }) => {
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
      await expectLinks(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })

    test('it closes on the toggle, beside it, with Escape and on a link', async ({ page }) => {
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
        expect(await isInert(page)).toBe(false)
      }
      await expect(page).toHaveURL(/\/contact$/)
    })
  })
}

test.describe('below 48rem', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the focus stays between the toggle and the links, and the page behind is inert', async ({ page }) => {
    await page.goto('/the-land')
    await openDrawer(page)
    await expect(drawer(page).getByRole('link', { name: 'Events' })).toBeFocused()
    await expect(
      page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Menu' }),
    ).toBeVisible()
    expect(await isInert(page)).toBe(true)
    for (let press = 0; press < LINKS.length; press++) await page.keyboard.press('Tab')
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

  test('it works the same once React has come, and on the page after', async ({ page }) => {
    await page.goto('/contact')
    await startReact(page)
    await openDrawer(page)
    await drawer(page).getByRole('link', { name: 'The Land' }).click()
    await expect(page).toHaveURL(/\/the-land$/)
    await expect(drawer(page)).toBeHidden()
    await openDrawer(page)
    expect(await isInert(page)).toBe(true)
    await expect(drawer(page).getByRole('link', { name: 'The Land' })).toHaveAttribute('aria-current', 'page')
  })

  test('a phone turned wide while it is open has its page back', async ({ page }) => {
    await page.goto('/the-land')
    await openDrawer(page)
    await page.setViewportSize({ width: 844, height: 390 })
    await expectAside(page, 0)
    expect(await isInert(page)).toBe(false)
    await expect(drawer(page).getByRole('link')).toHaveCount(6)
  })

  test('with less motion it is there at once', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/the-land')
    await openDrawer(page)
    await expectAside(page, 273)
    for (const part of [drawer(page), ...moving(page)]) {
      expect(await part.evaluate((element) => getComputedStyle(element).transitionDuration)).not.toContain(
        '0.3s',
      )
    }
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('the drawer opens, closes and leads on', async ({ page }) => {
      await page.goto('/the-land')
      await openDrawer(page)
      await expectAside(page, 273)
      await page.keyboard.press('Escape')
      await expect(drawer(page)).toBeHidden()
      await openDrawer(page)
      await drawer(page).getByRole('link', { name: 'Contact' }).click()
      await expect(page).toHaveURL(/\/contact$/)
      await expect(drawer(page)).toBeHidden()
    })
  })
})

for (const width of [768, 1280]) {
  test.describe(`at ${width} px, from 48rem on`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('the menu is inline, and the logo leads home', async ({ page }) => {
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

test('the bar is 62 px high, stays where it is, and words begin below it', async ({ page }) => {
  await page.goto('/the-land')
  const { width } = page.viewportSize() ?? { width: 0 }
  expect(await rect(bar(page))).toEqual({ left: 0, top: 0, width, height: 62 })
  expect((await rect(page.getByRole('heading', { level: 1 }))).top).toBeGreaterThan(62)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  expect((await rect(bar(page))).top).toBe(0)
})

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await page.goto('/events')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

for (const path of ['/', '/events', '/event/leather-and-light']) {
  test(`on ${path} the focus never hides under the bar, forward or back`, async ({ page }) => {
    await page.goto(path)
    await page.evaluate(() => document.documentElement.style.setProperty('scroll-behavior', 'auto'))
    const hidden = () =>
      page.evaluate(() => {
        const at = document.activeElement
        if (!at || at === document.body || at.closest('.bar, .skip')) return null
        const { top, bottom } = at.getBoundingClientRect()
        return top < 61 || bottom > innerHeight + 1 ? `${at.outerHTML.slice(0, 120)} ${top}–${bottom}` : null
      })
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 45; press++) {
        await page.keyboard.press(key)
        expect(await hidden()).toBeNull()
      }
    }
  })
}

test('the bar is hidden on /inner-creative alone, which no search engine lists', async ({
  page,
  request,
}) => {
  const reply = await page.goto('/inner-creative')
  expect(reply?.status()).toBe(200)
  expect(reply?.headers()['x-robots-tag']).toContain('noindex')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.ok()).toBe(true)
  expect(await sitemap.text()).not.toContain('inner-creative')
  await expect(page.getByRole('heading', { name: 'Inner Creative', level: 1 })).toBeVisible()
  await expect(page.getByText('This is sample text.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  for (const same of ['/inner-creative/', '/Inner-Creative']) {
    await page.goto(same)
    await expect(bar(page)).toHaveCount(0)
  }
})

test('whether the bar shows is looked at again after each route change', async ({ page }) => {
  await page.goto('/contact')
  await startReact(page)
  await expect(bar(page)).toBeVisible()
  await goWithin(page, '/inner-creative')
  await expect(page.getByRole('heading', { name: 'Inner Creative' })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the ranch' }).click()
  await expect(bar(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Inner Creative' })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(bar(page)).toBeVisible()
})

test('directions take the attendee out of the address', async ({ page }) => {
  const report = page.waitForRequest((request) => request.url().endsWith('/api/viewedDirections'))
  await page.goto('/directions?attendee=somebody-unknown')
  expect((await report).postDataJSON()).toEqual({ name: 'somebody-unknown' })
  await expect(page).toHaveURL(/\/directions$/)
})
