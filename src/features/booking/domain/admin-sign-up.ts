/** The invoices of somebody whom an admin signs up, or moves to another retreat with nothing paid. Pure. */
import { paymentSchedule } from '#features/events/rules.ts'
import type { Day } from '#shared/days.ts'
import { type Cents, LEAST_CHARGE } from '#shared/money.ts'
import type { PlannedInvoice } from './sign-up.ts'

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
  // No invoice of zero, and none that no card could pay.
  const asked = plan.filter((invoice) => invoice.amount > 0)
  return asked.some((invoice) => invoice.amount < LEAST_CHARGE)
    ? { amount: 'Each part needs to be at least $0.50, or nothing' }
    : asked
}
