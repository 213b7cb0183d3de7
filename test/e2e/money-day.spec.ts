/**
 * Tests an admin's everyday work with payments: invoices, cash, reminders, refunds, cancellations (R5.1,
 * R12.2).
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { mailsTo, newEmail } from './guest.ts'
import { invoiceOf, payDeposit, takeCash } from './money.ts'
import { changeGuest, makeEvent, makeGuest, openMore } from './roster.ts'
import { tidy } from './clean-up.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const rowOf = (page: Page, table: string, words: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: words })
const invoice = (page: Page, words: string) => rowOf(page, 'Invoices', words)
const refundRow = (page: Page, words: string) => rowOf(page, 'Refunds', words)
const subjects = async (page: Page, email: string) =>
  (await mailsTo(page.request, email)).map(({ subject }) => subject)

// Waits longer, because a background job makes refunds and sends e-mails, at the latest in its next time
// slot.
const SOON = { timeout: 20_000 }

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test(
  'adds an invoice by keyboard, takes cash, sends a reminder, refunds money, and cancels under the Terms',
  ANY_WIDTH,
  async ({ page }) => {
    // Allows more time, because this test waits for refunds and e-mails.
    test.slow()
    const email = newEmail()
    const event = await makeEvent(page)
    const { id } = await payDeposit(page, event.id, email)
    await page.goto(`/reservation/${id}`)

    await expect(button(page, 'Add invoice')).toBeEnabled()
    await button(page, 'Add invoice').press('Enter')
    await expect(dialog(page).getByLabel('Amount in dollars')).toBeFocused()
    await page.keyboard.type('half')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('Please enter dollars, such as 480 or 480.01')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('120')
    await dialog(page).getByLabel('What it is for').fill('Leather lesson')
    // The new invoice is an extra charge, because other invoices already cover the whole price. The form
    // shows the new total.
    await expect(dialog(page).getByLabel('Part of the price of the stay')).not.toBeChecked()
    await expect(dialog(page)).toContainText('An extra charge. The total of the stay becomes $1,020.00.')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(button(page, 'Add invoice')).toBeFocused()
    await expect(invoice(page, '$120.00')).toContainText('Leather lesson')
    await expect(invoice(page, '$120.00')).toContainText('Unpaid')

    await invoice(page, '$120.00').getByRole('button', { name: 'Record a payment' }).press('Enter')
    await expect(dialog(page).getByLabel('Amount in dollars')).toBeFocused()
    await dialog(page).getByLabel('Amount in dollars').fill('50')
    await expect(dialog(page)).toContainText('$70.00 stays unpaid.')
    await page.keyboard.press('Enter')
    await expect(invoice(page, '$50.00')).toContainText('Leather lesson, part')
    await expect(invoice(page, '$50.00')).toContainText('in cash')
    await expect(invoice(page, '$70.00')).toContainText('Unpaid')
    const receipt = invoice(page, '$50.00').getByRole('link', { name: /^Receipt/ })
    const pdf = await page.request.get((await receipt.getAttribute('href')) ?? '')
    expect(pdf.headers()['content-type']).toContain('application/pdf')

    await invoice(page, '$70.00').getByRole('button', { name: 'Send reminder' }).click()
    const preview = dialog(page).frameLocator('iframe[title^="The email"]')
    await expect(preview.getByText('Howdy Annie')).toBeVisible()
    // Skips the first match, which is the invisible text that mail programs show in their lists.
    await expect(preview.getByText('Leather lesson').filter({ visible: true }).first()).toBeVisible()
    await expect(preview.locator('body')).toHaveCSS('color-scheme', /light/)
    await button(page, 'Send the email').dblclick()
    await expect(invoice(page, '$70.00')).toContainText('Reminder sent on', SOON)
    await expect(rowOf(page, 'Emails', 'Payment reminder')).toHaveCount(1)
    await expect.poll(() => subjects(page, email), SOON).toContainEqual(expect.stringMatching(/still due/))

    await invoice(page, 'with Visa 4242')
      .getByRole('button', { name: /^Refund, invoice/ })
      .click()
    await dialog(page).getByLabel('Amount in dollars').fill('450.01')
    await dialog(page).getByLabel('Why').fill('One night less')
    await button(page, /^Refund \$450\.01/).click()
    await expect(dialog(page).getByText('Please enter no more than $450.00')).toBeVisible()
    await dialog(page).getByLabel('Amount in dollars').fill('100')
    await button(page, 'Refund $100.00').dblclick()
    await expect(refundRow(page, '$100.00')).toContainText('To the card on', SOON)
    await expect(refundRow(page, '$100.00')).toHaveCount(1)
    await expect(invoice(page, 'with Visa 4242')).toContainText('Partial refund: $100.00')

    await button(page, 'Cancel reservation…').click()
    await expect(dialog(page)).toContainText('before the start: a full refund, minus card fees')
    await expect(dialog(page).getByText('$13.35')).toBeVisible()
    await button(page, 'Cancel and refund $386.65').dblclick()
    await expect(page.getByText(/^Canceled for the guest on/)).toBeVisible()
    await expect(refundRow(page, '$336.65')).toContainText('To the card on', SOON)
    await expect(refundRow(page, '$50.00')).toContainText('to be refunded by hand')
    await expect(button(page, 'Cancel reservation…')).toHaveCount(0)
    await expect.poll(async () => (await subjects(page, email)).length, SOON).toBe(4)

    await page.goto('/admin/refunds')
    await page
      .getByRole('table', { name: 'To refund by hand' })
      .getByRole('link', { name: 'Ana Ortiz' })
      .click()
    await refundRow(page, '$50.00')
      .getByRole('button', { name: /^Refunded by hand/ })
      .click()
    await button(page, 'Record the refund of $50.00').click()
    await expect(refundRow(page, '$50.00')).toContainText('In cash on')
    await expect(page.getByRole('heading', { name: 'Cancellation and refunds' })).toBeFocused()
  },
)

test(
  'requires a reason if an admin changes the refund, and keeps the typed values if another admin saved first',
  LONG_RUN,
  async ({ page }) => {
    // The event starts in twelve days. So the full price is one invoice, and the Terms of Stay give no
    // refund.
    const soon = new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10)
    const event = await makeEvent(page, { startDateDate: soon, endDateDate: soon })
    const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
    await takeCash(page, await invoiceOf(page, id, 90_000))
    await page.goto(`/reservation/${id}`)
    await button(page, 'Cancel reservation…').click()
    await expect(dialog(page)).toContainText('no refund, unless someone takes over the spot')
    await expect(button(page, 'Cancel without a refund')).toBeVisible()
    await dialog(page)
      .getByLabel('Someone else takes this spot and has paid for the same stay and choices')
      .check()
    await expect(button(page, 'Cancel and refund $810.00')).toBeEnabled()
    await expect(dialog(page).getByLabel('Why')).toBeVisible()
    await dialog(page).getByLabel('Who cancels').selectOption('The retreat')
    await expect(button(page, 'Cancel and refund $900.00')).toBeEnabled()
    await dialog(page).getByLabel('Who cancels').selectOption('The guest')
    await dialog(page).getByLabel('Refund another amount').check()
    await dialog(page).getByLabel('Refund in dollars').fill('200')
    await button(page, 'Cancel and refund $200.00').click()
    await expect(dialog(page).getByText('Required', { exact: true })).toBeVisible()
    await dialog(page).getByLabel('Why').fill('A good neighbor')
    await changeGuest(page, id, { notes: 'Called at noon' })
    await button(page, 'Cancel and refund $200.00').click()
    await expect(dialog(page)).toContainText('Someone else has changed this reservation')
    await expect(dialog(page).getByLabel('Why')).toHaveValue('A good neighbor')
    await button(page, 'Cancel and refund $200.00').click()
    await expect(page.getByText('Why: A good neighbor')).toBeVisible()
    await expect(refundRow(page, '$200.00')).toContainText('Refund due')
  },
)

test(
  'shows in an open dialog what another admin has changed, even if the page has refetched',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
    const number = await invoiceOf(page, id, 45_000)
    // Changes the reply so that one e-mail always looks queued. The page polls as long as an e-mail is
    // queued.
    await page.route(/\/auth\/reservation\?/, async (route) => {
      const reply = await route.fetch()
      const body = (await reply.text()).replaceAll('"status":"sent"', '"status":"queued"')
      await route.fulfill({ response: reply, body })
    })
    await page.goto(`/reservation/${id}`)
    await button(page, 'Sign-up confirmation').click()
    await button(page, 'Send the email').click()
    await button(page, new RegExp(`^Edit, invoice ${number}$`)).click()
    await dialog(page).getByLabel('Amount in dollars').fill('400')
    await changeGuest(page, id, { notes: 'Called at noon' })
    await expect(page.getByLabel('Notes about Ana Ortiz')).toHaveValue('Called at noon', SOON)
    await button(page, 'Save').click()
    await expect(dialog(page)).toContainText('Someone else has changed this reservation')
    await button(page, 'Save').click()
    await expect(invoice(page, `#${number}`)).toContainText('$400.00')
  },
)

test(
  'edits an invoice, asks before deleting it and before e-mails, and shows sent e-mails (R12.5, R9.6, R12.2)',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
    const number = await invoiceOf(page, id, 45_000)
    await page.goto(`/reservation/${id}`)
    await button(page, new RegExp(`^Edit, invoice ${number}$`)).click()
    await dialog(page).getByLabel('Amount in dollars').fill('400')
    await dialog(page).getByLabel('Due').fill('')
    await button(page, 'Save').click()
    await expect(invoice(page, `#${number}`)).toContainText('$400.00')
    await expect(invoice(page, `#${number}`)).toContainText('Not set')
    await expect(page.getByText('Invoices add up to $50.00 less than the total.')).toBeVisible()
    await button(page, `Delete invoice ${number}`).click()
    await expect(question(page)).toContainText(`Delete Invoice #${number}?`)
    await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(invoice(page, `#${number}`)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Invoices' })).toBeFocused()

    for (const name of ['Welcome', 'Info reminder']) {
      await button(page, name).click()
      await expect(dialog(page).frameLocator('iframe').getByText('Howdy Ana')).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    }
    await button(page, 'Sign-up confirmation').click()
    await expect(dialog(page)).toContainText('normally sends this email automatically')
    await button(page, 'Send the email').click()
    await expect(rowOf(page, 'Emails', 'Sign-up confirmation')).toContainText('Sent ', SOON)
    await rowOf(page, 'Emails', 'Sign-up confirmation').getByRole('button').click()
    await expect(dialog(page).frameLocator('iframe').getByText('Howdy Ana')).toBeVisible()
    await button(page, 'Show as plain text').click()
    await expect(dialog(page).getByText('Howdy Ana')).toBeVisible()
    await button(page, 'Send again').click()
    await expect(rowOf(page, 'Emails', 'Sign-up confirmation')).toHaveCount(2)
  },
)

test(
  'cancels an event for all guests only after the admin has typed its name, and shows the progress (R12.8, R5.7)',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page)
    const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
    await makeGuest(page, event.id, { customerName: 'Ben Hale' })
    await takeCash(page, await invoiceOf(page, id, 45_000))
    await page.goto(`${event.path}/guests`)
    await openMore(page)
    await button(page, 'Cancel this retreat…').click()
    await expect(dialog(page)).toContainText('2 guests lose their spots.')
    await expect(dialog(page)).toContainText('2 emails go out.')
    await expect(dialog(page)).toContainText(
      'Refunds total $450.00, fees included: $450.00 to refund by hand.',
    )
    await dialog(page).getByRole('textbox').fill('Another one')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('That is not the name of the event.')).toBeVisible()
    await dialog(page).getByRole('textbox').fill(event.name)
    await button(page, 'Cancel the event for all guests').click()
    await expect(page.getByText('2 of 2 reservations are canceled.')).toBeVisible(SOON)
    await expect(page.getByRole('heading', { name: 'The retreat is canceled' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The retreat is canceled' })).toBeVisible()
    await expect(page.getByText('Please refund $450.00 by hand.')).toBeVisible()
    await expect(button(page, 'Cancel this retreat…')).toHaveCount(0)
  },
)

test('keeps the dialogs about payments accessible in both color schemes', LONG_RUN, async ({ page }) => {
  // Allows more time, because this test runs four axe checks in two color schemes.
  test.slow()
  const event = await makeEvent(page)
  const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
  await page.goto(`/reservation/${id}`)
  for (const [name, ready] of [
    ['Add invoice', 'Add invoice'],
    [/^Send reminder/, 'Send the email'],
    ['Cancel reservation…', /^Cancel (and refund|without)/],
  ] as const) {
    await button(page, name).first().click()
    await expect(button(page, ready).last()).toBeVisible()
    await expectAccessible(page, 'dialog[open]')
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }
  await page.goto(`${event.path}/guests`)
  await openMore(page)
  await button(page, 'Cancel this retreat…').click()
  await expectAccessible(page, 'dialog[open]')
})
