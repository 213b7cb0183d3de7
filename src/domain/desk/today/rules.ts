/**
 * Rules for the Today page: what an arriving guest still has to do, which months the page shows, and how it sorts
 * guests. Pure.
 */
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { addMonths, type Month, monthOf } from '#shared/months.ts'

/** Returns `count` consecutive months, starting with `first`. */
export const monthsFrom = (first: Month, count: number): Month[] =>
  Array.from({ length: count }, (_, index) => addMonths(first, index))

export interface GuestFacts {
  /** True if the guest has given all required details and consent. */
  detailsGiven: boolean
  sawDirections: boolean
  stillToPay: Cents
}

type Lack = 'details' | 'money' | 'directions'

/** Returns what a guest must still do before arriving, and how many cents the guest owes. */
export function whatIsMissing(guest: GuestFacts): { missing: Lack[]; owes: Cents } {
  const owes = guest.stillToPay
  const missing: Lack[] = []
  if (!guest.detailsGiven) missing.push('details')
  if (owes > 0) missing.push('money')
  if (!guest.sawDirections) missing.push('directions')
  return { missing, owes }
}

/** Counts the guests who lack each thing. `any` counts the guests who lack at least one thing. */
export function countLacking(guests: readonly { missing: readonly Lack[] }[]): Record<Lack | 'any', number> {
  const lacking = (what: Lack) => guests.filter(({ missing }) => missing.includes(what)).length
  return {
    any: guests.filter(({ missing }) => missing.length > 0).length,
    details: lacking('details'),
    money: lacking('money'),
    directions: lacking('directions'),
  }
}

/**
 * Adds up deposits by the month in which their event starts. `months` must be consecutive. `total` includes events that
 * start after the last month.
 */
export function depositsByMonth(
  deposits: readonly { startDateDate: Day | null; amount: Cents }[],
  months: readonly Month[],
): { total: Cents; months: { month: Month; cents: Cents }[] } {
  const sum = (of: typeof deposits) => of.reduce((cents, { amount }) => cents + amount, 0)
  const startsIn = (month: Month) =>
    deposits.filter(({ startDateDate }) => startDateDate !== null && monthOf(startDateDate) === month)
  return {
    total: sum(deposits),
    months: months.map((month) => ({ month, cents: sum(startsIn(month)) })),
  }
}

interface Sortable {
  guest: string | null
  missing: readonly Lack[]
  reservationId: number
}

/** Sorts guests by how much they lack, then by name. Guests whose name was deleted come last. */
export const sortByLack = <Guest extends Sortable>(guests: readonly Guest[]): Guest[] =>
  [...guests].sort(
    (one, other) =>
      other.missing.length - one.missing.length ||
      Number(one.guest === null) - Number(other.guest === null) ||
      (one.guest ?? '').localeCompare(other.guest ?? '', 'en') ||
      one.reservationId - other.reservationId,
  )
