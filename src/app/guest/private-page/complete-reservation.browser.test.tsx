import { createMemoryRouter, data, RouterProvider, useLoaderData, useRouteError } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { GuestArrival } from '#domain/onsite/arrival/contract.ts'
import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import { ApiProvider } from '#app/ui/api.tsx'
import { stayMoney } from '#test/support/booking/stay-money.ts'
import { fakeSite, offline, ok, refused, type Sent } from '#test/support/app/show-part.tsx'
import ReservationPage from './complete-reservation.tsx'

let lastId = 0

/**
 * Returns the reservation of the guest Ana, whose payment is not confirmed yet. Each call returns another id.
 */
function pendingStay(): GuestReservation {
  lastId += 1
  return {
    id: lastId,
    uuid: `uuid-${lastId}`,
    attendeeToken: 'token',
    status: 'pending',
    customerName: 'Ana Ortiz',
    nickname: null,
    email: 'ana@example.com',
    invoices: [],
    options: [],
    offered: [],
    totalDue: 90_000,
    totalPaid: 0,
    money: stayMoney(90_000),
    refundTotals: { underWay: 0, done: 0, owed: 0, given: 0 },
    eventName: 'Leather & Light',
    party: null,
    event: {
      startDateDate: '2031-06-01',
      endDateDate: '2031-06-05',
      startDate: 'Sun, Jun 1, 2031',
      endDate: 'Thu, Jun 5, 2031',
      mainImage: null,
      host: null,
      cancelled: false,
      hasHappened: false,
    },
    additionalInformationProvided: false,
    detailsProblem: null,
    changeUntil: '2031-05-25',
    deletedOn: '2031-06-19',
    hostPhone: null,
    directionsSeen: false,
    cancellation: null,
    holdExpiresAt: null,
    termsCurrent: true,
    safetyConsent: false,
    photoConsent: false,
  } as unknown as GuestReservation
}

type Answers = Record<string, (sent: Sent) => ReturnType<typeof ok>>

const Page = ReservationPage as unknown as (props: { loaderData: unknown }) => React.ReactNode

function Shown() {
  return <Page loaderData={useLoaderData()} />
}

function Failed() {
  const error = useRouteError() as { data?: string }
  return <h1>{error.data ?? String(error)}</h1>
}

/**
 * Renders the private page as its route does. `load` replaces the page's loader, and `answers` are the
 * replies to API calls after that.
 */
async function open(
  load: () => { reservation: GuestReservation; gateNotes: string[]; arrival: GuestArrival | null },
  answers: Answers,
) {
  const site = fakeSite((asked) => answers[asked.name]?.(asked) ?? refused('not_found', { status: 404 }))
  const router = createMemoryRouter([{ path: '/', loader: load, Component: Shown, ErrorBoundary: Failed }])
  await render(
    <ApiProvider value={{ call: site.call, signInHref: '/' }}>
      <RouterProvider router={router} />
    </ApiProvider>,
  )
  await expect.element(page.getByRole('heading', { name: 'Howdy, Ana.' })).toBeVisible()
  return { ...site, router }
}

/** Acts as if the guest returned to this browser tab. The page then refetches its data. */
const wake = () => window.dispatchEvent(new Event('visibilitychange'))

function reconnect() {
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
}

test('keeps the page and typed text while the network is down, says so, and updates when the network returns', async () => {
  const stay = pendingStay()
  const paid: GuestReservation = { ...stay, status: 'confirmed', hostPhone: '505-555-0100' }
  let online = false
  const { router } = await open(
    () =>
      online
        ? { reservation: paid, gateNotes: ['Close the gate.'], arrival: null }
        : { reservation: stay, gateNotes: [], arrival: null },
    { 'booking.getReservation': () => (online ? ok(paid) : offline()) },
  )
  const nickname = page.getByRole('textbox', { name: /^Nickname/ })
  await nickname.fill('Annie')
  wake()
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  await expect.element(page.getByText('Your payment is being confirmed.')).toBeVisible()
  online = true
  reconnect()
  await expect.element(page.getByText('You’re in.')).toBeVisible()
  await expect.element(page.getByText('There is no connection.')).not.toBeInTheDocument()
  // The gate notes show that the page's loader ran again, because only the loader returns them.
  await expect.element(page.getByText('Close the gate.')).toBeVisible()
  await expect.element(nickname).toHaveValue('Annie')
  router.dispose()
})

