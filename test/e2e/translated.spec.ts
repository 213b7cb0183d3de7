/**
 * Runs the main tasks of guests and admins while the browser translates the pages. The pages must never show
 * outdated text (R48.1).
 */
import type { Page } from '@playwright/test'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { api } from './api.ts'
import { NOTHING, pagesOf, pathsOfPages } from './every-page.ts'
import { mailsTo, newEmail } from './guest.ts'
import { payDeposit, reservationOf } from './money.ts'
import { makeEvent, makeGuest, openMore, showNotes, unique } from './roster.ts'
import { tidy } from './clean-up.ts'
import {
  button,
  CARDS,
  DETAILS,
  expect,
  fillCard,
  fillIn,
  fillSignUp,
  labeled,
  open,
  t,
  test,
} from './translated.ts'
import { tidyCalendar } from './calendar.ts'

test.afterEach(({ page }) => tidy(page))

test(
  'has an address for every page of the site, so that the long test of translated pages opens them all',
  ANY_WIDTH,
  () => {
    const opened = pagesOf(NOTHING)
    expect(Object.keys(opened).toSorted()).toEqual(pathsOfPages().toSorted())
  },
)

const SUCCEEDED = t("Your payment succeeded. Grab your boots and we'll see you soon.")
const dialog = (page: Page) => page.getByRole('dialog')

async function expectPaid(page: Page) {
  await expect(page.getByRole('heading', { name: SUCCEEDED })).toBeVisible({ timeout: 20_000 })
}

const privatePath = async (page: Page, id: number) => {
  const { uuid } = await api<{ uuid: string }>(page, { method: 'GET', path: `auth/reservation?id=${id}` })
  return `/complete-reservation/${uuid}`
}

test(
  'charges the amount on the button of a translated page, and later takes the remainder (R48.2)',
  ANY_WIDTH,
  async ({ admin, guest, page }) => {
    test.slow()
    const options = [
      { kind: 'lodging', name: 'Bunkhouse', description: 'A bed', price: 10_000, stock: 4 },
      { kind: 'lodging', name: 'Casita', description: 'A room', price: 30_000, stock: 4 },
      { kind: 'extra', name: 'Late checkout', description: 'Until noon', price: 5_000 },
    ]
    const event = await makeEvent(page, { options })
    await open(guest, event.path)
    await button(guest, 'Sign up').click()
    const form = guest.getByRole('form', { name: 'Sign up' })
    const email = newEmail()
    await fillSignUp(guest, email)
    const pay = form.getByRole('button', { name: t('Pay') })
    await form.getByRole('radio', { name: 'Bunkhouse' }).check()
    await expect(pay).toHaveText(t('Pay $500.00 deposit'))
    await form.getByRole('radio', { name: 'Casita' }).check()
    await expect(pay).toHaveText(t('Pay $600.00 deposit'))
    await form.getByRole('checkbox', { name: t('Late checkout') }).check()
    await expect(pay).toHaveText(t('Pay $625.00 deposit'))
    await form.getByRole('checkbox', { name: t('Late checkout') }).uncheck()
    await expect(pay).toHaveText(t('Pay $600.00 deposit'))
    await fillCard(guest, CARDS.declined)
    await pay.click()
    await expect(form.getByText(t('Your card was declined.'))).toBeVisible()
    await fillCard(guest, CARDS.good)
    await pay.click()
    await expectPaid(guest)
    await expect(guest.getByText(t('We received $600.00.'))).toBeVisible()

    await guest.getByRole('link', { name: t('Your private page'), exact: true }).click()
    await expect(guest.getByRole('heading', { name: `${t('Howdy')}, Ana.` })).toBeVisible()
    await button(guest, 'Pay $600.00 now').click()
    await fillCard(guest, CARDS.good)
    await guest
      .getByRole('form', { name: /^Pay invoice/ })
      .getByRole('button', { name: t('Pay $600.00') })
      .click()
    await expect(guest.getByRole('heading', { name: t('Payment Complete') })).toBeVisible({ timeout: 20_000 })
    await expect(guest.getByRole('row', { name: t('Paid $1,200.00') })).toBeVisible()

    await open(admin, event.guests)
    await expect(admin.getByRole('rowheader', { name: 'Ana Ortiz' })).toBeVisible()
  },
)

