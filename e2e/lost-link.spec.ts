/** A guest who has lost their private link has it mailed. */
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { api } from './api.ts'
import { mailsTo, newEmail } from './guest.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { startReact } from './start-react.ts'
import { tidy } from './tidy.ts'
import { expect, test } from './test.ts'

const SENT = 'If we know that address, an email is on its way.'

test('from a link that leads nowhere to the mail with the right one', LONG_RUN, async ({ page, request }) => {
  await signInAsAdmin(page)
  const event = await makeEvent(page)
  const email = newEmail()
  const { uuid } = await api<{ uuid: string }>(page, {
    method: 'POST',
    path: 'auth/createReservation',
    body: {
      createReservationData: { customerName: 'Ana Ortiz', eventId: event.id, email, shouldSendEmail: false },
    },
  })
  await page.goto('/complete-reservation/00000000-0000-4000-8000-000000000000')
  await page.getByRole('link', { name: 'Email me my link' }).click()
  const send = page.getByRole('button', { name: 'Email me my link' })
  const field = page.getByRole('textbox', { name: 'Email' })
  // Before React the form is a plain one, which has a test of its own.
  await startReact(page)
  await field.fill('nowhere')
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Please check this email address/)
  await expect(field).toHaveValue('nowhere')
  await expectAccessible(page)
  await field.fill(email)
  await field.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: SENT })).toBeFocused()
  await expectAccessible(page)
  // It leaves at a random moment, within 20 seconds.
  await expect.poll(async () => (await mailsTo(request, email)).length, { timeout: 45_000 }).toBe(1)
  const [mail] = await mailsTo(request, email)
  expect(mail?.text).toContain(`/complete-reservation/${uuid}`)
  await tidy(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the form works too, and says the same of an unknown address', ANY_WIDTH, async ({ page }) => {
    await page.goto('/lost-link')
    await page.getByRole('textbox', { name: 'Email' }).fill(newEmail())
    await page.getByRole('button', { name: 'Email me my link' }).click()
    await expect(page.getByText(SENT)).toBeVisible()
  })
})
