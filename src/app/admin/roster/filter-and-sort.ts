/** Filters and sorts the guests in the roster. Has no side effects. */
import { arrivesAtOf } from '#domain/onsite/arrival/rules.ts'
import { isGuest, isHeld, isActive } from '#shared/reservation-status.ts'
import { searchable } from '#shared/folding.ts'
import { isPartOfPhone } from '#shared/phones.ts'
import type { Guest } from '#domain/guests/roster/contract.ts'

/** Returns true for a companion, which is a guest for whom another guest pays. */
export const isCompanion = ({ id, party }: Pick<Guest, 'id' | 'party'>): boolean =>
  party !== null && party.payer !== id

/** Returns true if the guest has not given all final details. False for a guest whose data was deleted. */
export const lacksInfo = (
  guest: Pick<Guest, 'status' | 'purgedAt' | 'additionalInformationProvided'>,
): boolean => isGuest(guest) && guest.purgedAt === null && !guest.additionalInformationProvided

/** The columns of the roster in their order. An admin can sort by each column. */
export const COLUMNS = {
  name: 'Full name',
  paid: 'Total paid',
  info: 'Info added',
  lodging: 'Lodging or room',
  phone: 'Phone',
  email: 'Email',
  notes: 'Notes',
  allergies: 'Food allergies',
  arrival: 'Arrival',
  directions: 'Directions viewed',
} as const
export type Column = keyof typeof COLUMNS

/** The columns that the roster shows until a person chooses others. They fit on one line of a small screen. */
export const FIRST_COLUMNS: readonly Column[] = ['name', 'paid', 'info', 'lodging', 'phone']

export interface Sorting {
  by: Column
  direction: 'ascending' | 'descending'
}

/**
 * The labels of the roster's filters. The filter `info` selects guests with missing final details. `paid`,
 * `unpaid` and `info` select confirmed guests only. `paid` and `unpaid` also omit companions, because the
 * payer pays for them.
 */
export const SHOWN = {
  coming: 'Coming',
  held: 'Held',
  paid: 'Paid',
  unpaid: 'Unpaid',
  info: 'Info missing',
  cancelled: 'Canceled',
  all: 'All',
} as const
export type Shown = keyof typeof SHOWN

const IS_SHOWN: Record<Shown, (guest: Guest) => boolean> = {
  coming: isGuest,
  held: isHeld,
  paid: (guest) => isGuest(guest) && !isCompanion(guest) && guest.money.stillToPay === 0,
  unpaid: (guest) => isGuest(guest) && guest.money.stillToPay > 0,
  info: lacksInfo,
  cancelled: (guest) => !isActive(guest.status),
  all: () => true,
}

/**
 * Returns the filters that the roster offers. The filter `held` appears only while guests hold spots. `ended`
 * renames "Coming" to "Stayed".
 */
export function filtersOf(
  counts: Record<Shown, number>,
  { shown, ended }: { shown: Shown; ended: boolean },
): { state: Shown; label: string }[] {
  return (Object.keys(SHOWN) as Shown[])
    .filter((state) => state !== 'held' || counts.held > 0 || shown === 'held')
    .map((state) => ({ state, label: state === 'coming' && ended ? 'Stayed' : SHOWN[state] }))
}

export interface View {
  /**
   * The search words. Each word must occur in the name, nickname, e-mail address, phone number or notes. Case
   * and accents do not matter.
   */
  text: string
  shown: Shown
  sorting: Sorting
  /** True to list the guests of a party next to each other, at the row of the first of them. */
  together: boolean
}

export const FIRST_VIEW: View = {
  text: '',
  shown: 'coming',
  sorting: { by: 'name', direction: 'ascending' },
  together: false,
}

/**
 * Returns the guests that match the filter and the search. Sorts them by the chosen column, then by name,
 * then by time of sign-up. Does not change the given list.
 */
export function filterAndSort(guests: readonly Guest[], { text, shown, sorting, together }: View): Guest[] {
  const words = searchable(text).split(' ').filter(Boolean)
  const order = COMPARE[sorting.by]
  const turn = sorting.direction === 'ascending' ? 1 : -1
  const sorted = guests
    .filter(
      (guest) => IS_SHOWN[shown](guest) && (containsText(guest, words) || isPartOfPhone(text, guest.phone)),
    )
    .sort((one, other) => turn * order(one, other) || byName(one, other) || one.id - other.id)
  if (!together) return sorted
  // Moves the guests of each party together, to the row of the first of them. A guest who comes alone is a
  // party of one.
  return [...Map.groupBy(sorted, ({ id, party }) => party?.payer ?? id).values()].flat()
}

export const byNameOf = (guests: readonly Guest[]): Guest[] => guests.toSorted(byName)

export function countShown(guests: readonly Guest[]): Record<Shown, number> {
  const counts = { coming: 0, held: 0, paid: 0, unpaid: 0, info: 0, cancelled: 0, all: 0 }
  for (const shown of Object.keys(counts) as Shown[]) counts[shown] = guests.filter(IS_SHOWN[shown]).length
  return counts
}

/**
 * Returns the new sorting after a press on a column's heading: ascending at the first press, then the
 * opposite direction.
 */
export function sortedBy(column: Column, { by, direction }: Sorting): Sorting {
  const turned = by === column && direction === 'ascending'
  return { by: column, direction: turned ? 'descending' : 'ascending' }
}

function containsText(guest: Guest, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { customerName, nickname, email, phone, notes } = guest
  const all = searchable([customerName, nickname, email, phone, notes].join(' '))
  return words.every((word) => all.includes(word))
}

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })
const byName = (one: Guest, other: Guest) => collator.compare(one.customerName, other.customerName)

function byText(textOf: (guest: Guest) => string | null) {
  return (one: Guest, other: Guest) => collator.compare(textOf(one) ?? '', textOf(other) ?? '')
}

const NEVER = Number.MAX_SAFE_INTEGER

const COMPARE: Record<Column, (one: Guest, other: Guest) => number> = {
  name: byName,
  paid: (one, other) => one.totalPaid - other.totalPaid,
  info: (one, other) =>
    Number(one.additionalInformationProvided) - Number(other.additionalInformationProvided),
  lodging: byText(({ room, lodging }) => room ?? lodging),
  phone: byText(({ phone }) => phone),
  email: byText(({ email }) => email),
  notes: byText(({ notes }) => notes),
  allergies: byText(({ foodAllergies }) => foodAllergies),
  directions: (one, other) => (one.directionsViewedAt ?? '').localeCompare(other.directionsViewedAt ?? ''),
  arrival: (one, other) => {
    const [first, second] = [one, other].map(({ arrival }) => arrival && arrivesAtOf(arrival)?.getTime())
    // Sorts a guest without an arrival time last.
    return (first ?? NEVER) - (second ?? NEVER)
  },
}
