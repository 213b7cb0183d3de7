/** What holds for the pictures of every page: none twice, each with its text, none larger than its place needs. */
import type { Page } from '@playwright/test'
import { menu, paths } from '#web/paths.ts'
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
  /** The picture's name in the library (`dusk`), or the address of another picture. */
  name: string
  alt: string | null
  /** Widths in device pixels: of the chosen file, of its place, of the whole picture where its sides are cut. */
  chosen: number
  place: number
  whole: number
  /** What it could be chosen from. */
  widths: number[]
}

/** All pictures of the page, loaded. The low copy of a parallax is the same picture as the high one. */
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
    `the pictures of ${path} are distinct, described and of the right size`,
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto(path)
      const shown = await picturesOf(page)
      const names = shown.map(({ name }) => name)
      expect(names).toEqual([...new Set(names)])
      expect(shown.filter(({ alt }) => alt === null)).toEqual([])
      // Enough for its place, and no more than the next size above the whole: a scene on a phone asks for less than
      // the whole, since most of it is cut away.
      const wrong = shown.filter(({ chosen, place, whole, widths }) => {
        const least = widths.find((width) => width >= place * 0.95) ?? widths.at(-1) ?? 0
        const most = widths.find((width) => width >= whole * 1.05) ?? least
        return chosen < least || chosen > most
      })
      expect(wrong).toEqual([])
    },
  )
}
