/**
 * Rules for when guests' data is deleted, and for whether a guest may have it deleted earlier (R18.2, R18.5). Pure.
 */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import type { RefundStatus } from '#platform/database/schema/payments.ts'
import { addDays, type Day } from '#shared/days.ts'

const DAY_MS = 86_400_000

/**
 * Days for which the site tries to send the deletion receipt. After that, the site deletes the guest's data without a
 * receipt.
 */
export const RECEIPT_DAYS = 3

/** How many days in advance the Today page shows that guests' data will be deleted. */
export const WARN_DAYS = 7

/** Returns the ranch day on which the data of an event's guests is deleted. */
export const purgeDay = (endDateDate: Day, purgeAfterDays: number): Day =>
  addDays(endDateDate, purgeAfterDays)

/** Returns a day. If an event ended on that day or earlier, its guests' data is due for deletion today. */
export const dueEnd = (today: Day, purgeAfterDays: number): Day => addDays(today, -purgeAfterDays)

/** Returns a time. A deletion receipt that was enqueued before this time is late. */
export const receiptsOverdue = (now: Date): Date => new Date(now.getTime() - RECEIPT_DAYS * DAY_MS)

export interface ErasureFacts {
  status: ReservationStatus
  /** True from the day after the event's last day. */
  over: boolean
  /** Cents that the guest still has to pay. */
  stillToPay: number
  /** The statuses of all refunds of the stay's payments. */
  refunds: RefundStatus[]
}

export type EraseProblem = 'still_coming' | 'still_pending' | 'refund_under_way' | 'money_owed'

/** Returns why the site still needs a guest's data, or null if the data can be deleted now. */
export function eraseProblem({ status, over, stillToPay, refunds }: ErasureFacts): EraseProblem | null {
  if (status === 'pending') return 'still_pending'
  if (status === 'confirmed' && !over) return 'still_coming'
  // The venue must still pay an owed or failed refund by hand, so an admin must know who gets the money.
  if (refunds.includes('owed') || refunds.includes('failed')) return 'money_owed'
  if (refunds.includes('requested')) return 'refund_under_way'
  return status === 'confirmed' && stillToPay > 0 ? 'money_owed' : null
}
