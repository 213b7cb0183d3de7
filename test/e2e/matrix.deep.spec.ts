/**
 * Checks every visitors' page at the three widths of R17.7 and in both color schemes. Axe must find nothing, and no
 * element may be wider than the screen. 320 px also stands for a 1280 px window at 400 % zoom. `desk-pages.spec.ts`
 * checks the pages of the desk.
 */
import type { Page } from '@playwright/test'
import { SCHEMES, violations } from './accessible.ts'
import { api } from './api.ts'
import { openAsFamily } from './calendar.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

/** Public pages to check that are not in the sitemap. */
const UNLISTED = [
  '/family',
  '/calendar',
  '/inner-creative',
  '/dev/parts',
  '/event/reunion',
  '/event/no-such-event',
  '/nowhere',
]

/**
 * Returns addresses of reservations' admin pages: of a past event, of a guest whose data was deleted, and of
 * a reservation that does not exist.
 */
async function reservationPaths(page: Page): Promise<string[]> {
  const firstOf = async (urlName: string) => {
    const path = `auth/event/get?eventUrlName=${urlName}`
    const { reservations } = await api<{ reservations: { id: number }[] }>(page, { method: 'GET', path })
    return `/reservation/${reservations[0]?.id}`
  }
  const [over, purged] = [await firstOf('spring-branding'), await firstOf('winter-silence')]
  return [over, `${over}?edit`, purged, '/reservation/999999']
}

async function paths(page: Page): Promise<string[]> {
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(listed.length).toBeGreaterThan(15)
  return [...listed, ...UNLISTED]
}

for (const width of [320, 768, 1440]) {
  for (const colorScheme of SCHEMES) {
    test(`keeps all pages accessible at ${width} px in the ${colorScheme} scheme`, async ({ page }) => {
      test.setTimeout(10 * 60_000)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const path of await paths(page)) await look(page, path)
      await openAsFamily(page)
      await look(page, '/calendar')
      await signInAsAdmin(page)
      for (const path of await reservationPaths(page)) await look(page, path)
    })
  }
}

async function look(page: Page, path: string) {
  await page.goto(path)
  expect.soft(await violations(page), path).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(wider, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
}
