import { expect, test } from 'vitest'
import { describeDetail } from './stored-text.ts'

test("writes amounts in the history of a guest's data as dollars, and names of fields as words", () => {
  expect(
    describeDetail({ refundToCards: 33_750, daysBefore: 21, cancelledBy: 'guest', sendEmail: true }),
  ).toBe('refund to cards $337.50, days before 21, canceled by guest, send email yes')
  expect(describeDetail({ amount: 45_000, before: null, reason: 'One night less' })).toBe(
    'amount $450.00, reason One night less',
  )
  // The history records these details when a guest's choices change (`reservation.choicesChanged`) or the
  // guest moves (`reservation.moved`).
  const choices = { priceBefore: 70_200, price: 72_700, added: 'Late checkout', dropped: '' }
  expect(describeDetail(choices)).toBe('price before $702.00, price $727.00, added Late checkout')
  expect(describeDetail(null)).toBe('')
})
