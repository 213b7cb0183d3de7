import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './quiet.ts'

const map = (page: Page) => page.getByRole('img', { name: /^Map of the 12 miles of dirt road, north up/ })
const stops = (page: Page) =>
  page.getByRole('list').filter({ hasText: 'The pavement ends' }).getByRole('listitem')

async function expectNothingToDriveBy(page: Page) {
  await expect(page.getByText('will be here when the road above is the real one')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /maps|GPX/ })).toHaveCount(0)
  await expect(page.locator('.coordinate')).toHaveCount(0)
}

async function expectReadable(page: Page) {
  await expect(page.getByRole('heading', { name: 'Directions', level: 1 })).toBeVisible()
  const facts = page.getByRole('main')
  await expect(facts).toContainText(/About two hours south/)
  await expect(facts).toContainText(/12\s*miles of dirt road|miles of dirt road\s*12/)
  await expect(facts).toContainText(/45/)
  await expect(facts).toContainText('the nearest grocery store')
  await expect(facts).toContainText(/Most places on the land .* high clearance/)
  await expect(facts).toContainText('Sample road')
  await expect(map(page)).toBeVisible()
  await expect(stops(page)).toHaveCount(11)
  await expect(stops(page).first()).toContainText('The pavement ends')
  await expect(stops(page).filter({ hasText: 'First fork' })).toContainText('Keep right')
  await expect(stops(page).last()).toContainText(/12.*The log gateway/)
}

test(
  'shows facts, a map with every mile, and the list of landmarks on the directions page (R16.8)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/directions')
    await expectReadable(page)
    const posts = await map(page).locator('.map-post').allTextContents()
    expect(posts).toEqual(Array.from({ length: 13 }, (_, mile) => String(mile)))
  },
)

test('shows the map next to the list on wide screens and above the list on phones, and never wider than the screen', async ({
  page,
}) => {
  await page.goto('/directions')
  const [picture, first] = await Promise.all([map(page).boundingBox(), stops(page).first().boundingBox()])
  const phone = (page.viewportSize()?.width ?? 0) < 960
  if (phone) expect(first?.y).toBeGreaterThan((picture?.y ?? 0) + (picture?.height ?? 0))
  else expect(first?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test(
  'offers no coordinates, map link or map file while the road is made up, and hides the page from search engines (R55.1, R55.2)',
  ANY_WIDTH,
  async ({ page, request }) => {
    await page.goto('/directions')
    await expectNothingToDriveBy(page)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    expect((await request.get('/directions/road.gpx')).status()).toBe(404)
    expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/directions<')
  },
)

test(
  'reports once that a guest has opened the directions, and removes the guest’s token from the address (R16.8)',
  ANY_WIDTH,
  async ({ page }) => {
    const reports: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/viewedDirections')) reports.push(request.postDataJSON())
    })
    await page.goto('/directions?attendee=somebody-unknown&from=mail')
    await expect(page).toHaveURL(/\/directions\?from=mail$/)
    await expect.poll(() => reports).toEqual([{ name: 'somebody-unknown' }])
    await page.reload()
    await page.waitForLoadState('networkidle')
    expect(reports).toHaveLength(1)
  },
)

test(
  'prints the map and the list without photographs, menu or buttons (R16.10)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/directions')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.scene-picture')).toBeHidden()
    await expect(page.getByRole('banner').first()).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expectReadable(page)
    const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2)
  },
)

test('keeps the directions accessible in both color schemes', ANY_WIDTH, async ({ page }) => {
  await page.goto('/directions')
  await expectAccessible(page)
})

test.describe('the page with directions', ANY_WIDTH, () => {
  test.use({ javaScriptEnabled: false })

  test('shows the directions without scripts, and nothing to drive by while the road is made up', async ({
    page,
  }) => {
    await page.goto('/directions')
    await expectReadable(page)
    await expectNothingToDriveBy(page)
  })
})
