/**
 * Rules for the options that guests choose: which choices are allowed, and which invoice gets a change of the price
 * (R37.5, R37.7). Pure.
 */
import {
  choose,
  type ChoiceRefused,
  type Chosen,
  canOfferOptions,
  isRefused,
  lodgingReserved,
  totalPrice,
} from '#domain/events/domain/options.ts'
import { leavesLodgingForUndecided } from '#domain/events/rules.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { type Cents, LEAST_CHARGE } from '#shared/money.ts'
import type { invoices } from '#platform/database/schema/booking.ts'
import { changeUntil } from './guest-actions.ts'

export type Choice = Chosen & { chosenAt: Date }

/** An unpaid invoice for a part of the price. */
type Open = Pick<typeof invoices.$inferSelect, 'id' | 'purpose' | 'amount' | 'due'>

interface DifferencePlan {
  /** New amounts of existing invoices, in cents. 0 means to delete the invoice. */
  changed: { id: number; amount: Cents }[]
  /**
   * Amount in cents of a new invoice that is due immediately; 0 for none. An amount that is too small for a card
   * gets no invoice.
   */
  added: Cents
}

/**
 * Distributes a change of a stay's price over the unpaid invoices. An increase is added to the remainder, or else
 * to the last unpaid invoice, or else to a new one. A decrease is taken off the remainder first, then off the other
 * unpaid invoices, the last one first.
 */
export function planPriceChange(difference: Cents, unpaid: readonly Open[]): DifferencePlan {
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
    // If what is left of an invoice is too small for a card, the invoice is deleted.
    changed.push({ id, amount: amount - taken < LEAST_CHARGE ? 0 : amount - taken })
    over -= taken
  }
  return { changed, added: 0 }
}

export type ChangeProblem = 'event_cancelled' | 'not_standing' | 'choices_closed' | 'choices_cheaper'

/**
 * Returns why a guest cannot change their options now, or null if they can. `difference` is the change of the price
 * in cents.
 */
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
 * Returns the new choices for a stay and their extra cost in cents (negative if they are cheaper), or why they are
 * refused. Also refuses lodging that is reserved for guests who hold a spot and have not chosen yet (R37.4).
 */
export function quoteChangedOptions(
  { cost }: { cost: Cents },
  picking: Parameters<typeof choose>[0] & { undecided: number; own: readonly Chosen[] },
): { chosen: Chosen[]; difference: Cents } | ChoiceRefused {
  const { own, byAdmin } = picking
  const chosen = canOfferOptions(cost) ? choose(picking) : []
  if (isRefused(chosen)) return chosen
  if (!byAdmin?.allowOverbooking && !leavesLodgingForUndecided(picking, chosen, { given: own }))
    return lodgingReserved(own)
  return { chosen, difference: totalPrice(chosen) - totalPrice(own) }
}
