/**
 * Tests the waitlist for guests and for admins, and the pages of an offer's link. Offers are made by an
 * admin, because the site makes automatic offers only in the morning.
 */
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { api } from './api.ts'
import {
  CARDS,
  expectPaid,
  expectStarted,
  fillCard,
  fillGuest,
  mailsTo,
  newEmail,
  payButton,
  signUpForm,
} from './guest.ts'
import { makeEvent, makeGuest, openTab } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.afterEach(({ page }) => tidy(page))

const line = (page: Page) => page.getByRole('table', { name: 'Waitlist' })
const onWaitlist = (page: Page) => line(page).getByRole('rowheader')

/**
 * Waits until the reservation is confirmed. The guest's page shows the payment slightly before the site gets
 * the webhook.
 */
async function expectBooked(page: Page, path: string, name: string) {
  await expect(async () => {
    await page.goto(`${path}/waiting`)
    await expect(line(page).getByRole('row', { name: new RegExp(`^${name}.*Has a spot`) })).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
}

async function linkTo(
  request: APIRequestContext,
  email: string,
  about = 'A spot opened up',
): Promise<string> {
  const link = async () => {
    const mails = await mailsTo(request, email)
    const offer = mails.find(({ subject }) => subject.startsWith(about))
    return /\/(offer|waitlist)\/[0-9a-f-]{36}/.exec(offer?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(link, { timeout: 30_000 }).not.toBe('')
  return link()
}

async function join(page: Page, path: string, [firstName, email]: [string, string]) {
  await page.goto(path)
  await page.getByRole('button', { name: 'Join the waitlist' }).first().click()
  const form = page.getByRole('form', { name: 'Join the waitlist' })
  await form.getByLabel('First name').fill(firstName)
  await form.getByLabel('Last name').fill('Doe')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
}

test('lets an admin order the waitlist and make two offers, of which one is accepted and one declined', async ({
  page,
  request,
}) => {
  test.slow()
  await signInAsAdmin(page)
  const event = await makeEvent(page, { spots: 2, showWaitlist: true })
  const guests = [await makeGuest(page, event.id, { customerName: 'Gus One' })]
  guests.push(await makeGuest(page, event.id, { customerName: 'Gus Two' }))
  const [ana, ben] = [newEmail(), newEmail()]
  await join(page, event.path, ['Ana', ana])
  await expect(page.getByText('Press the button in it to confirm your place')).toBeVisible()
  await page.goto(await linkTo(request, ana, 'Confirm your place on the waitlist'))
  await expect(page.getByRole('heading', { name: 'Confirm your place on the waitlist' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm my place' }).click()
  await expect(page.locator(':focus')).toContainText('You’re number 1 on the waitlist.')
  await page.reload()
  await expect(page.getByText('You’re number 1 on the waitlist.')).toBeVisible()
  const entry = { customerName: 'Ben Doe', email: ben, eventId: event.id }
  await api(page, {
    method: 'POST',
    path: 'auth/waitlist/add',
    body: { waitlistData: entry },
  })

  await page.goto(`${event.path}/waiting`)
  await page.getByRole('button', { name: 'Turn offers off' }).click()
  await expect(page.getByText('Offers are off: a freed spot opens to the public.')).toBeVisible()
  await page.getByRole('button', { name: 'Move Ben Doe up' }).press('Enter')
  await expect(onWaitlist(page).first()).toContainText('Ben Doe')
  for (const id of guests)
    await api(page, {
      method: 'DELETE',
      path: `auth/deleteReservation?id=${id}&force=true`,
    })

  await page.reload()
  await page.getByRole('button', { name: 'Offer Ben Doe a spot now' }).click()
  await expect(line(page).getByRole('row', { name: /^Ben Doe.*Offered until/ })).toBeVisible()
  await page.getByRole('button', { name: 'Offer Ana Doe a spot now' }).click()
  await expect(line(page).getByRole('row', { name: /^Ana Doe.*Offered until/ })).toBeVisible()
  await expectAccessible(page, 'section[aria-labelledby="waitlist"]')

  await page.goto(await linkTo(request, ben))
  await expect(page.getByRole('heading', { name: 'A spot for you, Ben.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('You declined this spot.')).toBeVisible()

  await page.goto(await linkTo(request, ana))
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(signUpForm(page).getByRole('textbox', { name: 'Email' })).toHaveValue(ana)
  await fillGuest(page, ana)
  await fillCard(page, CARDS.good)
  await expect(payButton(page)).toHaveText('Pay $450.00 deposit')
  await payButton(page).click()
  await expectPaid(page)
  await expectBooked(page, event.path, 'Ana Doe')
  await expect(line(page).getByRole('row', { name: /^Ben Doe.*Declined/ })).toBeVisible()
})

test(
  'offers two spots to an entry for two guests, who accept both with one form',
  LONG_RUN,
  async ({ page, request }) => {
    await signInAsAdmin(page)
    const event = await makeEvent(page, { spots: 2, showWaitlist: true })
    const email = newEmail()
    const waitlistData = { customerName: 'Ruth Vance', email, size: 2, eventId: event.id }
    // Turns automatic offers off and makes the offer as an admin, because automatic offers come only in the
    // morning.
    await api(page, { method: 'PUT', path: 'auth/waitlist/offers', body: { eventId: event.id, on: false } })
    await api(page, { method: 'POST', path: 'auth/waitlist/add', body: { waitlistData } })
    await page.goto(`${event.path}/waiting`)
    await page.getByRole('button', { name: 'Offer Ruth Vance 2 spots now' }).click()
    await expect(line(page).getByRole('row', { name: /^Ruth Vance.*Offered until.*2 spots/ })).toBeVisible()

    await page.goto(await linkTo(request, email, '2 spots opened up'))
    await expect(page.getByRole('heading', { name: '2 spots for you, Ruth.' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Accept' }).click()
    await expectStarted(page)
    await fillGuest(page, email)
    await signUpForm(page).getByRole('group', { name: 'Guest 2' }).getByLabel('Full name').fill('Pat Vance')
    await fillCard(page, CARDS.good)
    await expect(payButton(page)).toHaveText('Pay $900.00 deposit')
    await payButton(page).click()
    await expectPaid(page)
    await expectBooked(page, event.path, 'Ruth Vance')
    await openTab(page, 'Guests')
    await expect(page.getByText('Pat Vance').first()).toBeVisible()
  },
)

test(
  'asks before a guest leaves the waitlist even if no scripts have loaded, and deletes nothing before that',
  ANY_WIDTH,
  async ({ page, request }) => {
    const email = newEmail()
    await join(page, '/event/founders-quiet-week', ['Ana', email])
    const link = await linkTo(request, email, 'Confirm your place on the waitlist')
    const late = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await late.promise
      await route.continue()
    })
    await page.goto(link, { waitUntil: 'commit' })
    const leave = page.getByRole('button', { name: 'Delete my name and address' })
    await leave.click()
    await expect(page.getByRole('alert')).toContainText('Delete my name and address?')
    await expect(page.getByRole('alert')).toBeInViewport()
    late.resolve()
    const dialog = page.getByRole('alertdialog', { name: 'Delete my name and address?' })
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Confirm your place on the waitlist' })).toBeVisible()
    await leave.click()
    await dialog.getByRole('button', { name: 'Delete my name and address' }).click()
    await expect(page.locator(':focus')).toContainText('You’re off the waitlist')
  },
)
