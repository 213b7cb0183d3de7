import { describe, expect, test } from 'vitest'
import { payProblem } from './guest-actions.ts'

describe('the check whether a guest can pay an invoice', () => {
  const now = new Date('2027-03-01T12:00:00Z')
  const later = new Date('2027-03-01T12:10:00Z')
  const deposit = { paid: false, purpose: 'deposit' } as const
  const remainder = { paid: false, purpose: 'remainder' } as const
  test.each([
    ['the remainder of a confirmed stay', remainder, 'confirmed', null, null],
    ['the deposit of a hold', deposit, 'pending', later, null],
    ['the whole price of a hold', { ...deposit, purpose: 'whole' }, 'pending', later, null],
    ['the remainder of a hold', remainder, 'pending', later, 'not_payable'],
    ['the deposit of a hold that has just ended', deposit, 'pending', now, 'not_payable'],
    ['the deposit of a hold that an admin ended early', deposit, 'expired', later, 'not_payable'],
    ['an expired reservation', deposit, 'expired', null, 'not_payable'],
    ['a canceled reservation', remainder, 'cancelled', null, 'not_payable'],
    ['an invoice that is already paid', { ...deposit, paid: true }, 'confirmed', null, 'already_paid'],
  ] as const)(
    'returns why an invoice cannot be paid, or null: %s',
    (_name, invoice, status, holdExpiresAt, problem) => {
      expect(payProblem(invoice, { status, holdExpiresAt, eventCancelled: false }, now)).toBe(problem)
    },
  )

  test('refuses every payment for a canceled event, even before its stays are canceled', () => {
    for (const status of ['pending', 'confirmed'] as const) {
      const stay = { status, holdExpiresAt: status === 'pending' ? later : null, eventCancelled: true }
      expect(payProblem(deposit, stay, now)).toBe('event_cancelled')
    }
  })
})
