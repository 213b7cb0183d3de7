/** Tests the owner's five daily tasks, starting at Today. Each test limits the number of clicks. */
import type { Locator, Page } from '@playwright/test'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { api } from './api.ts'
import { expect, test } from './quiet.ts'
import { makeEvent, makeGuest, openTab, unique } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'

/** Clicks the elements in order. Returns the number of clicks. */
async function clicks(...targets: Locator[]): Promise<number> {
  for (const target of targets) await target.click()
  return targets.length
}

const dialog = (page: Page) => page.getByRole('dialog')
const owed = (page: Page) => page.getByRole('region', { name: 'Payments due' })
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })

/** Creates guests whose invoices are long overdue. */
async function latePayers(page: Page, count: number) {
  const event = await makeEvent(page, { spots: 20 })
  const names = Array.from({ length: count }, (_, nth) => `Payer ${nth} ${unique()}`)
  for (const customerName of names) {
    const reservationId = await makeGuest(page, event.id, { customerName, totalDue: 0 })
    const invoice = { reservationId, amount: 12_000, due: '2025-01-01', partOfPrice: false }
    await api(page, { method: 'POST', path: 'auth/createInvoice', body: { createInvoiceData: invoice } })
  }
  return names
}

test.beforeEach(async ({ page }) => signInAsAdmin(page))

test(
  'reminds eight guests of overdue invoices with two clicks, and reminds nobody twice',
  LONG_RUN,
  async ({ page }) => {
    const names = await latePayers(page, 8)
    await page.goto('/admin')
    expect(await clicks(button(owed(page), /^Remind all/))).toBe(1)
    for (const name of names) await expect(dialog(page).getByLabel(name)).toBeChecked()
    expect(await clicks(button(dialog(page), /^Send \d+ reminders$/))).toBe(1)
    await expect(page.getByText(/\d+ reminders are on their way\./).first()).toBeVisible()
    await expect(dialog(page).getByText(/(\d+) of \1 sent/)).toBeVisible({ timeout: 20_000 })
    await button(dialog(page), 'Done').click()
    await expect(owed(page).getByRole('row', { name: names[7] })).toContainText('Reminded today', {
      timeout: 20_000,
    })
  },
)

test(
  'reminds only one of several guests of an overdue invoice with two clicks',
  LONG_RUN,
  async ({ page }) => {
    const [name = ''] = await latePayers(page, 2)
    await page.goto('/admin')
    const send = button(dialog(page), 'Send 1 reminder')
    expect(await clicks(button(owed(page), `Remind ${name}`), send)).toBe(2)
    await expect(page.getByText('1 reminder is on its way.').first()).toBeVisible()
  },
)

test(
  'records a check with two clicks, and after a partial payment keeps the rest of the invoice due',
  LONG_RUN,
  async ({ page }) => {
    const [first = '', second = ''] = await latePayers(page, 2)
    await page.goto('/admin')
    const record = (name: string) => button(owed(page), `Record a payment of ${name}`)
    const save = button(dialog(page), 'Record $120.00 by check')
    expect(await clicks(record(first), save)).toBe(2)
    await expect(owed(page).getByRole('link', { name: first })).toHaveCount(0)

    await record(second).click()
    await dialog(page).getByLabel('Amount in dollars').fill('50')
    await button(dialog(page), 'Record $50.00 by check').click()
    await expect(owed(page).getByRole('row', { name: second })).toContainText('$70.00')
  },
)

test(
  'from any page, reminds all late payers with three presses, and records a check with three',
  ANY_WIDTH,
  async ({ page }) => {
    const [name = ''] = await latePayers(page, 2)
    const today = page.getByRole('link', { name: 'Today', exact: true })
    await page.goto('/admin/codes')
    const send = button(dialog(page), /^Send \d+ reminders$/)
    expect(await clicks(today, button(owed(page), /^Remind all/), send)).toBe(3)
    await expect(page.getByText(/\d+ reminders are on their way\./).first()).toBeVisible()

    await page.goto('/admin/codes')
    const record = button(owed(page), `Record a payment of ${name}`)
    expect(await clicks(today, record, button(dialog(page), 'Record $120.00 by check'))).toBe(3)
    await expect(owed(page).getByRole('link', { name })).toHaveCount(0)
  },
)

