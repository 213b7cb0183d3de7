/**
 * Tests facts about the venue on the information pages (R16.6, R16.7). The tests run without scripts, because
 * visitors must be able to read these pages without scripts.
 */
import type { Page } from '@playwright/test'
import { paths } from '#app/paths.ts'
import { ANY_WIDTH } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { DEEP } from './deep.ts'
import { expect, test } from './quiet.ts'

const FEW = ['/retreat-space', '/terms-of-stay', '/testimonials', '/questions']
const PAGES = DEEP
  ? [...FEW, '/the-center', '/sustainable-ranching', '/contact', '/packing-list', '/family']
  : FEW

const heading = (page: Page, name: string | RegExp, level = 2) => page.getByRole('heading', { name, level })

test.describe('the site without scripts', ANY_WIDTH, () => {
  test.use({ javaScriptEnabled: false })

  test(
    'describes rooms, quiet, work, extras, nights and the nearest store on the retreat page (R16.11, R16.6, R16.7)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/retreat-space')
      await expect(heading(page, 'Crisp sheets, no background hum.', 1)).toBeVisible()
      await expect(page.getByText('A secluded place for a small gathering')).toBeVisible()
      await expect(
        page.getByText('Modern accommodation with 11 bedrooms. Crisp sheets, bright stars.'),
      ).toBeVisible()
      await expect(
        page.getByText('Spaces indoors and out, for work, collaboration and relaxation.'),
      ).toBeVisible()
      await expect(page.getByText('Most guests stay four to seven nights.')).toBeVisible()
      await expect(heading(page, 'Leather-working lessons', 3)).toBeVisible()
      await expect(heading(page, 'A private chef', 3)).toBeVisible()
      await expect(
        page.getByText('an inside look at a working ranch: clean air, big skies, and a landscape to explore'),
      ).toBeVisible()
      await expect(page.getByRole('term')).toHaveText([
        'miles of dirt road',
        'minutes to the nearest grocery store',
        'hours from the nearest large city',
      ])
      await expect(page.getByRole('definition').filter({ hasText: /^\d+$/ })).toHaveText(['12', '45', '2'])
      await expect(page.getByText('We will help you get what you need.')).toBeVisible()
    },
  )

  test(
    'describes the two buildings and their rooms on the page about the center (R16.13, R16.6, R16.7)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/the-center')
      await expect(heading(page, 'Two buildings and a lot of sky.', 1)).toBeVisible()
      await expect(heading(page, 'For gathering and cooking')).toBeVisible()
      await expect(heading(page, 'For sleeping')).toBeVisible()
      for (const fact of ['11 bedrooms', '6 bathrooms', '2 kitchens'])
        await expect(page.getByText(fact, { exact: true })).toBeVisible()
      await expect(
        page.getByText('One is a commercial kitchen. Step outside and there is another'),
      ).toBeVisible()
      await expect(page.getByText('There is high-speed internet.')).toBeVisible()
      for (const name of ['Event spaces', 'Free firewood', 'A leather shop, on request'])
        await expect(heading(page, name)).toBeVisible()
    },
  )

  test(
    'describes goals, partner, herd, water, power and sun on the page about ranching (R16.14, R16.6, R16.7)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/sustainable-ranching')
      await expect(heading(page, 'What we are after')).toBeVisible()
      await expect(
        page.getByText('Sustainability and land preservation are not a program here.'),
      ).toBeVisible()
      await expect(
        page.getByText('A partner ranching company leases the ranch and runs the cattle.'),
      ).toBeVisible()
      await expect(heading(page, 'Why a single herd')).toBeVisible()
      await expect(
        page.getByRole('listitem').filter({ hasText: 'Every pasture gets a long rest.' }),
      ).toBeVisible()
      await expect(page.getByText('Our water comes from a well 900 feet deep.')).toBeVisible()
      await expect(page.getByText('What you drink has been through reverse osmosis first')).toBeVisible()
      await expect(
        page.getByText('used to pump with windmills and diesel. It is moving to solar.'),
      ).toBeVisible()
      await expect(heading(page, 'More than 320 days of sun a year')).toBeVisible()
    },
  )

  test(
    'names the e-mail address for bookings and information on the contact page, and links the terms (R16.16)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/contact')
      await expect(
        page.getByText('For bookings or information, please contact us by email.', { exact: true }),
      ).toBeVisible()
      const address = page.getByRole('main').getByRole('link', { name: 'howdy@twelvemile.example' })
      await expect(address).toHaveAttribute('href', 'mailto:howdy@twelvemile.example')
      await page
        .getByRole('link', { name: 'Our Terms of Stay (short and in plain language)', exact: true })
        .click()
      await expect(page).toHaveURL(/\/terms-of-stay$/)
    },
  )

  test('states the whole refund policy in the Terms of Stay (R5.1, R16.7)', ANY_WIDTH, async ({ page }) => {
    await page.goto('/terms-of-stay')
    await expect(heading(page, 'Terms of Stay', 1)).toBeVisible()
    await expect(page.getByText('a deposit of half the price. The rest is due 30 days before')).toBeVisible()
    await expect(page.getByRole('table').getByRole('row')).toHaveText([
      /If you cancel\s*Your refund/,
      /90 days or more before the start\s*Full refund, minus card fees/,
      /30 to 89 days before the start\s*75% refund, minus card fees/,
      /Fewer than 30 days before the start\s*Nothing\s*Unless someone takes your spot: then up to 90% of what they pay for it/,
    ])
    await expect(
      page.getByText('If we cancel, at any time, you get a full refund, fees included.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  })

  test(
    'answers what guests ask before they book, marked as a sample (R55.6)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/event/dry-stone-days')
      await page.getByRole('main').getByRole('link', { name: 'Questions guests ask' }).click()
      await expect(heading(page, 'Questions guests ask.', 1)).toBeVisible()
      for (const question of [
        'Where is the ranch?',
        'Which airport is the nearest?',
        'Will my phone work?',
        'Can I come with a walker or a wheelchair?',
        'Can I bring children?',
        'Can I bring my dog?',
        'Can you cook for my diet?',
        'How far is a hospital?',
        'What if I cannot come?',
      ])
        await expect(heading(page, question, 3)).toBeVisible()
      await expect(page.getByText(/^Sample answers: /)).toBeVisible()
      await page.goto(paths.pickUp)
      await expect(heading(page, 'Can you pick me up?', 3)).toBeInViewport()
      await expect(page.getByText('it costs $120.00 per car')).toBeVisible()
    },
  )

  test('shows 13 testimonials, and a note that they are samples (R16.7)', ANY_WIDTH, async ({ page }) => {
    await page.goto('/testimonials')
    await expect(page.getByRole('blockquote')).toHaveCount(13)
    await expect(
      page.getByRole('figure').filter({ hasText: /^“?.+A (guest|team|couple|board|family|group)/s }),
    ).toHaveCount(13)
    await expect(page.getByText('These are sample entries')).toBeVisible()
  })

  test('links two documents and the calendar on the family page, and hides that page from search engines (R16.17)', async ({
    page,
  }) => {
    await page.goto('/family')
    await expect(heading(page, 'Family Stuff', 1)).toBeVisible()
    const links = page.getByRole('navigation', { name: 'Family' }).getByRole('link')
    await expect(links).toHaveText(['Cleaning checklist', 'What to buy', 'Calendar'])
    await expect(links.nth(0)).toHaveAttribute('href', /^https:\/\//)
    await expect(links.nth(1)).toHaveAttribute('href', /^https:\/\//)
    await expect(links.nth(2)).toHaveAttribute('href', '/calendar')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await page.goto('/')
    await expect(page.locator('a[href="/family"]')).toHaveCount(0)
  })
})

for (const path of PAGES) {
  test(
    `keeps ${path} accessible, no wider than the screen, and without a picture that appears twice`,
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      const names = await page
        .locator('main picture img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('src')?.replace(/-\d+\..*/, '')))
      expect(names.length).toBeGreaterThan(0)
      expect(new Set(names).size).toBe(names.length)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    },
  )
}

test('shows pages on a green background by default (R17.6)', ANY_WIDTH, async ({ page }) => {
  await page.goto('/contact')
  await expect(page.locator('.page')).toHaveCSS('background-color', 'rgb(30, 58, 43)')
})
