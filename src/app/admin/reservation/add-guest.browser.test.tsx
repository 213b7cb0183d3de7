import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { offline, fakeSite, ok, refused, type Sent, showPart } from '#test/support/app/show-part.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { AddGuest } from './add-guest.tsx'

const EVENT = {
  id: 1,
  name: 'Star Week',
  startDateDate: '2031-05-06',
  endDateDate: '2031-05-10',
  cost: 90_000,
  spots: 11,
  spotsLeft: 11,
  reservedSpots: 0,
  isFull: false,
  urlName: 'star-week',
  offersChoices: true,
}

const ROPE_WEEK = { ...EVENT, id: 2, name: 'Rope Week', urlName: 'rope-week', offersChoices: false }

const option = { description: null, soldOut: false, left: null }
const OPTIONS = [
  { ...option, id: 5, kind: 'lodging', name: 'Shared room', price: 0 },
  { ...option, id: 6, kind: 'lodging', name: 'Own room', price: 20_000, left: 1 },
  { ...option, id: 7, kind: 'extra', name: 'Trail ride', price: 5_000 },
]

const BOOKED = ok({ reservationId: 7, uuid: '' })

/** Shows the form with a fake server that answers bookings with `book`. */
async function showForm(book: (before: number) => ReturnType<typeof ok> = () => BOOKED, events = [EVENT]) {
  const added: string[] = []
  const { call, sent } = fakeSite(({ name, input }, before) => {
    if (name === 'events.get') return ok({ ...EVENT, locked: false, options: OPTIONS })
    if (name === 'codes.check')
      return input.body?.['code'] === 'SPRING10'
        ? ok({ code: 'SPRING10', kind: 'percent', value: 10, suggestion: null })
        : refused('code_unknown', { status: 404, message: 'We can’t find this code.' })
    return book(before)
  })
  const [first = EVENT, ...others] = events
  await showPart(
    <Dialog open onClose={() => {}} title="Add a reservation" backdrop="static">
      <AddGuest events={[first, ...others]} onAdded={(name) => added.push(name)} />
    </Dialog>,
    { call },
  )
  return { added, bookings: () => bookingsIn(sent) }
}

const bookingsIn = (sent: readonly Sent[]) =>
  sent
    .filter(({ name }) => name === 'booking.createReservationByAdmin')
    .map(({ input }) => input.body?.['createReservationData'] as Record<string, unknown>)

const textbox = (name: string | RegExp, within: Pick<typeof page, 'getByRole'> = page) =>
  within.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const second = () => page.getByRole('group', { name: 'Guest 2' })
const price = () => page.getByRole('table')
const lodging = (name: string, at = 0) => page.getByRole('radio', { name: new RegExp(name) }).nth(at)

test('books two guests with lodging by a card link with two presses of buttons, and shows what each costs', async () => {
  const { added, bookings } = await showForm()
  await textbox('Full name').fill('Ana Lopez')
  await textbox(/^Email/).fill('ana@example.test')
  await lodging('Shared room').click()
  await button('Add another guest').click()
  // The second guest starts with the lodging of the first.
  await expect.element(lodging('Shared room', 1)).toBeChecked()
  await textbox('Full name', second()).fill('Ben Ortiz')
  await lodging('Own room', 1).click()
  for (const row of [
    'Ana Lopez $900.00',
    'Ben Ortiz $1,100.00',
    'Total $2,000.00',
    'Deposit, due today $1,000.00',
    'Remainder, due by Sun, Apr 6, 2031 $1,000.00',
  ])
    await expect.element(price().getByRole('row', { name: row })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: /pays by card/ })).toBeChecked()
  await button('Add the reservation').click()
  await expect.poll(() => added).toEqual(['Ana Lopez and 1 more'])
  expect(bookings()).toMatchObject([
    {
      eventId: 1,
      customerName: 'Ana Lopez',
      email: 'ana@example.test',
      options: [5],
      companions: [{ customerName: 'Ben Ortiz', email: null, options: [6] }],
      totalDue: null,
      amount: null,
      paymentMethod: null,
      shouldSendEmail: true,
      allowOverbooking: false,
    },
  ])
})

test('takes the discount of a code off every stay, and names a code that does not exist', async () => {
  const { bookings } = await showForm()
  await textbox('Full name').fill('Ana Lopez')
  await button('Add another guest').click()
  await textbox('Full name', second()).fill('Ben Ortiz')
  await textbox(/^Discount code/).fill('nobodys')
  await textbox(/^Deposit/).click()
  await expect.element(page.getByText('We can’t find this code.')).toBeVisible()
  await textbox(/^Discount code/).fill('spring10')
  await textbox(/^Deposit/).click()
  await expect.element(page.getByText('10% off each stay.')).toBeVisible()
  await expect.element(price().getByRole('row', { name: 'SPRING10 −$180.00' })).toBeVisible()
  await expect.element(price().getByRole('row', { name: 'Total $1,620.00' })).toBeVisible()
  await expect.element(textbox(/^Price/)).not.toBeInTheDocument()
  await button('Add the reservation').click()
  await expect.poll(bookings).toMatchObject([{ code: 'SPRING10', totalDue: null }])
})

