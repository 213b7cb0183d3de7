/** Tests the carousel (R17.2) against the WAI-ARIA APG's description of carousels. */
import type { Locator, Page } from '@playwright/test'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { carousel, count, dialog, picture, slide } from './components.ts'
import { expect, test } from './quiet.ts'
import { startReact } from './start-react.ts'

/** Opens the page "The land" with a clock that the test controls, and scrolls to one of its carousels. */
async function openLand(page: Page, name = 'The land in pictures'): Promise<Locator> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto('/the-land')
  const found = carousel(page, name)
  await expect(found).toHaveAttribute('data-turning')
  await found.scrollIntoViewIfNeeded()
  await expect(slide(found, '1 of')).toBeInViewport({ ratio: 0.9 })
  return found
}

/** Prevents the start of React until the event `go-on`. */
function holdBackReact() {
  const context = Reflect.get(window, '__reactRouterContext') as { stream: ReadableStream }
  const { stream } = context
  const pull = async (controller: ReadableStreamDefaultController) => {
    document.documentElement.dataset['react'] = 'waits'
    await new Promise((resolve) => addEventListener('go-on', resolve, { once: true }))
    for await (const part of stream) controller.enqueue(part)
    controller.close()
  }
  context.stream = new ReadableStream({ pull }, { highWaterMark: 0 })
}

async function expectStill(page: Page) {
  const found = await openLand(page)
  await page.clock.runFor(10_000)
  await expect(count(found)).toHaveText(/^1 of/)
  await found.getByRole('button', { name: 'Play' }).click()
  await page.clock.runFor(2500)
  await expect(count(found)).toHaveText(/^2 of/)
}

