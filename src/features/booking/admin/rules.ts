/** What an admin's changes to reservations lead to (R12.1). Pure. */
import type { Day } from '#shared/days.ts'
import { type Cents, LEAST_CHARGE } from '#shared/money.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import type { PlannedInvoice } from '../sign-up/rules.ts'

/** The fields that are wrong, in words. */
export type PlanProblem = { amount: string }

/**
 * The invoices of somebody whom an admin signs up: `amount` is the deposit, unless given the sum that a guest
 * would pay today; what is left of `totalDue` is due 30 days before the start, or today when that day is past.
 */
export function adminInvoicePlan(
  { totalDue, amount }: { totalDue: Cents; amount: Cents | null },
  startDateDate: Day,
  today: Day,
): PlannedInvoice[] | PlanProblem {
  const schedule = paymentSchedule({ cost: totalDue, startDateDate }, today)
  const first = amount ?? schedule.dueNow
  const rest = totalDue - first
  if (rest < 0) return { amount: 'The deposit cannot be more than the whole stay costs' }
  const restDue =
    schedule.remainderDue !== null && schedule.remainderDue > today ? schedule.remainderDue : today
  const plan: PlannedInvoice[] =
    rest === 0
      ? [{ purpose: 'whole', amount: first, due: today }]
      : [
          { purpose: 'deposit', amount: first, due: today },
          { purpose: 'remainder', amount: rest, due: restDue },
        ]
  // None of zero, and none that no card could pay.
  const asked = plan.filter((invoice) => invoice.amount > 0)
  return asked.some((invoice) => invoice.amount < LEAST_CHARGE)
    ? { amount: 'Each part needs to be at least $0.50, or nothing' }
    : asked
}

export interface MoneyReceived {
  reservationId: number
  method: string
  amount: Cents
  /** Given back for certain: a refund that is only asked for may still fail. */
  refunded: Cents
}

/** The reservations with money that has not been given back. */
export function withMoneyLeft(money: readonly MoneyReceived[]): Set<number> {
  return new Set(money.filter((line) => line.amount > line.refunded).map((line) => line.reservationId))
}

/** Card money alone: what was paid by hand is not given back through the site. */
export function byCard(money: readonly MoneyReceived[]): MoneyReceived[] {
  return money.filter(({ method }) => method === 'card')
}

/** The admin's order (R3.8): by due day, newest first; those without one last. */
export function inAdminOrder<T extends { id: number; due: Day | null }>(invoices: readonly T[]): T[] {
  return [...invoices].sort((a, b) => (b.due ?? '').localeCompare(a.due ?? '') || b.id - a.id)
}
