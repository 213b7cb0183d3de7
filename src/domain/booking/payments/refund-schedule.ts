/** Reads what canceling stays refunds, by the day of canceling (R51.1). */
import type { Database } from '#platform/database/database.ts'
import type { Day } from '#shared/days.ts'
import { type PartyAccounts, receivedFor, withEstimatedFees } from '../domain/party-accounts.ts'
import {
  type PlanFacts,
  planRefund,
  type RefundSchedule,
  refundSchedule,
  sumPlans,
} from '../domain/refund-policy.ts'
import { findPartyAccounts } from './read-party-accounts.ts'

/** Guests of one party. A guest alone counts as one. */
type GuestIds = readonly [number, ...number[]]

interface Days {
  startDateDate: Day
  today: Day
}

/** Returns what is refunded if these guests cancel together, by the day of canceling. */
export function scheduleFor(books: PartyAccounts, [first, ...others]: GuestIds, days: Days): RefundSchedule {
  const planned = (from: PartyAccounts) => (facts: PlanFacts) => {
    const plan = (id: number) => planRefund(receivedFor(from, id), facts)
    return sumPlans([plan(first), ...others.map(plan)])
  }
  const { feesKnown } = planned(books)({ ...days, cancelledBy: 'guest', replacementFound: false })
  return refundSchedule(days, planned(withEstimatedFees(books)), { feesKnown })
}

/** Reads the schedule of these guests. Null if the first one no longer exists. */
export async function readRefundSchedule(
  db: Database,
  guestIds: GuestIds,
  days: Days,
): Promise<RefundSchedule | null> {
  const books = await findPartyAccounts(db, guestIds[0])
  return books ? scheduleFor(books, guestIds, days) : null
}
