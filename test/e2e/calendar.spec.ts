import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import {
  DOG,
  entriesOf,
  events,
  expectSaved,
  gate,
  older,
  openAsAdmin,
  openAsFamily,
  rowOf,
  rows,
  saved,
  table,
  tidyCalendar,
  words,
} from './calendar.ts'
import { startReact } from './start-react.ts'
import { expect, test } from './test.ts'

test.describe('the family calendar', () => {
  test(
    "asks the family for the dog's name, refuses a wrong one, and remembers the right one (R13.1)",
    ANY_WIDTH,
    async ({ page }) => {
      const reply = await page.goto('/calendar')
      expect(reply?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': /noindex/ })
      await expect(events(page)).toHaveCount(0)
      const field = gate.field(page)
      // Starts React first. Another test covers the plain form, which works before React has started.
      await startReact(page)
      await field.fill('Rex')
      await field.press('Enter')
      await expect(field).toHaveAccessibleDescription(/No dog came running/)
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('Rex')
      await expect(gate.check(page)).not.toHaveAttribute('aria-busy')
      await expectAccessible(page)
      await field.fill(DOG.toLowerCase())
      await gate.check(page).click()
      await expect(page.getByRole('heading', { name: 'Family Calendar' })).toBeFocused()
      await expect(events(page)).toBeVisible()
      await page.reload()
      await expect(events(page)).toBeVisible()
    },
  )

  test('shows the family a read-only calendar, with older entries on request (R13.6)', async ({ page }) => {
    await openAsFamily(page)
    // This line also passes on a phone, where the column headings exist but are hidden.
    await expect(table(page).locator('thead th')).toHaveText(['Title', 'Color', 'Starts', 'Ends'])
    await expect(rows(page)).toHaveCount(10)
    await expect(rows(page).first()).toContainText('Well pump service')
    const swatch = rows(page).first().locator('.entry-swatch')
    await expect(swatch).toHaveText('#17696B')
    await expect(swatch).toHaveCSS('background-color', 'rgb(23, 105, 107)')
    await expect(rows(page).last()).toContainText('Sam in Las Cruces')
    await expect(rows(page).filter({ hasText: 'leather shop' })).toContainText('Overlaps Leather & Light')
    await expect(table(page).getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add new' })).toHaveCount(0)
    // Makes the request for older entries fail once. Pressing the button a second time must load them.
    await page.route('**/api/calendarGetEvents', (route) => route.abort())
    await older(page).click()
    await expect(page.getByRole('alert')).toContainText('The older events did not load.')
    await page.unroute('**/api/calendarGetEvents')
    await older(page).click()
    await expect(rows(page)).toHaveCount(12)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(rows(page).last()).toContainText('Grandma’s birthday')
    await expect(older(page)).toHaveCount(0)
    await expect(events(page)).toBeFocused()
    await expectAccessible(page)
  })

  test(
    'opens a day of the calendar by keyboard, and closes it when the month changes (R13.5)',
    ANY_WIDTH,
    async ({ page }) => {
      await openAsFamily(page)
      const grid = page.getByRole('grid')
      const today = grid.locator('[aria-current=date]')
      await expect(today).toHaveAttribute('aria-expanded', 'false')
      await expect(today).not.toHaveAttribute('aria-disabled')
      await today.focus()
      await page.keyboard.press('Enter')
      const list = page.getByRole('region', { name: /^\w{3}, \w{3} \d/ })
      await expect(list).toContainText('Cousins visit')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(list).toHaveCount(0)
      await page.getByRole('button', { name: 'Today' }).click()
      await expect(today).toHaveAttribute('aria-expanded', 'false')

      // The page loads the retreats of a later month only when a visitor opens that month. Makes that request
      // fail once, so that "Try again" must load the retreats.
      await page.route('**/api/calendarGetRetreats*', (route) => route.abort())
      for (let month = 0; month < 3; month += 1) await page.getByRole('button', { name: 'Next' }).click()
      const missing = page
        .getByRole('alert')
        .filter({ hasText: 'The retreats of these months did not load.' })
      await expect(missing).toBeVisible()
      await page.unroute('**/api/calendarGetRetreats*')
      await missing.getByRole('button', { name: 'Try again' }).click()
      await expect(missing).toHaveCount(0)
      await expect(grid).not.toHaveAttribute('aria-busy')
    },
  )
})

test.describe('the family calendar without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test(
    "asks for the dog's name in a plain form, and shows the family calendar without JavaScript",
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/calendar')
      await gate.field(page).fill('Rex')
      await gate.check(page).click()
      await expect(page.getByText('No dog came running')).toBeVisible()
      await expect(gate.field(page)).toHaveValue('Rex')
      await gate.field(page).fill(` ${DOG} `)
      await gate.check(page).click()
      await expect(events(page)).toBeVisible()
      await expect(page.getByRole('grid')).toContainText('Cousins visit')
    },
  )
})

