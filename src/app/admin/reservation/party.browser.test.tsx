import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { fakeSite, ok, refused, type Sent, showPart } from '#test/support/app/show-part.tsx'
import { ChoicesSection } from './choices-section.tsx'
import { SavedCardSection } from './saved-card-section.tsx'
import { InvoiceSection } from './invoice-section.tsx'
import { MoveSection } from './move-section.tsx'
import { PartySection } from './party-section.tsx'
import { DeleteStay } from './delete-section.tsx'
import { RefundSection } from './refund-section.tsx'
import { WaitingSection } from './waiting-section.tsx'

const nothing = () => {}

const ruth = {
  id: 7,
  customerName: 'Ruth Vance',
  status: 'confirmed',
  payer: true,
  waitsForMailbox: false,
  detailsGiven: true,
  hasEmail: true,
  uuid: null,
}
const ben = { ...ruth, id: 8, customerName: 'Ben Hale', payer: false, detailsGiven: false }
const cleo = { ...ruth, id: 9, customerName: 'Cleo Marsh', payer: false, hasEmail: false }
const stay = {
  id: 7,
  version: 3,
  customerName: 'Ruth Vance',
  email: 'ruth@example.test',
  status: 'confirmed',
  purgedAt: null,
  party: null,
  options: [],
  invoices: [],
  money: { price: 90_000 },
  event: { id: 1, urlName: 'star-week', hasEnded: false, cancelled: false, offersChoices: false },
} as unknown as AdminReservation
const payer = { ...stay, party: { payer: true, members: [ruth, ben, cleo] } } as AdminReservation
const companion = {
  ...stay,
  id: 8,
  customerName: 'Ben Hale',
  party: { payer: false, members: [ruth, ben, cleo] },
} as AdminReservation

const bodiesOf = (sent: Sent[], call: string) =>
  sent.flatMap(({ name, input }) => (name === call ? [input.body] : []))

function Changing({ part: Part, from = stay }: { part: typeof PartySection; from?: AdminReservation }) {
  const [reservation, setReservation] = useState(from)
  return <Part reservation={reservation} onChanged={(next) => next && setReservation(next)} />
}

