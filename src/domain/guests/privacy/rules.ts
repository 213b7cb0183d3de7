/** Rules: when guests' data is deleted, and whether a guest may have it deleted earlier (R18.2, R18.5). Pure. */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import type { RefundStatus } from '#platform/database/schema/payments.ts'
import { addDays, type Day } from '#shared/days.ts'

const DAY_MS = 86_400_000

/** How many days the site tries to send the deletion receipt. After that, the data is deleted without a receipt. */
export const RECEIPT_DAYS = 3

/** How many days in advance admins see that data will be deleted. */
export const WARN_DAYS = 7

/** Returns the day, at the ranch, on which the data of an event's guests is deleted. */
export const purgeDay = (endDateDate: Day, purgeAfterDays: number): Day =>
  addDays(endDateDate, purgeAfterDays)

/** Returns the last day of the newest events whose data must be deleted today. */
export const dueEnd = (today: Day, purgeAfterDays: number): Day => addDays(today, -purgeAfterDays)

/** Returns the time before which a receipt must have been enqueued to count as late. */
export const receiptsOverdue = (now: Date): Date => new Date(now.getTime() - RECEIPT_DAYS * DAY_MS)

export interface ErasureFacts {
  status: ReservationStatus
  /** True from the day after the event's last day on. */
  over: boolean
  /** Cents that the guest still has to pay. */
  stillToPay: number
  /** The statuses of the refunds of the stay's payments. */
  refunds: RefundStatus[]
}

export type EraseProblem = 'still_coming' | 'still_pending' | 'refund_under_way' | 'money_owed'

/** Returns why a guest's data is still needed, or null if it can be deleted now. */
export function eraseProblem({ status, over, stillToPay, refunds }: ErasureFacts): EraseProblem | null {
  if (status === 'pending') return 'still_pending'
  if (status === 'confirmed' && !over) return 'still_coming'
  // An admin must refund this money by hand, and must know to whom.
  if (refunds.includes('owed') || refunds.includes('failed')) return 'money_owed'
  if (refunds.includes('requested')) return 'refund_under_way'
  return status === 'confirmed' && stillToPay > 0 ? 'money_owed' : null
}
