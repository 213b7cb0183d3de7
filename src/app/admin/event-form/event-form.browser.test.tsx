import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventForAdmin } from '#domain/events/contract/event.ts'
import { SAVED_EVENT } from '#test/support/events/saved-event.ts'
import { NEW_EVENT, valuesOf } from '#app/admin/event-form/values.ts'
import { fakeSite, ok, refused, showPart, signedOut, type Sent } from '#test/support/app/show-part.tsx'
import { EventForm } from './event-form.tsx'

const saveButton = page.getByRole('button', { name: /^(Create|Update) Event$/ })
const host = page.getByRole('textbox', { name: /^Host \(optional\)/ })
// Clicks the save button by script, because a real click may fail in a small window.
const save = () => (saveButton.element() as HTMLElement).click()

const SAVED: EventForAdmin = { ...SAVED_EVENT, secondImage: 'https://pictures.example.test/two.jpg' }

const editing = <EventForm draft="7" making={{ kind: 'edit' }} start={valuesOf(SAVED)} saved={SAVED} />

const changes = ({ input }: Sent) =>
  (input.body as { updateEventData: Record<string, unknown> }).updateEventData
const saves = (sent: Sent[]) => sent.filter(({ name }) => name === 'events.update').map(changes)

test("lists the event form's missing fields when the admin submits the form", async () => {
  await showPart(<EventForm draft="new" making={{ kind: 'new' }} start={NEW_EVENT} saved={null} />)
  save()
  await expect.element(page.getByRole('link', { name: /^Name:/ })).toBeVisible()
  await expect.poll(() => document.activeElement?.id).toBe('event-problems')
})

test("offers a sign-in in a new tab when the admin's session has expired, and then saves the event as typed", async () => {
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name !== 'events.update') return ok(true)
    return before === 0 ? signedOut() : refused('internal', { status: 500 })
  })
  await showPart(editing, { call })
  await host.fill('Ana')
  save()
  await expect.element(page.getByRole('link', { name: /Sign in in another tab/ })).toBeVisible()
  await expect.element(host).toHaveValue('Ana')
  await expect.element(page.getByText('nothing you typed is lost', { exact: false })).toBeVisible()
  save()
  await expect.poll(() => saves(sent)).toHaveLength(2)
  expect(saves(sent)[1]).toEqual({ id: 7, version: 4, host: 'Ana' })
})

