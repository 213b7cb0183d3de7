import { describe, expect, test } from 'vitest'
import { card, daysBefore, START } from '../testing/received.ts'
import { decideRefund, planAwaited, planRefund, type Received } from './refund-policy.ts'

describe('a refund that waits for a fee', () => {
  const day = {
    cancelledBy: 'guest',
    replacementFound: false,
    startDateDate: START,
    today: daysBefore(60),
  } as const
  const unknown = card({ fee: null })
  const waitingFor = (money: Received[], least = 0) => {
    const { awaited, plan } = decideRefund(planRefund(money, day), { sendEmail: true, least })
    if (!awaited) throw new Error('nothing waits')
    expect(plan).toMatchObject({ refundToCards: 0, refundByHand: 0 })
    return awaited
  }

  test('is decided by the terms of the day of cancelling, as soon as the fee is told', () => {
    const awaited = waitingFor([unknown])
    expect(planAwaited(awaited, [unknown], day)).toBeNull()
    expect(planAwaited(awaited, [{ ...unknown, fee: 1_335 }], day)).toMatchObject({
      fees: 1_335,
      refundByTerms: 32_415,
      refundToCards: 32_415,
    })
  })

  test('is as the day of cancelling had it, and says so', () => {
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

  test('takes each payment for itself: its fee, what was refunded of it since, and what failed since', () => {
    const old = card({ paidAt: new Date('2026-12-01T12:00:00Z'), refunded: 1_000 })
    const awaited = waitingFor([old, unknown])
    const told = { ...unknown, fee: 665 }
    // 75 % of 89,000, less 2,000 of fees.
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
    // A refund of before that fails since leaves more to refund, but the terms give no more for it.
    expect(shares([{ ...old, refunded: 0 }, told])).toEqual([
      [unknown.paymentId, 45_000],
      [old.paymentId, 19_750],
    ])
    // What was told once is not forgotten.
    expect(planAwaited(awaited, [{ ...old, fee: null }, told], day)).toMatchObject({ fees: 2_000 })
    expect(shares([old])).toBeUndefined()
  })

  test('has nothing of a payment that is no more there', () => {
    const old = card()
    const awaited = waitingFor([old, unknown])
    expect(planAwaited(awaited, [{ ...unknown, fee: 665 }], day)).toMatchObject({
      fees: 2_000,
      refundByTerms: 65_500,
      refundToCards: 45_000,
    })
  })

  test('counts what was refunded meanwhile, and nothing is refunded twice', () => {
    const awaited = waitingFor([unknown])
    const now = (refunded: number, fee: number | null = 1_335) =>
      planAwaited(awaited, [{ ...unknown, fee, refunded }], day)
    expect(now(10_000)).toMatchObject({ refundToCards: 22_415 })
    expect(now(32_415)).toMatchObject({ refundToCards: 0 })
    expect(now(40_000)).toMatchObject({ refundToCards: 0 })
    // As much as the terms can give at all: the fee does not matter any more.
    expect(now(33_750, null)).toMatchObject({ refundToCards: 0 })
    expect(now(33_749, null)).toBeNull()
  })

  test('counts what the card refused before, which an admin gives by hand (R45.3)', () => {
    const awaited = waitingFor([unknown])
    const told = { ...unknown, fee: 1_335 }
    expect(planAwaited(awaited, [told], { ...day, refused: 10_000 })).toMatchObject({ refundToCards: 22_415 })
    expect(planAwaited(awaited, [{ ...told, refunded: 10_000 }], { ...day, refused: 10_000 })).toMatchObject({
      refundToCards: 12_415,
    })
  })

  test('leaves out money that came later, and gives no more than disputes leave', () => {
    const awaited = waitingFor([unknown])
    const told = { ...unknown, fee: 1_335 }
    expect(planAwaited(awaited, [told, card()], day)).toMatchObject({ refundToCards: 32_415 })
    expect(planAwaited(awaited, [{ ...told, withdrawn: 45_000 }], day)).toMatchObject({ refundToCards: 0 })
  })

  test('gives at least what a link has promised; where the terms cannot give more, nothing waits', () => {
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
