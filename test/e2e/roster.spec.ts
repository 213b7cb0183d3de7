import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import { makeEvent, makeGuest, openMore, openTab, row, table } from './roster.ts'
import { tidy } from './clean-up.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Are you sure?' })

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test(
  'shows the admin label, private events, taken spots and edit links in the list of events to admins only (R11.8)',
  ANY_WIDTH,
  async ({ page, browser }) => {
    // The event starts in a few days, so that it is on the first page of the list of events, whatever other
    // tests create.
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const event = await makeEvent(page, { password: 'Yucca', startDateDate: day, endDateDate: day })
    await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
    const reply = await page.goto('/events')
    expect(reply?.headers()['cache-control']).toBe('no-store')
    await expect(page.getByRole('main').getByText('Admin', { exact: true })).toBeVisible()
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: event.name, exact: true }) })
    await expect(card.getByText('Private', { exact: true })).toBeVisible()
    await expect(card.getByText('1 of 3 spots taken')).toBeVisible()
    await expect(card.getByRole('link', { name: `Edit ${event.name}` })).toHaveAttribute(
      'href',
      /^\/create-event\/own-/,
    )

    const other = await (await browser.newContext()).newPage()
    await other.goto('/events')
    expect(await other.content()).not.toContain(event.name)
    await expect(other.getByRole('main').getByText('Admin', { exact: true })).toHaveCount(0)
    await other.context().close()
  },
)

test(
  'shows an admin a private event without its password, and sends only admins the roster and its script (R11.8)',
  ANY_WIDTH,
  async ({ page, browser }) => {
    const event = await makeEvent(page, { password: 'Yucca' })
    await makeGuest(page, event.id, { customerName: 'Ana Ortiz', notes: 'Rides the bay mare' })
    await page.goto(event.guests)
    await expect(page.getByRole('heading', { name: 'Guests' })).toBeVisible()
    await expect(row(page, 'Ana Ortiz')).toBeVisible()
    await expect(page.getByText('Yucca')).toBeVisible()

    const other = await (await browser.newContext()).newPage()
    const loaded: string[] = []
    other.on('request', (request) => loaded.push(request.url()))
    await other.goto(event.path)
    await other.getByLabel('Password').fill('yucca')
    await other.getByRole('button', { name: 'Yeehaw!' }).click()
    await expect(other.getByRole('button', { name: 'Sign up' })).toBeVisible()
    await other.reload()
    await other.getByRole('button', { name: 'Sign up' }).click()
    await expect(other.getByRole('form', { name: 'Sign up' })).toBeVisible()
    expect(await other.content()).not.toMatch(/Ana Ortiz|bay mare|Add New Reservation|505-555-0100/)
    expect(loaded.filter((url) => /event-tabs|workspace|frame-|places-|roster/.test(url))).toEqual([])
    const scripts = loaded.filter((url) => /\/assets\/.*\.js$/.test(url))
    const codes = await Promise.all(scripts.map(async (url) => (await other.request.get(url)).text()))
    expect(codes.filter((code) => /Add New Reservation|desk-menu|event-tabs screen-only/.test(code))).toEqual(
      [],
    )
    await other.context().close()
  },
)

test(
  'adds a guest by name and e-mail address, and asks before it overbooks a full event (R11.11)',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page, { spots: 1 })
    await page.goto(event.guests)
    const add = async (name: string) => {
      await page.getByRole('button', { name: 'Add New Reservation' }).click()
      await dialog(page).getByLabel('Full name').fill(name)
      await dialog(page)
        .getByLabel(/^Email/)
        .fill(`${name.toLowerCase()}@example.test`)
      await dialog(page).getByLabel('Send an email').uncheck()
      await dialog(page).getByRole('button', { name: 'Add the reservation', exact: true }).click()
    }
    await page.getByRole('button', { name: 'Add New Reservation' }).click()
    await dialog(page).getByRole('button', { name: 'Add the reservation', exact: true }).click()
    // The form reports only the missing name, because the e-mail address is optional.
    await expect(dialog(page).getByText('Required', { exact: true })).toHaveCount(1)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()

    await add('Ana')
    await expect(row(page, 'Ana')).toContainText('of $900.00')
    await add('Ben')
    await expect(dialog(page).getByText('1 of 1 spots are taken. Add one more guest anyway?')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Overbook' }).click()
    await expect(row(page, 'Ben')).toBeVisible()
    await expect(page.getByText('2 of 1 spots taken')).toBeVisible()
  },
)

test(
  "opens a guest's details at one press, and opens the form for editing them",
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    await makeGuest(page, event.id, {
      customerName: 'Ana Ortiz',
      foodAllergies: 'Peanuts',
      medicalConditions: 'Asthma',
      phone: '505-555-0101',
    })
    await page.goto(event.guests)
    await page.getByRole('button', { name: 'View Ana Ortiz' }).click()
    for (const words of ['Peanuts', 'Asthma', '505-555-0101'])
      await expect(dialog(page).getByText(words)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'View Ana Ortiz' })).toBeFocused()

    await page.getByRole('button', { name: 'Edit Ana Ortiz' }).click()
    const form = page.getByRole('form', { name: 'Edit Ana Ortiz' })
    await form.getByLabel('Full name').fill('Ana Ortiz-Hale')
    await form.getByLabel('Total due in dollars').fill('a lot')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Please enter dollars, such as 480 or 480.01').first()).toBeVisible()
    await form.getByLabel('Total due in dollars').fill('1,250')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Ana Ortiz-Hale')).toContainText('of $1,250.00')

    await page.getByRole('button', { name: 'Edit Ana Ortiz-Hale' }).click()
    const phone = page.getByRole('dialog').getByLabel(/^Phone/)
    await phone.fill('505-555-0199')
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(phone).toHaveValue('505-555-0199')
  },
)

