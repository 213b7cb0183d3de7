import sharp from 'sharp'
import { ANY_WIDTH } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { api, TRY_AGAIN } from './api.ts'
import {
  editNewEvent,
  eventForm,
  field,
  fillEvent,
  fillWords,
  FIRST_IMAGE,
  newEvent,
  save,
  saveButton,
} from './event-form.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test(
  'creates an event with one uploaded picture and one linked picture (R11.14, R11.1)',
  ANY_WIDTH,
  async ({ page }) => {
    const { name, urlName } = newEvent()
    await page.goto('/create-event')
    await expect(page.getByRole('heading', { level: 1, name: 'Create an Event' })).toBeVisible()
    await fillWords(page, name)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload a picture: First image' }).click()
    await (await chooser).setFiles({ name: 'dusk.png', mimeType: 'image/png', buffer: await somePicture() })
    await expect(field(page, 'First image')).toHaveValue(/^\/uploads\//)
    await field(page, 'Second image').fill(FIRST_IMAGE)
    await field(page, 'Short description').fill('Seven nights, no moon.')
    await save(page)
    await expect(page).toHaveURL(`/event/${urlName}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const facts = page.getByRole('table', { name: 'About this event' })
    await expect(facts.getByRole('row', { name: 'Dates' })).toContainText('Tue, May 6 – Sat, May 10')
    await expect(facts.getByRole('row', { name: 'Cost' })).toContainText('$480.01 per person')
    await expect(page.getByText('$240.01', { exact: true }).first()).toBeVisible()
  },
)

const somePicture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#204060' } })
    .png()
    .toBuffer()

test(
  "disables the event form's save button until everything is valid, and names what is missing (R11.14, R11.2)",
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/create-event')
    const button = saveButton(page)
    await expect(button).toHaveText('Create Event')
    await expect(field(page, 'Name')).toBeEnabled()
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/^Still to do: Name, Web address and \d+ more\.$/)
    await button.press('Enter')
    const summary = eventForm(page).getByRole('alert')
    await expect(summary).toBeFocused()
    for (const label of [
      'Name',
      'Web address',
      'Host cell phone',
      'Start date',
      'End date',
      'Start, in words',
      'End, in words',
      'Cost in dollars',
    ])
      await expect(summary.getByRole('link', { name: `${label}: Required` })).toBeVisible()
    await summary.getByRole('link', { name: /^First image/ }).click()
    await expect(field(page, 'First image')).toBeFocused()

    await fillEvent(page, newEvent().name)
    await expect(button).toBeEnabled()
    await expect(summary).toHaveCount(0)
    await field(page, 'Second image').fill('')
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription('Still to do: Second image.')
  },
)

test(
  'fills the event form with default values and suggestions until the admin types other values (R11.5, R17.6)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/create-event')
    await expect(field(page, 'Total guests (spots)')).toHaveValue('11')
    await expect(field(page, 'Color')).toHaveValue('#ebddc0')
    await expect(field(page, 'Color')).toHaveAccessibleDescription(/light color/i)
    await expect(field(page, 'Show the waitlist when full')).not.toBeChecked()
    await expect(field(page, 'Admin email')).not.toHaveValue('')
    await expect(field(page, 'Start date')).toHaveAccessibleDescription('Not set')

    await field(page, 'Name').fill('Leather & Light')
    await expect(field(page, 'Web address')).toHaveValue('leather-and-light')
    await field(page, 'Web address').fill('my-own')
    await field(page, 'Name').fill('Something else')
    await expect(field(page, 'Web address')).toHaveValue('my-own')

    await field(page, 'Start date').fill('2031-05-06')
    await expect(field(page, 'Start date')).toHaveAccessibleDescription('May 6, 2031')
    await expect(field(page, 'Start, in words')).toHaveValue('Tue, May 6')
    await field(page, 'Start, in words').fill('Tue, May 6, from 3 PM')
    await field(page, 'Start date').fill('2031-05-07')
    await expect(field(page, 'Start, in words')).toHaveValue('Wed, May 7, from 3 PM')

    await page.getByRole('button', { name: 'No price shown' }).click()
    await expect(field(page, 'Cost in dollars')).toHaveValue('-1')
    await expect(eventForm(page).getByText(/^No price shown: guests sign up without a payment/)).toBeVisible()
    await page.getByRole('button', { name: 'Free', exact: true }).click()
    await expect(eventForm(page).getByText(/^Free: guests sign up without a payment/)).toBeVisible()
    await field(page, 'Cost in dollars').fill('4.345')
    await field(page, 'Cost in dollars').blur()
    await expect(eventForm(page).getByText('Please enter dollars, such as 480 or 480.01')).toBeVisible()

    await field(page, 'Color').fill('#7a7a7a')
    await expect(eventForm(page).getByText('Hard to read.')).toBeVisible()
    await page.getByRole('button', { name: 'Light sand' }).click()
    await expect(eventForm(page).getByText('Hard to read.')).toHaveCount(0)
  },
)

test(
  "e-mails guests about an event's new dates only if the admin checks the box or asks for it after saving",
  ANY_WIDTH,
  async ({ page }) => {
    const { name, urlName } = newEvent()
    const days = {
      startDate: 'May 6',
      startDateDate: '2031-05-06',
      endDate: 'May 10',
      endDateDate: '2031-05-10',
    }
    const images = { mainImage: FIRST_IMAGE, secondImage: FIRST_IMAGE }
    const { event } = await api<{ event: { id: number } }>(page, {
      method: 'POST',
      path: 'auth/event/create',
      body: { name, urlName, hostCell: '505-555-0112', cost: 0, spots: 5, ...days, ...images },
    })
    const email = `${urlName}@example.test`
    const createReservationData = { customerName: 'Ada', email, eventId: event.id, shouldSendEmail: false }
    await api(page, { method: 'POST', path: 'auth/createReservation', body: { createReservationData } })
    await page.goto(`/create-event/${urlName}`)
    const box = eventForm(page).getByRole('checkbox', { name: /^Email the new dates/ })
    await expect(eventForm(page).getByRole('group').first()).toBeEnabled()
    await expect(box).toHaveCount(0)
    await field(page, 'End date').fill('2031-05-11')
    await expect(box).not.toBeChecked()
    await save(page)
    await expect(page).toHaveURL(`/event/${urlName}/guests#new-dates`)
    await expect(page.getByText('1 guest has not been notified of the new dates.')).toBeInViewport()
    await page.getByRole('button', { name: 'Notify them by email…' }).click()
    await page.getByRole('button', { name: 'Send 1 email' }).click()
    await expect(page.getByText(/not been notified of the new dates/)).toHaveCount(0)
    const subjects = async () => {
      const mails = (await (await page.request.get('/dev/mail.json', TRY_AGAIN)).json()) as {
        to: string
        subject: string
      }[]
      return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
    }
    await expect.poll(subjects, { timeout: 20_000 }).toEqual([`New dates: ${name}`])
    await page.goto(`/create-event/${urlName}`)
    await expect(eventForm(page).getByRole('group').first()).toBeEnabled()
    await field(page, 'End date').fill('2031-05-12')
    await box.check()
    await save(page)
    await expect.poll(subjects, { timeout: 20_000 }).toEqual([`New dates: ${name}`, `New dates: ${name}`])
  },
)

test(
  "disables the save button while the event's address is taken, malformed or empty (R11.3)",
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/create-event')
    await fillEvent(page, newEvent().name)
    await expect(saveButton(page)).toBeEnabled()
    const address = field(page, 'Web address')
    const taken = eventForm(page).getByText('leather-and-light is already taken, please choose another name.')
    await address.fill('leather-and-light')
    await expect(taken).toHaveCount(0)
    await address.blur()
    await expect(taken).toBeVisible()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(saveButton(page)).toBeDisabled()
    await address.focus()
    await expect(taken).toHaveCount(0)
    for (const [typed, words] of [
      ['Star Week', /no spaces, slashes or capitals/],
      ['star/week', /no spaces, slashes or capitals/],
      ['', 'Required'],
    ] as const) {
      await address.fill(typed)
      await address.blur()
      await expect(eventForm(page).getByText(words)).toBeVisible()
      await expect(saveButton(page)).toBeDisabled()
    }
    await address.fill(newEvent().urlName)
    await address.blur()
    await expect(eventForm(page).getByText(/ is free$/)).toBeVisible()
    await expect(saveButton(page)).toBeEnabled()
  },
)

