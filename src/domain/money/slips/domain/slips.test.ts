import { describe, expect, test } from 'vitest'
import { type Candidate, canDeposit, paymentName, slipRefusal, slipTotals } from './slips.ts'

const check = (changes: Partial<Candidate> = {}): Candidate => ({
  paymentId: 17,
  method: 'check',
  reference: '1042',
  day: '2027-05-03',
  amount: 30_000,
  inHand: 30_000,
  slip: null,
  ...changes,
})
const cash = check({ paymentId: 18, method: 'cash', reference: null, amount: 5_000, inHand: 5_000 })
const refused = (changes: Partial<Candidate>, depositedOn = '2027-05-04') =>
  slipRefusal([18, 17], [cash, check(changes)], depositedOn)

describe('a deposit slip', () => {
  test('accepts cash and checks that arrived by its day (R49.7)', () => {
    expect(refused({})).toBeNull()
    expect(refused({}, '2027-05-03')).toBeNull()
  })

  test.each([
    [
      'a transfer',
      { method: 'transfer' },
      'not_cash_or_check',
      'The transfer of $300.00 (payment 17) is neither cash nor a check.',
    ],
    [
      'money that came in another way',
      { method: 'other' },
      'not_cash_or_check',
      'The payment of $300.00 (payment 17) is neither cash nor a check.',
    ],
    [
      'a card payment',
      { method: 'card' },
      'not_cash_or_check',
      'The card payment of $300.00 (payment 17) is neither cash nor a check.',
    ],
    [
      'a check that is in a slip',
      { slip: { id: 3, depositedOn: '2027-05-04' } },
      'already_deposited',
      'Check 1042 of $300.00 (payment 17) is already in deposit slip 3 of Tue, May 4, 2027.',
    ],
    [
      'a payment that was refunded in cash',
      { method: 'cash', inHand: 0 },
      'nothing_in_hand',
      'Cash of $300.00 (payment 17) was refunded in cash, so nothing of it is left.',
    ],
    [
      'a check that arrived later',
      { day: '2027-05-05' },
      'received_later',
      'Check 1042 of $300.00 (payment 17) arrived on Wed, May 5, 2027, after the deposit.',
    ],
  ] as const)('refuses %s, and names it (R49.7)', (_, changes, code, message) => {
    expect(refused(changes)).toEqual({ code, message })
  })

  test('names every payment that is missing, before any other reason', () => {
    expect(slipRefusal([17, 98, 99], [check({ method: 'transfer' })], '2027-05-04')).toEqual({
      code: 'payment_not_found',
      message: 'Payment 98 no longer exists. Payment 99 no longer exists.',
    })
  })

  test('names every payment with the same problem', () => {
    const late = [check({ day: '2027-05-06' }), { ...cash, day: '2027-05-05' }]
    expect(slipRefusal([17, 18], late, '2027-05-04')?.message).toBe(
      'Check 1042 of $300.00 (payment 17) arrived on Thu, May 6, 2027, after the deposit. Cash of $50.00 (payment 18) arrived on Wed, May 5, 2027, after the deposit.',
    )
  })

  test('adds up checks and cash', () => {
    const slip = [
      { method: 'check', amount: 30_000 },
      { method: 'cash', amount: 5_000 },
      { method: 'check', amount: 1 },
    ] as const
    expect(slipTotals(slip)).toEqual({ checks: 30_001, cash: 5_000, total: 35_001 })
    expect(slipTotals([])).toEqual({ checks: 0, cash: 0, total: 0 })
  })
})

test.each([
  [{}, true],
  [{ method: 'cash' }, true],
  [{ method: 'other' }, false],
  [{ method: 'transfer' }, false],
  [{ inHand: 0 }, false],
  [{ slip: { id: 3, depositedOn: '2027-05-04' } }, false],
] as const)('says whether a payment can be deposited: %j is %s', (changes, can) => {
  expect(canDeposit(check(changes))).toBe(can)
})

test('leaves out the number of a check that nobody entered, and the number of cash', () => {
  expect(paymentName(check({ reference: null }))).toBe('Check of $300.00 (payment 17)')
  expect(paymentName({ ...cash, reference: '7' })).toBe('Cash of $50.00 (payment 18)')
})
