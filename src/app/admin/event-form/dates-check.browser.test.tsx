import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventForAdmin } from '#domain/events/contract/event.ts'
import type { HouseEntry } from '#domain/house/contract.ts'
import { SAVED_EVENT } from '#test/support/events/saved-event.ts'
import { fakeSite, ok, offline, refused, showPart, type Sent } from '#test/support/app/show-part.tsx'
import { EventForm } from './event-form.tsx'
import { NEW_EVENT, valuesOf } from './values.ts'

const STAR_WEEK: HouseEntry = {
  kind: 'event',
  id: 30,
  title: 'Star Week',
  start: '2031-05-08',
  end: '2031-05-12',
  urlName: 'star-week-2',
}
const DRAFT: HouseEntry = { ...STAR_WEEK, id: 31, title: 'Leather', unpublished: { publishAt: null } }
const COUSINS: HouseEntry = {
  kind: 'family',
  id: 30,
  title: 'Cousins',
  start: '2031-05-01',
  end: '2031-05-09',
}

const SAVED: EventForAdmin = {
  ...SAVED_EVENT,
  reservedSpots: 0,
  secondImage: 'https://pictures.example.test/two.jpg',
  startDateDate: '2031-06-06',
  endDateDate: '2031-06-10',
}
const FORM_OF = {
  saved: <EventForm draft="7" making={{ kind: 'edit' }} start={valuesOf(SAVED)} saved={SAVED} />,
  new: (
    <EventForm
      draft="new"
      making={{ kind: 'new' }}
      start={{ ...valuesOf(SAVED), startDateDate: '', endDateDate: '' }}
      saved={null}
    />
  ),
}

const start = page.getByLabelText('Start date')
const end = page.getByLabelText('End date')
const house = page.getByRole('status').filter({ hasText: /dates|nights/ })
const dialog = page.getByRole('alertdialog')
const press = (name: RegExp | string) => (page.getByRole('button', { name }).element() as HTMLElement).click()

const bodies = (sent: Sent[], name: string) =>
  sent.filter((each) => each.name === name).map(({ input }) => input.body as Record<string, unknown>)
const edits = (sent: Sent[]) => bodies(sent, 'events.update').map(({ updateEventData }) => updateEventData)

type Answers = Record<
  string,
  (sent: Sent, before: number) => ReturnType<typeof ok> | Promise<ReturnType<typeof ok>>
>
const site = (answers: Answers) =>
  fakeSite((sent, before) => answers[sent.name]?.(sent, before) ?? ok({ entries: [] }))
const taken = () => refused('dates_taken', { message: 'Something else is on these dates: “Star Week”.' })
const failing = () => refused('internal', { status: 500 })

beforeEach(() => sessionStorage.clear())

test('shows what shares a night with the typed dates, and marks drafts and the family’s entries (R61.3)', async () => {
  const gone: HouseEntry = {
    ...STAR_WEEK,
    id: 32,
    title: 'Until that day',
    end: '2031-05-07',
    start: '2031-05-05',
  }
  const self: HouseEntry = { ...STAR_WEEK, id: SAVED.id, title: 'This event itself' }
  const { call, sent } = site({
    'house.list': () => ok({ entries: [COUSINS, gone, self, STAR_WEEK, DRAFT] }),
  })
  await showPart(FORM_OF.saved, { call })
  await start.fill('2031-05-07')
  await end.fill('2031-05-11')
  await expect.element(house.getByText(/^Something else is on these dates:/)).toBeVisible()
  expect(
    house
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Cousins, May 1 – 9, 2031 (family calendar)',
    'Star Week, May 8 – 12, 2031',
    'Leather, May 8 – 12, 2031 (Draft)',
  ])
  expect(sent.at(-1)?.input).toEqual({ query: { from: '2031-05-07', to: '2031-05-11' } })
})

