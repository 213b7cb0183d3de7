import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { makeEvent, makeGuest } from './roster.ts'
import { tidy } from './clean-up.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test(
  'prints names, phone numbers and allergies of the roster, and nothing else of the page (R16.10)',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    await makeGuest(page, event.id, {
      customerName: 'Ana Ortiz',
      phone: '505-555-0101',
      foodAllergies: 'Peanuts',
      medicalConditions: 'Asthma',
    })
    await page.goto(event.guests)
    await page.emulateMedia({ media: 'print' })
    const printed = page.getByRole('row', { name: 'Ana Ortiz 505-555-0101 Peanuts' })
    await expect(printed).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add New Reservation' })).toBeHidden()
    await expect(page.getByText('$900.00').first()).toBeHidden()
    await expect(page.getByText('Asthma')).toHaveCount(0)
  },
)

test(
  'keeps the roster and its dialogs accessible in both color schemes and no wider than the screen',
  LONG_RUN,
  async ({ page }) => {
    // Allows more time, because this test runs five axe checks in two color schemes.
    test.slow()
    const event = await makeEvent(page, { showWaitlist: true })
    await makeGuest(page, event.id, { customerName: 'Ana Ortiz', notes: 'Brings a dog' })
    await page.goto(event.guests)
    await expect(page.getByRole('row', { name: 'Ana Ortiz' })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    for (const name of ['View Ana Ortiz', 'Edit Ana Ortiz']) {
      await page.getByRole('button', { name }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: /Edit|Save/ })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Delete Ana Ortiz' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add New Reservation' }).click()
    await expectAccessible(page)
    await page.goto(`${event.path}/emails`)
    await expect(page.getByRole('row', { name: 'Welcome' })).toHaveText(
      /^Sun, May 25, 2031\W*Welcome\W*7 days before the start\W*1 still to send$/,
    )
  },
)