test(
  "saves a guest's details and passes the spot on, on translated pages (R48.1)",
  ANY_WIDTH,
  async ({ admin, guest, page }) => {
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const event = await makeEvent(page, { spots: 1, cost: 45_000, startDateDate: day, endDateDate: day })
    const id = await makeGuest(page, event.id, { customerName: 'Gus Going' })
    await open(guest, await privatePath(page, id))
    const form = guest.getByRole('form', { name: 'Your details' })
    const save = button(form, 'Save your details')
    await save.click()
    await expect(
      guest.getByRole('alert').getByText(t('Please fill in all required information')),
    ).toBeVisible()
    await fillIn(form, DETAILS)
    await labeled(form, 'Safety consent').check()
    await save.click()
    await expect(
      guest.getByRole('heading', { name: `${t('Thank you')}, Gus. ${t('That is all we need.')}` }),
    ).toBeVisible()
    await button(guest, 'Make a link').click()
    const link = guest.getByText(/\/take-over\/[0-9a-f-]{36}/)
    await expect(link).toBeVisible()

    const taking = await guest.context().newPage()
    await open(taking, new URL((await link.textContent()) ?? '').pathname)
    await button(taking, 'Sign up').click()
    await fillSignUp(taking, newEmail())
    await fillCard(taking, CARDS.good)
    const pay = taking.getByRole('form', { name: 'Sign up' }).getByRole('button', { name: t('Pay') })
    await expect(pay).toHaveText(t('Pay $450.00'))
    await pay.click()
    await expectPaid(taking)
    await taking.close()

    await expect
      .poll(async () => (await reservationOf(page, id)).status, { timeout: 20_000 })
      .toBe('cancelled')
    await guest.reload()
    await expect(guest.getByText(t('Your stay is canceled.'))).toBeVisible()
    await open(admin, `/reservation/${id}`)
    await expect(admin.getByText(t('The spot was passed on and booked.'))).toBeVisible()
  },
)

test(
  'puts a guest on the waitlist and declines an offer on translated pages (R48.1)',
  ANY_WIDTH,
  async ({ admin, guest, page }) => {
    test.slow()
    const event = await makeEvent(page, { spots: 1, showWaitlist: true })
    const gus = await makeGuest(page, event.id, { customerName: 'Gus One' })
    const email = newEmail()
    const linkTo = async (about: string) => {
      const link = async () => {
        const mails = await mailsTo(page.request, email)
        const mail = mails.find(({ subject }) => subject.startsWith(about))
        return /\/(offer|waitlist)\/[0-9a-f-]{36}/.exec(mail?.text ?? '')?.[0] ?? ''
      }
      await expect.poll(link, { timeout: 30_000 }).not.toBe('')
      return link()
    }
    await open(guest, event.path)
    await button(guest, 'Join the waitlist').first().click()
    const form = guest.getByRole('form', { name: 'Join the waitlist' })
    await fillIn(form, { 'First name': 'Ana', 'Last name': 'Doe', Email: email })
    await button(form, 'Join the waitlist').click()
    await expect(guest.getByText(t('Press the button in it to confirm your place'))).toBeVisible()
    await open(guest, await linkTo('Confirm your place on the waitlist'))
    await button(guest, 'Confirm my place').click()
    await expect(guest.getByText(t('You’re number 1 on the waitlist.'))).toBeVisible()

    await api(page, { method: 'PUT', path: 'auth/waitlist/offers', body: { eventId: event.id, on: false } })
    await api(page, { method: 'DELETE', path: `auth/deleteReservation?id=${gus}&force=true` })
    await open(admin, `${event.path}/waiting`)
    await admin.getByRole('button', { name: /Ana Doe a spot now/ }).click()
    await expect(admin.getByRole('table', { name: 'Waitlist' }).getByText(t('Offered until'))).toBeVisible()
    await open(guest, await linkTo('A spot opened up'))
    await button(guest, 'Decline').click()
    await button(guest.getByRole('alertdialog'), 'Decline').click()
    await expect(guest.getByText(t('You declined this spot.'))).toBeVisible()
  },
)

