/** What `settle` is asked in its tests: a held spot whose card is charged, and what is otherwise. */
import {
  type Booking,
  type Change,
  type ProviderFacts,
  type RecordedRefund,
  settle,
} from '../domain/settle.ts'

export const NOW = new Date('2027-03-01T12:00:00Z')
/** Minutes after `NOW`, or before it. */
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
  kept: null,
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

/** A stay that is held no more. */
export const inState = (status: 'confirmed' | 'cancelled' | 'expired' | 'refunded') => ({
  reservation: { id: 3, status, holdExpiresAt: null },
})

/** The payment as `succeeded` tells it, in the books. */
export const recorded = (more: Partial<NonNullable<Booking['payment']>> = {}) => {
  const told = { chargeId: 'ch_1', paidAt: minutes(-1), fee: 1_335, card: 'Visa 4242', withdrawn: 0 }
  return { ...told, refunds: [], ...more }
}

/** A recorded payment with these refunds of ours, and what the provider says of it. */
export const settledRefunds = (rows: RecordedRefund[], said: object) =>
  settle(booking({ payment: recorded({ refunds: rows }) }), succeeded(said), NOW)

/** Each change in a word, with its key where it has one. */
export const deeds = (changes: Change[]) =>
  changes.map((change) => ('key' in change ? `${change.do} ${change.key}` : change.do))
