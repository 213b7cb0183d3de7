/** Functions for steps in the event form that several tests use. */
import { expect, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'

export function newEvent() {
  const mark = randomUUID().slice(0, 8)
  return { name: `Star Week ${mark}`, urlName: `star-week-${mark}` }
}

export const eventForm = (page: Page) => page.getByRole('form', { name: /^(Create|Update) Event$/ })
/**
 * Finds a field of the event form by its label, with or without "(optional)". Skips the group around a
 * picture field, which has the same label.
 */
export function field(page: Page, label: string) {
  const name = RegExp(`^${label.replaceAll(/[()]/g, String.raw`\$&`)}( \\(optional\\))?$`)
  return eventForm(page).getByLabel(name).and(page.locator('input, textarea'))
}
export const saveButton = (page: Page) =>
  eventForm(page).getByRole('button', { name: /^(Create|Update) Event$/ })

export const FIRST_IMAGE = '/pictures/leather-1600.webp'

/** Fills in all required fields of the event form except the pictures. */
export async function fillWords(page: Page, name: string) {
  await field(page, 'Name').fill(name)
  await field(page, 'Host cell phone').fill('505-555-0112')
  await field(page, 'Start date').fill('2031-05-06')
  await field(page, 'End date').fill('2031-05-10')
  await field(page, 'Cost in dollars').fill('480.01')
}

export async function fillEvent(page: Page, name: string) {
  await fillWords(page, name)
  await field(page, 'First image').fill(FIRST_IMAGE)
  await field(page, 'Second image').fill('/pictures/noon-1600.webp')
}

export async function editNewEvent(page: Page) {
  const event = newEvent()
  await page.goto('/create-event')
  await fillEvent(page, event.name)
  await save(page)
  await expect(page).toHaveURL(`/event/${event.urlName}`)
  await page.goto(`/create-event/${event.urlName}`)
  await expect(page.getByRole('heading', { level: 1, name: `Update ${event.name}` })).toBeVisible()
  return event
}

/** Presses the save button once it is enabled. The form checks a suggested URL name only after a pause. */
export async function save(page: Page) {
  await expect(saveButton(page)).toBeEnabled()
  await saveButton(page).click()
}
