import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { api } from './api.ts'
import { mailsTo, newEmail } from './guest.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { startReact } from './start-react.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

const SENT = 'If we know that address, an email is on its way.'

test(
  'e-mails the right private link to a guest who opened a wrong one',
  LONG_RUN,
  async ({ page, request }) => {
    await signInAsAdmin(page)
    const event = await makeEvent(page)
    const email = newEmail()
    const { uuid } = await api<{ uuid: string }>(page, {
      method: 'POST',
      path: 'auth/createReservation',
      body: {
        createReservationData: {
          customerName: 'Ana Ortiz',
          eventId: event.id,
          email,
          shouldSendEmail: false,
        },
      },
    })
    await page.goto('/complete-reservation/00000000-0000-4000-8000-000000000000')
    await page.getByRole('link', { name: 'Email me my link' }).click()
    const send = page.getByRole('button', { name: 'Email me my link' })
    const field = page.getByRole('textbox', { name: 'Email' })
    // Starts React first. Another test covers the plain form, which works before React has started.
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
    // The site sends the e-mail with the lost link after a random delay of up to 20 seconds.
    await expect.poll(async () => (await mailsTo(request, email)).length, { timeout: 45_000 }).toBe(1)
    const [mail] = await mailsTo(request, email)
    expect(mail?.text).toContain(`/complete-reservation/${uuid}`)
    await tidy(page)
  },
)

test.describe('the form for lost links', () => {
  test.use({ javaScriptEnabled: false })
  test(
    'returns without JavaScript the same reply for unknown and known addresses',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/lost-link')
      await page.getByRole('textbox', { name: 'Email' }).fill(newEmail())
      await page.getByRole('button', { name: 'Email me my link' }).click()
      await expect(page.getByText(SENT)).toBeVisible()
    },
  )
})
