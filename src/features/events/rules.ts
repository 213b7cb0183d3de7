/** The rules of an event: money, spots, time (R3.2, R3.3, R3.4, R2.2). Pure. */
import { addDays, type Day } from '#shared/days.ts'
import { type Cents, halfRoundedUp, LEAST_CHARGE } from '#shared/money.ts'

/** The final payment is due this many calendar days before the start (R3.4). */
const REMAINDER_DAYS = 30

interface Priced {
  /** Cents per person; 0 is free, below 0 "not priced here". */
  cost: Cents
  startDateDate: Day
}

export interface PaymentSchedule {
  /** Half the cost, rounded half up. */
  deposit: Cents
  remainder: Cents
  /** Null when nothing remains. */
  remainderDue: Day | null
  /** Cents due when signing up today: the deposit, or the whole from the remainder's due day on. */
  dueNow: Cents
  /** The sum due now is the whole cost, in one invoice. */
  wholeNow: boolean
}

export const remainderDay = (startDateDate: Day): Day => addDays(startDateDate, -REMAINDER_DAYS)

/** A day on which the payments fall as they were told: what was due whole is so still, and a deposit stays a deposit. */
export const dayAsTold = (startDateDate: Day, { whole }: { whole: boolean }): Day =>
  whole ? remainderDay(startDateDate) : addDays(remainderDay(startDateDate), -1)

/** The payments of one guest who signs up on `today`; all zero when the event asks for no money. */
export function paymentSchedule({ cost, startDateDate }: Priced, today: Day): PaymentSchedule {
  if (cost <= 0) return { deposit: 0, remainder: 0, remainderDue: null, dueNow: 0, wholeNow: false }
  const half = halfRoundedUp(cost)
  // No card could pay a smaller rest (R41.4).
  const deposit = cost - half < LEAST_CHARGE ? cost : half
  const remainder = cost - deposit
  const dueDay = remainderDay(startDateDate)
  const wholeNow = remainder === 0 || today >= dueDay
  return {
    deposit,
    remainder,
    remainderDue: remainder > 0 ? dueDay : null,
    dueNow: wholeNow ? cost : deposit,
    wholeNow,
  }
}

/** Past from 00:00 at the ranch on the start day: no call to action, no sign-up. */
export const hasHappened = (startDateDate: Day, today: Day): boolean => today >= startDateDate

/** Over from 00:00 at the ranch on the day after the last: it can neither be cancelled nor take new guests any more. */
export const hasEnded = (endDateDate: Day, today: Day): boolean => today > endDateDate

/** Full when its spots are no more than those taken (R2.2). `taken` are the confirmed and the pending ones. */
export const isFull = (spots: number, taken: number): boolean => spots <= taken

/**
 * The number of an event's changes. Only edits move its days, and its cancellation is no edit. A calendar that has an
 * earlier file takes one with a higher number for newer, and may leave others (RFC 5545 section 3.8.7.4).
 */
export const revisionOf = ({ version, cancelledAt }: { version: number; cancelledAt: Date | null }): number =>
  version - 1 + (cancelledAt === null ? 0 : 1)

/** Passwords are compared trimmed and in any case (R10.10). */
export const comparablePassword = (password: string): string => password.normalize('NFC').trim().toLowerCase()
