import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useSignUp } from '#features/booking/ui/guest/use-sign-up.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { fakeSite, ok, refused, showPart } from '#ui/testing/show-part.tsx'
import { SignUpSheet } from './sign-up-sheet.tsx'

const PRICED = {
  cost: 90_000,
  deposit: 45_000,
  remainder: 45_000,
  remainderDue: '2199-04-06',
  dueNow: 45_000,
}
const NOT_PRICED = { cost: -100, deposit: 0, remainder: 0, remainderDue: null, dueNow: 0 }
let event: EventDetails
beforeEach(() => {
  sessionStorage.clear()
  event = {
    id: (event?.id ?? 0) + 1,
    name: 'Leather & Light',
    urlName: 'leather-and-light',
    host: null,
    shortDescription: null,
    longDescription: null,
    startDate: 'May 6',
    startDateDate: '2199-05-06',
    endDate: 'May 10',
    endDateDate: '2199-05-10',
    color: '#C0FFEE',
    mainImage: null,
    secondImage: null,
    pdfLink: null,
    photos: [],
    costAddendum: null,
    includes: null,
    ...PRICED,
    priceFrom: 90_000,
    priceVaries: false,
    offersChoices: false,
    options: [],
    spots: 4,
    reservedSpots: 1,
    showWaitlist: true,
    isFull: false,
    hasHappened: false,
    hasEnded: false,
    cancelled: false,
    private: false,
    locked: false,
    revision: 0,
  }
})

/** The form with its price box, as the event's page shows it. */
function Sheet() {
  const signUp = useSignUp({ event, opens: true, onStale: () => {} })
  return <SignUpSheet event={event} signUp={signUp} fresh={false} onBack={null} />
}

const guest = (number: number) => page.getByRole('group', { name: `Guest ${number}`, exact: true })
const nameOf = (number: number) => guest(number).getByRole('textbox', { name: 'Full name' })
const bring = page.getByRole('button', { name: /^Bring somebody/ })

test('a party sees what each costs, the total and what is due when; no more are brought than spots are left (R39.1, R39.2)', async () => {
  await showPart(<Sheet />, { call: fakeSite(() => ok()).call })
  const payments = page.getByRole('table')
  await expect.element(payments.getByText('Payments, per person')).toBeVisible()
  await bring.click()
  await nameOf(2).fill('Ben Ortiz')
  await bring.click()
  await expect.element(bring).not.toBeInTheDocument()
  await expect.element(page.getByText('No more spots are left.')).toBeVisible()
  const rows = payments.getByRole('row').elements()
  expect(rows.slice(0, 6).map(({ textContent }) => textContent)).toEqual([
    'You$900.00',
    'Ben Ortiz$900.00',
    'Guest 3$900.00',
    'Total$2,700.00',
    'Deposit at sign-up$1,350.00',
    'Remainder, by Sat, Apr 6, 2199$1,350.00',
  ])
  await expect.element(page.getByRole('button', { name: 'Pay $1,350.00 deposit' })).toBeVisible()
})

test('who is too many may wait for as many spots instead, and comes back to what was typed (R39.1, R39.7)', async () => {
  event = { ...event, ...NOT_PRICED }
  const full = refused('event_full', { message: 'Only 1 space is left, and you are 2.' })
  const site = fakeSite(({ name }) => (name === 'booking.createReservation' ? full : ok()))
  await showPart(<Sheet />, { call: site.call })
  const answers = {
    'First name': 'Ana',
    'Last name': 'Ortiz',
    Email: 'ana@example.test',
    Phone: '+1 505 555 0100',
    'Mailing address': '1 Mesa Road',
    'Emergency contact name': 'Bo Ortiz',
    'Emergency contact phone': '+1 505 555 0101',
    'Food allergies': 'None',
    'Medical conditions': 'None',
  }
  for (const [name, text] of Object.entries(answers))
    await page.getByRole('textbox', { name, exact: true }).fill(text)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await bring.click()
  await nameOf(2).fill('Ben Ortiz')
  await page.getByRole('button', { name: 'Reserve 2 spots' }).click()
  await page.getByRole('button', { name: 'Wait for all of us' }).click()
  await expect.element(page.getByRole('combobox', { name: 'How many of you?' })).toHaveValue('2')
  await expect
    .element(page.getByRole('textbox', { name: 'Email', exact: true }))
    .toHaveValue('ana@example.test')
  await page.getByRole('button', { name: 'Back to the sign-up' }).click()
  await expect.element(nameOf(2)).toHaveValue('Ben Ortiz')
})