for (const timezoneId of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test.describe(`the site in a browser in ${timezoneId}`, () => {
    test.use({ timezoneId })
    test(
      "shows the family calendar in ranch days, whatever the browser's time zone is",
      ANY_WIDTH,
      async ({ page }) => {
        await openAsFamily(page)
        // Pressing this button works only after React has started. By then, the browser has formatted the
        // days.
        await older(page).click()
        await expect(rows(page)).toHaveCount(12)
        const stored = (await entriesOf(page)).sort((a, b) => (a.start < b.start ? 1 : -1))
        await expect(rows(page).locator('[data-label=Starts]')).toHaveText(
          stored.map(({ start }) => words(start)),
        )
        await expect(rows(page).locator('[data-label=Ends]')).toHaveText(stored.map(({ end }) => words(end)))
        const today = new Intl.DateTimeFormat('en-US', {
          dateStyle: 'long',
          timeZone: 'America/Denver',
        }).format()
        const current = page.getByRole('grid').locator('[aria-current=date]')
        await expect(current).toContainText(today.replace(/^(...)\w*/, '$1'))
      },
    )
  })
}

test.describe('an admin in the family calendar', () => {
  test.afterEach(({ page }) => tidyCalendar(page))

  test('adds a calendar entry and edits it in place by keyboard (R13.6)', LONG_RUN, async ({ page }) => {
    await openAsAdmin(page)
    await expect(page.getByRole('region', { name: 'Who is on the ranch tonight' })).toContainText(
      'Cousins visit',
    )
    const add = page.getByRole('button', { name: 'Add new' })
    await expect(add).toBeEnabled()
    await add.press('Enter')
    const title = page.getByLabel('Title of New Event', { exact: true })
    await expect(title).toBeFocused()
    await expect(page.getByLabel('Color of New Event')).toHaveValue('#662255')
    await page.keyboard.type('Fence crew')
    await page.keyboard.press('Enter')
    await expect(saved(page)).toHaveCount(1)
    const row = rowOf(page, 'Fence crew')
    await expect(row).toBeVisible()

    // If the admin sets a start after the end, the end must move too. The row then moves to another place in
    // the list, and the field must keep the focus.
    const starts = row.getByLabel('Starts: Fence crew')
    await starts.focus()
    await starts.fill('2031-05-06')
    await expect(rows(page).first()).toContainText('May 6, 2031')
    await expect(starts).toBeFocused()
    const ends = row.getByLabel('Ends: Fence crew')
    await expect(ends).toHaveValue('2031-05-06')
    await ends.focus()
    await ends.fill('2031-05-01')
    await expect(ends).toHaveAccessibleDescription(/Not saved\. The end cannot be before the start/)
    await expect(ends).toHaveValue('2031-05-01')
    await expectAccessible(page)
    await ends.fill('')
    await expect(ends).toHaveAccessibleDescription(/Not set/)
    await ends.fill('2031-05-09')
    await expectSaved(ends)
    await expect(row.getByRole('alert')).toHaveCount(0)
    const color = row.getByLabel('Color of Fence crew')
    await color.fill('#17696b')
    await expectSaved(color)
    await page.reload()
    await expect(row).toContainText('May 6, 2031')
    await expect(row).toContainText('May 9, 2031')
    await expect(color).toHaveValue('#17696b')
    await row.getByRole('button', { name: 'Delete Fence crew' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
    await expect(events(page)).toBeFocused()
  })

  test(
    'creates, renews and revokes the address by which phones subscribe to the calendar',
    LONG_RUN,
    async ({ page }) => {
      await openAsAdmin(page)
      const panel = page.getByRole('region', { name: 'On your phone' })
      await panel.getByRole('button', { name: 'Create a link' }).click()
      const subscribe = panel.getByRole('link', { name: 'Subscribe' })
      await expect(panel.getByRole('heading')).toBeFocused()
      const address = async () => (await subscribe.getAttribute('href'))?.replace('webcal:', 'http:') ?? ''
      const first = await address()
      const read = async (url: string) => (await page.request.get(url)).status()
      expect(await (await page.request.get(first)).text()).toContain('BEGIN:VCALENDAR')
      await panel.getByRole('button', { name: 'Create a new link' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Create a new link' }).click()
      await expect(subscribe).not.toHaveAttribute('href', first.replace('http:', 'webcal:'))
      const second = await address()
      expect([await read(first), await read(second)]).toEqual([404, 200])
      await expectAccessible(page, '.calendar-feed')
      await panel.getByRole('button', { name: 'Remove the link' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the link' }).click()
      await expect(subscribe).toHaveCount(0)
      await expect(panel.getByRole('heading')).toBeFocused()
      expect(await read(second)).toBe(404)
    },
  )
})
