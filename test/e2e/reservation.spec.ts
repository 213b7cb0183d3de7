import type { Page } from '@playwright/test'
import { expectAccessible, SCHEMES, violations } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import { reservationOf, takeCash } from './money.ts'
import { changeGuest, makeEvent, makeGuest } from './roster.ts'
import { tidy } from './clean-up.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const form = (page: Page) => page.getByRole('form', { name: /^Edit / })
const notes = (page: Page) => page.getByRole('textbox', { name: /^Notes about/ })
const edit = (page: Page) => page.getByRole('button', { name: 'Edit the details' })
const first = (page: Page) => page.getByRole('region', { name: 'Status' })
const invoices = (page: Page) => page.getByRole('table', { name: 'Invoices' })
const question = (page: Page) => page.getByRole('alertdialog')

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

async function open(page: Page, guest: object = {}) {
  const event = await makeEvent(page)
  const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz', ...guest })
  await page.goto(`/reservation/${id}`)
  return { event, id }
}

test("shows a reservation's guest, event, status and warnings on the first screen, even with very long words (R12.2)", async ({
  page,
}) => {
  const { event } = await open(page, {
    nickname: 'عبد الرحمن',
    email: `${'long.'.repeat(8)}name@example.test`,
    address: 'Mesa'.repeat(125),
    foodAllergies: 'Peanuts, walnuts',
    medicalConditions: 'Asthma',
    notes: 'Rides the bay mare. '.repeat(100),
    otherInformation: 'W'.repeat(500),
  })
  await expect(heading(page, 'Ana Ortiz')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: event.name })).toHaveAttribute(
    'href',
    `${event.path}/guests`,
  )
  for (const words of [
    'Confirmed',
    '$0.00 of $900.00 paid',
    'Details: phone, emergency contact, emergency phone, and Terms of Stay not agreed to',
    'Money: $900.00, due',
    'Directions: not viewed yet',
    'Comes alone',
    'None yet. Assign a room',
    'No time given yet',
    'Peanuts, walnuts',
    'Asthma',
  ])
    await expect(first(page)).toContainText(words)
  await expect(edit(page)).toBeEnabled()
  await expectAccessible(page)
  const { width } = page.viewportSize() ?? { width: 390 }
  for (const tried of [width, 320]) {
    await page.setViewportSize({ width: tried, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
})

test(
  "edits a guest by keyboard alone, asks before leaving with changes, and links to the form from the guest's row",
  ANY_WIDTH,
  async ({ page }) => {
    const { event } = await open(page)
    await expect(edit(page)).toBeEnabled()
    await edit(page).press('Enter')
    await expect(form(page).getByLabel('Full name')).toBeFocused()
    await page.keyboard.type('-Hale')
    await page.getByRole('main').getByRole('link', { name: event.name }).press('Enter')
    await expect(question(page)).toContainText('Leave without saving?')
    await page.keyboard.press('Escape')
    // Waits until the question is closed, because only then does the field have the focus again.
    await expect(question(page)).toBeHidden()
    await expect(form(page).getByLabel('Full name')).toHaveValue('Ana Ortiz-Hale')
    await form(page).getByLabel('Total due in dollars').fill('1,250')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Ana Ortiz-Hale')).toBeVisible()
    await expect(edit(page)).toBeFocused()
    await expect(page.getByRole('status').getByText('Saved Ana Ortiz-Hale')).toBeAttached()
    await expect(page.getByText('$0.00 of $1,250.00 paid')).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: event.name }).click()
    await page.getByRole('rowheader').getByRole('link', { name: 'Ana Ortiz-Hale' }).click()
    await expect(heading(page, 'Ana Ortiz-Hale')).toBeVisible()
  },
)

test(
  'keeps both changes if two admins edit one reservation, and shows both admins the result',
  ANY_WIDTH,
  async ({ page }) => {
    const { id } = await open(page, { phone: '505-555-0101' })
    await page.goto(`/reservation/${id}?edit`)
    await form(page).getByLabel('Nickname').fill('Red')
    await changeGuest(page, id, { nickname: 'Rusty', foodAllergies: 'Peanuts' })
    await form(page).getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: 'Someone else has changed this guest' })
    await expect(conflict.getByLabel('Use theirs: Rusty')).toBeVisible()
    await expect(conflict.getByLabel('Keep mine: Red')).toBeChecked()
    await conflict.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('“Red”')).toBeVisible()
    await expect(first(page)).toContainText('Peanuts')
    await page.getByRole('button', { name: 'Show the changes' }).click()
    await expect(page.getByText('Reservation changed: nickname').first()).toBeVisible()
    // `?edit` in the address had opened the form. After saving, a reload must show the page with the form
    // closed.
    await page.reload()
    await expect(edit(page)).toBeEnabled()
  },
)

test(
  "saves an admin's notes automatically; after a failed save, keeps the text and asks before leaving",
  ANY_WIDTH,
  async ({ page }) => {
    const { event } = await open(page, { notes: 'Vegan' })
    await notes(page).fill('Vegan, arrives late')
    // Presses the link while the page saves the notes. The page must leave only after saving.
    await page.getByRole('main').getByRole('link', { name: event.name }).click()
    await page.getByRole('rowheader').getByRole('link', { name: 'Ana Ortiz' }).click()
    await expect(edit(page)).toBeVisible()
    await expect(notes(page)).toHaveValue('Vegan, arrives late')

    await page.route('**/api/auth/updateReservation', (route) => route.abort())
    await notes(page).fill('Vegan, arrives Friday')
    await notes(page).blur()
    await expect(page.getByText('Not saved yet: no connection')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: event.name }).click()
    await question(page).getByRole('button', { name: 'Stay here' }).click()
    await expect(notes(page)).toHaveValue('Vegan, arrives Friday')
    await page.unroute('**/api/auth/updateReservation')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('status').getByText('Saved the notes')).toBeAttached()
  },
)