test('records a check for the deposit of all, and divides a price that the admin types', async () => {
  const { bookings } = await showForm()
  await textbox('Full name').fill('Ana Lopez')
  await button('Add another guest').click()
  await textbox('Full name', second()).fill('Ben Ortiz')
  await textbox(/^Price for everyone/).fill('1000')
  await textbox(/^Deposit for everyone/).fill('400')
  await expect.element(price().getByRole('row', { name: 'Ben Ortiz $500.00' })).toBeVisible()
  await expect.element(price().getByRole('row', { name: 'Deposit, due today $400.00' })).toBeVisible()
  await page.getByRole('radio', { name: /Already paid/ }).click()
  await page.getByRole('combobox', { name: 'Paid by' }).selectOptions('Check')
  await textbox(/Check or transfer number/).fill('1042')
  await button('Add the reservation').click()
  await expect
    .poll(bookings)
    .toMatchObject([
      { totalDue: 100_000, amount: 40_000, paymentMethod: 'check', reference: '1042', shouldSendEmail: true },
    ])
})

test('offers no card link without an e-mail address, and sends no payment method if nothing is paid yet', async () => {
  const { bookings } = await showForm()
  await textbox('Full name').fill('Ana Lopez')
  await expect.element(page.getByRole('radio', { name: /pays by card/ })).toBeDisabled()
  await expect.element(page.getByRole('radio', { name: 'Nothing yet' })).toBeChecked()
  await textbox(/^Email/).fill('ana@example.test')
  await expect.element(page.getByRole('radio', { name: /pays by card/ })).toBeChecked()
  await page.getByRole('radio', { name: 'Nothing yet' }).click()
  await page.getByRole('checkbox', { name: /private link/ }).click()
  await button('Add the reservation').click()
  await expect.poll(bookings).toMatchObject([{ paymentMethod: null, shouldSendEmail: false }])
  expect(bookings()[0]).not.toHaveProperty('reference')
})

test('asks once before it overbooks a party, and asks again after a guest was removed or added', async () => {
  const words = 'Only 1 spot is left, and this booking needs 2.'
  const { bookings } = await showForm((before) =>
    before < 2 ? (refused('event_full', { message: words }) as never) : BOOKED,
  )
  await textbox('Full name').fill('Ana Lopez')
  await button('Add another guest').click()
  await textbox('Full name', second()).fill('Ben Ortiz')
  await button('Add the reservation').click()
  await expect.element(page.getByText(`${words} Book all 2 guests anyway?`)).toBeVisible()
  await button('Remove guest 2').click()
  await button('Add another guest').click()
  await textbox('Full name', second()).fill('Cleo Marsh')
  await button('Add the reservation').click()
  await button('Overbook').click()
  await expect.poll(() => bookings().map((one) => one['allowOverbooking'])).toEqual([false, false, true])
  expect(bookings().at(-1)).toMatchObject({ companions: [{ customerName: 'Cleo Marsh' }] })
})

test('shows the server’s error at the companion’s field, and sends the same key with the next press', async () => {
  const fields = { 'companions.0.phone': 'Please add the area code, such as 505-555-0142' }
  const { bookings } = await showForm((before) =>
    before === 0
      ? (refused('invalid', { status: 400, fields, message: fields['companions.0.phone'] }) as never)
      : before === 1
        ? (offline() as never)
        : BOOKED,
  )
  await textbox('Full name').fill('Ana Lopez')
  await button('Add another guest').click()
  await button('Add the reservation').click()
  await expect.element(textbox('Full name', second())).toHaveFocus()
  expect(bookings()).toEqual([])
  await textbox('Full name', second()).fill('Ben Ortiz')
  await textbox(/^Phone/, second()).fill('555-0142')
  await button('Add the reservation').click()
  await expect.element(second().getByText(fields['companions.0.phone'])).toBeVisible()
  await textbox(/^Phone/, second()).fill('505-555-0142')
  await button('Add the reservation').click()
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  await button('Add the reservation').click()
  await expect.poll(bookings).toHaveLength(3)
  const [first, ...later] = bookings()
  expect(first?.['attempt']).toMatch(/^[0-9a-f]{32}$/)
  for (const one of later) expect(one['attempt']).toBe(first?.['attempt'])
})

test('forgets the lodging of all guests when the admin chooses another event', async () => {
  const { bookings } = await showForm(undefined, [EVENT, ROPE_WEEK])
  await textbox('Full name').fill('Ana Lopez')
  await lodging('Own room').click()
  await button('Add another guest').click()
  await textbox('Full name', second()).fill('Ben Ortiz')
  // The only room of one's own is taken by the first guest.
  await expect.element(lodging('Own room', 1)).not.toBeChecked()
  await lodging('Shared room', 1).click()
  await page
    .getByRole('combobox', { name: 'Event' })
    .selectOptions('Rope Week, May 6 – 10, 2031: 11 spots left')
  await button('Add the reservation').click()
  await expect.poll(bookings).toMatchObject([{ eventId: 2, options: [], companions: [{ options: [] }] }])
})
