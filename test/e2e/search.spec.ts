import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './test.ts'

/** Returns the path of every page in the sitemap. */
async function listed(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

test('gives every page of the sitemap a canonical URL, its own description, and a picture', async ({
  request,
}) => {
  const paths = await listed(request)
  expect(paths).toEqual(expect.arrayContaining(['/', '/events', '/the-land', '/event/winter-silence']))
  const descriptions = new Map<string, string>()
  const pictures = new Set<string>()
  for (const path of paths) {
    const response = await request.get(path)
    const html = await response.text()
    expect(response.status(), path).toBe(200)
    expect(response.headers()['x-robots-tag'], path).toBeUndefined()
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? 'about:blank'
    expect(new URL(canonical).pathname).toBe(path)
    const description = contentOf(html, 'description') ?? ''
    expect(description.length, path).toBeGreaterThan(20)
    expect(descriptions.get(description), `the description of ${path}`).toBeUndefined()
    descriptions.set(description, path)
    expect(contentOf(html, 'og:image:alt'), path).toBeTruthy()
    pictures.add(new URL(contentOf(html, 'og:image') ?? '').pathname)
  }
  expect(pictures.size).toBeGreaterThan(10)
  for (const path of pictures) {
    const picture = await request.get(path)
    expect(picture.headers()['content-type'], path).toBe('image/jpeg')
  }
})

test('lists in the sitemap every page that other pages link to, unless search engines must not list it', async ({
  request,
}) => {
  const paths = await listed(request)
  const found = new Set<string>()
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)) found.add(href)
  }
  expect([...found]).toEqual(expect.arrayContaining(['/contact', '/packing-list', '/events.ics']))
  for (const path of [...found].filter((path) => !paths.includes(path))) {
    const response = await request.get(path)
    const { 'x-robots-tag': robots, 'content-type': type } = response.headers()
    expect(response.status(), path).toBe(200)
    if (!type?.startsWith('text/html') || robots?.includes('noindex')) continue
    // A page that is missing in the sitemap may be another view of a listed page, such as an event's form.
    // Its link preview then shows the event.
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(await response.text())?.[1] ?? ''
    expect(paths, path).toContain(new URL(canonical, 'http://none.example').pathname)
  }
})

test('omits private events from all public lists, and includes public events', async ({ request }) => {
  for (const path of ['/sitemap.xml', '/events.ics', '/events']) {
    const text = await (await request.get(path)).text()
    expect(text, path).toContain('leather-and-light')
    expect(text, path).not.toContain('reunion')
  }
})

test('adds structured data about an event for search engines, and the content security policy allows it', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  await page.goto('/event/founders-quiet-week')
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '')).toMatchObject({
    '@type': 'Event',
    offers: { availability: 'https://schema.org/SoldOut', price: '1400.00', priceCurrency: 'USD' },
  })
  expect(refused).toEqual([])
})

test('offers the events as a calendar, and lets phones add the site to the home screen', async ({
  page,
  request,
}) => {
  await page.goto('/events')
  const link = page.getByRole('link', { name: 'Add these dates to your calendar' })
  const calendar = await request.get((await link.getAttribute('href')) ?? '')
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const { icons } = (await (await request.get(address ?? '')).json()) as { icons: { src: string }[] }
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png')
})