test.describe('a page with a carousel', () => {
  for (const [name, interval] of [
    ['The land in pictures', 2500],
    ['The four seasons', 4000],
  ] as const) {
    test(
      `changes the slides of "${name}" every ${interval} ms until it is paused (R17.2)`,
      ANY_WIDTH,
      async ({ page }) => {
        const found = await openLand(page, name)
        await page.clock.runFor(interval - 1)
        await expect(count(found)).toHaveText(/^1 of/)
        await page.clock.runFor(1)
        await expect(count(found)).toHaveText(/^2 of/)
        await expect(slide(found, '2 of')).toBeInViewport({ ratio: 0.9 })
        await page.clock.runFor(interval - 1)
        await expect(count(found)).toHaveText(/^2 of/)
        await page.clock.runFor(1)
        await expect(count(found)).toHaveText(/^3 of/)

        await found.getByRole('button', { name: 'Pause' }).click()
        await page.mouse.move(0, 0)
        await page.clock.runFor(5 * interval)
        await expect(count(found)).toHaveText(/^3 of/)
        await found.getByRole('button', { name: 'Play' }).click()
        await page.clock.runFor(interval)
        await expect(count(found)).toHaveText(/^4 of/)
      },
    )
  }

  test(
    'stops the carousel while the pointer is over it, while it has the focus, and while it is out of view',
    ANY_WIDTH,
    async ({ page }) => {
      const found = await openLand(page)
      await slide(found, '1 of').hover()
      await page.clock.runFor(10_000)
      await expect(count(found)).toHaveText(/^1 of/)

      await page.mouse.move(0, 0)
      await found.getByRole('button', { name: 'Pause' }).focus()
      await page.clock.runFor(10_000)
      await expect(count(found)).toHaveText(/^1 of/)

      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.getByRole('heading', { name: 'Want More Information?' }).scrollIntoViewIfNeeded()
      await expect(slide(found, '1 of')).not.toBeInViewport()
      await page.clock.runFor(10_000)
      await expect(count(found)).toHaveText(/^1 of/)
    },
  )

  test(
    'changes no slide for a visitor who prefers reduced motion, until Play is pressed',
    ANY_WIDTH,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expectStill(page)
    },
  )

  test(
    'changes no slide for a visitor who saves data, until Play is pressed',
    ANY_WIDTH,
    async ({ page }) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
      await expectStill(page)
    },
  )

  test(
    'changes slides in both directions by buttons that are large enough for touch',
    ANY_WIDTH,
    async ({ page }) => {
      const found = await openLand(page)
      await found.getByRole('button', { name: 'Previous picture' }).click()
      await expect(count(found)).toHaveText(/^6 of 6/)
      await expect(slide(found, '6 of')).toBeInViewport({ ratio: 0.9 })
      await found.getByRole('button', { name: 'Next picture' }).click()
      await expect(count(found)).toHaveText(/^1 of 6/)
      for (const button of await found.locator('.carousel-controls').getByRole('button').all()) {
        const box = await button.boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      }
    },
  )

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true })

    test('shows the next picture of the carousel on a swipe', ANY_WIDTH, async ({ page }) => {
      const found = await openLand(page)
      const box = await picture(found, '1 of').boundingBox()
      if (!box) throw new Error('The picture is nowhere')
      const devtools = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...across: number[]) =>
        devtools.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: across.map((part) => ({ x: box.x + box.width * part, y: box.y + box.height / 2 })),
        })
      await touch('touchStart', 0.9)
      for (const across of [0.8, 0.7, 0.6, 0.5, 0.4, 0.3]) await touch('touchMove', across)
      await touch('touchEnd')
      await expect(count(found)).toHaveText(/^2 of 6/)
      await expect(slide(found, '2 of')).toBeInViewport({ ratio: 0.9 })
    })
  })

  test('lets a visitor use the carousel by keyboard alone', ANY_WIDTH, async ({ page }) => {
    const found = await openLand(page)
    await found.getByRole('button', { name: 'Pause' }).focus()
    await page.keyboard.press('Space')
    await expect(found.getByRole('button', { name: 'Play' })).toBeFocused()
    for (const name of ['Previous picture', 'Next picture']) {
      await page.keyboard.press('Tab')
      await expect(found.getByRole('button', { name })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(picture(found, '1 of')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(picture(found, '2 of')).toBeFocused()
    // A screen reader announces this slide, because the visitor asked for it.
    await expect(count(found)).toHaveAttribute('aria-live', 'polite')
    await expect(count(found)).toHaveText('2 of 6: The stock tank')
    await page.keyboard.press('End')
    await expect(picture(found, '6 of')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await expect(picture(found, '6 of')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(count(dialog(page))).toHaveText(/^1 of 6/)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(picture(found, '1 of')).toBeFocused()
  })

  test(
    'changes the picture of the carousel at each press, before and after React has started',
    ANY_WIDTH,
    async ({ page }) => {
      const found = await openLand(page)
      await page.evaluate(holdBackReact)
      await found.getByRole('button', { name: 'Next picture' }).click()
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset['react'])).toBe('waits')
      await found.getByRole('button', { name: 'Next picture' }).click()
      await expect(count(found)).toHaveText(/^3 of 6/)
      await picture(found, '3 of').focus()
      await page.keyboard.press('ArrowRight')
      await expect(picture(found, '4 of')).toBeFocused()
      await page.evaluate(() => dispatchEvent(new Event('go-on')))
      await startReact(page)
      await page.keyboard.press('ArrowRight')
      await expect(picture(found, '5 of')).toBeFocused()
    },
  )

  test(
    'shows a picture on the full screen after a click on it or its text, and closes it by its button (R17.2)',
    ANY_WIDTH,
    async ({ page }) => {
      const found = await openLand(page)
      await picture(found, '1 of').click()
      await expect(dialog(page)).toBeVisible()
      const size = page.viewportSize()
      expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, ...size })
      await expect(dialog(page).getByText('The red mesa', { exact: true })).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Next picture' }).click()
      await expect(dialog(page).getByText('The stock tank', { exact: true })).toBeInViewport()
      await page.clock.runFor(20_000)
      await expect(count(dialog(page))).toHaveText(/^2 of 6/)
      await dialog(page).getByRole('button', { name: 'Close' }).click()
      await expect(dialog(page)).toHaveCount(0)
      await expect(picture(found, '2 of')).toBeFocused()

      await slide(found, '2 of').getByText('The stock tank', { exact: true }).click()
      await expect(dialog(page)).toBeVisible()
    },
  )

  test('runs the carousel in the same way after a client-side navigation', LONG_RUN, async ({ page }) => {
    await page.goto('/contact')
    await startReact(page)
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/the-land"]')?.click())
    const found = carousel(page)
    await found.getByRole('button', { name: 'Next picture' }).click()
    await expect(count(found)).toHaveText(/^2 of 6/)
    await picture(found, '2 of').click()
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/contact$/)
  })

  test(
    "shows an event's photos in a carousel, and no carousel for an event without photos",
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/event/founders-quiet-week')
      const photos = carousel(page, 'Photos')
      await photos.getByRole('button', { name: 'Next picture' }).click()
      await expect(count(photos)).toHaveText(/^2 of \d/)
      await page.goto('/event/field-guide')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(carousel(page, 'Photos')).toHaveCount(0)
    },
  )
})