test("shows that the private page is closed after the guest's data was deleted", async () => {
  const reservation = pendingStay()
  let deleted = false
  await open(
    () => {
      // oxlint-disable-next-line typescript/only-throw-error -- a loader throws a response to show an error
      // page
      if (deleted) throw data('This page is closed.', 410)
      return { reservation, gateNotes: [], arrival: null }
    },
    { 'booking.getReservation': () => refused('purged', { status: 410 }) },
  )
  deleted = true
  wake()
  await expect.element(page.getByRole('heading', { name: 'This page is closed.' })).toBeVisible()
})

test('offers a retry if the private page cannot load whether the guest may pass on the spot', async () => {
  const reservation: GuestReservation = { ...pendingStay(), status: 'confirmed' }
  let online = false
  await open(() => ({ reservation, gateNotes: [], arrival: null }), {
    'booking.getPassOn': () => (online ? ok({ state: 'possible', token: null }) : offline()),
    'waitlist.getNextOffer': () => (online ? ok({ state: 'closed', until: null }) : offline()),
  })
  const part = page.getByRole('region', { name: 'Pass on your spot' })
  await expect.element(part.getByText('There is no connection.')).toBeVisible()
  online = true
  await part.getByRole('button', { name: 'Try again' }).click()
  await expect.element(part.getByRole('button', { name: 'Make a link' })).toBeVisible()
})

const member = {
  id: 90,
  customerName: 'Ben Hale',
  status: 'confirmed',
  payer: false,
  waitsForMailbox: false,
  detailsGiven: false,
  hasEmail: false,
  uuid: null,
  price: null,
  kept: null,
} as const

test("shows the payer each companion's status, a link to share, and what each guest costs (R39.3, R39.4)", async () => {
  const stay = pendingStay()
  const ben = { ...member, price: 30_000 }
  const cleo = {
    ...member,
    id: 91,
    customerName: 'Cleo Marsh',
    price: 15_000,
    uuid: '0b8e2a2e-8d1c-4a8e-9a53-0c1f5f6c7d10',
  }
  const dot = { ...member, id: 92, customerName: 'Dot Adams', detailsGiven: true }
  const eve = { ...member, id: 93, customerName: 'Eve Moss', status: 'cancelled' } as const
  const ana = { ...member, id: stay.id, customerName: 'Ana Ortiz', payer: true, price: 45_000 }
  const line = { reservationId: stay.id, description: 'Stay', amount: 45_000 }
  const invoice = { ...line, id: 5, purpose: 'deposit', description: null, partOfPrice: true, paid: true }
  const reservation = {
    ...stay,
    status: 'confirmed',
    party: { payer: true, members: [ana, ben, cleo, dot, eve] },
    invoices: [{ ...invoice, lines: [line, { ...line, reservationId: 90 }] }],
  } as unknown as GuestReservation
  await open(() => ({ reservation, gateNotes: [], arrival: null }), {})
  await expect.element(page.getByRole('link', { name: 'Details from Ben Hale and Cleo Marsh' })).toBeVisible()
  const part = page.getByRole('region', { name: 'Your party' })
  const rowOf = (name: string) => part.getByRole('listitem').filter({ hasText: name })
  await expect
    .element(rowOf('Ben Hale').getByText('Coming, $300.00. We still need their details.'))
    .toBeVisible()
  await expect.element(rowOf('Dot Adams').getByText('Coming. We have their details.')).toBeVisible()
  await expect.element(rowOf('Eve Moss').getByText('Canceled.', { exact: true })).toBeVisible()
  await expect
    .element(rowOf('Cleo Marsh').getByText(`${location.origin}/complete-reservation/${cleo.uuid}`))
    .toBeVisible()
  expect(part.getByRole('button', { name: 'Copy the link' }).elements()).toHaveLength(1)
  for (const row of ['Your stay $450.00', 'Ben Hale’s stay $300.00', 'Total $900.00'])
    await expect.element(page.getByRole('row', { name: row })).toBeVisible()
})

const PLAN = {
  today: '2031-03-01',
  daysBefore: 92,
  percent: 100,
  paid: 45_000,
  disputed: 0,
  fees: 0,
  feesKnown: true,
  refund: 45_000,
  refundToCard: 45_000,
  refundByHand: 0,
  schedule: { today: '2031-03-01', rows: [], paid: 45_000, fees: 0, feesKnown: true },
  members: [],
}