test('never lets a late reply about earlier dates win', async () => {
  const late = Promise.withResolvers<ReturnType<typeof ok>>()
  const { call, sent } = site({
    'house.list': ({ input }) => (input.query?.['to'] === '2031-05-11' ? late.promise : ok({ entries: [] })),
  })
  await showPart(FORM_OF.new, { call })
  await start.fill('2031-05-07')
  await end.fill('2031-05-11')
  await vi.waitFor(() => expect(sent.filter(({ name }) => name === 'house.list')).toHaveLength(1))
  await end.fill('2031-05-08')
  await expect.element(house).toHaveTextContent('Nothing else is on these nights.')
  late.resolve(ok({ entries: [STAR_WEEK] }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(house).toHaveTextContent('Nothing else is on these nights.')
})

test('asks the server only after a pause in typing, and says so if it cannot be reached', async () => {
  const { call, sent } = site({ 'house.list': () => offline() as never })
  await showPart(FORM_OF.saved, { call })
  await start.fill('2031-05-07')
  for (const day of ['2031-05-08', '2031-05-09', '2031-05-10', '2031-05-11']) await end.fill(day)
  await expect.element(house.getByText(/^We could not look up what else is on these dates\./)).toBeVisible()
  const asked = sent.filter(({ name }) => name === 'house.list').map(({ input }) => input.query?.['to'])
  expect(asked.at(-1)).toBe('2031-05-11')
  expect(asked.length).toBeLessThan(4)
})

test('asks before it saves an overlap, and saves it only if the admin agrees (R61.4)', async () => {
  const { call, sent } = site({
    'house.list': () => ok({ entries: [STAR_WEEK] }),
    'events.update': (_sent, before) => (before < 2 ? taken() : failing()) as never,
  })
  await showPart(FORM_OF.saved, { call })
  await start.fill('2031-05-07')
  await end.fill('2031-05-11')
  press('Update Event')
  await expect.element(dialog).toHaveAccessibleName('Something else is on these dates.')
  await expect.element(dialog.getByRole('listitem')).toHaveTextContent('Star Week, May 8 – 12, 2031')
  await expect.element(dialog.getByRole('button', { name: 'Back to the form' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(end).toHaveValue('2031-05-11')
  expect(page.getByText('Something went wrong').elements()).toEqual([])
  press('Update Event')
  await dialog.getByRole('button', { name: 'Save all the same' }).click()
  await expect.poll(() => edits(sent)).toHaveLength(3)
  const days = { startDateDate: '2031-05-07', endDateDate: '2031-05-11' }
  expect(edits(sent)[0]).toMatchObject({ ...days, refuseOverlap: true, version: SAVED.version })
  expect(edits(sent)[2]).toMatchObject({ ...days, version: SAVED.version })
  expect(edits(sent)[2]).not.toHaveProperty('refuseOverlap')
  // The agreement is only about these dates.
  await end.fill('2031-05-12')
  press('Update Event')
  await expect.poll(() => edits(sent)).toHaveLength(4)
  expect(edits(sent)[3]).toMatchObject({ refuseOverlap: true })
})

test('shows the server’s words if the overlaps cannot be read', async () => {
  const { call } = site({ 'house.list': () => offline() as never, 'events.update': () => taken() as never })
  await showPart(FORM_OF.saved, { call })
  await end.fill('2031-06-11')
  press('Update Event')
  await expect.element(dialog.getByText(/Something else is on these dates: “Star Week”\./)).toBeVisible()
})

test.each([
  ['Create Event', 'Create Event', {}],
  ['Save as draft', 'Save as draft', { status: 'draft' }],
])('asks about an overlap of a new event too, by the button “%s”', async (_title, button, how) => {
  const { call, sent } = site({
    'house.list': () => ok({ entries: [STAR_WEEK] }),
    'events.checkUrlValid': () => ok(true),
    'events.create': (_sent, before) => (before === 0 ? taken() : failing()) as never,
  })
  await showPart(FORM_OF.new, { call })
  await start.fill('2031-05-07')
  await end.fill('2031-05-11')
  await page.getByRole('textbox', { name: /^Start, in words/ }).fill('Wed, May 7')
  await page.getByRole('textbox', { name: /^End, in words/ }).fill('Sun, May 11')
  press(button)
  await dialog.getByRole('button', { name: 'Save all the same' }).click()
  await expect.poll(() => bodies(sent, 'events.create')).toHaveLength(2)
  expect(bodies(sent, 'events.create')[0]).toMatchObject({ ...how, refuseOverlap: true })
  expect(bodies(sent, 'events.create')[1]).toMatchObject(how)
  expect(bodies(sent, 'events.create')[1]).not.toHaveProperty('refuseOverlap')
})

test('asks before an upcoming event becomes a past one (R61.5)', async () => {
  const { call, sent } = site({ 'events.update': () => failing() as never })
  await showPart(FORM_OF.saved, { call })
  await start.fill('2021-06-06')
  await end.fill('2021-06-10')
  press('Update Event')
  await expect.element(dialog).toHaveAccessibleName('These dates are over.')
  await expect.element(dialog.getByText(/Jun 6 – 10, 2021/)).toBeVisible()
  await expect.element(dialog.getByText(/deletes the waitlist/)).toBeVisible()
  expect(edits(sent)).toEqual([])
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  expect(edits(sent)).toEqual([])
  press('Update Event')
  await dialog.getByRole('button', { name: 'Save all the same' }).click()
  await expect.poll(() => edits(sent)).toHaveLength(1)
})

test('sends nothing about overlaps if the dates of the event stay', async () => {
  const { call, sent } = site({ 'events.update': () => failing() as never })
  await showPart(FORM_OF.saved, { call })
  await page.getByRole('textbox', { name: /^Host \(optional\)/ }).fill('Ana')
  press('Update Event')
  await expect.poll(() => edits(sent)).toEqual([{ id: 7, version: 4, host: 'Ana' }])
  expect(sent.map(({ name }) => name)).not.toContain('house.list')
})

test('looks nothing up while a date is missing', async () => {
  const { call, sent } = site({})
  await showPart(<EventForm draft="new" making={{ kind: 'new' }} start={NEW_EVENT} saved={null} />, { call })
  await start.fill('2031-05-07')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(sent.map(({ name }) => name)).not.toContain('house.list')
})
