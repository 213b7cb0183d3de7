/** Opens the family calendar for tests, finds its fields, and cleans it up. */
import { expect, type Locator, type Page } from '@playwright/test'
import { api } from './api.ts'
import { signInAsAdmin } from './sign-in.ts'

export interface Entry {
  id: number
  title: string
  start: string
  end: string
  color: string
}

export const DOG = 'Blue'

export const gate = {
  field: (page: Page) =>
    page.getByRole('textbox', {
      name: "Howdy stranger, to prove who you are type the name of Sam's dog:",
    }),
  check: (page: Page) => page.getByRole('button', { name: 'Check' }),
}

export const table = (page: Page) => page.getByRole('table', { name: 'Events of the family' })
export const rows = (page: Page) => table(page).locator('tbody').getByRole('row')
export const rowOf = (page: Page, title: string) =>
  rows(page).filter({ has: page.getByLabel(`Title of ${title}`, { exact: true }) })

export const events = (page: Page) => page.getByRole('heading', { name: 'Events', exact: true })
export const older = (page: Page) => page.getByRole('button', { name: 'Show Older Events' })
/** Formats a day as "May 6, 2027", without using the site's code. */
export function words(day: string): string {
  const [year, month = 1, date] = day.split('-').map(Number)
  const name = 'January February March April May June July August September October November December'
  return `${name.split(' ')[month - 1]} ${date}, ${year}`
}
/** Finds the table cell around a field. The cell also contains the message about saving the field. */
const CELL = 'xpath=ancestor::*[starts-with(@class, "inline-field ")]'

export async function expectSaved(field: Locator) {
  await expect(field.locator(CELL)).toContainText('Saved')
}

export const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved/ })

/** Opens the calendar as a family member who has given the dog's name. */
export async function openAsFamily(page: Page) {
  await page.request.get(`/api/checkPassword?dogName=${DOG}`)
  await page.goto('/calendar')
}

export async function openAsAdmin(page: Page) {
  await signInAsAdmin(page)
  await page.goto('/calendar')
}

export const entriesOf = (page: Page) => api<Entry[]>(page, { method: 'GET', path: 'calendarGetEvents' })

/**
 * Deletes the subscription address, and all calendar entries except those of the sample data:
 * `test.afterEach(({ page }) => tidyCalendar(page))`.
 */
export async function tidyCalendar(page: Page) {
  await signInAsAdmin(page)
  for (const { id } of (await entriesOf(page)).filter(({ id: nth }) => nth > SAMPLES))
    await api(page, { method: 'DELETE', path: `calendarDeleteEvent?id=${id}` })
  await api(page, { method: 'DELETE', path: 'calendarFeed' })
}

/** The number of calendar entries in the sample data. In a new database, they have the first ids. */
const SAMPLES = 12