test(
  'creates and edits an event, adds and removes a guest, and messages all guests on translated pages (R48.1)',
  LONG_RUN,
  async ({ admin }) => {
    test.slow()
    const name = `Star Week ${unique()}`
    await open(admin, '/create-event')
    const form = admin.getByRole('form', { name: /Event$/ })
    await fillIn(form, {
      Name: name,
      'Host cell phone': '505-555-0112',
      'Start date': '2031-05-06',
      'End date': '2031-05-10',
      'Cost in dollars': '480.01',
      'First image': '/pictures/leather-1600.webp',
      'Second image': '/pictures/noon-1600.webp',
    })
    const create = button(form, 'Create Event')
    await expect(create).toBeEnabled()
    await create.click()
    await expect(admin).toHaveURL(/\/event\/star-week/)
    const path = new URL(admin.url()).pathname
    await open(admin, `/create-${path.slice(1)}`)
    await labeled(form, 'Cost in dollars').fill('500')
    await button(form, 'Update Event').click()
    await expect(admin).toHaveURL(path)
    await expect(admin.getByText('$500.00').first()).toBeVisible()

    await open(admin, `${path}/guests`)
    for (const customer of ['Ana Ortiz', 'Ben Hale']) {
      await button(admin, 'Add New Reservation').click()
      await labeled(dialog(admin), 'Full name').fill(customer)
      await labeled(dialog(admin), 'Email').fill(newEmail())
      await labeled(dialog(admin), 'Send an email').uncheck()
      await dialog(admin)
        .getByRole('button', { name: t('Add the reservation'), exact: true })
        .click()
      await expect(admin.getByRole('rowheader', { name: customer })).toBeVisible()
    }
    const row = admin.getByRole('row').filter({ has: admin.getByRole('rowheader', { name: 'Ana Ortiz' }) })
    await expect(row).toContainText('$500.00')
    await row.getByRole('button', { name: /^View/ }).click()
    await admin.keyboard.press('Escape')
    await row.getByRole('button', { name: /^Edit/ }).click()
    await labeled(admin.getByRole('form', { name: 'Edit Ana Ortiz' }), 'Total due in dollars').fill('600')
    await button(admin.getByRole('form', { name: 'Edit Ana Ortiz' }), 'Save the details').click()
    await expect(row).toContainText('$600.00')
    await row.getByRole('button', { name: /^Delete/ }).click()
    await admin
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Delete'), exact: true })
      .click()
    await expect(row).toHaveCount(0)

    await open(admin, `${path}/messages`)
    await button(admin, 'Write to guests').click()
    await fillIn(dialog(admin), { Subject: 'Bring boots', Message: 'The ground is wet.' })
    await button(dialog(admin), 'Preview').click()
    await button(dialog(admin), 'Send').click()
    await expect(dialog(admin)).toBeHidden({ timeout: 20_000 })
    await openMore(admin)
    await button(admin, 'Delete Event').click()
    await admin
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Delete'), exact: true })
      .click()
    await expect(admin).toHaveURL(/\/events$/)
  },
)

test(
  'shows a refusal and a failed save on a translated page, and saves at the next attempt (R48.1)',
  LONG_RUN,
  async ({ admin, page }) => {
    const event = await makeEvent(page)
    await makeGuest(page, event.id, { customerName: 'Ana Ortiz', notes: 'Vegan' })
    await showNotes(admin)
    await open(admin, event.guests)
    await admin.route('**/api/auth/updateReservation', (route) => route.fulfill({ status: 502, body: '' }))
    const row = admin.getByRole('row').filter({ has: admin.getByRole('rowheader', { name: 'Ana Ortiz' }) })
    const notes = row.getByRole('textbox')
    await notes.fill('Vegan, late')
    await notes.blur()
    await expect(row.getByRole('alert')).toContainText(t('Not saved.'))
    await admin.unroute('**/api/auth/updateReservation')
    await button(row, 'Try again').click()
    await expect(row.getByText(t('Saved'), { exact: true })).toBeVisible()

    const body = { success: false, code: 'money_open', message: '$450.00 of this guest’s money is open.' }
    await admin.route('**/api/auth/deleteReservation**', (route) =>
      route.request().url().includes('force=true')
        ? route.continue()
        : route.fulfill({ status: 409, json: body }),
    )
    await row.getByRole('button', { name: /^Delete/ }).click()
    const question = admin.getByRole('alertdialog')
    await question.getByRole('button', { name: t('Delete'), exact: true }).click()
    await expect(question).toContainText(t('nothing is refunded'))
    await button(question, 'Delete anyway').click()
    await expect(row).toHaveCount(0)
  },
)