test('signs up a guest with two clicks, without leaving the page', LONG_RUN, async ({ page }) => {
  const name = `Ringer ${unique()}`
  const event = await makeEvent(page)
  await page.goto('/admin')
  let loads = 0
  // Counts requests instead of 'framenavigated' events, because the router also causes such events when it
  // changes the history.
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())))
  expect(await clicks(button(page, 'Add a reservation'))).toBe(1)
  const form = dialog(page)
  await form.getByLabel('Event').selectOption({ label: `${event.name}, Jun 1 – 5, 2031: 3 spots left` })
  await form.getByLabel('Full name').fill(name)
  await form.getByLabel(/^Email/).fill(`${unique()}@example.test`)
  await form.getByLabel(/^Phone/).fill('505-555-0142')
  await form.getByText('More details, if you have them').click()
  await form.getByLabel('Food allergies').fill('Peanuts')
  await form.getByLabel('Price in dollars').fill('800')
  await form.getByLabel('Deposit in dollars').fill('300')
  await form.getByRole('radio', { name: /^Already paid/ }).check()
  await form.getByLabel('Paid by', { exact: true }).selectOption('Check')
  expect(await clicks(button(form, 'Add the reservation'))).toBe(1)
  await expect(page.getByText(`Added ${name}`).first()).toBeVisible()
  expect(loads).toBe(0)
  await page.goto(event.guests)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row).toContainText('$300.00')
  await expect(row).toContainText('of $800.00')
})

test('books two guests with lodging, paid by a card link, with four clicks', LONG_RUN, async ({ page }) => {
  const [name, other] = [`Ringer ${unique()}`, `Friend ${unique()}`]
  const options = [
    { kind: 'lodging', name: 'Bunkhouse', description: null, price: 0, stock: 4 },
    { kind: 'lodging', name: 'Casita', description: null, price: 20_000, stock: 2 },
  ]
  const event = await makeEvent(page, { options })
  await page.goto('/admin')
  const form = dialog(page)
  expect(await clicks(button(page, 'Add a reservation'))).toBe(1)
  await form.getByLabel('Event').selectOption({ label: `${event.name}, Jun 1 – 5, 2031: 3 spots left` })
  await form.getByLabel('Full name').fill(name)
  await form.getByLabel(/^Email/).fill(`${unique()}@example.test`)
  // The second guest starts with the lodging of the first.
  const another = button(form, 'Add another guest')
  expect(await clicks(form.getByRole('radio', { name: 'Casita' }), another)).toBe(2)
  const second = form.getByRole('group', { name: 'Guest 2' })
  await expect(second.getByRole('radio', { name: 'Casita' })).toBeChecked()
  await second.getByLabel('Full name').fill(other)
  await expect(form.getByRole('row', { name: 'Total $2,200.00' })).toBeVisible()
  await expect(form.getByRole('row', { name: 'Deposit, due today $1,100.00' })).toBeVisible()
  await expect(form.getByRole('radio', { name: /^The guest pays by card/ })).toBeChecked()
  expect(await clicks(button(form, 'Add the reservation'))).toBe(1)
  await expect(page.getByText(`Added ${name} and 1 more`).first()).toBeVisible()
  await page.goto(event.path)
  for (const guest of [name, other])
    await expect(page.getByRole('rowheader', { name: guest }).first()).toBeVisible()
})

test(
  'opens the kitchen sheet with one click from Today, or with two clicks through the event',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/admin')
    const next = page.getByRole('region', { name: 'Arriving next' }).locator('details').first()
    const name = (await next.getByRole('heading').textContent()) ?? ''
    expect(await clicks(next.getByRole('link', { name: /^Kitchen sheet/ }))).toBe(1)
    await expect(page).toHaveURL(/\/event\/[^/]+\/kitchen$/)
    await page.goto('/admin')
    // This link opens the event's guests. From there, every tab is one click away.
    await next.getByRole('link', { name: `All of ${name}` }).click()
    await expect(page.getByRole('heading', { name: 'Guests', exact: true })).toBeInViewport({ ratio: 1 })
    for (const [tab, heading] of [
      ['Waitlist', 'Waitlist'],
      ['Kitchen', 'Kitchen sheet & roster'],
      ['Photos', 'Photos of this event'],
      ['History', 'History'],
    ] as const) {
      await openTab(page, tab)
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport({ ratio: 1 })
    }
  },
)

test("shows the admin's search results in one column even on a wide screen", ANY_WIDTH, async ({ page }) => {
  const event = await makeEvent(page)
  const name = `Quill ${unique()}`
  for (const nth of [1, 2]) await makeGuest(page, event.id, { customerName: `${name} ${nth}` })
  // This width would be enough for two results next to each other.
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin')
  await button(page, /^Search/).click()
  await dialog(page).getByRole('combobox').fill(name)
  const found = dialog(page).getByRole('option', { name: new RegExp(`^${name}`) })
  await expect(found).toHaveCount(2)
  const [first, second] = await Promise.all([found.first().boundingBox(), found.last().boundingBox()])
  expect(second?.x).toBe(first?.x)
  expect(second?.y).toBeGreaterThan(first?.y ?? Infinity)
})
