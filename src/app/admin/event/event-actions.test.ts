import { expect, test } from 'vitest'
import { describePlan, describeProgress, isUnderWay } from './event-actions.tsx'

const at = '2027-01-02T10:00:00.000Z'

test.each([
  [
    { done: 3, left: 2, refundsLeft: 1, refundsHeld: 0, owed: 0 },
    '3 of 5 reservations are canceled. 1 refund is still in progress.',
  ],
  [
    { done: 3, left: 0, refundsLeft: 1, refundsHeld: 1, owed: 0 },
    '3 of 3 reservations are canceled. 1 refund waits for money in your Stripe balance.',
  ],
  [
    { done: 5, left: 0, refundsLeft: 5, refundsHeld: 2, owed: 0 },
    '5 of 5 reservations are canceled. 3 refunds are still in progress. 2 refunds wait for money in your Stripe balance.',
  ],
  [
    { done: 1, left: 0, refundsLeft: 0, refundsHeld: 0, owed: 45_000 },
    '1 of 1 reservation is canceled. Please refund $450.00 by hand.',
  ],
  [
    { done: 5, left: 0, refundsLeft: 0, refundsHeld: 0, owed: 0 },
    '5 of 5 reservations are canceled. Nothing is left to do.',
  ],
  [
    { done: 0, left: 0, refundsLeft: 0, refundsHeld: 0, owed: 0 },
    'Nobody had signed up. Nothing is left to do.',
  ],
])("describes in sentences how far an event's cancellation is: %j", (progress, words) => {
  expect(describeProgress({ cancelledAt: at, ...progress }).join(' ')).toBe(words)
})

const PLAN = {
  startDateDate: '2027-07-01',
  endDateDate: '2027-07-05',
  guests: 9,
  emails: 8,
  toCall: ['Ann Lee', 'Joe Lee'],
  holds: 1,
  waiting: 3,
  spotsWanted: 3,
  refundToCards: 450_000,
  refundByHand: 45_000,
  disputed: 0,
}

test("names an event's days, its guests and their refunds before an admin cancels the event", () => {
  expect(describePlan(PLAN)).toEqual([
    'The retreat on Thu, Jul 1 – Mon, Jul 5, 2027 will not take place.',
    '9 guests lose their spots.',
    '8 emails go out. We have no email address for Ann Lee and Joe Lee. Please call them.',
    '1 held spot is released.',
    '3 on the waitlist: they get no more offers and no email. Please tell them yourself.',
    'Refunds total $4,950.00, fees included: $4,500.00 to cards, $450.00 to refund by hand.',
  ])
  expect(describePlan({ ...PLAN, spotsWanted: 5 })).toContain(
    '3 on the waitlist, for 5 spots: they get no more offers and no email. Please tell them yourself.',
  )
  const empty = {
    ...PLAN,
    guests: 0,
    emails: 0,
    toCall: [],
    holds: 0,
    waiting: 0,
    refundToCards: 0,
    refundByHand: 0,
    disputed: 500,
  }
  expect(describePlan(empty).slice(1)).toEqual([
    'Nobody has signed up.',
    'No refunds are due.',
    '$5.00 is disputed: the bank holds it, so it is not refunded.',
  ])
})

test('says before an event is canceled if no guest has an e-mail address, or one guest gets an e-mail', () => {
  const none = { ...PLAN, guests: 1, emails: 0, toCall: ['Ann Lee'], holds: 0 }
  expect(describePlan(none)[2]).toBe(
    'No email goes out. We have no email address for Ann Lee. Please call them.',
  )
  expect(describePlan({ ...none, emails: 1, toCall: [] })[2]).toBe('1 email goes out.')
})

test("checks the progress of an event's cancellation only while the site itself still has work to do", () => {
  const done = { cancelledAt: at, done: 5, left: 0, refundsLeft: 0, refundsHeld: 0, owed: 45_000 }
  expect(isUnderWay(done)).toBe(false)
  expect(isUnderWay({ ...done, refundsLeft: 1 })).toBe(true)
  expect(isUnderWay({ ...done, left: 1 })).toBe(true)
  expect(isUnderWay({ ...done, cancelledAt: null, left: 1 })).toBe(false)
})
