import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { makeEvent, makeGuest, row, showNotes } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

const notesOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Notes about ${name}` })

test.beforeEach(async ({ page }) => {
  await showNotes(page)
  await signInAsAdmin(page)
})
test.afterEach(({ page }) => tidy(page))

test(
  'saves notes in the roster and says so; after a failed save, keeps the text and offers a retry (R11.8)',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    await makeGuest(page, event.id, { customerName: 'Ana Ortiz', notes: 'Vegan' })
    await page.goto(event.guests)
    const notes = notesOf(page, 'Ana Ortiz')
    await notes.fill('Vegan, arrives late')
    await notes.blur()
    await expect(row(page, 'Ana Ortiz').getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('status').getByText('Saved the notes about Ana Ortiz')).toBeAttached()

    await page.route('**/api/auth/updateReservation', (route) => route.fulfill({ status: 502, body: '' }))
    await notes.fill('Vegan, arrives Friday')
    await notes.blur()
    await expect(row(page, 'Ana Ortiz').getByRole('alert')).toContainText('Not saved.')
    await expect(notes).toHaveValue('Vegan, arrives Friday')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(notes).toHaveValue('Vegan, arrives late')

    await notes.fill('Vegan, arrives Friday')
    await notes.blur()
    await expect(row(page, 'Ana Ortiz').getByRole('alert')).toBeVisible()
    await page.unroute('**/api/auth/updateReservation')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(row(page, 'Ana Ortiz').getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(notes).toHaveValue('Vegan, arrives Friday')
  },
)
