/**
 * Tests pages on extreme screens: very narrow, very wide, very low, in print, and with high contrast
 * (R17.11–R17.13).
 */
import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import { violations } from './accessible.ts'
import { DOG } from './calendar.ts'
import { newEmail } from './guest.ts'
import { payDeposit } from './money.ts'
import { expect, test } from './quiet.ts'
import { makeEvent, makeGuest } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { startReact } from './start-react.ts'
import { tidy } from './clean-up.ts'

test.describe('the site on a very wide screen', ANY_WIDTH, () => {
  test.use({ viewport: { width: 2560, height: 1440 }, javaScriptEnabled: false })

  test('extends pinned pictures to the edge of a very wide screen (R17.11)', async ({ page }) => {
    await page.goto('/retreat-space')
    const sides = (note: string) =>
      page.locator(`.pinned-${note} > .pinned-picture`).evaluateAll((pictures) =>
        pictures.map((picture) => {
          const { left, right } = picture.getBoundingClientRect()
          return { left, beside: innerWidth - right }
        }),
      )
    // Each pinned picture reaches only one edge of the screen. Its text is at the other edge.
    for (const { left, beside } of await sides('right')) expect([left, beside > 400]).toEqual([0, true])
    for (const { left, beside } of await sides('left')) expect([beside, left > 400]).toEqual([0, true])
    expect(await sides('left')).toHaveLength(1)
  })
})

test.describe('the calendar on a very narrow screen', ANY_WIDTH, () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('keeps the first and the last day of an event apart on a very narrow screen (R17.11)', async ({
    page,
  }) => {
    await page.request.get(`/api/checkPassword?dogName=${DOG}`)
    await page.goto('/calendar')
    await expect(page.locator('.entries-read td').first()).toBeVisible()
    expect(await spilling(page, '.entries-read td')).toEqual([])
    await signInAsAdmin(page)
    await page.goto('/calendar')
    await expect(page.locator('.entries-edited td').first()).toBeVisible()
    expect(await spilling(page, '.entries-edited td')).toEqual([])
  })
})

/** Returns the text of elements whose content is wider than the element. */
const spilling = (page: Page, places: string) =>
  page
    .locator(places)
    .evaluateAll((found) =>
      found.filter((place) => place.scrollWidth > place.clientWidth).map(({ textContent }) => textContent),
    )

test.describe('the site on a phone in landscape', ANY_WIDTH, () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('shows a dialog on a phone in landscape in the center, with a visible title and reachable buttons (R17.11)', async ({
    page,
  }) => {
    await signInAsAdmin(page)
    await page.goto('/admin')
    await page
      .getByRole('button', { name: /^Record a payment/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 })
    const offCenter = async () => {
      const { y = 0, height = 0 } = (await dialog.boundingBox()) ?? {}
      return y - (390 - y - height)
    }
    await expect.poll(offCenter).toBeCloseTo(0, 0)
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await cancel.scrollIntoViewIfNeeded()
    await expect(cancel).toBeInViewport({ ratio: 1 })
  })
})

test.describe('a browser that prints an information page', ANY_WIDTH, () => {
  for (const path of ['/terms-of-stay', '/packing-list'])
    test(`prints the page ${path} on one sheet of paper, letter or A4 (R17.13)`, async ({ page }) => {
      await page.goto(path)
      for (const format of ['Letter', 'A4']) expect(await sheets(page, format), format).toBe(1)
    })
})

test.describe("a browser that prints a guest's private page", ANY_WIDTH, () => {
  test.afterEach(({ page }) => tidy(page))

  test('prints a private page on one sheet of paper, before and after the guest paid and gave details (R17.13)', async ({
    page,
  }) => {
    await signInAsAdmin(page)
    const event = await makeEvent(page, { host: 'Dana Reyes' })
    const { id } = await payDeposit(page, event.id, newEmail())
    for (const guest of [id, await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })]) {
      const { uuid } = await api<{ uuid: string }>(page, {
        method: 'GET',
        path: `auth/reservation?id=${guest}`,
      })
      await page.goto(`/complete-reservation/${uuid}`)
      await startReact(page)
      for (const format of ['Letter', 'A4']) expect(await sheets(page, format), format).toBe(1)
    }
  })
})

async function sheets(page: Page, format: string): Promise<number> {
  const pdf = await page.pdf({ format })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test.describe('the site in high-contrast mode', ANY_WIDTH, () => {
  test.use({ contrast: 'more', colorScheme: 'dark', reducedMotion: 'reduce' })

  for (const path of ['/event/leather-and-light/sign-up', '/events'])
    test(`gives all text of ${path} a contrast of 7 to 1 in high-contrast mode, in light and dark (R17.12)`, async ({
      page,
    }) => {
      await page.goto(path)
      await startReact(page)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, contrast: 'more', reducedMotion: 'reduce' })
        expect(await violations(page, { rules: ['color-contrast-enhanced'] }), colorScheme).toEqual([])
      }
    })
})
