import type { Invoice } from '../contract.ts'

/** The guest's order (SPEC section 4): paid first, then by due date, those with one before those without. */
export function guestOrder(invoices: readonly Invoice[]): Invoice[] {
  return invoices.toSorted(
    (one, other) =>
      Number(other.paid) - Number(one.paid) ||
      Number(one.due === null) - Number(other.due === null) ||
      (one.due ?? '').localeCompare(other.due ?? '') ||
      one.id - other.id,
  )
}
