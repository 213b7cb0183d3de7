import { describe, expect, it } from 'vitest'
import {
  type Changes,
  DEPOSIT,
  factsOf,
  PAID_AT,
  problemOf,
  refundOf,
} from '#test/support/mail/reservation-rows.ts'

/** Returns the facts of a reservation. With `purged`, the guest is purged. */
function rows({ purged = false, ...changes }: Changes & { purged?: boolean }) {
  const facts = factsOf(changes)
  return { ...facts, reservation: { ...facts.reservation, purgedAt: purged ? PAID_AT : null } }
}

describe('a confirmation e-mail', () => {
  const confirmation = { type: 'invoice-success', invoiceId: DEPOSIT } as const
  const problem = (changes: Parameters<typeof rows>[0]) =>
    problemOf({ ...confirmation, facts: rows(changes) })

  it('is sent while the reservation is confirmed and the payment exists', () => {
    expect(problem({})).toBeNull()
    expect(problemOf({ ...confirmation, invoiceId: null, facts: factsOf() })).toBeNull()
  })

  it.each([
    [{ purged: true }, 'purged'],
    [{ status: 'cancelled' }, 'not_confirmed'],
    [{ status: 'expired' }, 'not_confirmed'],
    [{ status: 'refunded' }, 'not_confirmed'],
    [{ status: 'pending' }, 'not_confirmed'],
  ] as const)('is dropped for a reservation with %j: %s', (changes, reason) => {
    expect(problem(changes)).toBe(reason)
  })

  it('is dropped without a payment or after a full refund, but not after a partial refund', () => {
    expect(problemOf({ ...confirmation, facts: { ...factsOf(), payments: [] } })).toBe('not_paid')
    expect(problem({ refunds: [refundOf(45_000, { status: 'succeeded' })] })).toBe('paid_back')
    expect(problem({ refunds: [refundOf(45_000)] })).toBe('paid_back')
    expect(problem({ refunds: [refundOf(45_000, { status: 'failed' })] })).toBeNull()
    expect(problem({ refunds: [refundOf(20_000)] })).toBeNull()
  })
})

const problem = (type: 'late-refund' | 'late-refund-admin', changes: Parameters<typeof rows>[0]) =>
  problemOf({ type, invoiceId: DEPOSIT, facts: rows(changes) })

describe('the e-mails about the refund of a late payment', () => {
  const late = { status: 'refunded', refunds: [refundOf(45_000)] } as const
  const failed = [refundOf(45_000, { status: 'failed' })]
  it('go to the guest only if the money is really refunded', () => {
    expect(problem('late-refund', { ...late, refunds: [refundOf(45_000)] })).toBeNull()
    expect(problem('late-refund', { status: 'refunded' })).toBe('not_refunded')
    expect(problem('late-refund', { status: 'refunded', refunds: failed })).toBe('not_refunded')
    expect(problem('late-refund', { refunds: [refundOf(45_000)] })).toBe('not_refunded')
  })

  it('go to the admin even if the refund failed or the guest was purged', () => {
    expect(problem('late-refund-admin', { status: 'refunded', refunds: failed })).toBeNull()
    expect(problem('late-refund-admin', { status: 'refunded', purged: true })).toBeNull()
    expect(problem('late-refund', { status: 'refunded', refunds: [refundOf(45_000)], purged: true })).toBe(
      'purged',
    )
  })
})
