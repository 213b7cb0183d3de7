/** The morning page's decisions: who lacks what, which months, how sums are put together. Pure. */
import type { Cents } from '#shared/money.ts'
import { addMonths, type Month } from '#shared/months.ts'

/** `count` months in a row, from `first` on. */
export const monthsFrom = (first: Month, count: number): Month[] =>
  Array.from({ length: count }, (_, index) => addMonths(first, index))

export interface GuestFacts {
  /** All required final details and the consent are there. */
  detailsGiven: boolean
  sawDirections: boolean
  stillToPay: Cents
}

type Lack = 'details' | 'money' | 'directions'

/** The things that a guest still has to do before they come, and the cents that they owe. */
export function whatIsMissing(guest: GuestFacts): { missing: Lack[]; owes: Cents } {
  const owes = guest.stillToPay
  const missing: Lack[] = []
  if (!guest.detailsGiven) missing.push('details')
  if (owes > 0) missing.push('money')
  if (!guest.sawDirections) missing.push('directions')
  return { missing, owes }
}

/** The number of guests who lack each thing; `any`: at least one. */
export function countLacking(guests: readonly { missing: readonly Lack[] }[]): Record<Lack | 'any', number> {
  const lacking = (what: Lack) => guests.filter(({ missing }) => missing.includes(what)).length
  return {
    any: guests.filter(({ missing }) => missing.length > 0).length,
    details: lacking('details'),
    money: lacking('money'),
    directions: lacking('directions'),
  }
}

interface Listed {
  guest: string | null
  missing: readonly Lack[]
  reservationId: number
}

/** Those who lack most first, then by name; deleted names last. */
export const inArrivalOrder = <Guest extends Listed>(guests: readonly Guest[]): Guest[] =>
  [...guests].sort(
    (one, other) =>
      other.missing.length - one.missing.length ||
      Number(one.guest === null) - Number(other.guest === null) ||
      (one.guest ?? '').localeCompare(other.guest ?? '', 'en') ||
      one.reservationId - other.reservationId,
  )
