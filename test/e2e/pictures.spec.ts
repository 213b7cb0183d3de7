/**
 * Checks every page's pictures: no picture may appear twice, each must have an alternative text, and no file
 * may be larger than needed.
 */
import type { Page } from '@playwright/test'
import { menu, paths } from '#app/paths.ts'
import { ANY_WIDTH } from './any-width.ts'
import { DEEP } from './deep.ts'
import { expect, test } from './test.ts'

const FEW = [paths.home, paths.events, paths.theLand, paths.theCenter, paths.event('leather-and-light')]
const PAGES = DEEP
  ? [
      ...new Set([
        ...FEW,
        ...menu.map(({ href }) => href),
        paths.ourHistory,
        paths.termsOfStay,
        paths.packingList,
        paths.directions,
        paths.event('new-moon-star-week'),
        '/no-such-page',
      ]),
    ]
  : FEW

interface Shown {
  name: string
  alt: string | null
  /**
   * The width of the file that the browser chose, in device pixels. `place` is the width of the picture's
   * space on the page. `whole` is the width that the uncropped picture would have there.
   */
  chosen: number
  place: number
  whole: number
  /** Widths of the files from which the browser could choose. */
  widths: number[]
}

/**
 * Returns all pictures of the page after they have loaded. The two files of a parallax picture count as one.
 */
async function picturesOf(page: Page): Promise<Shown[]> {
  await page.locator('main img').first().waitFor({ state: 'attached' })
  return page.evaluate(async () => {
    const images = [...document.querySelectorAll<HTMLImageElement>('picture img')].filter(
      (image) => !image.closest('.parallax') || image.closest('.parallax-high'),
    )
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode().catch(() => null)))
    return images.map((image) => {
      const [, name = image.src, width = '0'] = /\/([a-z-]+)-(\d+)\.\w+/.exec(image.currentSrc) ?? []
      const { width: boxWidth, height: boxHeight } = image.getBoundingClientRect()
      const srcset = image.closest('picture')?.querySelector('source')?.srcset ?? ''
      return {
        name,
        alt: image.getAttribute('alt'),
        chosen: Number(width),
        place: boxWidth * devicePixelRatio,
        whole: Math.max(boxWidth, (boxHeight * 16) / 9) * devicePixelRatio,
        widths: [...srcset.matchAll(/ (\d+)w/g)].map(([, each]) => Number(each)),
      }
    })
  })
}

for (const path of PAGES) {
  test(
    `shows each picture on ${path} once, with an alternative text and in the right size`,
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto(path)
      const shown = await picturesOf(page)
      const names = shown.map(({ name }) => name)
      expect(names).toEqual([...new Set(names)])
      expect(shown.filter(({ alt }) => alt === null)).toEqual([])
      // A file must be large enough for the picture's space on the page. It may be at most one size larger
      // than the uncropped picture needs. A phone may choose a smaller file, because it shows only a part of
      // the picture.
      const wrong = shown.filter(({ chosen, place, whole, widths }) => {
        const least = widths.find((width) => width >= place * 0.95) ?? widths.at(-1) ?? 0
        const most = widths.find((width) => width >= whole * 1.05) ?? least
        return chosen < least || chosen > most
      })
      expect(wrong).toEqual([])
    },
  )
}
