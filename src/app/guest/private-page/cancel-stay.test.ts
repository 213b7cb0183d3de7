import { expect, test } from 'vitest'
import {
  describeRefund,
  describeButton,
  describeDone,
  describeRefundWay,
  whoseStays,
} from './cancel-stay.tsx'

const some = { paid: 45_000, refund: 33_750, refundToCard: 33_750, refundByHand: 0, feesKnown: true }
const none = { ...some, refund: 0, refundToCard: 0 }
const free = { ...none, paid: 0 }

test('names the refund on the button that cancels a stay, or says there that nothing is refunded', () => {
  expect([some, none, free].map(describeButton)).toEqual([
    'Cancel for a refund of $337.50',
    'Cancel without a refund',
    'Cancel my stay',
  ])
})

test('says how much is refunded, before the guest cancels and after', () => {
  expect(describeRefund(some)).toBe('If you cancel today, we refund $337.50 of the $450.00 you have paid.')
  expect(describeRefund(none)).toBe('If you cancel today, we refund nothing of the $450.00 you have paid.')
  expect(describeRefund(free)).toContain('haven’t paid anything')
  expect(describeDone(some)).toBe('Your stay is canceled. $337.50 is refunded.')
  expect(describeDone(none)).toBe('Your stay is canceled.')
})

test('says that the card fee will lower the refund, but not by how much, before Stripe has reported the fee', () => {
  const waiting = { ...some, refundToCard: 0, feesKnown: false }
  expect(describeRefund(waiting)).toContain('we refund $337.50 of the $450.00 you have paid, minus card fees')
  expect(describeRefundWay(waiting)).toMatch(/^Today’s terms apply\. We’ll email you the amount/)
  expect(describeButton(waiting)).toBe('Cancel for a refund of $337.50 minus card fees')
  expect(describeDone(waiting)).not.toContain('$')
})

test('says whether the refund of a canceled stay goes to the card, is made by hand, or both', () => {
  expect(describeRefundWay(some)).toContain('We refund it to the card')
  expect(describeRefundWay({ ...some, refundToCard: 0, refundByHand: 33_750 })).toMatch(
    /^\$337.50 was not paid by card/,
  )
  expect(describeRefundWay({ ...some, refundToCard: 20_000, refundByHand: 13_750 })).toMatch(
    /^We refund \$200\.00 to your card\. \$137\.50 was not/,
  )
  expect(describeRefundWay(none)).toBeNull()
})

const whose = (payer: boolean, members: unknown[], who: 'one' | 'all' = 'one') =>
  whoseStays({ reservation: { party: { payer, members } } as never }, who)

test('says for a party which payments a cancellation refunds, and who gets the refund (R39.5)', () => {
  expect(describeRefund(some, 'own_of_party')).toContain('$450.00 that was paid for your own stay')
  expect(describeRefund(some, 'companion')).toContain(
    '$337.50 of the $450.00 that was paid for you. The refund goes to the person who paid.',
  )
  expect(describeRefund(free, 'companion')).toBe('Nothing was paid for you, so there’s no refund.')
  expect(describeRefundWay(some, 'companion')).toContain('the card that it was paid with')
  expect(describeDone(some, 'companion')).toBe('Your stay is canceled.')
  expect(describeDone(some, 'party')).toBe('Your stays are canceled. $337.50 is refunded.')
  const member = { id: 2, customerName: 'Ben', status: 'confirmed', payer: false } as const
  expect(whoseStays({ reservation: { party: null } as never }, 'one')).toBe('own')
  expect(whose(true, [member])).toBe('own_of_party')
  expect(whose(true, [member], 'all')).toBe('party')
  expect(whose(true, [{ ...member, status: 'cancelled' }])).toBe('own_of_party')
  expect(whose(false, [{ ...member, payer: true }])).toBe('companion')
})