test(
  'warns that deleting a reservation also deletes its invoices, and then returns to the event',
  ANY_WIDTH,
  async ({ page }) => {
    const { event, id } = await open(page)
    for (const link of await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').all()) {
      await expect(
        page.locator(new URL(await link.evaluate((a: HTMLAnchorElement) => a.href)).hash),
      ).toHaveCount(1)
    }
    await page.getByRole('button', { name: 'Delete Reservation' }).click()
    await expect(question(page)).toContainText('is deleted with its invoices. It cannot be recovered.')
    await expectAccessible(page)
    await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page).toHaveURL(`${event.path}/guests`)
    const gone = await page.goto(`/reservation/${id}`)
    expect(gone?.status()).toBe(404)
    await expect(heading(page, 'Reservation not found')).toBeVisible()
  },
)

/** Opens the page of a payer with one companion, an unpaid invoice for both, and a paid one. */
async function openPayer(page: Page) {
  const event = await makeEvent(page)
  const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz', phone: '505-555-0100' })
  // The list begins with the invoice that is due last, so the deposit is at its end.
  const deposit = (await reservationOf(page, id)).invoices.at(-1)
  await takeCash(page, deposit?.id ?? 0)
  const { version } = await reservationOf(page, id)
  await api(page, {
    method: 'POST',
    path: 'auth/party/add',
    body: { id, version, customerName: 'Benedict Hale-Sandoval', email: null, sendEmail: false },
  })
  await page.goto(`/reservation/${id}`)
  return { event, id }
}

test(
  "shows a payer's party, room, arrival and next payment on the first screen of a laptop (R12.2, R39.3)",
  ANY_WIDTH,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const { event } = await openPayer(page)
    for (const words of ['Pays for Benedict Hale-Sandoval', 'None yet.', 'No time given yet', '505-555-0100'])
      await expect(first(page)).toContainText(words)
    const record = invoices(page)
      .getByRole('button', { name: /^Record a payment/ })
      .first()
    for (const seen of [
      first(page).getByText('No time given yet'),
      first(page).getByText('Medical conditions', { exact: true }),
      record,
    ])
      await expect(seen).toBeInViewport({ ratio: 1 })
    await first(page).getByRole('link', { name: 'Benedict Hale-Sandoval' }).click()
    await expect(heading(page, 'Benedict Hale-Sandoval')).toBeVisible()
    await expect(first(page)).toContainText('Ana Ortiz pays')
    await first(page).getByRole('link', { name: 'Ana Ortiz' }).click()
    await expect(heading(page, 'Ana Ortiz')).toBeVisible()
    await first(page).getByRole('link', { name: 'Assign a room' }).click()
    await expect(page).toHaveURL(`${event.path}/rooms`)
  },
)

test(
  'shows invoices without sideways scrolling at 320 pixels and at 200 % zoom, accessibly in both color schemes (R17.7)',
  ANY_WIDTH,
  async ({ page }) => {
    await openPayer(page)
    await expect(edit(page)).toBeEnabled()
    // A window of 1280 pixels at a zoom of 200 % is as wide as one of 640 pixels.
    for (const width of [320, 640, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(invoices(page).getByText('Benedict Hale-Sandoval: Stay $900.00')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await violations(page), `${width}, ${colorScheme}`).toEqual([])
      }
    }
  },
)

test(
  'leads the keyboard from the party to the room, and through the buttons of an invoice in the order that is seen',
  ANY_WIDTH,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await openPayer(page)
    await expect(edit(page)).toBeEnabled()
    const unpaid = invoices(page)
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: /^Record a payment/ }) })
      .first()
    const stops = [
      first(page).getByRole('link', { name: 'Benedict Hale-Sandoval' }),
      first(page).getByRole('link', { name: 'Assign a room' }),
      first(page).getByRole('link', { name: '505-555-0100' }),
      first(page).getByRole('link', { name: /@example.test/ }),
      page.getByRole('button', { name: 'Add invoice' }),
      ...['Record a payment', 'Send reminder', 'Edit', 'Delete'].map((name) =>
        unpaid.getByRole('button', { name: new RegExp(`^${name}`) }),
      ),
    ]
    await stops[0]?.focus()
    for (const stop of stops) {
      await expect(stop).toBeFocused()
      await page.keyboard.press('Tab')
    }
  },
)

test(
  'begins with the invoices, the guest’s answers and the emails, and ends with cancellation and deletion',
  ANY_WIDTH,
  async ({ page }) => {
    await openPayer(page)
    await expect(page.getByRole('heading', { level: 2 }).filter({ visible: true })).toHaveText([
      'Status',
      'Invoices',
      'Notes',
      'Guest',
      'Emails',
      'Party',
      'Another retreat',
      'Cancellation and refunds',
      'History',
      'The guest’s page',
      'Delete',
    ])
  },
)
