import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import { eventForm, field, fillEvent, FIRST_IMAGE, newEvent, save, saveButton } from './event-form.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test(
  'shows what else is on the typed dates, and saves an overlap only after a question (R61.3, R61.4)',
  ANY_WIDTH,
  async ({ page }) => {
    const [held, mine] = [newEvent(), newEvent()]
    const days = {
      startDate: 'May 8',
      startDateDate: '2031-05-08',
      endDate: 'May 12',
      endDateDate: '2031-05-12',
    }
    const images = { mainImage: FIRST_IMAGE, secondImage: FIRST_IMAGE }
    const body = { ...held, hostCell: '505-555-0112', cost: 0, spots: 5, status: 'draft', ...days, ...images }
    await api(page, { method: 'POST', path: 'auth/event/create', body })

    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/create-event')
    await fillEvent(page, mine.name)
    const house = eventForm(page).getByRole('status').filter({ hasText: 'Something else is on these dates:' })
    const entry = `${held.name}, May 8 – 12, 2031 (Draft)`
    await expect(house.getByRole('listitem')).toHaveText(entry)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

    await expect(saveButton(page)).toBeEnabled()
    await saveButton(page).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Something else is on these dates.' })
    await expect(dialog.getByRole('listitem')).toHaveText(entry)
    await expect(dialog.getByRole('button', { name: 'Back to the form' })).toBeFocused()
    await expectAccessible(page, 'dialog[open]')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(saveButton(page)).toBeFocused()
    expect((await page.request.get(`/api/auth/event/get?eventUrlName=${mine.urlName}`)).status()).toBe(404)

    await field(page, 'End date').fill('2031-05-08')
    await expect(eventForm(page).getByText('Nothing else is on these nights.')).toBeVisible()
    await field(page, 'End date').fill('2031-05-09')
    await expect(house).toBeVisible()
    await save(page)
    await expect(dialog.getByRole('button', { name: 'Back to the form' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Save all the same' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/event/${mine.urlName}`)
  },
)

test('asks before an upcoming event moves to the past (R61.5)', ANY_WIDTH, async ({ page }) => {
  const { name, urlName } = newEvent()
  await page.goto('/create-event')
  await fillEvent(page, name)
  await save(page)
  await expect(page).toHaveURL(`/event/${urlName}`)
  await page.goto(`/create-event/${urlName}`)
  await expect(eventForm(page).getByRole('group').first()).toBeEnabled()
  await field(page, 'Start date').fill('2021-05-06')
  await field(page, 'End date').fill('2021-05-10')
  await save(page)
  const dialog = page.getByRole('alertdialog', { name: 'These dates are over.' })
  await expect(dialog).toContainText('May 6 – 10, 2021')
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await expect(field(page, 'End date')).toHaveValue('2021-05-10')
  await field(page, 'End date').fill('2031-05-10')
  await field(page, 'Start date').fill('2031-05-07')
  await save(page)
  await expect(page).toHaveURL(`/event/${urlName}`)
})
