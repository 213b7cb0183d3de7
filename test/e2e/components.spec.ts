/**
 * Tests the parallax picture, the banner video and dialogs (R17.1, R17.3, R17.4), with and without scripts.
 */
import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { carousel, slide } from './components.ts'
import { expect, test } from './quiet.ts'
import { startReact } from './start-react.ts'

/**
 * Returns the picture file that the browser chose for one of the two copies of a parallax picture: the small
 * (0) or the large (1).
 */
const chosen = (page: Page, at: number) =>
  page
    .locator('.parallax img')
    .nth(at)
    .evaluate((image: HTMLImageElement) => image.currentSrc)

const videoState = (page: Page) =>
  page.locator('.banner-video video').evaluate((video: HTMLVideoElement) => ({
    paused: video.paused,
    muted: video.muted,
    loop: video.loop,
    inline: video.playsInline,
  }))

async function openBanner(page: Page) {
  await page.goto('/dev/parts')
  await page.locator('.banner-video').scrollIntoViewIfNeeded()
}

test.describe('the site without scripts', ANY_WIDTH, () => {
  test.use({ javaScriptEnabled: false })

  test(
    'shows slides, distances and animals of the land page without scripts, and links pictures to files (R16.12)',
    ANY_WIDTH,
    async ({ page, request }) => {
      await page.goto('/the-land')
      const found = carousel(page)
      await expect(found.getByRole('group')).toHaveCount(6)
      await expect(found.getByRole('button')).toHaveCount(0)
      await expect(slide(found, '1 of')).toContainText('The red mesa')
      await expect(slide(found, '1 of')).toContainText('Red for about twenty minutes a day.')
      const link = slide(found, '1 of').getByRole('link')
      await link.focus()
      await expect(link).toBeInViewport()
      expect((await request.get((await link.getAttribute('href')) ?? '')).headers()['content-type']).toMatch(
        /^image\//,
      )
      const last = slide(found, '6 of').getByRole('link')
      await last.focus()
      await expect(last).toBeInViewport()
      await expect(page.getByRole('listitem').filter({ hasText: 'The red mesa' })).toHaveText(
        /6 miles.*High clearance/,
      )
      for (const often of ['Common', 'Uncommon', 'Rare']) {
        await expect(
          page.getByRole('region', { name: often, exact: true }).getByRole('listitem'),
        ).not.toHaveCount(0)
      }
      await expect(page.getByText('12–17 inches of rain a year')).toBeVisible()
    },
  )

  test('shows a heading over a picture, sample paragraphs and a footer on the history page (R16.15)', async ({
    page,
  }) => {
    await page.goto('/our-history')
    await expect(page.getByRole('heading', { name: 'Our History', level: 1 })).toBeVisible()
    await expect(page.locator('.parallax-high')).toBeVisible()
    expect(
      await page
        .getByRole('paragraph')
        .filter({ hasText: /^Sample text\./ })
        .count(),
    ).toBeGreaterThan(2)
    await expect(page.getByRole('heading', { name: 'Want More Information?' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  test("shows the video's poster without scripts, and hides the buttons that need scripts", async ({
    page,
  }) => {
    await page.goto('/dev/parts')
    await expect(page.locator('.banner-video img')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Play video' })).toHaveCount(0)
  })
})

test.describe('a page with a parallax picture', () => {
  test(
    'loads a small parallax picture first and replaces it with the large one (R17.3)',
    ANY_WIDTH,
    async ({ page }) => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route(/\/pictures\/road-(?!480)\d+\./, async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/our-history', { waitUntil: 'domcontentloaded' })
      await expect.poll(() => chosen(page, 0)).toContain('road-480')
      await expect(page.locator('.parallax-high')).toHaveCSS('opacity', '0')
      release()
      await expect(page.locator('.parallax-high')).toHaveCSS('opacity', '1')
      expect(await chosen(page, 1)).not.toContain('road-480')
    },
  )

  test(
    'scrolls the parallax picture more slowly than the page; with reduced motion, at the same speed',
    ANY_WIDTH,
    async ({ page }) => {
      const drift = page.locator('.parallax-drift')
      const top = async () => (await drift.boundingBox())?.y ?? Number.NaN
      await page.goto('/our-history')
      const before = await top()
      await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
      await expect.poll(top).toBeGreaterThan(before - 290)
      expect(await top()).toBeLessThan(before)

      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expect(drift).toHaveCSS('animation-name', 'none')
    },
  )
})

test.describe('a page with the silent banner video', ANY_WIDTH, () => {
  test('plays the 16:9 banner video silently in a loop when it is visible, and pauses it at a press', async ({
    page,
  }) => {
    await openBanner(page)
    const pause = page.getByRole('button', { name: 'Pause video' })
    await expect(pause).toBeVisible()
    expect(await videoState(page)).toEqual({ paused: false, muted: true, loop: true, inline: true })
    const box = await page.locator('.banner-video').boundingBox()
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
    await pause.click()
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
    expect((await videoState(page)).paused).toBe(true)
  })

  test('loads no part of the banner video before the page has loaded', ANY_WIDTH, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const loaded = page.waitForEvent('load').then(() => [...asked])
    await page.goto('/dev/parts')
    expect((await loaded).filter((path) => path.startsWith('/banner/'))).toEqual([])
  })

  test('never starts the banner video automatically under reduced motion or Save-Data (R17.1)', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openBanner(page)
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    await openBanner(page)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
    expect(asked.filter((path) => path.startsWith('/banner/'))).toEqual([])
    await page.getByRole('button', { name: 'Play video' }).click()
    await expect(page.getByRole('button', { name: 'Pause video' })).toBeVisible()
  })

  test(
    'logs that the browser blocked autoplay, shows no error, and keeps the picture (R17.1)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.addInitScript(() => {
        HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      })
      const logged = page.waitForEvent('console', (message) => message.text() === 'Autoplay prevented')
      await openBanner(page)
      expect((await logged).type()).toBe('info')
      await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
      await expect(page.locator('.banner-video img')).toBeVisible()
    },
  )
})

test.describe('a page with a modal dialog', () => {
  test(
    'closes a dialog by its button, Escape or a click outside, and returns the focus (R17.4)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/dev/parts')
      const opener = page.getByRole('button', { name: 'Open the dialog' })
      const shown = page.getByRole('dialog', { name: 'A dialog' })
      const closings = [
        () => shown.getByRole('button', { name: 'Close' }).click(),
        () => page.keyboard.press('Escape'),
        () => page.mouse.click(5, 300),
      ]
      await startReact(page)
      for (const close of closings) {
        await opener.click()
        await expect(shown).toBeVisible()
        await close()
        await expect(shown).toBeHidden()
        await expect(opener).toBeFocused()
      }
    },
  )

  test(
    'asks before a deletion, and deletes nothing on a click outside, Cancel or Escape (R17.4)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/dev/parts')
      const trash = page.getByRole('button', { name: 'Delete invoice 12' })
      const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
      await startReact(page)
      await expect(trash.locator('.icon-trash')).toBeVisible()
      await trash.click()
      await expect(question.getByText('This is a permanent deletion.')).toBeVisible()
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await page.mouse.click(5, 300)
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await trash.click()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(trash).toBeFocused()
      await trash.click()
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('is gone.')).toBeVisible()
      await expect(question).toBeHidden()
    },
  )

  test('shows why a deletion failed, and lets the user close that message', ANY_WIDTH, async ({ page }) => {
    await page.goto('/dev/parts')
    await startReact(page)
    await page.getByRole('button', { name: 'Delete invoice 13' }).click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await expect(question.getByText('Delete Invoice #13?')).toBeVisible()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question.getByRole('alert')).toHaveText('It has been paid, so it stays.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
  })
})
