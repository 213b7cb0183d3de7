import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import { expect, test } from './quiet.ts'
import { openTab } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'

const BOARD = '/event/founders-quiet-week/rooms'
const room = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const open = (page: Page) => room(page, 'Without a room')

test(
  "suggests rooms, assigns a guest's bed by touch, and prints door cards (R38.5)",
  ANY_WIDTH,
  async ({ page }) => {
    await signInAsAdmin(page)
    await page.goto('/event/founders-quiet-week')
    await openTab(page, 'Rooms')
    await expect(page).toHaveURL(BOARD)
    await page.getByRole('button', { name: 'Suggest rooms', exact: true }).click()
    await expect(open(page).getByText('Nobody.')).toBeVisible()
    await expect(page.getByText(/guests? placed$/).first()).toBeVisible()
    const guest = room(page, 'Yucca').getByRole('button').first()
    const name = (await guest.textContent()) ?? ''
    await guest.click()
    await page.getByRole('button', { name: `Put ${name} here: Yucca, single bed 2` }).click()
    await expect(room(page, 'Yucca').getByRole('button', { name })).toBeFocused()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.getByRole('link', { name: 'Door cards' }).click()
    await expect(room(page, 'Yucca')).toContainText(name)
    await page.getByRole('link', { name: 'All rooms' }).click()
    await expect(page.getByRole('heading', { name: 'Rooms', level: 1 })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  "assigns a guest's bed by plain select fields without scripts",
  ANY_WIDTH,
  async ({ page, browser, baseURL }) => {
    await signInAsAdmin(page)
    const storageState = await page.context().storageState()
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState,
      baseURL: baseURL ?? '',
    })
    const plain = await context.newPage()
    await plain.goto(BOARD)
    const name = (await room(plain, 'Sage').getByRole('button').first().textContent()) ?? ''
    await plain.getByLabel('Guest', { exact: true }).selectOption({ label: `${name} (Sage, queen bed)` })
    await plain.getByLabel('New place').selectOption({ label: 'No room' })
    await plain.getByRole('button', { name: 'Move the guest', exact: true }).click()
    await expect(open(plain).getByRole('button', { name })).toBeVisible()
    await context.close()
  },
)

test(
  'shows in the event form which rooms a lodging has, and the stock that follows, on a narrow phone (R37.9)',
  ANY_WIDTH,
  async ({ page }) => {
    await signInAsAdmin(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/create-event/dry-stone-days')
    const lodging = (name: string) => page.getByRole('article', { name, exact: true })
    const own = lodging('A room of your own')
    const stock = own.getByLabel('How many guests can have it')
    await expect(stock).toHaveText('3')
    await expect(lodging('Shared room').getByLabel('Sage (in “A room of your own”)')).toBeDisabled()
    const aspen = own.getByLabel('Aspen (1 guest)')
    await expect(aspen).toBeEnabled()
    await aspen.focus()
    await page.keyboard.press('Space')
    await expect(stock).toHaveText('4')
    await expect(lodging('Shared room').getByLabel('Aspen (in “A room of your own”)')).toBeDisabled()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await expectAccessible(page)
    await page.keyboard.press('Space')
    await expect(stock).toHaveText('3')
  },
)
