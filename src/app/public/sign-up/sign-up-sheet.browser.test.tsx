import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useSignUp } from '#app/public/sign-up/use-sign-up.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
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
let offersSavedCards = false
beforeEach(() => {
  sessionStorage.clear()
  offersSavedCards = false
  event = {
    // Each test needs its own event id. A sign-up lasts as long as the page, and all tests share one page.
    id: (event?.id ?? 500) + 1,
    name: 'Leather & Light',
    urlName: 'leather-and-light',
    host: null,
    shortDescription: null,
    longDescription: null,
    about: null,
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
    today: '2198-11-21',
    ...PRICED,
    priceFrom: 90_000,
    priceVaries: false,
    offersChoices: false,
    options: [],
    spots: 4,
    // None of the four spots is taken, but only three guests can get lodging (`spotsLeft`).
    reservedSpots: 0,
    spotsLeft: 3,
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

function Sheet() {
  const signUp = useSignUp({ event, offersSavedCards, opensAtOnce: true, onStale: () => {} })
  return <SignUpSheet event={event} signUp={signUp} fresh={false} onBack={null} />
}

const guest = (number: number) => page.getByRole('group', { name: `Guest ${number}`, exact: true })
const nameOf = (number: number) => guest(number).getByRole('textbox', { name: 'Full name' })
const bring = page.getByRole('button', { name: /^Add a(nother)? guest/ })

test("shows a party's prices, total and due days, and allows no more guests than free spots (R39.1, R39.2)", async () => {
  await showPart(<Sheet />, { call: fakeSite(() => ok()).call })
  const payments = page.getByRole('table').first()
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

const ANSWERS = {
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

async function fillIn() {
  for (const [name, text] of Object.entries(ANSWERS))
    await page.getByRole('textbox', { name, exact: true }).fill(text)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
}

test('offers the waitlist to a party that is too large, and restores the form when the guest returns (R39.1, R39.7)', async () => {
  event = { ...event, ...NOT_PRICED }
  const full = refused('event_full', { message: 'Only 1 space is left, and there are 2 of you.' })
  const site = fakeSite(({ name }) => (name === 'booking.createReservation' ? full : ok()))
  await showPart(<Sheet />, { call: site.call })
  await fillIn()
  await bring.click()
  await nameOf(2).fill('Ben Ortiz')
  await page.getByRole('button', { name: 'Sign up 2 people' }).click()
  await page.getByRole('button', { name: 'Wait for all of us' }).click()
  await expect.element(page.getByRole('combobox', { name: 'How many of you?' })).toHaveValue('2')
  await expect
    .element(page.getByRole('textbox', { name: 'Email', exact: true }))
    .toHaveValue('ana@example.test')
  await page.getByRole('button', { name: 'Back to the sign-up' }).click()
  await expect.element(nameOf(2)).toHaveValue('Ben Ortiz')
})

/** The discount codes that the fake server accepts (R41). */
const GIVEN = {
  'EARLY-BIRD': { code: 'EARLY-BIRD', kind: 'percent', value: 10, suggestion: null },
  SPRING: { code: 'SPRING', kind: 'percent', value: 10, suggestion: null },
  GIFT: { code: 'GIFT', kind: 'percent', value: 100, suggestion: null },
  FAIR: { code: 'FAIR', kind: 'open', value: 10_000, suggestion: 25_000 },
}

const codeSite = (refusal = refused('code_unknown', { message: 'We do not know this code.' })) =>
  fakeSite(({ name, input }) => {
    if (name === 'booking.createReservation')
      return refused('code_used_up', { message: 'This code is used up.' })
    if (name !== 'codes.check') return ok()
    const { code } = input.body as { code: keyof typeof GIVEN }
    return code in GIVEN ? ok(GIVEN[code]) : refusal
  })

const haveCode = page.getByRole('button', { name: 'Have a code?' })
const codeField = page.getByRole('textbox', { name: /^Code/ })
const apply = page.getByRole('button', { name: 'Apply' })
const payment = (sum: string) => page.getByRole('button', { name: `Pay ${sum}` })

test('takes the discount off all amounts until the guest removes the discount code (R41.8)', async () => {
  event = { ...event, takesCodes: true }
  const site = codeSite()
  const { unmount } = await showPart(<Sheet />, { call: site.call })
  await haveCode.click()
  await expect.element(codeField).toHaveFocus()
  await codeField.fill('nonsense')
  await apply.click()
  await expect.element(codeField).toHaveAccessibleDescription(/We do not know this code\./)
  await codeField.fill('SPRING')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Code SPRING: 10% off your stay, saving $90.00.')).toBeVisible()
  await expect.element(payment('$405.00 deposit')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Remainder, by .* \$405\.00$/ }).first()).toBeVisible()
  expect(site.sent.at(-1)?.input.body).toMatchObject({ eventId: event.id, code: 'SPRING' })
  await bring.click()
  await nameOf(2).fill('Ben Ortiz')
  await expect.element(page.getByText(/10% off each stay, saving \$180\.00/)).toBeVisible()
  await expect.element(payment('$810.00 deposit')).toBeVisible()
  // A reload keeps the discount code.
  await unmount()
  await showPart(<Sheet />, { call: site.call })
  await expect.element(payment('$810.00 deposit')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the code' }).click()
  await expect.element(codeField).toHaveFocus()
  await expect.element(payment('$900.00 deposit')).toBeVisible()
})

test('asks for no card if a discount code makes the stay free (R41.8)', async () => {
  event = { ...event, takesCodes: true }
  await showPart(<Sheet />, { call: codeSite().call })
  await haveCode.click()
  await codeField.fill('GIFT')
  await apply.click()
  await expect.element(page.getByText('Code GIFT: your stay is free.')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 3, name: 'Reserve', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign up', exact: true })).toBeVisible()
})

test('lets the guest choose a price from the minimum to the full price if the discount code allows it (R41.8)', async () => {
  event = { ...event, takesCodes: true }
  await showPart(<Sheet />, { call: codeSite().call })
  await haveCode.click()
  await codeField.fill('FAIR')
  await apply.click()
  await expect
    .element(page.getByText(/pay what feels right for your stay: at least \$100\.00; we suggest \$250\.00/))
    .toBeVisible()
  const price = page.getByRole('textbox', { name: /^What you pay for your stay/ })
  await expect.element(price).toHaveFocus()
  await expect.element(price).toHaveValue('250')
  await expect.element(payment('$125.00 deposit')).toBeVisible()
  for (const [typed, wrong] of [
    ['99', /At least \$100\.00, please/],
    ['901', /The full price is \$900\.00/],
    ['much', /Please enter an amount, like 250/],
  ] as const) {
    await price.fill(typed)
    await expect.element(price).toHaveAccessibleDescription(wrong)
  }
  await price.fill('300.50')
  await expect.element(payment('$150.25 deposit')).toBeVisible()
})

test('says that a typed discount code is not applied yet, and asks the guest to wait after too many attempts (R41.8)', async () => {
  event = { ...event, takesCodes: true }
  const limited = refused('rate_limited', { status: 429, message: 'Please wait a minute, then try again.' })
  await showPart(<Sheet />, { call: codeSite(limited).call })
  await haveCode.click()
  await codeField.fill('GUESS')
  await payment('$450.00 deposit').click({ force: true })
  await expect
    .element(page.getByRole('link', { name: 'Code: Please apply the code, or clear the field' }))
    .toBeVisible()
  await apply.click()
  await expect.element(codeField).toHaveAccessibleDescription(/Please wait a minute, then try again\./)
  await expect.element(codeField).toHaveFocus()
})

test('says at the field that a discount code is used up, shows full prices, and keeps everything typed (R41.8)', async () => {
  event = { ...event, takesCodes: true }
  await showPart(<Sheet />, { call: codeSite().call })
  await haveCode.click()
  await codeField.fill('GIFT')
  await apply.click()
  await fillIn()
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect.element(codeField).toHaveAccessibleDescription(/This code is used up\./)
  await expect.element(codeField).toHaveFocus()
  await expect.element(codeField).toHaveValue('GIFT')
  await expect.element(payment('$450.00 deposit')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Food allergies' })).toHaveValue('None')
})

const keepBox = page.getByRole('checkbox', { name: /^Save my card and charge the remainder to it/ })

test('refetches the discount of a code after the server refused the amount (R41.8)', async () => {
  event = { ...event, takesCodes: true }
  const asked = () => site.sent.filter(({ name }) => name === 'codes.check').length
  const site = fakeSite(({ name }) =>
    name === 'codes.check'
      ? ok({ ...GIVEN.GIFT, value: asked() > 1 ? 50 : 100 })
      : refused('amount_mismatch', { message: 'The amount has changed.' }),
  )
  await showPart(<Sheet />, { call: site.call })
  await fillIn()
  await haveCode.click()
  await codeField.fill('GIFT')
  await apply.click()
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect.element(page.getByText('Code GIFT: 50% off your stay, saving $450.00.')).toBeVisible()
  await expect.element(payment('$225.00 deposit')).toBeVisible()
})

test("names the charge's amount and day at the consent to save a card, and keeps the consent over a reload (R42.1)", async () => {
  offersSavedCards = true
  const { unmount } = await showPart(<Sheet />, { call: fakeSite(() => ok()).call })
  await expect.element(keepBox).not.toBeChecked()
  await expect.element(page.getByText(/\$450\.00 on Sat, Apr 6, 2199\. .* can stop it/)).toBeVisible()
  await keepBox.click()
  await unmount()
  await showPart(<Sheet />, { call: fakeSite(() => ok()).call })
  await expect.element(keepBox).toBeChecked()
  await bring.click()
  await expect.element(page.getByText(/\$900\.00 on Sat, Apr 6, 2199\./)).toBeVisible()
})

test.each([
  ['the site saves no cards', { keeps: false, changes: {} }],
  [
    'the full price is due now',
    { keeps: true, changes: { dueNow: 90_000, remainder: 0, remainderDue: null } },
  ],
  ['nothing is due', { keeps: true, changes: NOT_PRICED }],
])('does not offer to save the card if %s (R42.7)', async (_, { keeps, changes }) => {
  offersSavedCards = keeps
  event = { ...event, ...changes }
  await showPart(<Sheet />, { call: fakeSite(() => ok()).call })
  await expect.element(page.getByRole('button', { name: /^(Pay|Sign up)/ })).toBeVisible()
  await expect.element(keepBox).not.toBeInTheDocument()
})

test('shows the discount as a row of its own next to the pay button of a phone (R53.3, R53.4)', async () => {
  await page.viewport(390, 844)
  event = { ...event, cost: 78_000, deposit: 39_000, remainder: 39_000, dueNow: 39_000, takesCodes: true }
  await showPart(<Sheet />, { call: codeSite().call })
  await haveCode.click()
  await codeField.fill('EARLY-BIRD')
  await apply.click()
  await bring.click()
  await nameOf(2).fill('Ben Ortiz')
  const pay = page.getByRole('group', { name: 'Pay' })
  const row = pay.getByRole('row', { name: 'EARLY-BIRD −$156.00' })
  await expect.element(row).toBeVisible()
  await expect.element(pay.getByRole('row', { name: 'Total $1,404.00' })).toBeVisible()
  const top = row.element().getBoundingClientRect().top
  const button = payment('$702.00 deposit').element().getBoundingClientRect()
  expect(button.bottom - top).toBeLessThan(844)
})
