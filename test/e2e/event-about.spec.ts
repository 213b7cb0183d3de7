import { ANY_WIDTH } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './test.ts'

const PAGE = '/event/dry-stone-days'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'answers what a day is like, who hosts, who can come, and how to get there (R54.1)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto(PAGE)
      const part = (name: string) => page.getByRole('region', { name, exact: true })
      await expect(part('A usual day')).toContainText(/8:00 AM\s*Breakfast/)
      await expect(part('Your host')).toContainText('Amos Thibodeaux')
      await expect(part('Your host').getByRole('img', { name: 'Amos Thibodeaux' })).toBeVisible()
      for (const label of ['Level', 'Group size', 'Ages', 'Accessibility'])
        await expect(part('Good to know').getByText(label, { exact: true })).toBeVisible()
      await expect(part('Good to know')).toContainText(/walker/)
      await expect(part('Rooms and meals').getByRole('img')).toHaveCount(3)
      await expect(part('What guests said')).toContainText('Sample guest')
      const ways = part('How to get here').getByRole('link')
      await expect(ways).toHaveText(['Directions, mile by mile', 'Questions guests ask', 'Packing list'])
      await expect(ways.nth(0)).toHaveAttribute('href', '/directions')
      await expect(ways.nth(1)).toHaveAttribute('href', '/questions')
      await expect(page.getByRole('link', { name: 'Add to your calendar' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Share/ })).toBeHidden()
    },
  )
})

test('shares an event before any other press, or copies its link if the browser cannot share (R54.3)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await page.goto(`${PAGE}?from=friend`)
  const share = page.getByRole('button', { name: /^Share/ })
  await share.click()
  await expect(page.getByRole('button', { name: /^Link copied/ })).toBeVisible()
  expect(new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname).toBe(PAGE)
  await expect(share).toBeVisible()

  await page.addInitScript(() => {
    Navigator.prototype.share = async (shared) => void (document.body.dataset['shared'] = shared?.url ?? '')
  })
  await page.goto(PAGE)
  await page.getByRole('button', { name: /^Share/ }).click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', new RegExp(`${PAGE}$`))
})

test('gives a calendar file from the page of an event (R54.3)', async ({ page }) => {
  await page.goto(PAGE)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to your calendar' }).click()
  expect((await download).suggestedFilename()).toBe('dry-stone-days.ics')
})

test('shows the price of an event in larger type than the words next to it', ANY_WIDTH, async ({ page }) => {
  await page.goto(PAGE)
  const box = page.getByRole('complementary', { name: 'Price and sign-up' })
  const sizeOf = (words: string) =>
    box
      .getByText(words, { exact: true })
      .first()
      .evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
  expect(await sizeOf('from $780.00')).toBeGreaterThan(1.3 * (await sizeOf('per person')))
})

test(
  'in dark mode, shows events of every color on the same night blue as their forms',
  ANY_WIDTH,
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const groundOf = async (path: string) => {
      await page.goto(path)
      const panel = page.getByRole('main').locator('.paper').first()
      return panel.evaluate((element) => getComputedStyle(element).backgroundColor)
    }
    const form = await groundOf(`${PAGE}/sign-up`)
    for (const path of [PAGE, '/event/leather-and-light', '/event/desert-cooking'])
      expect(await groundOf(path)).toBe(form)
  },
)

test('keeps the page of an event with all parts accessible (R17.7)', ANY_WIDTH, async ({ page }) => {
  await page.goto(PAGE)
  await expectAccessible(page)
})
