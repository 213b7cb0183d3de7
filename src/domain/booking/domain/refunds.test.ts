import { describe, expect, test } from 'vitest'
import { handKey, mustRefundByHand, type RefundRow } from './refunds.ts'

const row = (id: number, changes: Partial<RefundRow> = {}): RefundRow => ({
  id,
  paymentId: 1,
  key: `admin:${id}`,
  amount: 10_000,
  status: 'succeeded',
  ...changes,
})
const refused = row(5, { status: 'failed' })
const here = { amount: 45_000, refunded: 0, withdrawn: 0 }
const toGive = (refunds: RefundRow[], payment: typeof here | undefined = here) =>
  mustRefundByHand(refused, { payment, refunds: [refused, ...refunds] })

describe('refunds that an admin must give without Stripe', () => {
  test('include a refund with the status `owed`, but none that is requested from Stripe or finished', () => {
    const statuses = ['owed', 'requested', 'succeeded'] as const
    const rows = statuses.map((status, index) => row(index, { status }))
    expect(rows.map((one) => mustRefundByHand(one, { payment: here, refunds: rows }))).toEqual([
      true,
      false,
      false,
    ])
  })

  test('include a refund that Stripe refused while the venue still has the money', () => {
    expect(toGive([])).toBe(true)
    expect(toGive([], { ...here, refunded: 35_001 })).toBe(false)
    expect(toGive([], { ...here, withdrawn: 35_001 })).toBe(false)
    expect(toGive([], { ...here, withdrawn: 35_000 })).toBe(true)
    expect(mustRefundByHand(refused, { payment: undefined, refunds: [] })).toBe(false)
  })

  test('do not include a refused refund that was replaced by a manual refund or by later refunds', () => {
    expect(toGive([row(6, { key: handKey(5) })])).toBe(false)
    expect(toGive([row(6, { amount: 4_000 }), row(7, { amount: 6_000, status: 'requested' })])).toBe(false)
  })

  test('include a refused refund even after a further refund, made because the taker of the spot had paid more (R45.3)', () => {
    const first = row(5, { key: 'cancelled:12:34', status: 'failed' })
    const isLeft = (key: string) =>
      mustRefundByHand(first, { payment: here, refunds: [first, row(6, { key })] })
    expect(isLeft('cancelled:12:34:further:2')).toBe(true)
    // A later refund replaces the refused one, unless its key names the same stay (12) and payment (34).
    expect(isLeft('cancelled:12:35')).toBe(false)
    expect(isLeft('cancelled:13:34')).toBe(false)
    expect(isLeft('admin:6')).toBe(false)
  })

  test('include a refused refund if all others are older, refused, of another payment, or replace a different refund', () => {
    const others = [
      row(4),
      row(6, { paymentId: 2 }),
      row(7, { status: 'failed' }),
      row(8, { key: handKey(7) }),
    ]
    expect(toGive(others)).toBe(true)
  })
})
