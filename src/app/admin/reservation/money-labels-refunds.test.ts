import { describe, expect, test } from 'vitest'
import type { RefundPlan, RefundShown } from '#domain/booking/contract/refunds.ts'
import {
  cancelButton,
  describeTier,
  describeUndo,
  describeWays,
  oneRowPerTask,
  refundState,
} from './money-labels.ts'

type Tier = Pick<RefundPlan, 'cancelledBy' | 'daysBefore' | 'replacementFound' | 'percent'>

describe('the description of a refund tier (R5.12)', () => {
  test.each<[Partial<Tier>, string]>([
    [{ daysBefore: 92, percent: 100 }, '92 days before the start: a full refund, minus card fees'],
    [{ daysBefore: 30, percent: 75 }, '30 days before the start: a 75% refund, minus card fees'],
    [{ daysBefore: 1, percent: 0 }, '1 day before the start: no refund, unless someone takes the spot'],
    [
      { daysBefore: 12, percent: 90, replacementFound: true },
      '12 days before the start: 90% of what the person who takes the spot pays for it',
    ],
    [{ daysBefore: 0, percent: 0 }, 'On the day of the start: no refund, unless someone takes the spot'],
    [
      { daysBefore: -2, percent: 100, cancelledBy: 'retreat' },
      '2 days after the start: the retreat cancels, so a full refund, fees included',
    ],
  ])('says how much is refunded and why: %j', (given, words) => {
    const tier: Tier = {
      cancelledBy: 'guest',
      daysBefore: 92,
      replacementFound: false,
      percent: 100,
      ...given,
    }
    expect(describeTier(tier)).toBe(words)
  })
})

const refund: RefundShown = {
  id: 1,
  invoiceId: 7,
  amount: 10_000,
  overpayment: 0,
  method: 'card',
  reason: 'admin',
  typedReason: null,
  byHand: false,
  to: { reservationId: 1, customerName: 'Ruth Vance' },
  task: null,
  status: 'requested',
  toGive: false,
  waitsForBalance: false,
  createdAt: '2027-03-01T16:00:00.000Z',
  finishedAt: null,
  givenBy: null,
  reference: null,
  memo: null,
}

test.each<[Partial<RefundShown>, string]>([
  [{}, 'On its way: To the card, since Mon, Mar 1, 2027.'],
  [{ waitsForBalance: true }, 'Waiting: Since Mon, Mar 1, 2027, for money in your Stripe balance.'],
  [
    { status: 'succeeded', finishedAt: '2027-03-02T16:00:00.000Z' },
    'Refunded: To the card on Tue, Mar 2, 2027.',
  ],
  [
    { status: 'failed', toGive: true, finishedAt: '2027-03-02T16:00:00.000Z' },
    'Failed: The card refused it on Tue, Mar 2, 2027; to be refunded by hand.',
  ],
  [
    { status: 'failed', finishedAt: '2027-03-02T16:00:00.000Z' },
    'Failed: The card refused it on Tue, Mar 2, 2027.',
  ],
  [{ status: 'owed', byHand: true, method: 'cash' }, 'Refund due: Paid in cash; to be refunded by hand.'],
  [{ status: 'succeeded', byHand: true }, 'Refunded: By hand on Mon, Mar 1, 2027.'],
  [
    { status: 'succeeded', byHand: true, givenBy: 'check', reference: '77', memo: 'By mail' },
    'Refunded: By check, number 77 on Mon, Mar 1, 2027. Note: By mail',
  ],
  [
    { overpayment: 6_000 },
    'On its way: To the card, since Mon, Mar 1, 2027. Includes $60.00 paid beyond the total.',
  ],
  [{ overpayment: 6_000, status: 'failed' }, 'Failed: The card refused it on Mon, Mar 1, 2027.'],
])('shows the status and the notes of the refund %j', (given, words) => {
  const shown = { ...refund, ...given }
  const { mark, notes } = refundState(shown)
  expect(`${mark}: ${notes.join(' ')}`).toBe(words)
})

test('shows the refunds of a party that an admin gives together as one row with their total', () => {
  const task = { id: 1, amount: 30_000, shares: [] }
  const rows = [
    { ...refund, id: 3 },
    { ...refund, id: 2, task },
    { ...refund, id: 1, task },
  ]
  expect(oneRowPerTask(rows).map(({ id, amount }) => [id, amount])).toEqual([
    [3, 10_000],
    [2, 30_000],
  ])
})

test.each([
  [{ byHand: 10_000 }, /^You can undo this until you have recorded the refund by hand/],
  [{ byHand: 10_000, toCards: 1 }, /card starts immediately, so you cannot undo/],
  [{}, /^You can undo this while the spot is free/],
  [{ inParty: true }, /^You cannot undo/],
  [{ isHold: true }, /^You cannot undo/],
])('says in the cancel form until when the cancellation can be undone: %j', (given, words) => {
  expect(describeUndo({ isHold: false, inParty: false, toCards: 0, byHand: 0, ...given })).toMatch(words)
})

test('shows the refund on the cancel button, and in the note below the button how the site refunds it', () => {
  expect(cancelButton(38_665)).toBe('Cancel and refund $386.65')
  expect(cancelButton(0)).toBe('Cancel without a refund')
  expect(describeWays({ refundToCards: 33_665, refundByHand: 5000 })).toBe(
    '$336.65 to the card, $50.00 by hand',
  )
  expect(describeWays({ refundToCards: 0, refundByHand: 0 })).toBe('nothing')
})