test('asks the admin about the fields of an event that another admin changed too, and then saves the event', async () => {
  const theirs = { ...SAVED, version: 5, host: 'Ruth', spots: 12 }
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name === 'events.get') return ok(theirs)
    if (name !== 'events.update') return ok(true)
    return before === 0 ? refused('stale') : refused('internal', { status: 500 })
  })
  await showPart(editing, { call })
  await host.fill('Ana')
  save()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this event' })
  await expect.element(dialog.getByRole('radio', { name: /Keep mine: Ana/ })).toBeChecked()
  await expect.element(dialog.getByRole('radio', { name: /Use theirs: 12/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Update Event' }).click()
  await expect.poll(() => saves(sent)).toHaveLength(2)
  expect(saves(sent)[1]).toEqual({ id: 7, version: 5, host: 'Ana' })
  await expect.element(page.getByRole('textbox', { name: /spots/ })).toHaveValue('12')
})

const press = (name: string) =>
  (page.getByRole('button', { name, exact: true }).element() as HTMLElement).click()
const DRAFT: EventForAdmin = {
  ...SAVED,
  status: 'draft',
  startDateDate: '2031-05-06',
  endDateDate: '2031-05-10',
  unpublished: { publishAt: null },
}
const showForm = async (event: EventForAdmin, { hasGuests = false } = {}) => {
  const { call, sent } = fakeSite(({ name }) =>
    name === 'events.update' ? refused('internal', { status: 500 }) : ok(true),
  )
  const form = { making: { kind: 'edit' } as const, start: valuesOf(event), saved: event, hasGuests }
  await showPart(<EventForm draft={`${event.status}:${hasGuests}`} {...form} />, { call })
  return () => saves(sent)
}

test('publishes a draft, or keeps it one, by the button that the admin presses (R58.5)', async () => {
  const saved = await showForm(DRAFT)
  press('Save as draft')
  await expect.poll(saved).toEqual([{ id: 7, version: 4, status: 'draft' }])
  press('Publish now')
  await expect.poll(saved).toHaveLength(2)
  expect(saved()[1]).toEqual({ id: 7, version: 4, status: 'published' })
  expect(page.getByRole('button', { name: /^Update Event$/ }).elements()).toEqual([])
})

test('asks for the day and time at the ranch, refuses a time that does not fit, and schedules the event', async () => {
  const saved = await showForm(DRAFT)
  press('Publish on …')
  const day = page.getByLabelText('Day', { exact: true })
  await expect.element(day).toHaveFocus()
  press('Schedule Event')
  await expect.element(page.getByText('Please choose the day and time')).toBeVisible()
  for (const [typed, words] of [
    ['2020-01-01', /already passed/],
    ['2031-05-06', /event has begun/],
  ] as const) {
    await day.fill(typed)
    press('Schedule Event')
    await expect.element(page.getByText(words)).toBeVisible()
  }
  // Daylight saving begins on this day at the ranch, and this time does not exist.
  await day.fill('2031-03-09')
  await page.getByLabelText('Time at the ranch').fill('02:30')
  await expect
    .element(page.getByText(/^Guests see the event from Sun, Mar 9, 2031, 3:30 AM on/))
    .toBeVisible()
  expect(saved()).toEqual([])
  press('Schedule Event')
  await expect
    .poll(saved)
    .toEqual([{ id: 7, version: 4, status: 'scheduled', publishAt: '2031-03-09T09:30:00.000Z' }])
})

test('shows when a scheduled event is published, and closes that part again', async () => {
  const publishAt = '2031-03-03T16:00:00.000Z'
  await showForm({ ...DRAFT, status: 'scheduled', publishAt, unpublished: { publishAt } })
  press('Publish on …')
  await expect.element(page.getByLabelText('Day', { exact: true })).toHaveValue('2031-03-03')
  await expect.element(page.getByLabelText('Time at the ranch')).toHaveValue('09:00')
  press('Cancel')
  await expect.element(page.getByRole('button', { name: 'Publish on …' })).toHaveFocus()
})

test('offers to take a published event back only while nobody has signed up or waits', async () => {
  await showForm(SAVED, { hasGuests: true })
  await expect.element(page.getByRole('button', { name: 'Update Event' })).toBeVisible()
  for (const name of ['Back to draft', 'Save as draft', 'Publish on …'])
    expect(page.getByRole('button', { name }).elements()).toEqual([])
})

test('takes a published event without guests back to a draft', async () => {
  const saved = await showForm(SAVED)
  press('Back to draft')
  await expect.poll(saved).toEqual([{ id: 7, version: 4, status: 'draft' }])
})

test('moves the focus to the event form after the admin leaves the conflict dialog', async () => {
  const { call } = fakeSite(async ({ name }) => {
    if (name === 'events.update') return refused('stale')
    // Delays the reply, as the network of a real site would.
    if (name === 'events.get') await new Promise((done) => setTimeout(done, 100))
    return ok(name === 'events.get' ? { ...SAVED, version: 5, host: 'Ruth' } : true)
  })
  await showPart(editing, { call })
  await host.fill('Ana')
  save()
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await expect.element(host).toHaveFocus()
})

test('keeps saying that another admin changed the event if the form cannot load the changed version', async () => {
  const { call, sent } = fakeSite(({ name }) =>
    name === 'events.update' ? refused('stale') : refused('internal', { status: 500 }),
  )
  await showPart(editing, { call })
  await host.fill('Ana')
  save()
  await expect.poll(() => sent.map(({ name }) => name)).toContain('events.get')
  await expect.element(page.getByText('Refused: stale.')).toBeVisible()
})

test('lets the admin add, order and save options, but not delete an option that guests have chosen (R37.1)', async () => {
  const base = {
    description: null,
    stock: null,
    left: null,
    soldOut: false,
    perRoom: null,
    closed: false,
    rooms: [],
  }
  const shared = { ...base, id: 31, kind: 'lodging' as const, name: 'Shared room', price: 0 }
  const options = [{ ...shared, booked: 2, everBooked: true }]
  const event: EventForAdmin = { ...SAVED, options }
  const { call, sent } = fakeSite(({ name }) =>
    name === 'events.update' ? refused('internal', { status: 500 }) : ok(true),
  )
  await showPart(<EventForm draft="8" making={{ kind: 'edit' }} start={valuesOf(event)} saved={event} />, {
    call,
  })
  await expect.element(page.getByText(/Booked 2 times/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Delete Shared room' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Add lodging' }).click()
  const added = page.getByRole('article', { name: 'option 2' })
  await added.getByRole('textbox', { name: 'Price in dollars' }).fill('200')
  await added.getByRole('textbox', { name: /How many guests/ }).fill('3')
  await added.getByRole('textbox', { name: 'What it is called' }).fill('A room of your own')
  await page.getByRole('button', { name: 'Move A room of your own up' }).click()
  save()
  await expect.poll(() => saves(sent)).toHaveLength(1)
  expect(saves(sent)[0]).toMatchObject({
    options: [
      { id: null, kind: 'lodging', name: 'A room of your own', price: 20_000, stock: 3 },
      { id: 31, name: 'Shared room' },
    ],
  })
})

const ROOMS = [
  { id: 1, name: 'Juniper', beds: ['queen' as const] },
  { id: 2, name: 'Mesa', beds: ['single' as const, 'single' as const] },
]

const lodging = (name: string) => page.getByRole('article', { name })

test('lets the admin give rooms to lodging, and shows the stock that follows instead of asking for it (R37.9)', async () => {
  const { call, sent } = fakeSite(({ name }) =>
    name === 'events.update' ? refused('internal', { status: 500 }) : ok(true),
  )
  const form = (
    <EventForm draft="10" making={{ kind: 'edit' }} start={valuesOf(SAVED)} saved={SAVED} rooms={ROOMS} />
  )
  await showPart(form, { call })
  for (const name of ['Own room', 'Shared room']) {
    await page.getByRole('button', { name: 'Add lodging' }).click()
    await page
      .getByRole('article', { name: /^option \d$/ })
      .getByRole('textbox', { name: 'What it is called' })
      .fill(name)
  }
  const own = lodging('Own room')
  const box = (of: typeof own, name: string) =>
    of.getByRole('group', { name: /^Its rooms/ }).getByRole('checkbox', { name })
  await expect.element(own.getByRole('textbox', { name: /How many guests/ })).toBeVisible()
  box(own, 'Juniper (1 guest)').element().focus()
  await userEvent.keyboard(' ')
  await box(own, 'Mesa (2 guests)').click()
  const stock = own.getByRole('status', { name: 'How many guests can have it' })
  await expect.element(stock).toHaveTextContent('3')
  await own.getByRole('textbox', { name: /Guests in one room/ }).fill('1')
  await expect.element(stock).toHaveTextContent('2')
  expect(own.getByRole('textbox', { name: /How many guests/ }).elements()).toEqual([])
  const taken = box(lodging('Shared room'), 'Juniper (in “Own room”)')
  await expect.element(taken).toBeDisabled()
  await box(own, 'Juniper (1 guest)').click()
  await box(lodging('Shared room'), 'Juniper (1 guest)').click()
  save()
  await expect.poll(() => saves(sent)).toHaveLength(1)
  expect(saves(sent)[0]).toMatchObject({
    options: [
      { name: 'Own room', stock: null, perRoom: 1, rooms: [2] },
      { name: 'Shared room', stock: null, perRoom: null, rooms: [1] },
    ],
  })
})

test('shows a deleted room of lodging, so that the admin can take it out, and where to add rooms', async () => {
  const option = { id: 31, kind: 'lodging' as const, name: 'Cabin', price: 0, description: null, stock: 1 }
  const more = { left: 1, soldOut: false, perRoom: null, closed: false, booked: 0, everBooked: false }
  const event: EventForAdmin = { ...SAVED, options: [{ ...option, ...more, rooms: [9] }] }
  const { call, sent } = fakeSite(({ name }) =>
    name === 'events.update' ? refused('internal', { status: 500 }) : ok(true),
  )
  await showPart(<EventForm draft="11" making={{ kind: 'edit' }} start={valuesOf(event)} saved={event} />, {
    call,
  })
  await page.getByRole('checkbox', { name: 'A deleted room' }).click()
  await expect.element(page.getByRole('link', { name: 'Rooms', exact: true })).toBeVisible()
  save()
  await expect.poll(() => saves(sent)).toHaveLength(1)
  expect(saves(sent)[0]).toMatchObject({ options: [{ id: 31, stock: null, rooms: [] }] })
})

const part = (title: string) => page.getByText(title, { exact: true })

test('lets the admin unfold, fill in and save what the event is like, and keeps empty parts folded (R54.2)', async () => {
  const { call, sent } = fakeSite(({ name }) =>
    name === 'events.update' ? refused('internal', { status: 500 }) : ok(true),
  )
  await showPart(editing, { call })
  await expect.element(page.getByRole('textbox', { name: /^Day plan/ })).not.toBeInTheDocument()
  await part('A usual day').click()
  await page.getByRole('textbox', { name: /^Day plan/ }).fill('7:30 AM – Coffee\nNoon – Lunch')
  await part('Good to know').click()
  await page.getByRole('textbox', { name: /^Accessibility/ }).fill('No steps.')
  await part('Quotes').click()
  await page.getByRole('button', { name: 'Add a quote' }).click()
  await page.getByRole('textbox', { name: /^Quote 1/ }).fill('I slept well.')
  save()
  await expect.element(page.getByText('Quote 1, who said it: Required').first()).toBeVisible()
  expect(saves(sent)).toEqual([])
  await page.getByRole('textbox', { name: /^Who said quote 1/ }).fill('Ann')
  save()
  await expect.poll(() => saves(sent)).toHaveLength(1)
  expect(saves(sent)[0]).toMatchObject({
    about: {
      dayPlan: [
        { time: '7:30 AM', what: 'Coffee' },
        { time: 'Noon', what: 'Lunch' },
      ],
      goodToKnow: { accessibility: 'No steps.' },
      quotes: [{ words: 'I slept well.', by: 'Ann' }],
    },
  })
})

const GUESTS = {
  emailsNewDates: true,
  guests: [
    { reservationId: 1, name: 'Ann Lee', hasEmail: true, knowsDates: true },
    { reservationId: 2, name: 'Joe Lee', hasEmail: false, knowsDates: true },
    { reservationId: 3, name: 'Kim Lee', hasEmail: false, knowsDates: true },
    { reservationId: 4, name: 'Ruth Vance', hasEmail: true, knowsDates: true },
  ],
}

test('offers to email new dates to the guests with an address, names the others, and emails nobody unless asked', async () => {
  const event = { ...SAVED, startDateDate: '2031-05-06', endDateDate: '2031-05-10' }
  const { call, sent } = fakeSite(({ name }) => {
    if (name === 'events.getGuestsToTell') return ok(GUESTS)
    if (name === 'house.list') return ok({ entries: [] })
    return name === 'events.update' ? refused('internal', { status: 500 }) : ok(true)
  })
  await showPart(<EventForm draft="9" making={{ kind: 'edit' }} start={valuesOf(event)} saved={event} />, {
    call,
  })
  const box = page.getByRole('checkbox', { name: /^Email the new dates/ })
  await page.getByLabelText('End date').fill('2031-05-11')
  await expect.element(box).not.toBeChecked()
  await expect.element(page.getByText(/^Email the new dates to 2 guests\./)).toBeVisible()
  await expect
    .element(page.getByText('We have no email address for Joe Lee and Kim Lee. Please call them.'))
    .toBeVisible()
  save()
  await expect.poll(() => saves(sent)).toHaveLength(1)
  expect(saves(sent)[0]).not.toHaveProperty('tellGuests')
  await box.click()
  save()
  await expect.poll(() => saves(sent)).toHaveLength(2)
  expect(saves(sent)[1]).toMatchObject({ tellGuests: true })
})
