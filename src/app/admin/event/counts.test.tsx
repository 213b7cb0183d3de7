/** Tests which guests count in the totals of an event's page, and which guests are in the printed roster. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { WaitlistEntry } from '#domain/booking/waitlist/contract/entries.ts'
import { PrintRoster } from '#app/admin/roster/roster.tsx'
import { guestOf } from '#test/support/guests/roster.ts'
import { EventTotals } from './event-totals.tsx'
import { Waitlist } from './waiting.tsx'

const AT = '2027-01-02T10:00:00.000Z'
const guests = [
  guestOf({
    id: 1,
    totalPaid: 45_000,
    money: { stillToPay: 45_000, credit: 0, withdrawn: 0, paidUp: false },
  }),
  guestOf({ id: 2, additionalInformationProvided: false }),
  guestOf({
    id: 3,
    customerName: '',
    additionalInformationProvided: false,
    purgedAt: AT,
  }),
  guestOf({
    id: 4,
    customerName: 'Offered Olive',
    status: 'pending',
    additionalInformationProvided: false,
  }),
  guestOf({
    id: 5,
    customerName: 'Canceled Cy',
    status: 'cancelled',
    totalPaid: 1_000,
  }),
]
const textOf = (element: React.ReactNode) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test("counts confirmed guests and held spots separately in an event's totals", () => {
  const waitlistCount = { waiting: 2, spotsWanted: 5, unconfirmed: 1, all: 4 }
  const event = { spots: 11, waitlistCount, password: null }
  expect(textOf(<EventTotals event={event} guests={guests} />).trim()).toBe(
    'Guests 3 of 11 spots Held 1 Paid $450.00 of $2,700.00 Still to pay $2,250.00 Info missing 1 On the waitlist 2 for 5 spots, 1 not confirmed',
  )
})

test('leaves guests with a held spot or a canceled stay out of the printed roster', () => {
  const text = textOf(<PrintRoster guests={guests} missing={0} title="Leather" />)
  expect(text).toContain('3 guests')
  expect(text).not.toMatch(/Offered|Canceled/)
})

test('shows a button to offer a spot to the waitlist only if a spot and a lodging are free (R37.4)', () => {
  const entry = { id: 1, customerName: 'Ana Doe', email: '', size: 1, state: 'waiting', createdAt: AT }
  const event = {
    id: 1,
    showWaitlist: true,
    hasHappened: false,
    cancelled: false,
    waitlistStopped: false,
    waitlistCount: { waiting: 1, spotsWanted: 1, unconfirmed: 0, all: 1 },
  }
  const shown = (spotsToOffer: number) =>
    textOf(
      <Waitlist
        event={{ ...event, spotsToOffer }}
        entries={[entry as WaitlistEntry]}
        onChanged={() => undefined}
      />,
    )
  expect(shown(1)).toContain('Offer now')
  expect(shown(0)).not.toContain('Offer now')
})
