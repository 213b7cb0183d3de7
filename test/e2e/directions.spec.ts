import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { ANY_WIDTH } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './quiet.ts'

const map = (page: Page) => page.getByRole('img', { name: /^Map of the 12 miles of dirt road, north up/ })
const stops = (page: Page) =>
  page.getByRole('list').filter({ hasText: 'The pavement ends' }).getByRole('listitem')

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

test("copies the road's coordinates and opens them in a map app", ANY_WIDTH, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/directions')
  await page.getByRole('button', { name: 'Copy (The gateway)' }).click()
  await expect(page.getByRole('button', { name: 'Copied (The gateway)' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^-?\d+\.\d{5}, -?\d+\.\d{5}$/)
  await expect(page.getByText(copied, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in maps (The gateway)' })).toHaveAttribute(
    'href',
    `geo:${copied.replace(' ', '')}?q=${copied.replace(' ', '')}(The%20gateway%2C%20Twelve%20Mile%20Ranch)`,
  )
})

test('offers the road as a GPX file to download', ANY_WIDTH, async ({ page }) => {
  await page.goto('/directions')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download map file (GPX)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('road.gpx')
  const file = await readFile(await download.path(), 'utf8')
  const found = await page.evaluate((text) => {
    const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml')
    const count = (name: string) =>
      root.getElementsByTagNameNS('http://www.topografix.com/GPX/1/1', name).length
    return { version: root.getAttribute('version'), waypoints: count('wpt'), tracks: count('trk') }
  }, file)
  expect(found).toEqual({ version: '1.1', waypoints: 11, tracks: 1 })
})

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
    await expect(page.getByRole('link', { name: 'Download map file (GPX)' })).toBeHidden()
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

  test('shows the directions without scripts and without copy buttons, and selects a whole coordinate at one tap', async ({
    page,
  }) => {
    await page.goto('/directions')
    await expectReadable(page)
    await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Open in maps (The gateway)' })).toBeVisible()
    await expect(page.locator('.coordinate').first()).toHaveCSS('user-select', 'all')
    await expect(page.getByRole('link', { name: 'Download map file (GPX)' })).toBeVisible()
  })
})