test(
  'takes and refunds money, moves a stay and cancels it on translated pages (R48.1)',
  LONG_RUN,
  async ({ admin, page }) => {
    test.slow()
    const event = await makeEvent(page)
    const other = await makeEvent(page, { cost: 100_000 })
    const { id } = await payDeposit(page, event.id, newEmail())
    await open(admin, `/reservation/${id}`)
    await button(admin, 'Add invoice').click()
    await fillIn(dialog(admin), { 'Amount in dollars': '120', 'What it is for': 'Leather lesson' })
    await expect(dialog(admin)).toContainText('$1,020.00')
    await labeled(dialog(admin), 'Amount in dollars').fill('130')
    await expect(dialog(admin)).toContainText('$1,030.00')
    await button(dialog(admin), 'Add').click()
    const invoices = admin.getByRole('table', { name: 'Invoices' })
    const lesson = invoices.getByRole('row').filter({ hasText: '$130.00' })
    await lesson.getByRole('button', { name: /^Record/ }).click()
    await expect(button(dialog(admin), 'Record $130.00')).toBeVisible()
    await labeled(dialog(admin), 'Amount in dollars').fill('50')
    await button(dialog(admin), 'Record $50.00').click()
    await expect(invoices.getByRole('row').filter({ hasText: '$50.00' }).first()).toContainText(t('in cash'))
    await expect(invoices.getByRole('row').filter({ hasText: '$80.00' }).first()).toContainText(t('Unpaid'))

    await invoices
      .getByRole('row')
      .filter({ hasText: '4242' })
      .getByRole('button', { name: /^Refund/ })
      .click()
    await fillIn(dialog(admin), { 'Amount in dollars': '100', Why: 'One night less' })
    await button(dialog(admin), 'Refund $100.00').click()
    await expect(admin.getByRole('table', { name: 'Refunds' })).toContainText('$100.00', { timeout: 20_000 })

    await button(admin, 'Move to another retreat').click()
    await labeled(dialog(admin), 'Retreat').selectOption({
      label: t(`${other.name}, Jun 1 – 5, 2031: 3 spots left`),
    })
    await button(dialog(admin), 'Move').click()
    await expect(
      admin
        .getByRole('main')
        .getByRole('link', { name: t(other.name) })
        .first(),
    ).toBeVisible()

    await button(admin, 'Sign-up confirmation').click()
    await button(dialog(admin), 'Send the email').click()
    await expect(admin.getByRole('table', { name: 'Emails' })).toContainText(t('Sent'), { timeout: 20_000 })

    await button(admin, 'Cancel reservation').click()
    await labeled(dialog(admin), 'Refund another amount').check()
    await fillIn(dialog(admin), { 'Refund in dollars': '200', Why: 'A good neighbor' })
    await button(dialog(admin), 'Cancel and refund $200.00').click()
    await expect(admin.getByText(t('Canceled for the guest on'))).toBeVisible({ timeout: 20_000 })
    for (const refund of ['$150.00', '$50.00'])
      await expect(admin.getByRole('table', { name: 'Refunds' })).toContainText(refund, { timeout: 20_000 })
  },
)

test(
  'keeps the pages for Today, search, calendar, rooms and codes working when the browser translates them (R48.1)',
  LONG_RUN,
  async ({ admin, page }) => {
    test.slow()
    const event = await makeEvent(page)
    const name = `Quill ${unique()}`
    const id = await makeGuest(page, event.id, { customerName: name, totalDue: 0 })
    const invoice = { reservationId: id, amount: 12_000, due: '2025-01-01', partOfPrice: false }
    await api(page, { method: 'POST', path: 'auth/createInvoice', body: { createInvoiceData: invoice } })
    await open(admin, '/admin')
    await admin.getByRole('button', { name: RegExp(`^Record.*${name}`) }).click()
    await labeled(dialog(admin), 'Amount in dollars').fill('50')
    await button(dialog(admin), 'Record $50.00').click()
    const owed = admin.getByRole('row').filter({ hasText: name })
    await expect(owed.first()).toContainText('$70.00')
    await admin.getByRole('button', { name: /^Search/ }).click()
    await dialog(admin).getByRole('combobox').fill(name)
    await expect(dialog(admin).getByRole('option', { name: RegExp(`^${name}`) })).toBeVisible()
    await admin.keyboard.press('Escape')

    await open(admin, '/calendar')
    await button(admin, 'Next').click()
    await button(admin, 'Add new').click()
    await expect(
      admin.getByRole('table', { name: 'Events of the family' }).getByRole('textbox').first(),
    ).toBeVisible()
    await tidyCalendar(page)

    await open(admin, '/event/founders-quiet-week/rooms')
    await admin.getByRole('button', { name: t('Suggest rooms'), exact: true }).click()
    await expect(admin.getByText(/placedd$/).first()).toBeVisible()
  },
)
