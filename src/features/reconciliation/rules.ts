/** The nightly reconciliation: our books are the card provider's to the cent (R4.14). Which night one is of, and what differs. Pure. */
import type { ProofDifference } from '#platform/database/schema/site.ts'
import { type Day, nightOf } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { ListedMoney, ProviderIntent } from '#features/card-provider/index.ts'

/** The hour at the ranch from which the books are compared: nobody is awake, nobody pays. */
const FROM_HOUR = 2
/** A payment that is younger may still be on its way into our books. */
const IN_FLIGHT_MS = 60 * 60_000
/** The most differences: with more, something is wrong with the whole and not with payments. */
export const MOST_DIFFERENCES = 200

/** The ranch's day whose reconciliation is due: from 02:00 on its own, before that the day before's. */
export const reconciliationNight = (now: Date): Day => nightOf(now, FROM_HOUR)

/** `refunded`: what really was, through the provider. */
export type Money = Pick<ListedMoney, 'received' | 'refunded' | 'withdrawn'>

/** One payment by both books; null where one knows nothing of it. */
export interface BothSides {
  intentId: string
  reservationId: number | null
  ours: Money | null
  theirs: Money | null
}

/** The money of an intent by the provider's word; zeros while it is not paid. */
export function intentMoney({ state }: ProviderIntent): Money {
  if (state.status !== 'succeeded') return { received: 0, refunded: 0, withdrawn: 0 }
  const given = state.refunds.filter((refund) => refund.status === 'succeeded')
  const refunded = given.reduce((sum, { amount }) => sum + amount, 0)
  return { received: state.received, refunded, withdrawn: state.withdrawn }
}

/** Whether an intent was paid so short a while ago that it need not be in our books yet. */
export const isInFlight = ({ paidAt }: { paidAt: Date }, now: Date): boolean =>
  now.getTime() - paidAt.getTime() < IN_FLIGHT_MS

export function differencesOf({ intentId, reservationId, ours, theirs }: BothSides): ProofDifference[] {
  const told = (what: ProofDifference['what'], sum: (money: Money) => Cents): ProofDifference[] => {
    const [mine, other] = [ours && sum(ours), theirs && sum(theirs)]
    if ((mine ?? 0) === (other ?? 0)) return []
    return [{ intentId, what, ours: mine, theirs: other, reservationId }]
  }
  return [
    ...told('received', ({ received }) => received),
    ...told('refunded', ({ refunded }) => refunded),
    ...told('disputed', ({ withdrawn }) => withdrawn),
  ]
}

/** A reconciliation while it is being made. Sums are cents. */
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

/** Adds one payment; the sums are of all, the list of differences ends at `MOST_DIFFERENCES`. */
export function addTo(tally: Tally, sides: BothSides): void {
  tally.payments += 1
  for (const side of ['ours', 'theirs'] as const) {
    tally[side].received += sides[side]?.received ?? 0
    tally[side].refunded += sides[side]?.refunded ?? 0
  }
  const room = MOST_DIFFERENCES - tally.differences.length
  tally.differences.push(...differencesOf(sides).slice(0, room))
}
