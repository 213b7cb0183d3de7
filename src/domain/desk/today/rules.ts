/** Rules for the Today page: what is missing for a guest, which months are shown, and in which order. Pure. */
import type { Cents } from '#shared/money.ts'
import { addMonths, type Month } from '#shared/months.ts'

/** Returns `count` consecutive months, starting with `first`. */
export const monthsFrom = (first: Month, count: number): Month[] =>
  Array.from({ length: count }, (_, index) => addMonths(first, index))

export interface GuestFacts {
  /** True if all required details and the consent are given. */
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

/** Counts the guests for whom each thing is missing. `any` counts those for whom at least one is. */
export function countLacking(guests: readonly { missing: readonly Lack[] }[]): Record<Lack | 'any', number> {
  const lacking = (what: Lack) => guests.filter(({ missing }) => missing.includes(what)).length
  return {
    any: guests.filter(({ missing }) => missing.length > 0).length,
    details: lacking('details'),
    money: lacking('money'),
    directions: lacking('directions'),
  }
}

interface Sortable {
  guest: string | null
  missing: readonly Lack[]
  reservationId: number
}

/** Sorts guests by how much is missing, then by name. Deleted names come last. */
export const sortByLack = <Guest extends Sortable>(guests: readonly Guest[]): Guest[] =>
  [...guests].sort(
    (one, other) =>
      other.missing.length - one.missing.length ||
      Number(one.guest === null) - Number(other.guest === null) ||
      (one.guest ?? '').localeCompare(other.guest ?? '', 'en') ||
      one.reservationId - other.reservationId,
  )
