/**
 * Tests that the event form loses no typed text: when two admins edit one event, when a save is refused, and
 * when the admin leaves or reloads the page.
 */
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { editNewEvent, eventForm, field, fillEvent, newEvent, save } from './event-form.ts'
import { deskMenu, signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { goWithin } from './start-react.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test(
  "lets an admin choose each field's value if another admin saved first, and loses no typed value (R11.7)",
  LONG_RUN,
  async ({ page, browser, baseURL }) => {
    const { urlName } = await editNewEvent(page)
    await field(page, 'Name').fill('My name')
    await field(page, 'Host').fill('My host')

    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    const other = await context.newPage()
    await signInAsAdmin(other)
    await other.goto(`/create-event/${urlName}`)
    await field(other, 'Name').fill('Their name')
    await field(other, 'Cost in dollars').fill('500')
    await save(other)
    await expect(other).toHaveURL(`/event/${urlName}`)
    await context.close()

    await save(page)
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this event' })
    await expect(dialog.getByRole('group')).toHaveCount(2)
    const name = dialog.getByRole('group', { name: 'Name' })
    await expect(name).toContainText(/It was: Star Week/)
    await expect(name.getByLabel('Keep mine: My name')).toBeChecked()
    await expect(name.getByLabel('Use theirs: Their name')).not.toBeChecked()
    const cost = dialog.getByRole('group', { name: 'Cost in dollars' })
    await expect(cost.getByLabel('Use theirs: $500.00')).toBeChecked()
    await expectAccessible(page)

    await dialog.getByRole('button', { name: 'Back to the form' }).click()
    await expect(field(page, 'Name')).toHaveValue('My name')
    await save(page)
    await name.getByLabel('Use theirs: Their name').check()
    await dialog.getByRole('button', { name: 'Update Event' }).click()
    await expect(page).toHaveURL(`/event/${urlName}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Their name' })).toBeVisible()
    await expect(page.getByText('My host')).toBeVisible()
    await expect(page.getByText('$500.00 per person').first()).toBeVisible()
  },
)

test(
  "shows 'Something went wrong' with the server's message after a refusal, and keeps all typed text (R11.6)",
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/create-event')
    const { name, urlName } = newEvent()
    await fillEvent(page, name)
    const refusal = {
      success: false,
      code: 'invalid',
      message: 'The barn is on fire.',
      fields: { hostCell: 'Nobody answers there' },
    }
    await page.route('**/api/auth/event/create', (route) => route.fulfill({ status: 400, json: refusal }), {
      times: 1,
    })
    await save(page)
    const panel = eventForm(page).getByRole('alert').filter({ hasText: 'Something went wrong' })
    await expect(panel).toContainText('The barn is on fire.')
    await expect(panel).toBeFocused()
    await expect(field(page, 'Host cell phone')).toHaveAccessibleDescription(/Nobody answers there/)
    await expect(field(page, 'Name')).toHaveValue(name)
    await expectAccessible(page)
    await save(page)
    await expect(page).toHaveURL(`/event/${urlName}`)
  },
)

test('warns before an admin leaves the event form with unsaved changes', ANY_WIDTH, async ({ page }) => {
  await page.goto('/create-event')
  await expect(field(page, 'Name')).toBeEnabled()
  await goWithin(page, '/admin')
  await expect(page).toHaveURL('/admin')
  await page.goto('/create-event')
  await field(page, 'Name').fill('Half an event')
  const leave = async () => (await deskMenu(page)).getByRole('link', { name: 'All events' }).click()
  await leave()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL('/create-event')
  await expect(field(page, 'Name')).toHaveValue('Half an event')

  await leave()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/events')
  await page.goto('/create-event')
  await expect(field(page, 'Name')).toHaveValue('')
})

test(
  'warns before a reload of the event form, and afterwards restores everything but the password',
  LONG_RUN,
  async ({ page }) => {
    await page.goto('/create-event')
    await fillEvent(page, 'Kept over a reload')
    await field(page, 'Password').fill('Yucca')
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reloaded
    await expect(eventForm(page).getByText('What you typed is still here.')).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue('Kept over a reload')
    await expect(field(page, 'Cost in dollars')).toHaveValue('480.01')
    await expect(field(page, 'Password')).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Yucca')
    await eventForm(page).getByRole('button', { name: 'Start over instead' }).click()
    await expect(field(page, 'Name')).toHaveValue('')
  },
)
