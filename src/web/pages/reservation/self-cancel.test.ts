import { expect, test } from 'vitest'
import { backWords, buttonWords, doneWords, wayWords } from './self-cancel.tsx'

const some = { paid: 45_000, refund: 33_750, refundToCard: 33_750, refundByHand: 0, feesKnown: true }
const none = { ...some, refund: 0, refundToCard: 0 }
const free = { ...none, paid: 0 }

test('the button names the sum, or says that there is none', () => {
  expect([some, none, free].map(buttonWords)).toEqual([
    'Cancel for a refund of $337.50',
    'Cancel without a refund',
    'Cancel my stay',
  ])
})

test('what would come back', () => {
  expect(backWords(some)).toBe('Of the $450.00 that you have paid, $337.50 would be refunded.')
  expect(backWords(none)).toBe('Of the $450.00 that you have paid, nothing would be refunded.')
  expect(backWords(free)).toContain('not paid anything')
  expect(doneWords(some)).toBe('Your stay is canceled. $337.50 is refunded.')
  expect(doneWords(none)).toBe('Your stay is canceled.')
})

test('while the fee is not known no sum is promised', () => {
  const waiting = { ...some, refundToCard: 0, feesKnown: false }
  expect(backWords(waiting)).toContain('$337.50 would be refunded, less the card company’s fee')
  expect(wayWords(waiting)).toMatch(/^Today’s terms count. We email you the amount/)
  expect(buttonWords(waiting)).toBe('Cancel for a refund of $337.50 less the fee')
  expect(doneWords(waiting)).not.toContain('$')
})

test('on which way: to the card, by hand, both, or none', () => {
  expect(wayWords(some)).toContain('refunded to the card')
  expect(wayWords({ ...some, refundToCard: 0, refundByHand: 33_750 })).toMatch(
    /^\$337.50 was not paid by card/,
  )
  expect(wayWords({ ...some, refundToCard: 20_000, refundByHand: 13_750 })).toMatch(
    /^\$200.00 is refunded to your card. \$137.50 was not/,
  )
  expect(wayWords(none)).toBeNull()
})