const recordCash = (page: Page, reservationId: number) =>
  api(page, {
    method: 'POST',
    path: 'auth/createInvoice',
    body: { createInvoiceData: { reservationId, amount: 45_000, paid: true, paymentMethod: 'cash' } },
  })

test(
  'warns before it deletes a reservation, and names the guest’s money that is still open (R12.3, R49.5)',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
    await page.goto(event.guests)
    await page.getByRole('button', { name: 'Delete Ana Ortiz' }).click()
    await expect(question(page)).toContainText('is deleted with its invoices. It cannot be recovered.')
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Ana Ortiz')).toBeVisible()

    // The guest pays after the page was opened, so only the server can refuse.
    await recordCash(page, id)
    await page.getByRole('button', { name: 'Delete Ana Ortiz' }).click()
    await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(question(page)).toContainText('$450.00 of this guest’s money is open.')
    await expect(question(page)).toContainText('nothing is refunded')
    await question(page).getByRole('button', { name: 'Cancel' }).click()

    await page.goto(event.guests)
    await page.getByRole('button', { name: 'Delete Ana Ortiz' }).click()
    await expect(question(page)).toContainText(
      '$450.00 of this guest’s money is open. Refund it, or cancel the stay and keep it, before you delete the reservation.',
    )
    await expect(question(page).getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
    await question(page).getByRole('button', { name: 'Delete anyway' }).click()
    await expect(row(page, 'Ana Ortiz')).toHaveCount(0)
    await expect(page.getByText('Nobody has signed up yet.')).toBeVisible()
  },
)

test(
  'sorts guests by any column and finds them by text and status, by keyboard alone (R12.8)',
  ANY_WIDTH,
  async ({ page, isMobile }) => {
    const event = await makeEvent(page)
    await makeGuest(page, event.id, { customerName: 'Ana Ortiz', notes: 'Brings a dog' })
    await makeGuest(page, event.id, { customerName: 'Ben Hale', totalDue: 0 })
    await page.goto(event.guests)
    const names = () => table(page).getByRole('rowheader').allTextContents()
    await expect.poll(names).toEqual(['Ana Ortiz', 'Ben Hale'])
    const heads = page.getByRole('columnheader', { name: 'Full name' })
    if (!isMobile && (await heads.isVisible())) {
      await expect(heads.getByRole('button')).toBeEnabled()
      await heads.getByRole('button').press('Enter')
      await expect(heads).toHaveAttribute('aria-sort', 'descending')
    } else {
      await page.getByLabel('Sort by').selectOption('Full name, descending')
    }
    await expect.poll(names).toEqual(['Ben Hale', 'Ana Ortiz'])

    await page.getByRole('radio', { name: /^Coming/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /^Paid/ })).toBeChecked()
    await expect.poll(names).toEqual(['Ben Hale'])
    await page.getByRole('radio', { name: /^Info missing/ }).check({ force: true })
    await expect.poll(names).toEqual(['Ben Hale', 'Ana Ortiz'])
    await page.getByLabel('Find a guest').fill('DOG')
    await expect.poll(names).toEqual(['Ana Ortiz'])
    await expect(page.getByText('1 guest listed')).toBeVisible()
    await page.getByLabel('Find a guest').fill('nobody')
    await expect(page.getByText('No guests match.')).toBeVisible()
  },
)

test(
  "offers the guests as CSV, links to editing and copying the event, and shows the event's history",
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    await makeGuest(page, event.id, { customerName: 'Ana Ortiz', notes: 'Brings a dog' })
    await page.goto(event.guests)
    await openMore(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download Data (CSV)' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    await expect(page.getByRole('link', { name: 'Edit Event' }).last()).toHaveAttribute(
      'href',
      /^\/create-event\/own-/,
    )
    await expect(page.getByRole('link', { name: 'Copy to New Dates' })).toHaveAttribute(
      'href',
      /^\/create-event\?copy=own-/,
    )
    // On a phone the open menu covers the tabs.
    await page.keyboard.press('Escape')
    await openTab(page, 'History')
    await expect(page.getByText('Reservation of Ana Ortiz changed: notes')).toBeVisible()
    await expect(page.getByText('admin@example.test').first()).toBeVisible()
  },
)

test('shows the waitlist in a tab of the event', ANY_WIDTH, async ({ page }) => {
  await page.goto('/event/founders-quiet-week/waiting')
  const waiting = page.getByRole('table', { name: 'Waitlist' })
  await expect(waiting.getByRole('rowheader').first()).toBeVisible()
  await expect(waiting.getByRole('link').first()).toHaveAttribute('href', /^mailto:/)
})

test(
  'deletes an event after the question “for real-real”, which names guests’ money that is open (R11.9, R49.5)',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
    await recordCash(page, id)
    await page.goto(event.guests)
    await openMore(page)
    await page.getByRole('button', { name: 'Delete Event' }).click()
    await expect(question(page)).toContainText(`Really for real-real delete Event: ${event.name}?`)
    await expect(question(page)).toContainText('$450.00 of one guest’s money is open.')
    await question(page).getByRole('button', { name: 'Delete anyway' }).click()
    await expect(page).toHaveURL(/\/events$/)
    await expect(page.getByRole('link', { name: event.name, exact: true })).toHaveCount(0)
    expect((await page.goto(event.guests))?.status()).toBe(404)
  },
)