test(
  'never submits the event form on Enter in a field; Enter only adds lines or presses a focused button (R11.1)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/create-event')
    const { name, urlName } = newEvent()
    await fillEvent(page, name)
    await expect(saveButton(page)).toBeEnabled()
    for (const label of [
      'Name',
      'Start date',
      'Cost in dollars',
      'First image',
      'Show the waitlist when full',
    ])
      await field(page, label).press('Enter')
    await field(page, 'Long description').pressSequentially('One')
    await field(page, 'Long description').press('Enter')
    await field(page, 'Long description').pressSequentially('Two')
    await expect(field(page, 'Long description')).toHaveValue('One\nTwo')
    await expect(page).toHaveURL('/create-event')
    await expect(saveButton(page)).toBeEnabled()
    await saveButton(page).press('Enter')
    await expect(page).toHaveURL(`/event/${urlName}`)
  },
)

test(
  "shows the edited event's name as the title, and does not change untouched fields (R11.14, R11.1)",
  ANY_WIDTH,
  async ({ page }) => {
    const { urlName } = await editNewEvent(page)
    await expect(saveButton(page)).toHaveText('Update Event')
    await expect(field(page, 'Cost in dollars')).toHaveValue('480.01')
    await field(page, 'Name').fill('Star Week, renamed')
    await expect(field(page, 'Web address')).toHaveValue(urlName)
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/event/update'))
    await save(page)
    const { updateEventData } = (await sent).postDataJSON() as { updateEventData: object }
    expect(Object.keys(updateEventData).toSorted()).toEqual(['id', 'name', 'version'])
    await expect(page).toHaveURL(`/event/${urlName}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Star Week, renamed' })).toBeVisible()
    await page.goto('/create-event/no-such-event')
    await expect(page.getByText('Event Not Found')).toBeVisible()
  },
)

test('copies an event to new dates (R11.1)', ANY_WIDTH, async ({ page }) => {
  await page.goto('/create-event?copy=leather-and-light')
  await expect(page.getByRole('heading', { level: 1, name: 'Create an Event' })).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Leather & Light')
  await expect(field(page, 'Start date')).toHaveValue('')
  await expect(field(page, 'First image')).toHaveValue(FIRST_IMAGE)
  const { name } = newEvent()
  await field(page, 'Name').fill(name)
  await field(page, 'Start date').fill('2031-09-01')
  await expect(field(page, 'End date')).toHaveValue('2031-09-05')
  await expect(field(page, 'Start, in words')).toHaveValue('Mon, Sep 1, 2031, from 3 PM')
  await expect(field(page, 'End, in words')).toHaveValue('Fri, Sep 5, 2031, until 11 AM')
  const urlName = await field(page, 'Web address').inputValue()
  expect(urlName).toMatch(/^star-week-.*-sep-2031$/)
  await save(page)
  await expect(page).toHaveURL(`/event/${urlName}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test(
  "previews the event's page with the typed values; the sign-up form in the preview sends nothing",
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/create-event')
    const { name } = newEvent()
    await fillEvent(page, name)
    await field(page, 'Long description').fill('One.\n\nTwo.')
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(preview.getByText('$480.01').first()).toBeVisible()
    await expect(eventForm(page)).toBeHidden()
    await expectAccessible(page)
    await preview.getByRole('button', { name: 'Sign up' }).click()
    await expect(preview.getByText('Nobody can sign up in a preview.')).toBeVisible()
    await preview.getByRole('button', { name: 'Back to the form' }).click()
    await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()
    await expect(field(page, 'Name')).toHaveValue(name)
  },
)
