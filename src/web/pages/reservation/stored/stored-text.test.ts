import { expect, test } from 'vitest'
import { detailWords } from './stored-text.ts'

test('a sum in the history is read as money', () => {
  expect(detailWords({ amount: 45_000, before: null, reason: 'One night less' })).toBe(
    'amount $450.00, reason One night less',
  )
  expect(detailWords(null)).toBe('')
})
