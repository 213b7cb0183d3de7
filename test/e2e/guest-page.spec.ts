import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { api } from './api.ts'
import { CARDS, fillCard } from './guest.ts'
import { makeEvent, makeGuest } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

const form = (page: Page) => page.getByRole('form', { name: 'Your details' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save your details' })
const glance = (page: Page) => page.getByRole('region', { name: /^Your checklist|^All done/ })
const card = (page: Page) => page.getByRole('form', { name: /^Pay invoice/ })

/** Opens the private page of Ana, who has not given her details yet. */
async function open(page: Page, guest: object = {}) {
  const event = await makeEvent(page)
  const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz', ...guest })
  const reservation = await api<{ uuid: string }>(page, { method: 'GET', path: `auth/reservation?id=${id}` })
  const path = `/complete-reservation/${reservation.uuid}`
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return { event, id, path }
}

async function fill(page: Page) {
  const answers = {
    'Mailing address': '1 Mesa Road\nMagdalena, NM',
    'Emergency contact name': 'Ben Ortiz',
    'Emergency contact phone': '+1 505 555 0101',
    'Food allergies': 'Pecans',
    'Medical conditions': 'Asthma',
  }
  for (const [label, answer] of Object.entries(answers)) await form(page).getByLabel(label).fill(answer)
  await form(page).getByLabel('Phone', { exact: true }).fill('+1 505 555 0100')
  await form(page).getByLabel('Safety consent').check()
}

async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test("names a guest's missing details, keeps answers after a failure, and thanks for saved ones (R8.8, R8.2, R8.3)", async ({
  page,
}) => {
  const { event } = await open(page)
  await expect(page.getByRole('heading', { name: 'Howdy, Ana.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(event.name)
  await expect(page.getByText('On June 19, 2031, after the event, we delete what you told us.')).toBeVisible()
  await expect(glance(page)).toContainText('Fill in your details')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/updateReservation')) sent += 1
  })

  await save(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please fill in all required information' })
  await expect(summary).toBeFocused()
  await expect(form(page).getByText('Required', { exact: true })).toHaveCount(7)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await summary.getByRole('link', { name: /^Phone/ }).click()
  await expect(form(page).getByLabel('Phone', { exact: true })).toBeFocused()
  await fill(page)
  await form(page).getByLabel('Safety consent').uncheck()
  await save(page).click()
  await expect(summary).toContainText('Safety consent: Required')
  expect(sent).toBe(0)

  await form(page).getByLabel('Safety consent').check()
  await page.route('**/api/updateReservation', (route) => route.abort())
  await save(page).click()
  await expect(page.getByText('There is no connection.')).toBeVisible()
  await expect(save(page)).not.toHaveAttribute('aria-busy')
  await page.reload()
  await expect(form(page).getByLabel('Medical conditions')).toHaveValue('Asthma')
  await expect(form(page).getByLabel('Safety consent')).toBeChecked()

  await page.unroute('**/api/updateReservation')
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ana. That is all we need.' })).toBeFocused()
  await expect(form(page)).toHaveCount(0)
  await expect(glance(page)).toContainText('We have your details')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/Asthma|Pecans/)
  await expectAccessible(page, '[aria-labelledby="details"]')
})

test(
  'lets a guest change answers later, and shows the admin which answers changed',
  ANY_WIDTH,
  async ({ page }) => {
    const answers = {
      phone: '505-555-0141',
      address: '2',
      emergencyContactName: '3',
      emergencyContactPhone: '505-555-0144',
    }
    const { id } = await open(page, {
      ...answers,
      nickname: 'Annie',
      foodAllergies: 'None',
      medicalConditions: 'None',
      safetyConsent: true,
    })
    await expect(page.getByRole('heading', { name: 'Howdy, Annie.' })).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    await expect(page.getByText('You can change them until Sun, May 25, 2031.')).toBeVisible()
    await page.getByRole('button', { name: 'Change your answers' }).click()
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
    await expect(form(page).getByLabel('Mailing address')).toHaveValue('2')
    await form(page).getByLabel('Food allergies').fill('Pecans')
    await save(page).click()
    await expect(page.getByRole('heading', { name: /^Thank you, Annie/ })).toBeFocused()
    await page.goto(`/reservation/${id}`)
    await page.getByRole('button', { name: 'Show the changes' }).click()
    await expect(page.getByRole('heading', { name: 'History' })).toBeFocused()
    await expect(page.getByText('Reservation changed: food allergies')).toBeVisible()
    await expect(page.getByText('A guest,').first()).toBeVisible()
  },
)

test(
  'opens the card form of one invoice at a time, each with its own errors, until everything is paid (R8.5)',
  LONG_RUN,
  async ({ page }) => {
    const { path } = await open(page)
    const pay = page.getByRole('button', { name: /^Pay \$450\.00 now for invoice/ })
    await expect(pay).toHaveCount(2)
    await pay.first().click()
    await expect(card(page).locator('iframe').first()).toBeVisible()
    const first = (await card(page).getAttribute('aria-label')) ?? ''
    await pay.click()
    await expect(card(page)).not.toHaveAttribute('aria-label', first)
    await expect(card(page)).toHaveCount(1)
    await expect(card(page)).toBeFocused()
    await card(page).getByRole('button', { name: 'Not now' }).click()
    await expect(pay.last()).toBeFocused()
    await pay.last().click()

    // Sends an empty reply, at which Stripe's script must fail.
    await page.route('**/v1/payment_intents/*/confirm', (route) => route.fulfill({ json: null }))
    await fillCard(page, CARDS.good)
    await card(page).getByRole('button', { name: 'Pay $450.00' }).click()
    await expect(page.getByText('Unexpected payment result')).toBeVisible()
    await expect(card(page).getByRole('button', { name: 'Pay $450.00' })).toBeEnabled()
    await page.unroute('**/v1/payment_intents/*/confirm')
    await page.goto(path)

    for (const left of [1, 0]) {
      await pay.first().click()
      await fillCard(page, CARDS.good)
      await card(page).getByRole('button', { name: 'Pay $450.00' }).click()
      await expect(pay).toHaveCount(left, { timeout: 20_000 })
      await expect(page.getByRole('row', { name: `Paid $${left === 1 ? 450 : 900}.00` })).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Receipt/ })).toHaveCount(2)
    const href = await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .getAttribute('href')
    const receipt = await page.request.get(href ?? '')
    expect(receipt.headers()['content-type']).toBe('application/pdf')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)

test(
  'shows directions, gate notes and the calendar file, and records that the guest opened the directions',
  ANY_WIDTH,
  async ({ page }) => {
    const { event, path } = await open(page)
    const come = page.getByRole('region', { name: 'Before you come' })
    await expect(come.getByRole('link', { name: '505-555-0100' })).toHaveAttribute('href', 'tel:+15055550100')
    await expect(come).toContainText('Leave every gate as you found it')
    const file = await page.request.get(`${path}/calendar.ics`)
    expect(await file.text()).toContain(`UID:event-${event.id}@`)
    const own = await come.getByRole('link', { name: 'Directions' }).getAttribute('href')
    const left = glance(page).getByRole('link', { name: 'Read the directions' })
    await expect(left).toHaveAttribute('href', own ?? '')
    await left.click()
    await expect(page).toHaveURL(/\/directions$/)
    await expect
      .poll(
        async () =>
          (await (
            await page.request.get(`/api/reservation?uuid=${path.split('/').at(-1)}`)
          ).json()) as object,
      )
      .toMatchObject({ directionsSeen: true })
    await page.goBack()
    await expect(glance(page)).toContainText('You’ve viewed the directions')
  },
)
