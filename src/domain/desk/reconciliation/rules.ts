/**
 * Rules of the nightly reconciliation: our payments must match Stripe's to the cent (R4.14). Decides for which night
 * it runs and what differs. Pure.
 */
import type { ProofDifference } from '#platform/database/schema/site.ts'
import { type Day, nightOf } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { ListedMoney, ProviderIntent } from '#domain/money/card-provider/port.ts'

/** The hour at the ranch from which the nightly reconciliation runs: everyone is asleep, so nobody pays. */
const FROM_HOUR = 2
/** A payment younger than this may not be in our database yet. */
const IN_FLIGHT_MS = 60 * 60_000
/**
 * The largest number of differences to store. If there are more, the cause is a general one and not a single payment.
 */
export const MAX_DIFFERENCES = 200

/**
 * Returns the ranch day whose nightly reconciliation should have run by now: today from 02:00 on, before that
 * yesterday.
 */
export const reconciliationNight = (now: Date): Day => nightOf(now, FROM_HOUR)

/**
 * The amounts of a payment in cents. `refunded` counts only refunds through Stripe that succeeded. `withdrawn` is
 * what disputes hold.
 */
export type Money = Pick<ListedMoney, 'received' | 'refunded' | 'withdrawn'>

/** One payment in our database (`ours`) and at Stripe (`theirs`). Null if that side does not know the payment. */
export interface BothSides {
  intentId: string
  reservationId: number | null
  ours: Money | null
  theirs: Money | null
}

/** Returns the amounts of a payment intent at Stripe in cents. All are zero if the intent is not paid. */
export function intentMoney({ state }: ProviderIntent): Money {
  if (state.status !== 'succeeded') return { received: 0, refunded: 0, withdrawn: 0 }
  const given = state.refunds.filter((refund) => refund.status === 'succeeded')
  const refunded = given.reduce((sum, { amount }) => sum + amount, 0)
  return { received: state.received, refunded, withdrawn: state.withdrawn }
}

/** Returns true if a guest paid so recently that our database may not have the payment yet. */
export const isInFlight = ({ paidAt }: { paidAt: Date }, now: Date): boolean =>
  now.getTime() - paidAt.getTime() < IN_FLIGHT_MS

export function differencesOf({ intentId, reservationId, ours, theirs }: BothSides): ProofDifference[] {
  const differenceOf = (what: ProofDifference['what'], sum: (money: Money) => Cents): ProofDifference[] => {
    const [mine, other] = [ours && sum(ours), theirs && sum(theirs)]
    if ((mine ?? 0) === (other ?? 0)) return []
    return [{ intentId, what, ours: mine, theirs: other, reservationId }]
  }
  return [
    ...differenceOf('received', ({ received }) => received),
    ...differenceOf('refunded', ({ refunded }) => refunded),
    ...differenceOf('disputed', ({ withdrawn }) => withdrawn),
  ]
}

/** The result of a reconciliation that is still running. Amounts are in cents. */
export interface Tally {
  payments: number
  ours: { received: Cents; refunded: Cents }
  theirs: { received: Cents; refunded: Cents }
  differences: ProofDifference[]
}

export const emptyTally = (): Tally => ({
  payments: 0,
  ours: { received: 0, refunded: 0 },
  theirs: { received: 0, refunded: 0 },
  differences: [],
})

/** Adds one payment to the totals. Stores at most `MAX_DIFFERENCES` differences. */
export function addToTally(tally: Tally, sides: BothSides): void {
  tally.payments += 1
  for (const side of ['ours', 'theirs'] as const) {
    tally[side].received += sides[side]?.received ?? 0
    tally[side].refunded += sides[side]?.refunded ?? 0
  }
  const room = MAX_DIFFERENCES - tally.differences.length
  tally.differences.push(...differencesOf(sides).slice(0, room))
}
