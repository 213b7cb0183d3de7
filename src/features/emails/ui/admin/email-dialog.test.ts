import { expect, test } from 'vitest'
import { isForGood } from './email-dialog.tsx'

test.each([
  [409, true, 'the final details are complete'],
  [410, true, 'the guest’s data is deleted'],
  [404, true, 'the invoice is gone'],
  [0, false, 'there is no connection'],
  [429, false, 'too many tries'],
  [503, false, 'an outage'],
])('a preview that fails with %i is refused for good: %s (%s)', (status, forGood) => {
  expect(isForGood({ status })).toBe(forGood)
})
