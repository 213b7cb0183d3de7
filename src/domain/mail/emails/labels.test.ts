import { expect, test } from 'vitest'
import { EMAIL_TYPES } from '#platform/database/schema/emails.ts'
import { EMAIL_TYPE_LABELS, RESERVATION_EMAIL_TYPES } from '#shared/email-types.ts'

test('gives every e-mail type a label, and says for all types but two that they are about a reservation', () => {
  expect(Object.keys(EMAIL_TYPE_LABELS).toSorted()).toEqual([...EMAIL_TYPES].toSorted())
  const others = EMAIL_TYPES.filter((type) => !RESERVATION_EMAIL_TYPES.some((named) => named === type))
  expect(others.toSorted()).toEqual(['news', 'staff-invitation', 'waitlist-confirm'])
})
