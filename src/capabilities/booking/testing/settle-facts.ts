/** What `settle` is asked in its tests: a held spot whose card is charged, and what is otherwise. */
import type { Booking, Change, ProviderFacts } from '../rules.ts'

export const NOW = new Date('2027-03-01T12:00:00Z')
/** Minutes after `NOW`, or before it. */
export const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

export const succeeded = (more: object = {}): ProviderFacts => ({
  status: 'succeeded',
  received: 45_000,
  chargeId: 'ch_1',
  fee: 1_335,
  paidAt: minutes(-1),
  withdrawn: 0,
  refunds: [],
  ...more,
})

export const booking = (more: Partial<Booking> = {}): Booking => ({
  intent: { id: 'pi', status: 'open', createdAt: minutes(-20) },
  payment: null,
  invoice: { id: 7, paid: false, paysAll: false },
  reservation: { id: 3, status: 'pending', holdExpiresAt: minutes(10) },
  spotFree: false,
  replaces: null,
  ...more,
})

/** Each change in a word, with its key where it has one. */
export const deeds = (changes: Change[]) =>
  changes.map((change) => ('key' in change ? `${change.do} ${change.key}` : change.do))
