import { describe, expect, test } from 'vitest'
import { card, daysBefore, START } from '#test/support/booking/received.ts'
import { decideRefund, planAwaited, planRefund, type Received } from './refund-policy.ts'

describe('a refund that cannot be computed until Stripe reports a fee', () => {
  const day = {
    cancelledBy: 'guest',
    replacementFound: false,
    startDateDate: START,
    today: daysBefore(60),
  } as const
  const unknown = card({ fee: null })
  const waitingFor = (money: Received[], least = 0) => {
    const { awaited, plan } = decideRefund(planRefund(money, day), { sendEmail: true, least })
    if (!awaited) throw new Error('no refund waits')
    expect(plan).toMatchObject({ refundToCards: 0, refundByHand: 0 })
    return awaited
  }

  test('is computed with the tier of the day of canceling, once the fee is known', () => {
    const awaited = waitingFor([unknown])
    expect(planAwaited(awaited, [unknown], day)).toBeNull()
    expect(planAwaited(awaited, [{ ...unknown, fee: 1_335 }], day)).toMatchObject({
      fees: 1_335,
      refundByTerms: 32_415,
      refundToCards: 32_415,
    })
  })

  test('stores the payments as they were on the day of canceling, and computes the refund from them later', () => {
    const awaited = waitingFor([unknown])
    expect(awaited).toEqual({
      least: 0,
      sendEmail: true,
      money: [{ ...unknown, paidAt: unknown.paidAt.toISOString() }],
    })
    const told = { ...unknown, fee: 1_335 }
    expect(planAwaited(awaited, [told], day)).toEqual({
      ...planRefund([told], day),
      lines: [{ ...told, refund: 32_415 }],
    })
  })

  test('subtracts each payment’s fee and refunds since the cancellation, but not refunds that have failed since', () => {
    const old = card({ paidAt: new Date('2026-12-01T12:00:00Z'), refunded: 1_000 })
    const awaited = waitingFor([old, unknown])
    const told = { ...unknown, fee: 665 }
    // The Terms refund 75 % of 89,000 cents, minus 2,000 cents of fees. The two expected refunds add up to that.
    const shares = (money: Received[]) =>
      planAwaited(awaited, money, day)?.lines.map(({ paymentId, refund }) => [paymentId, refund])
    expect(shares([old, told])).toEqual([
      [unknown.paymentId, 45_000],
      [old.paymentId, 19_750],
    ])
    expect(
      shares([
        { ...old, refunded: 1_500 },
        { ...told, refunded: 250 },
      ]),
    ).toEqual([
      [unknown.paymentId, 44_750],
      [old.paymentId, 19_250],
    ])
    // When an earlier refund fails, more of the payment is left. But the Terms do not refund more because of that.
    expect(shares([{ ...old, refunded: 0 }, told])).toEqual([
      [unknown.paymentId, 45_000],
      [old.paymentId, 19_750],
    ])
    // A fee that Stripe has reported once counts as known, even if Stripe's later answer omits it.
    expect(planAwaited(awaited, [{ ...old, fee: null }, told], day)).toMatchObject({ fees: 2_000 })
    expect(shares([old])).toBeUndefined()
  })

  test('refunds nothing of a payment that was deleted in the meantime', () => {
    const old = card()
    const awaited = waitingFor([old, unknown])
    expect(planAwaited(awaited, [{ ...unknown, fee: 665 }], day)).toMatchObject({
      fees: 2_000,
      refundByTerms: 65_500,
      refundToCards: 45_000,
    })
  })

  test('subtracts refunds that were made since the cancellation, so that nothing is refunded twice', () => {
    const awaited = waitingFor([unknown])
    const now = (refunded: number, fee: number | null = 1_335) =>
      planAwaited(awaited, [{ ...unknown, fee, refunded }], day)
    expect(now(10_000)).toMatchObject({ refundToCards: 22_415 })
    expect(now(32_415)).toMatchObject({ refundToCards: 0 })
    expect(now(40_000)).toMatchObject({ refundToCards: 0 })
    // The most that the Terms can refund was already refunded. So Stripe's fee no longer matters.
    expect(now(33_750, null)).toMatchObject({ refundToCards: 0 })
    expect(now(33_749, null)).toBeNull()
  })

  test('subtracts a refund that Stripe refused and an admin gives instead (R45.3)', () => {
    const awaited = waitingFor([unknown])
    const told = { ...unknown, fee: 1_335 }
    expect(planAwaited(awaited, [told], { ...day, refused: 10_000 })).toMatchObject({ refundToCards: 22_415 })
    expect(planAwaited(awaited, [{ ...told, refunded: 10_000 }], { ...day, refused: 10_000 })).toMatchObject({
      refundToCards: 12_415,
    })
  })

  test('ignores payments made after the cancellation, and refunds no disputed money', () => {
    const awaited = waitingFor([unknown])
    const told = { ...unknown, fee: 1_335 }
    expect(planAwaited(awaited, [told, card()], day)).toMatchObject({ refundToCards: 32_415 })
    expect(planAwaited(awaited, [{ ...told, withdrawn: 45_000 }], day)).toMatchObject({ refundToCards: 0 })
  })

  test('refunds at least what the leaver of the spot was promised, and does not wait if the Terms cannot refund more', () => {
    expect(planAwaited(waitingFor([unknown], 33_000), [{ ...unknown, fee: 1_335 }], day)).toMatchObject({
      refundToCards: 33_000,
    })
    const decided = decideRefund(planRefund([unknown], day), {
      sendEmail: true,
      least: 40_500,
      why: 'promised',
    })
    expect(decided).toMatchObject({
      awaited: null,
      overrideReason: 'promised',
      plan: { refundToCards: 40_500 },
    })
  })
})
