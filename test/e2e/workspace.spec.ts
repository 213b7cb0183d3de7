/** Tests the workspace of an event: its tabs, and the table of its guests. */
import type { Locator, Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { makeEvent, makeGuest, openMore, openTab, row, table } from './roster.ts'
import { tidy } from './clean-up.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const TABS = [
  ['Page', ''],
  ['Guests', '/guests'],
  ['Waitlist', '/waiting'],
  ['Rooms', '/rooms'],
  ['Kitchen', '/kitchen'],
  ['Messages', '/messages'],
  ['Emails', '/emails'],
  ['Photos', '/photos'],
  ['History', '/history'],
] as const

const tabs = (page: Page) => page.getByRole('navigation', { name: 'This event' })
const dialog = (page: Page) => page.getByRole('dialog')
const selectedBar = (page: Page) => page.getByRole('region', { name: 'Selected guests' })
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Creates an event whose guests fill all its spots. One of them has a name that is too long for a line. */
async function makeFullEvent(page: Page, guests = 11) {
  const event = await makeEvent(page, { spots: guests })
  const long = 'Wilhelmina Konstantinopoulos-Featherstonehaugh van der Westhuizen'
  await makeGuest(page, event.id, { customerName: long, phone: '505-555-0100' })
  for (let nth = 2; nth <= guests; nth += 1)
    await makeGuest(page, event.id, { customerName: `Rider ${String(nth).padStart(2, '0')}` })
  return event
}

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test(
  'has nine tabs with addresses that a keyboard reaches, and no page is wider than 320 px',
  ANY_WIDTH,
  async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width: 320, height: 640 })
    const event = await makeEvent(page)
    await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
    await page.goto(event.guests)
    for (const [name, path] of TABS) {
      const link = tabs(page).getByRole('link', { name, exact: true })
      await link.focus()
      await expect(link).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${event.path}${path}`)
      await expect(tabs(page).locator('[aria-current="page"]')).toHaveText(name)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
      expect([name, await widthOf(page)]).toEqual([name, 320])
    }
  },
)

test('reaches the tabs with the Tab key, one after another', ANY_WIDTH, async ({ page }) => {
  const event = await makeEvent(page)
  await page.goto(event.guests)
  await tabs(page).getByRole('link', { name: 'Page', exact: true }).focus()
  for (const [name] of TABS) {
    await expect(page.locator(':focus')).toHaveText(name)
    await page.keyboard.press('Tab')
  }
})

test('shows 11 guests without scrolling on a laptop, each on one line', async ({ page }) => {
  const event = await makeFullEvent(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(event.guests)
  await expect(table(page).getByRole('rowheader')).toHaveCount(11)
  await expect(row(page, 'Rider 11')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const heights = await table(page)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(48)
  // The name ends in an ellipsis, and its title has the whole name.
  const name = row(page, 'Wilhelmina').locator('.roster-name')
  await expect(name).toHaveAttribute('title', /van der Westhuizen$/)
  expect(await name.locator('a').evaluate((link) => link.scrollWidth > link.clientWidth)).toBe(true)
})

test('shows one guest a row on a phone, and begins with the guests on the first screen', async ({ page }) => {
  const event = await makeFullEvent(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(event.guests)
  const rows = table(page).locator('tbody tr')
  await expect(rows).toHaveCount(11)
  await expect(rows.nth(1)).toBeInViewport({ ratio: 1 })
  const boxes = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  for (const { height, left } of boxes) {
    expect(height).toBeLessThanOrEqual(80)
    expect(left).toBe(boxes[0]?.left)
  }
  await expect(row(page, 'Wilhelmina')).toContainText('505-555-0100')
  expect(await widthOf(page)).toBe(390)
})

test('keeps the chosen columns after a reload', ANY_WIDTH, async ({ page }) => {
  const event = await makeEvent(page)
  await makeGuest(page, event.id, { customerName: 'Ana Ortiz', foodAllergies: 'Peanuts' })
  await page.goto(event.guests)
  await expect(row(page, 'Ana Ortiz')).toBeVisible()
  await expect(row(page, 'Ana Ortiz')).not.toContainText('Peanuts')
  const columns = page.locator('.roster-tools .action-menu summary')
  await columns.click()
  await page.getByRole('checkbox', { name: 'Food allergies' }).check()
  await page.getByRole('checkbox', { name: 'Total paid' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(columns).toBeFocused()
  await expect(row(page, 'Ana Ortiz')).toContainText('Peanuts')
  await page.reload()
  await expect(row(page, 'Ana Ortiz')).toContainText('Peanuts')
  await expect(row(page, 'Ana Ortiz')).not.toContainText('$900.00')
})

test(
  'selects several guests, and writes to them, reminds them to pay and downloads them',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
    await makeGuest(page, event.id, { customerName: 'Ben Hale', totalDue: 0 })
    await makeGuest(page, event.id, { customerName: 'Cy Young' })
    await page.goto(event.guests)
    for (const name of ['Ana Ortiz', 'Ben Hale'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await expect(selectedBar(page)).toContainText('2 guests selected')
    await expectAccessible(page, '.admin-guests')

    const downloading = page.waitForEvent('download')
    await selectedBar(page).getByRole('link', { name: 'Export (CSV)' }).click()
    const stream = await (await downloading).createReadStream()
    const csv = (await stream.toArray()).join('')
    expect(csv).toMatch(/Ana Ortiz[^]*Ben Hale/)
    expect(csv).not.toContain('Cy Young')

    await selectedBar(page).getByRole('button', { name: 'Write a message' }).click()
    for (const name of ['Ana Ortiz', 'Ben Hale'])
      await expect(dialog(page).getByRole('checkbox', { name })).toBeChecked()
    await expect(dialog(page).getByRole('checkbox', { name: 'Cy Young' })).not.toBeChecked()
    await dialog(page).getByLabel('Subject').fill('Bring boots')
    await dialog(page).getByRole('textbox', { name: 'Message' }).fill('The ground is wet.')
    await dialog(page).getByRole('button', { name: 'Preview' }).click()
    await dialog(page).getByRole('button', { name: 'Send to 2 guests' }).click()
    await expect(page.getByText('2 emails on the way.').first()).toBeVisible()

    // Ben has nothing to pay, so only Ana is in the list.
    await selectedBar(page).getByRole('button', { name: 'Remind to pay' }).click()
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(1)
    await dialog(page).getByRole('button', { name: 'Send 1 reminder' }).click()
    await expect(dialog(page).getByText(/^Ana Ortiz: /)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Done' }).click()

    await selectedBar(page).getByRole('button', { name: 'Remind of details' }).click()
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(2)
    await expectAccessible(page, 'dialog[open]')
    await dialog(page)
      .getByRole('checkbox', { name: /^Ben Hale/ })
      .uncheck()
    await dialog(page).getByRole('button', { name: 'Send 1 reminder' }).click()
    await expect(page.getByText('1 reminder is on its way.').first()).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Done' }).click()

    await selectedBar(page).getByRole('button', { name: 'Clear' }).click()
    await expect(selectedBar(page)).toHaveCount(0)
  },
)

test('keeps dangerous actions apart in a menu, which Escape closes', ANY_WIDTH, async ({ page }) => {
  const event = await makeEvent(page)
  await page.goto(event.guests)
  const remove = page.getByRole('button', { name: 'Delete Event' })
  await expect(remove).toBeHidden()
  await openMore(page)
  await expect(remove).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(remove).toBeHidden()
})

test(
  'gives each tab its own content, and no section of it to the other tabs',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page, { showWaitlist: true })
    await page.goto(event.path)
    for (const [name, heading] of [
      ['Guests', 'Guests'],
      ['Waitlist', 'Waitlist'],
      ['Rooms', 'Who sleeps where'],
      ['Kitchen', 'Links for the host'],
      ['Messages', 'Messages'],
      ['Emails', 'Scheduled emails'],
      ['Photos', 'Photos of this event'],
      ['History', 'History'],
    ] as const) {
      await openTab(page, name)
      await expect(page.getByRole('heading', { name: heading, exact: true, level: 2 })).toHaveCount(1)
      if (name !== 'Guests') await expect(table(page)).toHaveCount(0)
    }
  },
)

/** Presses Tab, or Shift+Tab to go back, until a control has the focus. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isFocused()) return
    await page.keyboard.press(key)
  }
  await expect(control).toBeFocused()
}

test(
  'finds, filters, sorts, selects and opens guests with the keyboard alone, without losing the focus',
  ANY_WIDTH,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const event = await makeEvent(page)
    for (const customerName of ['Ana Ortiz', 'Ben Hale']) await makeGuest(page, event.id, { customerName })
    await makeGuest(page, event.id, { customerName: 'Cy Young', totalDue: 0, foodAllergies: 'Peanuts' })
    await page.goto(event.guests)
    const names = table(page).getByRole('rowheader')
    const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
    await expect(tick('Ana Ortiz')).toBeEnabled()

    // Finds a guest, and shows all again.
    await tabTo(page, page.getByRole('searchbox', { name: 'Find a guest' }))
    await page.keyboard.type('ben')
    await expect(names).toHaveText([/Ben Hale/])
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect(names).toHaveCount(3)

    // Filters with the arrow keys, because the filters are one group of radio buttons.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radio', { name: /^Coming/ })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(names).toHaveText([/Cy Young/])
    await page.keyboard.press('ArrowLeft')
    await expect(names).toHaveCount(3)

    // Chooses a column. Escape closes the menu and returns to its button.
    const columns = page.locator('.roster-tools .action-menu summary')
    await tabTo(page, columns)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('checkbox', { name: 'Food allergies' }))
    await page.keyboard.press('Space')
    await expect(row(page, 'Cy Young')).toContainText('Peanuts')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('checkbox', { name: 'Food allergies' })).toBeHidden()
    await expect(columns).toBeFocused()

    // Sorts in the other direction.
    const sort = table(page).getByRole('button', { name: 'Full name' })
    await tabTo(page, sort)
    await page.keyboard.press('Enter')
    await expect(names).toHaveText([/Cy Young/, /Ben Hale/, /Ana Ortiz/])
    await expect(sort).toBeFocused()

    // Selects two guests.
    for (const name of ['Cy Young', 'Ben Hale']) {
      await tabTo(page, tick(name))
      await page.keyboard.press('Space')
    }
    await expect(selectedBar(page)).toContainText('2 guests selected')
    await expect(tick('Ben Hale')).toBeFocused()

    // Opens the dialog of a guest. Escape returns to its button.
    const edit = row(page, 'Ben Hale').getByRole('button', { name: 'Edit Ben Hale' })
    await tabTo(page, edit)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(edit).toBeFocused()

    // Opens the menu with the less frequent actions, and closes it.
    const more = page.locator('.workspace-actions summary')
    await tabTo(page, more, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const remove = page.getByRole('button', { name: 'Delete Event' })
    await tabTo(page, remove)
    await page.keyboard.press('Escape')
    await expect(remove).toBeHidden()
    await expect(more).toBeFocused()

    // Opens a guest's reservation.
    await tabTo(page, row(page, 'Ana Ortiz').getByRole('link', { name: 'Ana Ortiz' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/reservation\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Ortiz')
  },
)
