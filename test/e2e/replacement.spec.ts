import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { api } from './api.ts'
import { expectPaid, fillGuest, mailsTo, newEmail, payByWallet, signUpForm } from './guest.ts'
import { payDeposit, reservationOf } from './money.ts'
import { makeEvent, makeGuest } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

/** Returns the ranch day that is this many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const part = (page: Page) => page.getByRole('region', { name: 'Pass on your spot' })

test(
  'refunds and e-mails a guest after another guest took over the spot by the link (R6.1, R6.2, R45.6)',
  LONG_RUN,
  async ({ page, browser, request }) => {
    test.slow()
    const startDateDate = inDays(20)
    // This event starts soon and has one spot. So the full price is due immediately, and one guest fills the
    // event.
    const event = await makeEvent(page, {
      startDateDate,
      endDateDate: startDateDate,
      cost: 45_000,
      spots: 1,
    })
    const { id, email } = await payDeposit(page, event.id, newEmail())
    const { uuid } = await api<{ uuid: string }>(page, {
      method: 'GET',
      path: `auth/reservation?id=${id}`,
    })
    await page.goto(`/complete-reservation/${uuid}`)
    const make = part(page).getByRole('button', { name: 'Make a link' })
    await expect(make).toBeEnabled()
    await make.press('Enter')
    const link = part(page).getByText(/\/take-over\/[0-9a-f-]{36}/)
    await expect(link).toBeVisible()
    await expect(part(page)).toContainText(
      'we refund 90% of what they pay for the same stay and choices, at most 90% of what you paid',
    )
    await expectAccessible(page)

    const guest = await browser.newContext()
    const other = await guest.newPage()
    await other.goto((await link.textContent()) ?? '')
    await expect(
      other.getByRole('heading', { name: 'Someone is passing their spot on to you.' }),
    ).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(signUpForm(other)).toBeVisible()
    await fillGuest(other, newEmail())
    await payByWallet(other)
    await expectPaid(other)

    await expect
      .poll(async () => (await mailsTo(request, email)).map(({ subject }) => subject), { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^Your stay is canceled/))
    await expect
      .poll(async () => (await reservationOf(page, id)).totalPaid, {
        timeout: 20_000,
      })
      .toBe(4_500)
    await page.reload()
    await expect(page.getByText('Your stay is canceled.')).toBeVisible()
    await expect(part(page)).toContainText('Someone has booked your spot.')
    await expect(page.getByText('$405.00').first()).toBeVisible()
    await page.goto(`/reservation/${id}`)
    await expect(page.getByText('The spot was passed on and booked.')).toBeVisible()
    await page.getByRole('link', { name: 'Their reservation' }).click()
    await expect(page.getByText('This stay took over the spot of')).toBeVisible()

    await guest.close()
  },
)

test(
  "offers a guest's spot to the waitlist until the guest withdraws the offer",
  ANY_WIDTH,
  async ({ page }) => {
    const startDateDate = inDays(20)
    const facts = {
      startDateDate,
      endDateDate: startDateDate,
      spots: 1,
      showWaitlist: true,
    }
    const { id: eventId } = await makeEvent(page, facts)
    const id = await makeGuest(page, eventId, { customerName: 'Gus Going' })
    const waitlistData = {
      customerName: 'Ana Doe',
      email: newEmail(),
      eventId,
    }
    await api(page, {
      method: 'POST',
      path: 'auth/waitlist/add',
      body: { waitlistData },
    })
    const { uuid } = await api<{ uuid: string }>(page, {
      method: 'GET',
      path: `auth/reservation?id=${id}`,
    })
    await page.goto(`/complete-reservation/${uuid}`)
    const offer = part(page).getByRole('button', {
      name: 'Offer it to the waitlist',
    })
    await offer.click()
    await expect(part(page)).toContainText('Offered to the next person on the waitlist until')
    await expect(part(page).getByRole('button', { name: 'Make a link' })).toBeHidden()
    await expectAccessible(page, 'section[aria-labelledby="pass-on"]')
    await part(page).getByRole('button', { name: 'Take the offer back' }).click()
    await expect(offer).toBeVisible()
  },
)
