import { describe, expect, it } from 'vitest'
import { type Changes, DEPOSIT, factsOf, PAID_AT, problemOf, refundOf } from '../testing/stay-rows.ts'

/** Purged as well, where that is asked for. */
function rows({ purged = false, ...changes }: Changes & { purged?: boolean }) {
  const facts = factsOf(changes)
  return { ...facts, reservation: { ...facts.reservation, purgedAt: purged ? PAID_AT : null } }
}

describe('a confirmation', () => {
  const confirmation = { type: 'invoice-success', invoiceId: DEPOSIT } as const
  const problem = (changes: Parameters<typeof rows>[0]) =>
    problemOf({ ...confirmation, facts: rows(changes) })

  it('is sent while the reservation stands and the money is there', () => {
    expect(problem({})).toBeNull()
    expect(problemOf({ ...confirmation, invoiceId: null, facts: factsOf() })).toBeNull()
  })

  it.each([
    [{ purged: true }, 'purged'],
    [{ status: 'cancelled' }, 'not_confirmed'],
    [{ status: 'expired' }, 'not_confirmed'],
    [{ status: 'refunded' }, 'not_confirmed'],
    [{ status: 'pending' }, 'not_confirmed'],
  ] as const)('of a reservation %j is dropped: %s', (changes, reason) => {
    expect(problem(changes)).toBe(reason)
  })

  it('is dropped when its invoice is unpaid or wholly paid back, and not after a part refund', () => {
    expect(problemOf({ ...confirmation, facts: { ...factsOf(), payments: [] } })).toBe('not_paid')
    expect(problem({ refunds: [refundOf(45_000, { status: 'succeeded' })] })).toBe('paid_back')
    expect(problem({ refunds: [refundOf(45_000)] })).toBe('paid_back')
    expect(problem({ refunds: [refundOf(45_000, { status: 'failed' })] })).toBeNull()
    expect(problem({ refunds: [refundOf(20_000)] })).toBeNull()
  })
})

const problem = (type: 'late-refund' | 'late-refund-admin', changes: Parameters<typeof rows>[0]) =>
  problemOf({ type, invoiceId: DEPOSIT, facts: rows(changes) })

describe('a late refund', () => {
  const late = { status: 'refunded', refunds: [refundOf(45_000)] } as const
  const failed = [refundOf(45_000, { status: 'failed' })]
  it('is told to the guest only when the money does go back', () => {
    expect(problem('late-refund', { ...late, refunds: [refundOf(45_000)] })).toBeNull()
    expect(problem('late-refund', { status: 'refunded' })).toBe('not_refunded')
    expect(problem('late-refund', { status: 'refunded', refunds: failed })).toBe('not_refunded')
    expect(problem('late-refund', { refunds: [refundOf(45_000)] })).toBe('not_refunded')
  })

  it('is told to the admin when it failed too, and after the purge', () => {
    expect(problem('late-refund-admin', { status: 'refunded', refunds: failed })).toBeNull()
    expect(problem('late-refund-admin', { status: 'refunded', purged: true })).toBeNull()
    expect(problem('late-refund', { status: 'refunded', refunds: [refundOf(45_000)], purged: true })).toBe(
      'purged',
    )
  })
})
