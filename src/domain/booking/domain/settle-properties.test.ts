import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minutes, NOW } from '#test/support/booking/settle-facts.ts'
import { type Booking, type Change, type ProviderFacts, settle } from './settle.ts'

/**
 * Applies the changes that `settle` returned to a booking in memory, as `writeChanges` does in the database.
 */
function afterwards(before: Booking, changes: Change[]): Booking {
  const after = structuredClone(before)
  for (const change of changes) {
    if (change.do === 'close-intent' && after.intent) after.intent.status = 'canceled'
    if (change.do === 'record-payment') {
      const { chargeId, paidAt, fee, card, withdrawn } = change.charge
      after.payment = { chargeId, paidAt, fee, card, withdrawn, refunds: [] }
      if (after.intent) after.intent.status = 'succeeded'
      if (after.invoice && change.invoiceId !== null) after.invoice.paid = true
    }
    if (change.do === 'keep-card') after.cardKept = true
    if (change.do === 'drop-card') after.cardKept = false
    if (change.do === 'pass-on-warning') after.hasNewWarning = false
    if (change.do === 'update-payment' && after.payment) Object.assign(after.payment, change)
    if (change.do === 'refund')
      after.payment?.refunds.push({ key: change.key, status: 'requested', providerRefundId: null })
    if (change.do === 'book-refund') {
      const { id: providerRefundId, status } = change.refund
      const row = {
        key: change.key,
        status: status === 'pending' ? ('requested' as const) : status,
        providerRefundId,
      }
      const others = after.payment?.refunds.filter((other) => other.key !== change.key) ?? []
      if (after.payment) after.payment.refunds = [...others, row]
    }
    const to = { confirm: 'confirmed', expire: 'expired', 'mark-refunded': 'refunded' } as const
    if (change.do in to && after.reservation)
      after.reservation = {
        ...after.reservation,
        status: to[change.do as keyof typeof to],
        holdExpiresAt: null,
      }
  }
  return after
}

const anyRefund = fc.record({
  id: fc.constantFrom('re_1', 're_2'),
  amount: fc.integer({ min: 1, max: 60_000 }),
  status: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
  key: fc.constantFrom(null, 'late:pi'),
  createdAt: fc.constant(minutes(0)),
})
const anyFacts: fc.Arbitrary<ProviderFacts> = fc.oneof(
  fc.record({
    status: fc.constant('succeeded' as const),
    received: fc.integer({ min: 100, max: 90_000 }),
    chargeId: fc.constantFrom('ch_1', null),
    fee: fc.option(fc.integer({ min: 0, max: 5_000 })),
    card: fc.constantFrom('Visa 4242', null),
    paidAt: fc.integer({ min: -120, max: 0 }).map(minutes),
    withdrawn: fc.constantFrom(0, 0, 50, 90_000),
    disputed: fc.boolean(),
    refunds: fc.uniqueArray(anyRefund, { maxLength: 1 }),
    savedCard: fc.constantFrom(null, {
      customer: 'cus_1',
      paymentMethod: 'pm_1',
      card: 'Visa 4242',
      expires: null,
    }),
  }),
  fc
    .constantFrom(...(['open', 'processing', 'canceled', 'unknown', 'none'] as const))
    .map((status) => ({ status })),
)
const anyBooking: fc.Arbitrary<Booking> = fc.record({
  intent: fc.record({
    id: fc.constant('pi'),
    status: fc.constantFrom('open' as const, 'canceled' as const),
    createdAt: fc.integer({ min: -120, max: 0 }).map(minutes),
    customer: fc.constantFrom(null, 'cus_1'),
  }),
  cardKept: fc.boolean(),
  hasNewWarning: fc.boolean(),
  payment: fc.constant(null),
  invoice: fc.option(fc.record({ id: fc.constant(7), paid: fc.boolean(), paysAll: fc.boolean() })),
  reservation: fc
    .constantFrom(...(['pending', 'confirmed', 'cancelled', 'expired', 'refunded'] as const))
    .chain((status) =>
      fc.integer({ min: -90, max: 20 }).map((hold) => ({
        id: 3,
        status,
        holdExpiresAt: status === 'pending' ? minutes(hold) : null,
      })),
    ),
  spotFree: fc.boolean(),
})

describe('for random bookings and random answers of Stripe, the function settle', () => {
  test('returns no changes when it runs again after its first changes were made', () => {
    fc.assert(
      fc.property(anyBooking, anyFacts, (before, facts) => {
        const changes = settle(before, facts, NOW)
        if (changes.some((change) => change.do === 'cancel-intent')) return
        expect(settle(afterwards(before, changes), facts, NOW)).toEqual([])
      }),
    )
  })

  test('records a payment before any other change, and never confirms a reservation without a held or free spot', () => {
    fc.assert(
      fc.property(anyBooking, anyFacts, (before, facts) => {
        const deeds = settle(before, facts, NOW).map((change) => change.do)
        if (deeds.includes('confirm')) {
          expect(deeds[0]).toBe('record-payment')
          expect(before.spotFree || before.reservation?.status === 'pending').toBe(true)
        }
        if (facts.status === 'succeeded') expect(deeds).not.toContain('expire')
      }),
    )
  })
})
