/**
 * Checks every page that staff can open: with axe in both color schemes, on a narrow phone, and at 200 % zoom. The
 * pages come from `routes.ts`, so a new page is checked too. The tests run in parallel, one for each group of the
 * rail.
 */
import type { Page } from '@playwright/test'
import { groupOf } from '../../src/app/admin/frame/places.ts'
import { ANY_WIDTH } from './any-width.ts'
import { SCHEMES, violations } from './accessible.ts'
import { api } from './api.ts'
import { tidy } from './clean-up.ts'
import { DEEP } from './deep.ts'
import { makeSlip, NOTHING, pagesOf, pathsOfDesk } from './every-page.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.describe.configure({ mode: 'parallel' })

const SAMPLE = { ...NOTHING, urlName: 'founders-quiet-week' }

/** The most addresses to open for one route. Further ones show the same parts again. */
const MOST = 2

/** Pages for everyone that show more to staff, such as the tabs of an event or the buttons of the calendar. */
const ALSO = ['events', 'calendar', 'event/:eventUrlName']

const groups = Map.groupBy([...pathsOfDesk(), ...ALSO], (path) => groupOf(`/${path}`)?.title ?? 'no group')

test(
  'has an example address for every page of the desk, and a group of the rail that it belongs to',
  ANY_WIDTH,
  () => {
    const pages = pagesOf(SAMPLE)
    expect(pathsOfDesk().length).toBeGreaterThan(25)
    expect(pathsOfDesk().filter((path) => !pages[path]?.admin?.length)).toEqual([])
    expect(groups.get('no group')).toBeUndefined()
  },
)

for (const [group, paths] of groups)
  test(
    `keeps the pages of ${group} accessible in both schemes, no wider than 320 px, and usable at 200 % zoom`,
    ANY_WIDTH,
    async ({ page }) => {
      test.slow()
      await signInAsAdmin(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const [first = '', ...others] = await addresses(page, paths)
      await look(page, first, 'html')
      // The frame around these pages is the same.
      for (const address of others) await look(page, address, 'main')
    },
  )

test.afterEach(async ({ page }) => {
  await undoSlips(page)
  await tidy(page)
})

const slips: number[] = []

async function undoSlips(page: Page) {
  for (const id of slips.splice(0)) await api(page, { method: 'DELETE', path: `auth/depositSlip?id=${id}` })
}

/** Returns the addresses to open for these paths. Creates the records that the sample data lacks. */
async function addresses(page: Page, paths: string[]): Promise<string[]> {
  const made = { ...SAMPLE }
  if (paths.some((path) => path.includes(':reservationId'))) {
    const path = `auth/event/get?eventUrlName=${SAMPLE.urlName}`
    const { reservations } = await api<{ reservations: { id: number }[] }>(page, { method: 'GET', path })
    made.reservationId = reservations[0]?.id ?? 0
  }
  if (paths.some((path) => path.includes(':slipId'))) {
    made.slipId = await makeSlip(page)
    slips.push(made.slipId)
  }
  const drafts = paths.includes('event/:eventUrlName') ? [await makeEvent(page, { status: 'draft' })] : []
  const pages = pagesOf(made)
  return [
    ...paths.flatMap((path) => pages[path]?.admin?.slice(0, MOST) ?? []),
    ...drafts.map(({ path }) => path),
  ]
}

const PHONE = { width: 320, height: 640 }
const LAPTOP = { width: 1280, height: 900 }
/** A window of a laptop at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 450 }

/** On a busy machine, axe needs half a minute for a page with many controls, such as the calendar. */
const AXE_MS = 90_000

/** The short run checks each scheme at one width. The long run checks both schemes at both widths. */
const LOOKS = DEEP
  ? SCHEMES.flatMap((scheme) => [LAPTOP, PHONE].map((size) => [size, scheme] as const))
  : ([
      [LAPTOP, 'light'],
      [PHONE, 'dark'],
    ] as const)

async function look(page: Page, address: string, within: string) {
  await page.setViewportSize(LAPTOP)
  await page.goto(address)
  await expect(page.locator('main h1')).toBeVisible()
  for (const [size, colorScheme] of LOOKS) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    const message = `${address}, ${colorScheme}, ${size.width} px`
    await expect.poll(() => violations(page, { within }), { message, timeout: AXE_MS }).toEqual([])
  }
  await page.setViewportSize(PHONE)
  expect.soft(await tooWide(page), `${address} at 320 px`).toEqual([])
  await page.setViewportSize(ZOOMED)
  expect.soft(await tooWide(page), `${address} at 200 % zoom`).toEqual([])
  expect.soft(await coveredAtFocus(page), `${address} at 200 % zoom`).toEqual([])
}

/** Returns the elements that make the page wider than the window. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1,
    )
    return wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))
  })

/** The most controls to focus on one page. On a longer page, takes them at equal distances. */
const MOST_CONTROLS = 60

/**
 * Focuses the controls of the page, or of its open dialog, down and back up. Returns those that other elements cover
 * completely when they have the focus, such as a bar at the top or bottom.
 */
const coveredAtFocus = (page: Page) =>
  page.evaluate((most) => {
    document.documentElement.style.setProperty('scroll-behavior', 'auto')
    const within = document.querySelector('dialog[open]') ?? document.querySelector('main')!
    const controls = within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')
    const shown = [...controls].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled, [type=file], .carousel *') &&
        element.getClientRects().length > 0,
    )
    const some = shown.filter((_, nth) => nth % Math.ceil(shown.length / most) === 0)
    const covered = [...some, ...some.toReversed()].filter((element) => {
      element.focus()
      const { left, top, width, height } = element.getClientRects()[0]!
      return [0.1, 0.5, 0.9].every((part) => {
        const at = document.elementFromPoint(left + width / 2, top + height * part)
        return !(
          at &&
          (element.contains(at) || at.contains(element) || at.closest('label')?.contains(element))
        )
      })
    })
    return [...new Set(covered)].map((element) => element.outerHTML.slice(0, 160))
  }, MOST_CONTROLS)
