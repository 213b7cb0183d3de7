/** Choices that are made, and other ones for a stay that has some: whether it may have them, and where the difference goes (R37.5, R37.7). Pure. */
import {
  choose,
  type ChoiceRefused,
  type Chosen,
  isOffering,
  isRefused,
  lodgingKept,
  sumOf,
} from '#features/events/domain/options.ts'
import { leavesLodging } from '#features/events/rules.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { type Cents, LEAST_CHARGE } from '#shared/money.ts'
import type { invoices } from '#platform/database/schema/booking.ts'
import { changeUntil } from './guest-actions.ts'

/** A choice as it was made. */
export type Choice = Chosen & { chosenAt: Date }

/** An unpaid invoice for the price. */
type Open = Pick<typeof invoices.$inferSelect, 'id' | 'purpose' | 'amount' | 'due'>

interface DifferencePlan {
  /** Other sums for invoices that are there; 0: it goes. */
  changed: { id: number; amount: Cents }[]
  /** A new invoice, due at once; 0: none. What no card could pay is shown as not invoiced. */
  added: Cents
}

/**
 * The difference of a new price goes onto the remainder or else the last of what is unpaid; what cannot join
 * any is an invoice of its own. A lower price is taken off what is unpaid, the last first.
 */
export function planDifference(difference: Cents, unpaid: readonly Open[]): DifferencePlan {
  const last = unpaid.toSorted(
    (one, other) =>
      Number(other.purpose === 'remainder') - Number(one.purpose === 'remainder') ||
      (other.due ?? '9999-12-31').localeCompare(one.due ?? '9999-12-31') ||
      other.id - one.id,
  )
  const [first] = last
  if (difference >= 0) {
    if (first && difference > 0)
      return { changed: [{ id: first.id, amount: first.amount + difference }], added: 0 }
    return { changed: [], added: difference < LEAST_CHARGE ? 0 : difference }
  }
  const changed: DifferencePlan['changed'] = []
  let over = -difference
  for (const { id, amount } of last) {
    if (over === 0) break
    const taken = Math.min(over, amount)
    // A rest that no card could pay is asked for no more.
    changed.push({ id, amount: amount - taken < LEAST_CHARGE ? 0 : amount - taken })
    over -= taken
  }
  return { changed, added: 0 }
}

export type ChangeProblem = 'event_cancelled' | 'not_standing' | 'choices_closed' | 'choices_cheaper'

/** Why a guest cannot change their choices now; null when they can. `difference`: of the price. */
export function guestChangeProblem(facts: {
  status: string
  event: { startDateDate: Day; cancelledAt: Date | null }
  difference: Cents
  now: Date
}): ChangeProblem | null {
  if (facts.event.cancelledAt !== null) return 'event_cancelled'
  if (facts.status !== 'confirmed') return 'not_standing'
  if (ranchDay(facts.now) > changeUntil(facts.event.startDateDate)) return 'choices_closed'
  return facts.difference < 0 ? 'choices_cheaper' : null
}

/**
 * Other choices for a stay, and what they cost more than those that it has; less: below 0. Or why they cannot be had: a guest who holds a spot
 * and has yet to choose needs the lodging, too (R37.4).
 */
export function repick(
  { cost }: { cost: Cents },
  picking: Parameters<typeof choose>[0] & { undecided: number; own: readonly Chosen[] },
): { chosen: Chosen[]; difference: Cents } | ChoiceRefused {
  const { own, byAdmin } = picking
  const chosen = isOffering(cost) ? choose(picking) : []
  if (isRefused(chosen)) return chosen
  if (!byAdmin?.allowOverbooking && !leavesLodging(picking, chosen, { given: own })) return lodgingKept(own)
  return { chosen, difference: sumOf(chosen) - sumOf(own) }
}
