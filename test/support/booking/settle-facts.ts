/** Creates the input of `settle`: a held spot and a successful charge, with the changes that a test needs. */
import {
  type Booking,
  type Change,
  type ProviderFacts,
  type RecordedRefund,
  settle,
} from '#domain/booking/domain/settle.ts'

export const NOW = new Date('2027-03-01T12:00:00Z')
/** Returns the instant that is `count` minutes after `NOW`. A negative number gives an earlier instant. */
export const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

export const succeeded = (more: object = {}): ProviderFacts => ({
  status: 'succeeded',
  received: 45_000,
  chargeId: 'ch_1',
  fee: 1_335,
  card: 'Visa 4242',
  paidAt: minutes(-1),
  withdrawn: 0,
  disputed: false,
  refunds: [],
  savedCard: null,
  ...more,
})

export const booking = (more: Partial<Booking> = {}): Booking => ({
  intent: { id: 'pi', status: 'open', createdAt: minutes(-20) },
  payment: null,
  invoice: { id: 7, paid: false, paysAll: false },
  reservation: { id: 3, status: 'pending', holdExpiresAt: minutes(10) },
  spotFree: false,
  ...more,
})

/** Returns a stay with the given status, and so without the deadline of a hold. */
export const inState = (status: 'confirmed' | 'cancelled' | 'expired' | 'refunded') => ({
  reservation: { id: 3, status, holdExpiresAt: null },
})

/** Returns the site's record of the payment, after the charge `succeeded`. */
export const recorded = (more: Partial<NonNullable<Booking['payment']>> = {}) => {
  const told = { chargeId: 'ch_1', paidAt: minutes(-1), fee: 1_335, card: 'Visa 4242', withdrawn: 0 }
  return { ...told, refunds: [], ...more }
}

/**
 * Runs `settle` for a payment that the site has recorded. `rows` are the site's refunds. `said` is what
 * Stripe reports about the charge.
 */
export const settledRefunds = (rows: RecordedRefund[], said: object) =>
  settle(booking({ payment: recorded({ refunds: rows }) }), succeeded(said), NOW)

/** Returns the name of each change. If a change has a key, the key follows the name. */
export const deeds = (changes: Change[]) =>
  changes.map((change) => ('key' in change ? `${change.do} ${change.key}` : change.do))
