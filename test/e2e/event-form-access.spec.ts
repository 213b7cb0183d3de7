import type { Locator, Page } from '@playwright/test'
import { LONG_RUN } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { eventForm, field, fillEvent, FIRST_IMAGE, newEvent, saveButton } from './event-form.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test('creates an event by keyboard alone', LONG_RUN, async ({ page }) => {
  const { name, urlName } = newEvent()
  await page.goto('/create-event')
  await expect(saveButton(page)).toBeVisible()
  const answers = {
    Name: name,
    'Host cell phone': '505-555-0112',
    'Start date': '05062031',
    'End date': '05102031',
    'Cost in dollars': '480.01',
    'First image': FIRST_IMAGE,
    'Second image': FIRST_IMAGE,
  }
  for (const [label, typed] of Object.entries(answers)) {
    await tabTo(page, field(page, label))
    await page.keyboard.type(typed)
  }
  await tabTo(page, saveButton(page))
  await expect(saveButton(page)).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/event/${urlName}`)
})

/**
 * Presses Tab until the field or button has the focus. Expects that the page's fixed bar does not cover it.
 */
async function tabTo(page: Page, control: Locator) {
  const next = async () => {
    await page.keyboard.press('Tab')
    return control.evaluate((element) => element === document.activeElement)
  }
  await expect.poll(next, { intervals: [0] }).toBe(true)
  const uncovered = await control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(uncovered).toBe(true)
}

test('keeps the event form accessible: empty, with errors, and filled in', LONG_RUN, async ({ page }) => {
  await page.goto('/create-event')
  await expect(saveButton(page)).toBeVisible()
  await expectAccessible(page)
  await expect(field(page, 'Name')).toBeEnabled()
  await saveButton(page).press('Enter')
  await expect(eventForm(page).getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await fillEvent(page, newEvent().name)
  await expect(saveButton(page)).toBeEnabled()
  await field(page, 'Color').fill('#7a7a7a')
  await expectAccessible(page)

  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
