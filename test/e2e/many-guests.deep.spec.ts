/**
 * Tests an event with more guests than its page loads at first (R20.7). Once loaded, the other guests must
 * behave like the first ones. Until then, the page must not show the incomplete list as complete.
 */
import type { Page } from '@playwright/test'
import { makeEvent, makeGuest, row, table } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect as expectSoon, test } from './test.ts'

/**
 * Waits longer for each expectation, because each change renders many rows, which takes time on a busy
 * machine.
 */
const expect = expectSoon.configure({ timeout: 30_000 })

const FIRST = 70
const GUESTS = 160
/**
 * The name of a guest who signs up last but comes first in a list sorted by name. If the roster sorted only
 * the guests that load first, she would be missing at the top.
 */
const LATE = 'Aarona Late'
const OTHERS = '**/api/auth/event/guests**'

test.beforeEach(async ({ page }) => {
  test.setTimeout(240_000)
  await signInAsAdmin(page)
})
test.afterEach(({ page }) => tidy(page))

async function makeCrowd(page: Page) {
  const event = await makeEvent(page, { spots: 200 })
  for (let nth = 1; nth < GUESTS; nth += 1)
    await makeGuest(page, event.id, { customerName: `Rider-${String(nth).padStart(3, '0')}` })
  const details = {
    phone: '505-555-0199',
    foodAllergies: 'Peanuts',
    notes: 'Rides the bay mare',
    totalDue: 0,
  }
  await makeGuest(page, event.id, { customerName: LATE, ...details })
  return event
}

const names = (page: Page) => table(page).getByRole('rowheader')
const shown = (page: Page) => names(page).filter({ visible: true })
const sum = (page: Page, label: string) =>
  page.locator('.admin-sums > div').filter({ has: page.getByText(label, { exact: true }) })
const state = (page: Page, name: RegExp) => page.getByRole('radio', { name })
const find = (page: Page, words: string) => page.getByLabel('Find a guest').fill(words)

/**
 * Sorts the roster by name: with the column's heading on wide screens, and with the select field on narrow
 * ones.
 */
async function sortByName(page: Page, direction: 'ascending' | 'descending') {
  const head = page.getByRole('columnheader', { name: 'Full name' })
  if (!(await head.isVisible())) return page.getByLabel('Sort by').selectOption(`Full name, ${direction}`)
  if ((await head.getAttribute('aria-sort')) !== direction) await head.getByRole('button').click()
  return expect(head).toHaveAttribute('aria-sort', direction)
}

test('sorts, finds, counts, changes, prints and downloads all guests, and not only those that load first', async ({
  page,
}) => {
  const event = await makeCrowd(page)
  await page.goto(event.guests)
  await expect(names(page)).toHaveCount(GUESTS)
  await expect(names(page).first()).toHaveText(LATE)
  await expect(page.getByText(`${GUESTS} guests listed`)).toBeVisible()

  await expect(sum(page, 'Guests')).toContainText(`${GUESTS} of 200`)
  await expect(sum(page, 'Paid')).toContainText('$0.00 of $143,100.00')
  await expect(sum(page, 'Info missing')).toContainText(String(GUESTS))
  for (const name of [/^Coming 160$/, /^Paid 1$/, /^Unpaid 159$/, /^Info missing 160$/, /^Canceled 0$/])
    await expect(state(page, name)).toBeVisible()

  await sortByName(page, 'descending')
  await expect(names(page).last()).toHaveText(LATE)
  await expect(names(page).first()).toHaveText('Rider-159')
  for (const words of ['late aarona', 'BAY mare', '505-555-0199']) {
    await find(page, words)
    await expect(page.getByText('1 guest listed')).toBeVisible()
    await expect(shown(page)).toHaveText([LATE])
  }
  await find(page, 'Rider-15')
  await expect(shown(page)).toHaveCount(10)
  await find(page, '')
  await state(page, /^Paid/).check({ force: true })
  await expect(shown(page)).toHaveText([LATE])

  await page.getByRole('button', { name: `Edit ${LATE}` }).click()
  const form = page.getByRole('form', { name: `Edit ${LATE}` })
  await form.getByLabel('Nickname').fill('Dusty')
  await form.getByLabel('Total due in dollars').fill('500')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No guests match.')).toBeVisible()
  await expect(sum(page, 'Paid')).toContainText('of $143,600.00')
  await state(page, /^Unpaid 160$/).check({ force: true })
  await expect(row(page, LATE)).toContainText('“Dusty”')
  await row(page, LATE).getByLabel(`Notes about ${LATE}`).fill('Left the mare alone')
  await row(page, LATE).getByLabel(`Notes about ${LATE}`).press('Control+Enter')
  await expect(row(page, LATE).getByText('Saved', { exact: true })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`${GUESTS} guests`, { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: `${LATE} “Dusty” 505-555-0199 Peanuts` })).toBeVisible()
  await expect(page.getByText('Not the whole list')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  const csv = await (await page.request.get(`/api/auth/event/export?id=${event.id}`)).text()
  expect(csv.trim().split('\r\n')).toHaveLength(GUESTS + 1)
  expect(csv).toContain('Left the mare alone')

  await page.getByRole('button', { name: `Delete ${LATE}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row(page, LATE)).toHaveCount(0)
  await expect(state(page, /^Coming 159$/)).toBeVisible()
  await expect(sum(page, 'Paid')).toContainText('of $143,100.00')
})

test('lets an admin work with the first guests while the others fail to load, and shows that the list is incomplete', async ({
  page,
}) => {
  const event = await makeCrowd(page)
  await page.route(OTHERS, (route) => route.abort())
  await page.goto(event.guests)
  await expect(
    page.getByText(`${GUESTS - FIRST} more guests could not be loaded`, { exact: true }),
  ).toBeVisible()
  await expect(names(page)).toHaveCount(FIRST)
  await expect(sum(page, 'Guests')).toContainText('… of 200')
  await expect(sum(page, 'Paid')).toContainText('… of …')
  await find(page, 'Rider-007')
  await expect(shown(page)).toHaveText(['Rider-007'])
  await find(page, '')
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText(`Not the whole list: ${GUESTS - FIRST} more guests could not be loaded yet.`),
  ).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  // The first press of "Try again" fails, and the second press succeeds.
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(
    page.getByText(`${GUESTS - FIRST} more guests could not be loaded`, { exact: true }),
  ).toBeVisible()
  await page.unroute(OTHERS)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page)).toHaveCount(GUESTS)
  await expect(page.getByText('could not be loaded')).toHaveCount(0)
  await expect(sum(page, 'Paid')).toContainText('of $143,100.00')

  // If reloading the guests fails, the page must say that its data may be outdated, although no guest is
  // missing.
  await page.route(OTHERS, (route) => route.abort())
  await page.getByRole('button', { name: `Delete ${LATE}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Not all guests could be reloaded')).toBeVisible()
  await expect(sum(page, 'Paid')).toContainText('… of …')
  // When the page reloads the first guests, it must also reload the others.
  await page.unroute(OTHERS)
  await page.getByRole('button', { name: 'Delete Rider-001' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(names(page)).toHaveCount(GUESTS - 2)
  await expect(row(page, LATE)).toHaveCount(0)
  await expect(page.getByText('Not all guests could be reloaded')).toHaveCount(0)
})
