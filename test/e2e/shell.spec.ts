import { ANY_WIDTH } from './any-width.ts'
import { expect, test } from './quiet.ts'
import { bar, rect } from './shell.ts'
import { goWithin, startReact } from './start-react.ts'

test("keeps the site's 62 px header at the top, with the text below it (R16.2)", async ({ page }) => {
  await page.goto('/the-land')
  const { width } = page.viewportSize() ?? { width: 0 }
  expect(await rect(bar(page))).toEqual({ left: 0, top: 0, width, height: 62 })
  expect((await rect(page.getByRole('heading', { level: 1 }))).top).toBeGreaterThan(62)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  expect((await rect(bar(page))).top).toBe(0)
})

test('offers a link that skips to the content at the first press of Tab', ANY_WIDTH, async ({ page }) => {
  await page.goto('/events')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

for (const path of ['/', '/events', '/event/leather-and-light']) {
  test(`never covers the focused element on ${path} with the header when Tab moves forward or backward (R17.7)`, async ({
    page,
  }) => {
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
        await expect.poll(hidden).toBeNull()
      }
    }
  })
}

test(
  'hides the header only on /inner-creative, which search engines must not list (R16.3)',
  ANY_WIDTH,
  async ({ page, request }) => {
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
    for (const other of ['/', '/events', '/event/leather-and-light', '/calendar', '/family']) {
      await page.goto(other)
      await expect(bar(page)).toBeVisible()
    }
  },
)

test(
  'shows or hides the header again after each client-side navigation (R16.3)',
  ANY_WIDTH,
  async ({ page }) => {
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
  },
)

test(
  'shows progress during a client-side navigation, focuses the new heading and announces the page',
  ANY_WIDTH,
  async ({ page }) => {
    const arrived = Promise.withResolvers<void>()
    await page.route('**/leather-and-light.data*', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto('/contact')
    await startReact(page)
    const bar = page.locator('.page-bar')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    const going = goWithin(page, '/event/leather-and-light')
    await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
    arrived.resolve()
    await going
    await expect(heading('Leather & Light')).toBeFocused()
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('status').getByText('Leather & Light · Twelve Mile Ranch')).toBeAttached()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

    await page.goBack()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.getByRole('main').locator(':focus')).toHaveRole('heading')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    await goWithin(page, '/events#previous')
    await expect(page.getByRole('heading', { name: 'Previous Events & Retreats' })).toBeInViewport()
  },
)

test('loads no scripts while the visitor only moves the mouse', ANY_WIDTH, async ({ page }) => {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (let at = 0; at < 20; at += 1) await page.mouse.move(100 + at, 300)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(asked).toEqual([])
  await page.mouse.click(5, 300)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
})

test("removes the guest's token from the address of the directions (R16.8)", ANY_WIDTH, async ({ page }) => {
  const report = page.waitForRequest((request) => request.url().endsWith('/api/viewedDirections'))
  await page.goto('/directions?attendee=somebody-unknown')
  expect((await report).postDataJSON()).toEqual({ name: 'somebody-unknown' })
  await expect(page).toHaveURL(/\/directions$/)
})

const EVERY_PAGE = [
  ['Retreat Space', '/retreat-space'],
  ['The Center', '/the-center'],
  ['The Land', '/the-land'],
  ['Sustainable Ranching', '/sustainable-ranching'],
  ['Our History', '/our-history'],
  ['Testimonials', '/testimonials'],
  ['Events', '/events'],
  ['Find my reservation', '/lost-link'],
  ['Questions Guests Ask', '/questions'],
  ['Directions', '/directions'],
  ['Packing List', '/packing-list'],
  ['Terms of Stay', '/terms-of-stay'],
  ['Contact', '/contact'],
] as const

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the footer ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test(
      'leads to every page of the site and to the e-mail address, in large enough targets (R55.3)',
      ANY_WIDTH,
      async ({ page }) => {
        await page.goto('/the-land')
        const footer = page.getByRole('contentinfo')
        const links = footer.getByRole('navigation', { name: 'All pages' }).getByRole('link')
        await expect(links).toHaveText(EVERY_PAGE.map(([label]) => label))
        for (const [at, [, path]] of EVERY_PAGE.entries())
          await expect(links.nth(at)).toHaveAttribute('href', path)
        const address = footer.getByRole('link', { name: /@/ })
        await expect(address).toHaveAttribute('href', /^mailto:/)
        for (const link of await footer.getByRole('link').all())
          expect((await rect(link)).height).toBeGreaterThanOrEqual(44)
        await links.nth(7).focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { name: 'Find my reservation', level: 1 })).toBeVisible()
      },
    )
  })
}
