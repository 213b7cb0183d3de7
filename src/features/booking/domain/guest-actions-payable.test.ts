import { describe, expect, test } from 'vitest'
import { payProblem } from './guest-actions.ts'

describe('payProblem', () => {
  const now = new Date('2027-03-01T12:00:00Z')
  const later = new Date('2027-03-01T12:10:00Z')
  const deposit = { paid: false, purpose: 'deposit' } as const
  const remainder = { paid: false, purpose: 'remainder' } as const
  test.each([
    ['a remainder of a confirmed stay', remainder, 'confirmed', null, null],
    ['the deposit of a hold', deposit, 'pending', later, null],
    ['all of a hold', { ...deposit, purpose: 'whole' }, 'pending', later, null],
    ['the remainder of a hold', remainder, 'pending', later, 'not_payable'],
    ['the deposit of a hold that is over', deposit, 'pending', now, 'not_payable'],
    ['a hold that was ended before its time', deposit, 'expired', later, 'not_payable'],
    ['an expired reservation', deposit, 'expired', null, 'not_payable'],
    ['a canceled reservation', remainder, 'cancelled', null, 'not_payable'],
    ['paid already', { ...deposit, paid: true }, 'confirmed', null, 'already_paid'],
  ] as const)('%s', (_name, invoice, status, holdExpiresAt, problem) => {
    expect(payProblem(invoice, { status, holdExpiresAt, eventCancelled: false }, now)).toBe(problem)
  })

  test('nothing of a cancelled event can be paid, also while the stay still stands', () => {
    for (const status of ['pending', 'confirmed'] as const) {
      const stay = { status, holdExpiresAt: status === 'pending' ? later : null, eventCancelled: true }
      expect(payProblem(deposit, stay, now)).toBe('event_cancelled')
    }
  })
})
