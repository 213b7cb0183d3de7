/** The days on which guests' data goes, and when a guest may have it deleted earlier (R18.2, R18.5). Pure. */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import type { RefundStatus } from '#platform/database/schema/payments.ts'
import { addDays, type Day } from '#shared/days.ts'

const DAY_MS = 86_400_000

/** Days that a deletion receipt may take to go out; then the data goes without it. */
export const RECEIPT_DAYS = 3

/** Days ahead that admins are warned. */
export const WARN_DAYS = 7

/** The ranch day on which the data of an event's guests goes. */
export const purgeDay = (endDateDate: Day, purgeAfterDays: number): Day =>
  addDays(endDateDate, purgeAfterDays)

/** Events that ended on this day or before are due today. */
export const dueEnd = (today: Day, purgeAfterDays: number): Day => addDays(today, -purgeAfterDays)

/** Receipts enqueued by then have had their time. */
export const receiptsOverdue = (now: Date): Date => new Date(now.getTime() - RECEIPT_DAYS * DAY_MS)

export interface Asked {
  status: ReservationStatus
  /** The last day of the event is over. */
  over: boolean
  /** Cents that are left to pay. */
  stillToPay: number
  /** The states of the refunds of its payments. */
  refunds: RefundStatus[]
}

export type EraseProblem = 'still_coming' | 'still_pending' | 'refund_under_way' | 'money_owed'

/** The reason why the data is still needed; null: it can be deleted now. */
export function eraseProblem({ status, over, stillToPay, refunds }: Asked): EraseProblem | null {
  if (status === 'pending') return 'still_pending'
  if (status === 'confirmed' && !over) return 'still_coming'
  // A refund by hand, or one that the card refused: only a person can give it, and must know to whom.
  if (refunds.includes('owed') || refunds.includes('failed')) return 'money_owed'
  if (refunds.includes('requested')) return 'refund_under_way'
  return status === 'confirmed' && stillToPay > 0 ? 'money_owed' : null
}