test('adds a companion to a guest who came alone, and asks before it overbooks a full event (R39.6)', async () => {
  const { call, sent } = fakeSite((_, before) =>
    before === 0 ? refused('event_full') : ok({ reservation: { ...payer, version: 4 } }),
  )
  await showPart(<Changing part={PartySection} />, { call })
  await expect.element(page.getByText('This guest comes alone.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a companion…' }).click()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ben Hale')
  await expect.element(page.getByRole('checkbox', { name: /private link/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Add the companion', exact: true }).click()
  await page.getByRole('button', { name: 'Overbook' }).click()
  await expect.element(page.getByRole('link', { name: 'Ben Hale' })).toHaveAttribute('href', '/reservation/8')
  await expect.element(page.getByText('Info missing')).toBeVisible()
  const body = { id: 7, version: 3, customerName: 'Ben Hale', email: null, options: [] }
  expect(bodiesOf(sent, 'booking.addToParty')).toMatchObject([
    { ...body, allowOverbooking: false },
    { ...body, allowOverbooking: true },
  ])
})

test('asks before it makes a companion the payer or splits a companion off from the party (R39.6)', async () => {
  const { call, sent } = fakeSite(({ name }) =>
    name === 'booking.splitFromParty'
      ? ok({ reservation: { ...stay, id: 8, customerName: 'Ben Hale' } })
      : refused('payment_processing'),
  )
  await showPart(<Changing part={PartySection} from={companion} />, { call })
  await page.getByRole('button', { name: 'Let this guest pay for all…' }).click()
  await expect.element(page.getByText(/We email Ben Hale/)).toBeVisible()
  await page.getByRole('button', { name: 'Let them pay for all' }).click()
  await expect.element(page.getByText('Refused: payment_processing.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Split off…' }).click()
  await page.getByRole('button', { name: 'Split off this guest', exact: true }).click()
  await expect.element(page.getByText('This guest comes alone.')).toBeVisible()
  for (const call of ['booking.changePayer', 'booking.splitFromParty'])
    expect(bodiesOf(sent, call)).toEqual([{ id: 8, version: 3 }])
})

function ChangedByAnother() {
  const [version, setVersion] = useState(3)
  return (
    <>
      <button type="button" onClick={() => setVersion(4)}>
        Somebody else saves
      </button>
      <PartySection reservation={{ ...companion, version }} onChanged={nothing} />
    </>
  )
}

const waiting = {
  ...payer,
  status: 'pending',
  waitsForMailbox: true,
  holdExpiresAt: '2027-05-06T20:00:00Z',
  party: {
    payer: true,
    members: [ruth, ben].map((one) => ({ ...one, status: 'pending', waitsForMailbox: true })),
  },
  sentEmails: [
    { id: 31, emailType: 'confirm-spots', subject: '', sentAt: null, status: 'sent', failure: null },
  ],
} as AdminReservation

test("lets an admin confirm a guest's held spots, or e-mail the link for the confirmation again (R46.6)", async () => {
  const confirmed = { ...waiting, status: 'confirmed', waitsForMailbox: false, version: 4 }
  const { call, sent } = fakeSite(({ name }) =>
    name === 'booking.confirmReservation' ? ok({ reservation: confirmed }) : ok({ mailId: 32 }),
  )
  await showPart(<Changing part={WaitingSection} from={waiting} />, { call })
  await expect.element(page.getByText(/signed up for 2 spots and pays nothing to confirm them/)).toBeVisible()
  await page.getByRole('button', { name: 'Send the email again…' }).click()
  await page.getByRole('button', { name: 'Send the email again', exact: true }).click()
  await expect.poll(() => bodiesOf(sent, 'emails.resendMail')).toMatchObject([{ id: 31 }])
  await page.getByRole('button', { name: 'Confirm for the guest…' }).click()
  await page.getByRole('button', { name: 'Confirm for the guest', exact: true }).click()
  await expect.element(page.getByText(/pays nothing to confirm/)).not.toBeInTheDocument()
  expect(bodiesOf(sent, 'booking.confirmReservation')).toEqual([{ id: 7, version: 3 }])
})

test('shows in the list of the party that held spots wait until the guest confirms them by e-mail (R46.6)', async () => {
  await showPart(<PartySection reservation={waiting} onChanged={nothing} />)
  await expect
    .element(page.getByRole('listitem').first())
    .toHaveTextContent('Ruth Vance Pays for all · Waiting for confirmation by email')
})

test("shows on a canceled guest's page that the rest of the party must still confirm its spots by e-mail (R46.6)", async () => {
  const gone = { ...ben, status: 'cancelled', waitsForMailbox: false }
  const members = [{ ...ruth, status: 'pending', waitsForMailbox: true }, gone]
  const page8 = {
    ...companion,
    status: 'cancelled',
    waitsForMailbox: false,
    party: { payer: false, members },
  }
  await showPart(<PartySection reservation={page8 as AdminReservation} onChanged={nothing} />)
  const rows = page.getByRole('listitem')
  await expect
    .element(rows.first())
    .toHaveTextContent('Ruth Vance Pays for all · Waiting for confirmation by email')
  await expect.element(rows.nth(1)).toHaveTextContent('Ben Hale Canceled')
})

test("shows no button that confirms held spots on a companion's page, because only the payer's page confirms them", async () => {
  const party = { payer: false, members: waiting.party?.members ?? [] }
  await showPart(<WaitingSection reservation={{ ...waiting, id: 8, party }} onChanged={nothing} />)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test("sends the reservation's version from when the admin opened the dialog, together with a change of the party", async () => {
  const { call, sent } = fakeSite(() => ok({ reservation: companion }))
  await showPart(<ChangedByAnother />, { call })
  await page.getByRole('button', { name: 'Somebody else saves' }).click()
  await page.getByRole('button', { name: 'Split off…' }).click()
  await page.getByRole('button', { name: 'Split off this guest', exact: true }).click()
  await expect.poll(() => bodiesOf(sent, 'booking.splitFromParty')).toEqual([{ id: 8, version: 4 }])
})

test('says why a payer cannot be deleted instead of offering it (R12.9)', async () => {
  await showPart(<DeleteStay stay={payer} onDeleted={nothing} />)
  await expect.element(page.getByText(/^Ruth Vance pays for Ben Hale and Cleo Marsh\./)).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('names the guest’s open money before it asks whether to delete a reservation (R12.9, R49.5)', async () => {
  const { call, sent } = fakeSite(() => ok())
  await showPart(<DeleteStay stay={{ ...stay, openMoney: 40_000 }} onDeleted={nothing} />, { call })
  await page.getByRole('button', { name: 'Delete Reservation' }).click()
  await expect.element(page.getByText(/^\$400\.00 of this guest’s money is open\. Refund it/)).toBeVisible()
  await expect.element(page.getByText(/is deleted with its invoices/)).toBeVisible()
  await page.getByRole('button', { name: 'Delete anyway' }).click()
  await expect.poll(() => sent.map(({ input }) => input.query)).toEqual([{ id: 7, force: 'true' }])
})

test('says why a guest who is passing on the spot can neither move nor pay for all, instead of offering it (R12.9)', async () => {
  const { call } = fakeSite(() => ok({ offered: true, taker: null, replaced: null }))
  const passing = { ...companion, id: 41 }
  await showPart(
    <>
      <PartySection reservation={passing} onChanged={nothing} />
      <MoveSection reservation={{ ...stay, id: 41 }} onChanged={nothing} />
    </>,
    { call },
  )
  await expect.element(page.getByText(/^This guest is passing on their spot/)).toBeVisible()
  await expect.element(page.getByText(/^The guest is passing on this spot/)).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: /pay for all|Move to another/ }))
    .not.toBeInTheDocument()
})

test('warns an admin that a new payer without an e-mail address gets no notification (R39.9)', async () => {
  await showPart(<Changing part={PartySection} from={{ ...companion, email: '' }} />)
  await page.getByRole('button', { name: 'Let this guest pay for all…' }).click()
  await expect
    .element(page.getByText(/no email address for this guest, so please tell Ben Hale yourself/))
    .toBeVisible()
})

test("links from a companion's invoices to the payer's page (R39.3)", async () => {
  await showPart(<InvoiceSection reservation={companion} onChanged={nothing} />)
  await expect
    .element(page.getByRole('link', { name: 'Ruth Vance' }))
    .toHaveAttribute('href', '/reservation/7')
  await expect.element(page.getByRole('button', { name: 'Add invoice' })).not.toBeInTheDocument()
})

const PLAN = {
  daysBefore: 60,
  percent: 75,
  paid: 45_000,
  fees: 0,
  feesKnown: true,
  most: 45_000,
  refundByTerms: 33_750,
  refundToCards: 33_750,
  refundByHand: 0,
  lines: [],
}

const box = (name: string) => page.getByRole('checkbox', { name, exact: true })

test('cancels the payer alone and requires the choice of a next payer, or cancels the whole party, and says who gets an e-mail (R39.5, R10.16)', async () => {
  const { call, sent } = fakeSite(({ name, input }) => {
    if (name !== 'booking.getRefunds') return refused('payment_processing')
    const all = input.query?.['party'] === 'all'
    const members = [ruth, ben, cleo].map(({ id, customerName }) => ({ id, customerName, refund: 33_750 }))
    const plan = all ? { ...PLAN, refundByTerms: 67_500 } : PLAN
    return ok({
      plan,
      members: all ? members : members.slice(0, 1),
      refunds: [],
      payouts: [],
      cancellation: null,
    })
  })
  await showPart(<RefundSection reservation={payer} onChanged={nothing} />, { call })
  await page.getByRole('button', { name: 'Cancel reservation…' }).click()
  const cancel = page.getByRole('button', { name: /^Cancel and refund/ })
  await expect.element(box('Email Ruth Vance')).toBeChecked()
  await cancel.click()
  await expect.element(page.getByText('Required', { exact: true })).toBeVisible()
  await page.getByLabelText('Who pays from then on').selectOptions('Cleo Marsh (no email address)')
  await expect
    .element(page.getByText('We have no email address for Cleo Marsh. Please call them.'))
    .toBeVisible()
  await cancel.click()
  await expect.element(page.getByText(/Refused: payment_processing/)).toBeVisible()
  await page.getByLabelText('Who is not coming').selectOptions('The whole party')
  await expect.element(cancel).toHaveTextContent('Cancel and refund $675.00')
  await expect
    .element(page.getByRole('list', { name: 'Guest by guest' }))
    .toHaveTextContent('Ruth Vance: $337.50Ben Hale: $337.50Cleo Marsh: $337.50')
  await expect.element(box('Email Ruth Vance and Ben Hale')).toBeVisible()
  await expect.element(page.getByText(/no email address for Cleo Marsh/)).toBeVisible()
  await cancel.click()
  await expect.poll(() => bodiesOf(sent, 'booking.cancelReservation')).toHaveLength(2)
  const [alone, everybody] = bodiesOf(sent, 'booking.cancelReservation')
  expect(alone).toMatchObject({ id: 7, party: 'one', newPayer: 9 })
  expect(everybody).toMatchObject({ id: 7, party: 'all' })
  expect(everybody).not.toHaveProperty('newPayer')
})

const BUNK = {
  id: 21,
  kind: 'lodging',
  name: 'A bunk',
  description: 'Four to a room.',
  price: 0,
  stock: 4,
  left: 2,
  soldOut: false,
}
const CABIN = { ...BUNK, id: 22, name: 'A cabin', price: 30_000, left: 0, soldOut: true }

test("lets an admin change a guest's choices, even to sold-out options, and shows the new price (R37.8)", async () => {
  const chosen = { id: 21, kind: 'lodging', name: 'A bunk', price: 0 } as const
  const from = { ...stay, options: [chosen], event: { ...stay.event, offersChoices: true } }
  const after = { ...from, version: 4, options: [{ ...chosen, id: 22, name: 'A cabin', price: 30_000 }] }
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name === 'events.get') return ok({ locked: false, options: [BUNK, CABIN] })
    if (before === 0) return refused('option_sold_out')
    return ok({ reservation: { ...after, money: { price: 120_000 } } })
  })
  await showPart(<Changing part={ChoicesSection} from={from} />, { call })
  await page.getByRole('button', { name: 'Change the choices…' }).click()
  await page.getByRole('radio', { name: /A cabin/ }).click()
  const change = page.getByRole('button', { name: 'Change the choices', exact: true })
  await change.click()
  await expect.element(page.getByText('Refused: option_sold_out.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Include sold-out choices' }).click()
  await change.click()
  await expect.element(page.getByText('A cabin, +$300.00')).toBeVisible()
  const body = { id: 7, version: 3, options: [22], sendEmail: true }
  expect(bodiesOf(sent, 'booking.changeOptionsByAdmin')).toEqual([
    { ...body, allowOverbooking: false },
    { ...body, allowOverbooking: true },
  ])
})

test('shows a saved card and its charges, and deletes the card if the guest calls the ranch and asks for it (R42.6)', async () => {
  const on = '2027-05-03'
  const kept = {
    ...stay,
    keptCard: { card: 'Visa 4242', charge: { amount: 35_000, on: '2027-05-05', declined: true } },
    cardCharges: [
      { id: 1, amount: 35_000, on, status: 'declined', declineCode: 'insufficient_funds' },
      { id: 2, amount: 35_000, on: '2027-05-05', status: 'planned', declineCode: null },
    ],
  } as AdminReservation
  const { call, sent } = fakeSite(() => ok())
  let asked = 0
  await showPart(<SavedCardSection reservation={kept} onChanged={() => (asked += 1)} />, { call })
  await expect
    .element(page.getByText(/Visa 4242 is saved\. \$350\.00 will be charged on Wed, May 5, 2027/))
    .toBeVisible()
  const charges = page.getByRole('list', { name: 'Charges' })
  await expect.element(charges.getByText(/declined by the bank \(insufficient funds\)/)).toBeVisible()
  await expect.element(charges.getByText(/May 5, 2027: announced to the guest/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the card…' }).click()
  await page.getByRole('button', { name: 'Remove the card', exact: true }).click()
  await expect.poll(() => asked).toBe(1)
  expect(sent.map(({ name, input }) => [name, input.query])).toEqual([
    ['booking.withdrawCardByAdmin', { id: 7 }],
  ])
})
