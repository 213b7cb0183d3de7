import { expect, test } from 'vitest'
import { isFinalFailure } from './email-dialog.tsx'

test.each([
  [409, true, 'final details complete'],
  [410, true, 'guest purged'],
  [404, true, 'invoice deleted'],
  [0, false, 'no connection'],
  [429, false, 'too many requests'],
  [503, false, 'outage'],
])(
  'knows whether a retry would fail too after the preview of an e-mail failed with status %i: %s (cause: %s)',
  (status, forGood) => {
    expect(isFinalFailure({ status })).toBe(forGood)
  },
)
