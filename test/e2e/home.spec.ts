import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { expect, test } from './quiet.ts'

/** Sentences about the venue that the home page must contain (R16.6). */
const CLAIMS = [
  /secluded retreat for small gatherings. Crisp sheets, no background hum, bright stars/,
  /spaces indoors and out for work, collaboration and relaxation/,
  /Modern accommodation with 11 bedrooms/,
  /inside look at how it runs. Clean air, big skies, landscapes to explore/,
  /Leather-working lessons, say, or a private chef/,
  /About two hours south of a large city in New Mexico, the last 12 miles on dirt/,
  /nearest grocery store is about 45 minutes away. We help you get what you need/,
  /Sustainability and land preservation. Learning and growth. Community. Integrity, honesty and straight talk/,
  /^Most guests stay four to seven nights.$/,
]

const TILES = [
  ['Retreat Space', '/retreat-space'],
  ['The Land', '/the-land'],
  ['Sustainable Ranching', '/sustainable-ranching'],
  ['Events', '/events'],
] as const

const video = (page: Page) => page.locator('.banner-video video')
const poster = (page: Page) => page.getByRole('img', { name: /adobe ranch house.*Milky Way/ })

async function expectWords(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /Twelve miles past\s+the end of the pavement\./,
  )
  for (const claim of CLAIMS) await expect(page.getByRole('main').getByText(claim)).toBeVisible()
  const tiles = page.getByRole('navigation', { name: 'Around the ranch' }).getByRole('link')
  await expect(tiles).toHaveText(TILES.map(([label]) => label))
  expect(await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    TILES.map(([, path]) => path),
  )
  const end = page.getByRole('region', { name: 'Want More Information?' })
  await expect(end.getByRole('heading', { name: 'Want More Information?' })).toBeVisible()
  await expect(end.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/contact')
}

test(
  "shows the logo, the venue's claims, four picture links and the contact link on the home page (R16.11, R16.4)",
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Twelve Mile Ranch, home' })).toBeInViewport()
    await expectWords(page)
    await page.getByRole('link', { name: 'Get in Touch' }).click()
    await expect(page).toHaveURL(/\/contact$/)
  },
)

test(
  'leads from each of the four picture links on the home page to that link’s page',
  ANY_WIDTH,
  async ({ page }) => {
    for (const [label, path] of TILES) {
      await page.goto('/')
      await page
        .getByRole('navigation', { name: 'Around the ranch' })
        .getByRole('link', { name: label })
        .click()
      await expect(page).toHaveURL((url) => url.pathname === path)
    }
  },
)

test("shows the headline, the picture and the beginning of the list of events on the home page's first screen", async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('No background hum.', { exact: false }).first()).toBeInViewport({ ratio: 1 })
  await expect(poster(page)).toBeInViewport()
  await expect(page.getByText('Available Events & Retreats')).toBeInViewport()
})

test("has one action on the home page's first screen, which leads to the retreats (R55.4)", async ({
  page,
}) => {
  await page.goto('/')
  const action = page.locator('.opening').getByRole('link')
  await expect(action).toHaveText('See the retreats')
  await expect(action).toBeInViewport({ ratio: 1 })
  await action.click()
  await expect(page).toHaveURL(/\/events$/)
})

test(
  'plays the 16:9 banner video silently in a loop, first shows a picture, and has a button that pauses it (R17.1)',
  ANY_WIDTH,
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const loaded = page.waitForEvent('load').then(() => [...asked])
    await page.goto('/')
    expect((await loaded).filter((path) => path.startsWith('/banner/'))).toEqual([])
    expect((await loaded).some((path) => path.startsWith('/pictures/banner-'))).toBe(true)
    await expect(poster(page)).toBeVisible()
    const pause = page.getByRole('button', { name: 'Pause video' })
    await expect(pause).toBeInViewport({ ratio: 1 })
    const { ratio, ...state } = await video(page).evaluate((element: HTMLVideoElement) => {
      const { width, height } = element.getBoundingClientRect()
      return { ratio: width / height, paused: element.paused, muted: element.muted, loop: element.loop }
    })
    expect(state).toEqual({ paused: false, muted: true, loop: true })
    expect(ratio).toBeCloseTo(16 / 9, 2)
    await pause.click()
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
    expect(await video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  },
)

test(
  'shows a picture and loads no video for a visitor who prefers reduced motion',
  ANY_WIDTH,
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
    await expect(poster(page)).toBeVisible()
    expect(asked.filter((path) => path.startsWith('/banner/'))).toEqual([])
  },
)

test(
  'logs that the browser blocks the banner video, and shows no error on the home page',
  ANY_WIDTH,
  async ({ page }) => {
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    const logged = page.waitForEvent('console', (message) => message.text() === 'Autoplay prevented')
    await page.goto('/')
    await logged
    await expect(poster(page)).toBeVisible()
  },
)

for (const width of [320, 390, 768, 1280, 1920]) {
  test(
    `fits the home page to ${width} px, without a picture or panel over the text`,
    ANY_WIDTH,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const action = await page.locator('.opening-words').getByRole('link').boundingBox()
      const button = await page.getByRole('button', { name: /video/ }).boundingBox()
      expect((action?.y ?? 0) + (action?.height ?? 0)).toBeLessThan(button?.y ?? 0)
      expect(button?.width).toBeGreaterThanOrEqual(44)
    },
  )
}

test.describe('the site without scripts', ANY_WIDTH, () => {
  test.use({ javaScriptEnabled: false })

  test('shows the same texts and links on the home page without scripts as with scripts', async ({
    page,
  }) => {
    await page.goto('/')
    await expectWords(page)
    await expect(poster(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /video/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'All events and retreats' }).click()
    await expect(page).toHaveURL(/\/events$/)
  })
})

test.describe('for links of the old site (?pg=), the home page', ANY_WIDTH, () => {
  test('redirects an old ?pg= link to the page that it names (R16.5)', async ({ page }) => {
    for (const [query, path] of [
      ['pg=the-land', '/the-land'],
      ['from=mail&pg=%2Fevents', '/events'],
      ['pg=', '/'],
    ]) {
      await page.goto(`/?${query}`)
      await expect(page).toHaveURL((url) => url.pathname + url.search === path)
    }
  })

  const elsewhere = [
    '//evil.example',
    '%2F%2Fevil.example',
    '/%5Cevil.example',
    '%5C%5Cevil.example',
    '%5C/evil.example',
    'https://evil.example',
    'https%3A%2F%2Fevil.example%2Fx',
    'https:evil.example',
    '%09//evil.example',
    '/%0A/evil.example',
    '/%0D%0A/evil.example',
    '%0D%0ALocation:%20https://evil.example',
    '%00//evil.example',
    '%20//evil.example',
    './/evil.example',
    '..//evil.example',
    '//evil.example@twelvemile.example',
    'javascript:alert(1)',
    '%252F%252Fevil.example',
  ]
  test('never redirects an old ?pg= link to another site, whatever page it names (R16.5)', async ({
    request,
    baseURL,
  }) => {
    for (const value of elsewhere) {
      const reply = await request.get(`/?pg=${value}`, { maxRedirects: 0 })
      const location = reply.headers()['location'] ?? ''
      expect(reply.status(), value).toBe(302)
      expect(location, value).toMatch(/^\/(?![/\\])/)
      expect(new URL(location, baseURL).origin, value).toBe(new URL(baseURL ?? '').origin)
    }
  })
})
