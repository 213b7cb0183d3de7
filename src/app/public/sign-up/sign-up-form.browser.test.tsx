import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import type { OfferedOption } from '#domain/events/domain/offered-options.ts'
import { ANA } from '#test/support/booking/answers.ts'
import { SignUpForm } from './sign-up-form.tsx'
import { Reserved } from './sign-up-outcome.tsx'
import { useSignUp } from './use-sign-up.ts'

const UUID = '0190a6f0-0000-7000-8000-000000000001'
let eventId = 0
const FREE = { cost: 0, remainder: 0, remainderDue: null, dueNow: 0, startDateDate: '2199-05-06' }
let options: OfferedOption[] = []

function FreeSignUp() {
  const signUp = useSignUp({ event: { ...FREE, id: eventId, options }, opensAtOnce: true, onStale: () => {} })
  const { state } = signUp
  if (state.at === 'reserved')
    return (
      <Reserved
        done={state.done}
        privateHref="/private"
        calendarHref="/calendar"
        onAnother={signUp.startOver}
      >
        {null}
      </Reserved>
    )
  return (
    <SignUpForm
      signUp={signUp}
      payments={{ publishableKey: '', scriptUrl: null }}
      price={null}
      charged={false}
      payLabel="Sign up"
      event={{ cost: 0, options }}
      most={5}
      total="Your stay: nothing to pay."
      onWait={null}
    />
  )
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const press = page.getByRole('button', { name: 'Sign up', exact: true })

async function fillIn(answers: Record<string, string>) {
  for (const [name, text] of Object.entries(answers)) await field(name).fill(text)
}

beforeEach(() => {
  sessionStorage.clear()
  options = []
  eventId += 1
})

test('shows each step of the sign-up form as a heading (R1.1)', async () => {
  await showPart(<FreeSignUp />, { call: fakeSite(() => ok()).call })
  for (const name of ['You', 'Emergency contact', 'Your stay', 'Reserve'])
    await expect.element(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
})

test("lets the browser autofill the guest's name and contact, but no emergency contact or health fields (R17.9)", async () => {
  await showPart(<FreeSignUp />, { call: fakeSite(() => ok()).call })
  for (const [name, token] of [
    ['First name', 'given-name'],
    ['Last name', 'family-name'],
    ['Email', 'email'],
    ['Phone', 'tel'],
    ['Mailing address', 'street-address'],
    ['Emergency contact name', 'off'],
    ['Emergency contact phone', 'off'],
    ['Food allergies', 'off'],
  ] as const)
    await expect.element(field(name)).toHaveAttribute('autocomplete', token)
})

test('copies address and emergency contact for a second guest at one press, but no medical answers (R31.4)', async () => {
  const site = fakeSite(({ name }) =>
    ok(name === 'booking.createReservation' ? { reservationId: 1, uuid: UUID, holdExpiresAt: null } : {}),
  )
  await showPart(<FreeSignUp />, { call: site.call })
  await expect.element(page.getByText(/From the same household/)).not.toBeInTheDocument()
  await fillIn({ ...ANA, 'Food allergies': 'Pecans' })
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await press.click()
  await page.getByRole('button', { name: 'Sign up another guest' }).click()
  await expect.element(field('Mailing address')).toHaveValue('')
  await expect.element(page.getByText(/only in this tab/)).toBeVisible()
  await page.getByRole('button', { name: 'Use the same address and emergency contact' }).click()
  await expect.element(field('Mailing address')).toHaveValue('1 Mesa Road')
  await expect.element(field('Emergency contact phone')).toHaveValue('+1 505 555 0101')
  await expect.element(field('First name')).toHaveValue('')
  await expect.element(field('Food allergies')).toHaveValue('')
  expect(JSON.stringify(sessionStorage)).not.toContain('Pecans')
})

test('submits the sign-up form on a slow press, even if an error appears during the press', async () => {
  await showPart(<FreeSignUp />, { call: fakeSite(() => ok()).call })
  await field('Email').fill('ana@')
  // Presses for 200 ms, as a person does. During that time the e-mail field loses the focus and shows an
  // error.
  await press.click({ delay: 200, force: true })
  await expect.element(page.getByText('Please fill in all required information')).toBeVisible()
})

test("opens a companion's fields on a slow press on “Add a guest”, even if an error appears during the press", async () => {
  await showPart(<FreeSignUp />, { call: fakeSite(() => ok()).call })
  await field('Email').fill('ana@')
  await page.getByRole('button', { name: 'Add a guest' }).click({ delay: 200 })
  await expect.element(page.getByRole('group', { name: 'Guest 2', exact: true })).toBeVisible()
})

test('lets the guest choose one lodging and any number of extras, but no sold-out options (R37.3)', async () => {
  const lodging = { kind: 'lodging' as const, description: null, price: 0, left: null, soldOut: false }
  options = [
    { ...lodging, id: 1, name: 'Shared room' },
    { ...lodging, id: 2, name: 'A room of your own', price: 20_000, left: 2 },
    { ...lodging, id: 3, name: 'The tower', left: 0, soldOut: true },
    { ...lodging, id: 4, kind: 'extra', name: 'Leather kit', price: 4_000 },
  ]
  const site = fakeSite(({ name }) =>
    name === 'booking.createReservation'
      ? ok({ reservationId: 1, uuid: UUID, holdExpiresAt: null })
      : ok({ paymentIntent: 'pi_1', clientSecret: 'secret' }),
  )
  await showPart(<FreeSignUp />, { call: site.call })
  await expect.element(page.getByRole('radio', { name: /^The tower/ })).toBeDisabled()
  await fillIn(ANA)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await press.click({ force: true })
  await expect.element(page.getByRole('link', { name: /Lodging/ })).toBeVisible()
  await page.getByRole('radio', { name: /^Shared room/ }).click()
  await page.getByRole('radio', { name: /^A room of your own/ }).click()
  await page.getByRole('checkbox', { name: /^Leather kit/ }).click()
  await press.click()
  await expect.element(page.getByRole('button', { name: 'Sign up another guest' })).toBeVisible()
  const order = site.sent.find(({ name }) => name === 'booking.createReservation')
  expect(order?.input.body).toMatchObject({ createReservationData: { options: [2, 4], amount: 12_000 } })
})

/** Finds the fields of a companion by the companion's number (R39.1). */
const guest = (number: number) => page.getByRole('group', { name: `Guest ${number}`, exact: true })
const nameOf = (number: number) => guest(number).getByRole('textbox', { name: 'Full name' })
const emailOf = (number: number) => guest(number).getByRole('textbox', { name: 'Email (optional)' })
const bring = page.getByRole('button', { name: /^Add a(nother)? guest/ })

const confirmed = ({ name }: { name: string }) =>
  ok(name === 'booking.createReservation' ? { reservationId: 1, uuid: UUID, holdExpiresAt: null } : {})

test('signs up a companion who has no e-mail address, shows field errors, and restores the companion on a reload', async () => {
  const site = fakeSite(confirmed)
  const { unmount } = await showPart(<FreeSignUp />, { call: site.call })
  await expect.element(page.getByText('Coming with you')).not.toBeInTheDocument()
  await fillIn(ANA)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await bring.click()
  await expect.element(nameOf(2)).toHaveFocus()
  await emailOf(2).fill('ben@')
  await press.click({ force: true })
  await expect.element(page.getByRole('link', { name: 'Guest 2, name: Required' })).toBeVisible()
  await expect.element(emailOf(2)).toHaveAccessibleDescription(/check this email/)
  await emailOf(2).fill('')
  await nameOf(2).fill('Ben Ortiz')
  await unmount()
  await showPart(<FreeSignUp />, { call: site.call })
  await page.getByRole('button', { name: 'Remove guest 2' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(nameOf(2)).toHaveValue('Ben Ortiz')
  await press.click()
  await expect.element(page.getByText(/Ben Ortiz: the link is on your private page/)).toBeVisible()
  const order = site.sent.find(({ name }) => name === 'booking.createReservation')
  expect(order?.input.body).toMatchObject({
    createReservationData: { companions: [{ customerName: 'Ben Ortiz', email: '' }] },
  })
})

test('allows parties of up to six guests, and restores a removed companion with all typed text', async () => {
  await showPart(<FreeSignUp />, { call: fakeSite(() => ok()).call })
  await bring.click()
  await nameOf(2).fill('Ben')
  for (let number = 3; number <= 6; number += 1) {
    await bring.click()
    await nameOf(number).fill(`Guest No. ${number}`)
  }
  await expect.element(bring).not.toBeInTheDocument()
  await expect.element(page.getByText(/at most six people/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove guest 2' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toHaveFocus()
  await expect.element(nameOf(2)).toHaveValue('Guest No. 3')
  await undo.click()
  await expect.element(nameOf(2)).toHaveFocus()
  await expect.element(nameOf(2)).toHaveValue('Ben')
  await expect.element(nameOf(6)).toHaveValue('Guest No. 6')
})

test('lets only one guest of a party choose the last lodging, and shows a refusal next to the guest who chose it', async () => {
  const lodging = { kind: 'lodging' as const, description: null, price: 0, left: null, soldOut: false }
  options = [
    { ...lodging, id: 1, name: 'Shared room' },
    { ...lodging, id: 2, name: 'The tower', left: 1 },
  ]
  const site = fakeSite((sent, before) =>
    sent.name === 'booking.createReservation' && before === 0
      ? refused('option_sold_out', {
          message: '“Shared room” is sold out.',
          fields: { 'companions.0.options': '“Shared room” is sold out.' },
        })
      : confirmed(sent),
  )
  await showPart(<FreeSignUp />, { call: site.call })
  await fillIn(ANA)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await page.getByRole('radio', { name: /^The tower/ }).click()
  await bring.click()
  await nameOf(2).fill('Ben')
  await expect.element(guest(2).getByRole('radio', { name: /^The tower/ })).toBeDisabled()
  await guest(2)
    .getByRole('radio', { name: /^Shared room/ })
    .click()
  await expect.element(page.getByRole('radio', { name: /^The tower/ }).first()).toBeChecked()
  await press.click()
  await expect.element(guest(2).getByText('“Shared room” is sold out.')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText('“Shared room” is sold out.')).toBeVisible()
  await expect.element(nameOf(2)).toHaveValue('Ben')
})

test('asks a guest with a companion “Is someone else coming?” and not “Coming with someone?”', async () => {
  const site = fakeSite(confirmed)
  await showPart(<FreeSignUp />, { call: site.call })
  await fillIn(ANA)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await bring.click()
  await nameOf(2).fill('Ben')
  await press.click()
  await expect.element(page.getByText(/Is someone else coming/)).toBeVisible()
  await expect.element(page.getByText(/Coming with someone/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Sign up another guest' })).toBeVisible()
})

test('says how many spots are left if the party is too large, and keeps everything typed for a smaller party', async () => {
  const site = fakeSite((sent, before) =>
    sent.name === 'booking.createReservation' && before === 0
      ? refused('event_full', { message: 'Only 1 spot is left.' })
      : confirmed(sent),
  )
  await showPart(<FreeSignUp />, { call: site.call })
  await fillIn(ANA)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await bring.click()
  await nameOf(2).fill('Ben')
  await press.click()
  await expect.element(page.getByText('Only 1 spot is left.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign up fewer people' }).click()
  await expect.element(nameOf(2)).toHaveFocus()
  await expect.element(nameOf(2)).toHaveValue('Ben')
  await page.getByRole('button', { name: 'Remove guest 2' }).click()
  await expect.element(page.getByText('Only 1 spot is left.')).not.toBeInTheDocument()
  await press.click()
  await expect.element(page.getByRole('button', { name: 'Sign up another guest' })).toBeVisible()
  const orders = site.sent.filter(({ name }) => name === 'booking.createReservation')
  expect(orders[1]?.input.body).not.toHaveProperty('createReservationData.companions')
})

test("shows the server's error about a companion at the companion's field and focuses the field", async () => {
  const site = fakeSite(({ name }) =>
    name === 'booking.createReservation'
      ? refused('invalid', { status: 422, fields: { 'companions.0.email': 'Please check this address' } })
      : ok(),
  )
  await showPart(<FreeSignUp />, { call: site.call })
  await fillIn(ANA)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await bring.click()
  await nameOf(2).fill('Ben')
  await emailOf(2).fill('ben@example.test')
  await press.click()
  await expect.element(emailOf(2)).toHaveFocus()
  await expect.element(emailOf(2)).toHaveAccessibleDescription(/Please check this address/)
})

test('says at the field, before anything is sent, that a number cannot be called and what to do (R53.1)', async () => {
  const site = fakeSite(confirmed)
  await showPart(<FreeSignUp />, { call: site.call })
  await fillIn({ ...ANA, Phone: '12', 'Emergency contact phone': 'abc' })
  await expect.element(field('Phone')).toHaveAccessibleDescription(/8 digits short.*area code/)
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await press.click({ force: true })
  await expect
    .element(page.getByRole('link', { name: /^Phone: This number is 8 digits short/ }))
    .toBeVisible()
  await expect
    .element(
      page.getByRole('link', { name: /^Emergency contact phone: Please enter a number that we can call/ }),
    )
    .toBeVisible()
  await field('Phone').fill('(505) 555 0100 x4')
  await field('Emergency contact phone').fill('+44 20 7946 0018')
  await press.click()
  await expect.element(page.getByRole('button', { name: 'Sign up another guest' })).toBeVisible()
  expect(site.sent.filter(({ name }) => name === 'booking.createReservation')).toHaveLength(1)
})

test('suggests the domain that a guest probably meant, and takes either address (R53.2)', async () => {
  const site = fakeSite(confirmed)
  await showPart(<FreeSignUp />, { call: site.call })
  await fillIn({ ...ANA, Email: 'ada@gmial.com' })
  await expect.element(page.getByText(/Did you mean ada@gmail\.com\?/)).toBeVisible()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect.element(field('Email')).toHaveValue('ada@gmail.com')
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(page.getByText(/Did you mean/)).not.toBeInTheDocument()
  await field('Email').fill('ada@gmial.com')
  await field('Phone').click()
  await expect.element(page.getByText(/Did you mean/)).toBeVisible()
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  await press.click()
  await expect.element(page.getByRole('button', { name: 'Sign up another guest' })).toBeVisible()
  const order = site.sent.find(({ name }) => name === 'booking.createReservation')
  expect(order?.input.body).toMatchObject({ createReservationData: { email: 'ada@gmial.com' } })
})

test("suggests the domain of a companion's address (R53.2)", async () => {
  await showPart(<FreeSignUp />, { call: fakeSite(() => ok()).call })
  await bring.click()
  await emailOf(2).fill('ben@yaho.com')
  await nameOf(2).fill('Ben')
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect.element(emailOf(2)).toHaveValue('ben@yahoo.com')
})

test('says in the list of errors what each required field needs (R53.5)', async () => {
  await showPart(<FreeSignUp />, { call: fakeSite(() => ok()).call })
  await expect.element(page.getByText(/^Still missing: First name, Last name and 8 more\./)).toBeVisible()
  await press.click({ force: true })
  for (const words of [
    'First name: Required',
    'Phone: Required. A number that we can call, such as 505-555-0142',
    'Food allergies: Required. Write “None” if you have none',
    'Safety consent: Required. Check the box to agree',
  ])
    await expect.element(page.getByRole('link', { name: words, exact: true })).toBeVisible()
})