test('lets a payer who cannot come choose the next payer, or cancel the whole party, and shows all refunds (R39.5)', async () => {
  const stay = pendingStay()
  const ana = { ...member, id: stay.id, customerName: 'Ana Ortiz', payer: true }
  const members = [ana, member, { ...member, id: 91, customerName: 'Cleo Marsh' }]
  const reservation: GuestReservation = { ...stay, status: 'confirmed', party: { payer: true, members } }
  const all = members.map(({ id, customerName }) => ({ id, customerName, refund: 45_000 }))
  const { sent, router } = await open(() => ({ reservation, gateNotes: [], arrival: null }), {
    'booking.getCancellation': ({ input }) =>
      ok(input.query?.['party'] === 'all' ? { ...PLAN, paid: 135_000, refund: 135_000, members: all } : PLAN),
    'booking.cancelOwnStay': () => refused('moved'),
    'booking.getPassOn': () => ok({ state: 'possible', token: null }),
  })
  await expect.element(page.getByText(/Each of the others can pass on their own/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel my stay' }).click()
  const cancel = page.getByRole('button', { name: /^Cancel for a refund/ })
  await cancel.click()
  await expect.element(page.getByText('Please choose who pays from now on.')).toBeVisible()
  await page.getByLabelText('Who pays from now on?').selectOptions('Cleo Marsh')
  await cancel.click()
  await expect.element(page.getByText('Refused: moved.')).toBeVisible()
  await page.getByLabelText('Who can’t come?').selectOptions('All of us')
  await expect.element(cancel).toHaveTextContent('Cancel for a refund of $1,350.00')
  await expect.element(page.getByText('Refund for Cleo Marsh')).toBeVisible()
  await cancel.click()
  const uuid = reservation.uuid
  const bodies = () =>
    sent.flatMap(({ name, input }) => (name === 'booking.cancelOwnStay' ? [input.body] : []))
  await expect.poll(bodies).toEqual([
    { uuid, refund: 45_000, party: 'one', newPayer: 91 },
    { uuid, refund: 135_000, party: 'all', newPayer: null },
  ])
  router.dispose()
})

test('says that a guest keeps a held spot by confirming an e-mail, not by paying (R46.2)', async () => {
  const reservation: GuestReservation = {
    ...pendingStay(),
    waitsForMailbox: true,
    holdExpiresAt: '2031-05-01T18:00:00Z',
  }
  const { router } = await open(() => ({ reservation, gateNotes: [], arrival: null }), {})
  await expect
    .element(page.getByText(/If it isn’t confirmed in time, the hold ends automatically/))
    .toBeVisible()
  await expect
    .element(
      page.getByText(/Open the link in our email and press the button there to confirm it\. You have until/),
    )
    .toBeVisible()
  router.dispose()
})

test('mentions a refund to a guest who has passed on a spot only if the guest gets one', async () => {
  const stay: GuestReservation = { ...pendingStay(), status: 'cancelled' }
  let paid = 0
  const stayNow = (): GuestReservation => {
    const refund = Math.round(paid * 0.9)
    return {
      ...stay,
      totalPaid: paid - refund,
      cancellation: { by: 'guest', paid, refund, feesKnown: true, replaced: false, awaitsTaker: false },
    }
  }
  const { router } = await open(() => ({ reservation: stayNow(), gateNotes: [], arrival: null }), {
    'booking.getPassOn': () => ok({ state: 'passed_on', token: null }),
  })
  const told = page.getByRole('region', { name: 'Pass on your spot' }).getByText(/^Someone has booked/)
  await expect.element(told).toHaveTextContent('Someone has booked your spot.')
  paid = 45_000
  await router.revalidate()
  await expect
    .element(told)
    .toHaveTextContent('Someone has booked your spot. Your refund is on this page and in your email.')
  // The section about passing on must not mention later payments by the taker, because it does not know
  // whether the taker is still coming.
  await expect.element(page.getByText(/pay later/)).not.toBeInTheDocument()
  router.dispose()
})

test('names the payer to a companion, asks for no money, and hides answers given by a shared link (R39.3, R39.4)', async () => {
  const stay = pendingStay()
  const ruth = { ...member, customerName: 'Ruth Vance', payer: true }
  const reservation = {
    ...stay,
    status: 'confirmed',
    totalDue: 0,
    money: { ...stay.money, stillToPay: 0 },
    party: { payer: false, members: [ruth, { ...member, id: stay.id, customerName: 'Ana Ortiz' }] },
    additionalInformationProvided: true,
    foodAllergies: null,
  } as unknown as GuestReservation
  const cancellation = {
    by: 'guest',
    paid: 45_000,
    refund: 33_750,
    feesKnown: true,
    replaced: false,
    awaitsTaker: false,
  } as const
  let canceled = false
  const stayNow = (): GuestReservation =>
    canceled ? { ...reservation, status: 'cancelled', cancellation } : reservation
  const { router } = await open(() => ({ reservation: stayNow(), gateNotes: [], arrival: null }), {})
  await expect
    .element(page.getByText('Ruth Vance pays for your stay, so you have nothing to pay.'))
    .toBeVisible()
  await expect.element(page.getByText('There is nothing to pay for this stay.')).not.toBeInTheDocument()
  await expect.element(page.getByText(/shared this link with you/)).toBeVisible()
  await page.getByRole('button', { name: 'Enter new answers' }).click()
  await expect.element(page.getByRole('textbox', { name: /Food allergies/ })).toHaveValue('')
  canceled = true
  await router.revalidate()
  await expect
    .element(
      page.getByText('Ruth Vance pays for your party. We refund $337.50 to the person who paid for you.'),
    )
    .toBeVisible()
})

test('shows how other options change the price, and names the payer to ask if another guest pays (R37.7, R39.3)', async () => {
  const bunk = {
    id: 21,
    kind: 'lodging',
    name: 'A bunk',
    description: '',
    price: 0,
    stock: null,
    left: null,
    soldOut: false,
  }
  const offered = [bunk, { ...bunk, id: 22, name: 'A cabin', price: 30_000 }]
  const stay = {
    ...pendingStay(),
    status: 'confirmed',
    options: [bunk],
    offered,
  } as unknown as GuestReservation
  const ruth = { ...member, customerName: 'Ruth Vance', payer: true }
  let reservation = stay
  const { sent, router } = await open(() => ({ reservation, gateNotes: [], arrival: null }), {
    'booking.getReservation': () => ok(reservation),
    'booking.changeOptions': () => {
      reservation = { ...stay, options: offered.slice(1) as never, party: { payer: false, members: [ruth] } }
      return ok({})
    },
  })
  await page.getByRole('button', { name: 'Change your choices' }).click()
  await page.getByRole('radio', { name: /A cabin/ }).click()
  await expect.element(page.getByText(/^That costs \$300.00 more\. We add it to/)).toBeVisible()
  await page.getByRole('button', { name: 'Change for $300.00 more' }).click()
  await expect.element(page.getByText('A cabin, +$300.00')).toBeVisible()
  expect(sent.find(({ name }) => name === 'booking.changeOptions')?.input.body).toEqual({
    uuid: stay.uuid,
    options: [22],
    difference: 30_000,
  })
  await page.getByRole('button', { name: 'Change your choices' }).click()
  await page.getByRole('radio', { name: /A bunk/ }).click()
  await expect.element(page.getByText(/^That costs less\. Ruth Vance pays for your stay/)).toBeVisible()
  router.dispose()
})

const firstHeading = () => page.getByRole('heading', { level: 2 }).elements()[0]?.textContent

const ARRIVAL: GuestArrival = {
  told: null,
  leftPavementAt: null,
  hereAt: null,
  hereBy: null,
  overdueAt: null,
  event: { startDateDate: '2031-06-01', endDateDate: '2031-06-05' },
  canPress: false,
}

test('shows the arrival buttons above the to-do list on the days of the event (R36.2)', async () => {
  const reservation: GuestReservation = { ...pendingStay(), status: 'confirmed' }
  let canPress = false
  const { router } = await open(() => ({ reservation, gateNotes: [], arrival: { ...ARRIVAL, canPress } }), {})
  expect(firstHeading()).toBe('Your checklist')
  canPress = true
  await router.revalidate()
  await expect.poll(firstHeading).toBe('When are you coming?')
})

test("thanks the guest after the event's last day, and hides directions and arrival buttons (R8.2)", async () => {
  const stay = pendingStay()
  const reservation: GuestReservation = {
    ...stay,
    status: 'confirmed',
    additionalInformationProvided: true,
    event: { ...stay.event, hasHappened: true, hasEnded: true },
  }
  await open(() => ({ reservation, gateNotes: ['Shut the gate.'], arrival: ARRIVAL }), {})
  await expect.element(page.getByText('Thank you for coming.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'What we know about you' })).toBeVisible()
  for (const name of ['When are you coming?', 'All done. Just come.', 'Your details', 'Before you come'])
    expect(page.getByRole('heading', { name }).elements()).toEqual([])
})

const REMAINDER: GuestReservation['invoices'][number] = {
  id: 7,
  reservationId: 1,
  purpose: 'remainder',
  description: null,
  partOfPrice: true,
  amount: 35_000,
  paid: false,
  datePaid: null,
  paymentMethod: null,
  card: null,
  due: '2031-05-02',
  createdAt: '2031-01-01T00:00:00-07:00',
  sent: false,
  dateSent: null,
  refunded: 0,
  disputed: false,
  withdrawn: 0,
  lines: [],
  clientSecret: null,
}

test('says how much the site will charge to a saved card and when, and after a decline how to pay instead (R42.5)', async () => {
  const charge = { amount: 35_000, on: '2031-05-02', declined: false }
  const kept = { card: 'Visa 4242', charge }
  const stay: GuestReservation = {
    ...pendingStay(),
    status: 'confirmed',
    keptCard: kept,
    invoices: [REMAINDER],
  }
  let reservation = stay
  await open(() => ({ reservation, gateNotes: [], arrival: null }), {
    'booking.getReservation': () => ok(reservation),
  })
  const left = page.getByRole('region', { name: 'Your checklist' })
  await expect.element(left.getByText('Remainder: $350.00 from your card on Fri, May 2, 2031')).toBeVisible()
  const part = page.getByRole('region', { name: 'Your card' })
  await expect
    .element(
      part.getByText(
        /Your Visa 4242 is saved\. We’ll charge \$350\.00 to it on Fri, May 2, 2031, after 9:00 AM/,
      ),
    )
    .toBeVisible()
  await expect.element(part.getByText(/declined/)).not.toBeInTheDocument()
  reservation = { ...stay, keptCard: { ...kept, charge: { ...charge, declined: true } } }
  wake()
  await expect.element(part.getByText(/charge \$350\.00 to it again/)).toBeVisible()
  await expect.element(left.getByRole('link', { name: 'Remainder: $350.00 to pay' })).toBeVisible()
  await expect.element(part.getByText(/Your bank declined it\./)).toBeVisible()
  await expect.element(part.getByRole('link', { name: 'Pay $350.00 here' })).toBeVisible()
})

test("deletes a guest's saved card after a confirmation (R42.6)", async () => {
  const kept = { card: null, charge: { amount: 35_000, on: '2031-05-02', declined: false } }
  const stay: GuestReservation = { ...pendingStay(), status: 'confirmed', keptCard: kept }
  let reservation = stay
  let online = false
  const { sent } = await open(() => ({ reservation, gateNotes: [], arrival: null }), {
    'booking.getReservation': () => ok(reservation),
    'booking.withdrawCard': () => {
      if (!online) return offline()
      reservation = { ...pendingStay(), status: 'confirmed', cardForgotten: true }
      return ok()
    },
  })
  await page.getByRole('button', { name: 'Remove my card' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove your card?' })
  await expect.element(dialog.getByText(/still need to pay .* on this page/)).toBeVisible()
  const remove = dialog.getByRole('button', { name: 'Remove my card' })
  await remove.click()
  await expect.element(dialog.getByText('There is no connection.')).toBeVisible()
  online = true
  await remove.click()
  await expect.element(dialog).not.toBeInTheDocument()
  // The guest must now pay the remainder in another way, because no card is saved.
  const part = page.getByRole('region', { name: 'Your card' })
  await expect.element(part.getByText(/Your card is no longer saved/)).toBeVisible()
  await expect.element(part.getByRole('link', { name: 'Pay the remainder here' })).toBeVisible()
  await expect.element(part.getByRole('button')).not.toBeInTheDocument()
  expect(sent.find(({ name }) => name === 'booking.withdrawCard')?.input.query).toEqual({ uuid: stay.uuid })
})
