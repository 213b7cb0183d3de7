/** Which guests the roster shows, and in what order. Pure. */
import { shownArrivesAt } from '#features/arrival/rules.ts'
import { isGuest, isHeld, isStanding } from '#shared/reservation-status.ts'
import { searchable } from '#shared/folding.ts'
import { isPartOfPhone } from '#shared/phones.ts'
import type { Guest } from '../contract.ts'

/** A companion is a guest for whom somebody else pays. */
export const isCompanion = ({ id, party }: Pick<Guest, 'id' | 'party'>): boolean =>
  party !== null && party.payer !== id

/** A guest who has yet to tell what must be known; whoever's data is deleted is asked for nothing more. */
export const lacksInfo = (
  guest: Pick<Guest, 'status' | 'purgedAt' | 'additionalInformationProvided'>,
): boolean => isGuest(guest) && guest.purgedAt === null && !guest.additionalInformationProvided

/** The columns, in their order; each can be sorted by. */
export const COLUMNS = {
  name: 'Full name',
  paid: 'Total paid',
  info: 'Info added',
  email: 'Email',
  notes: 'Notes',
  directions: 'Directions viewed',
  arrival: 'Arrival',
} as const
export type Column = keyof typeof COLUMNS

/** The columns that are shown: that of the arrival only once somebody has told when they come. */
export const columnsOf = (withArrival: boolean) =>
  (Object.keys(COLUMNS) as Column[]).filter((name) => withArrival || name !== 'arrival')

export interface Sorting {
  by: Column
  direction: 'ascending' | 'descending'
}

/**
 * The states that can be looked at. What is paid or missing is asked of guests alone, not of whom a spot is held for, and
 * what is paid not of whom somebody else pays for.
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
  cancelled: (guest) => !isStanding(guest.status),
  all: () => true,
}

/** The states that are offered: holds only while there are some. `ended`: nobody is coming to a retreat that is over. */
export function statesOf(
  counts: Record<Shown, number>,
  { shown, ended }: { shown: Shown; ended: boolean },
): { state: Shown; label: string }[] {
  return (Object.keys(SHOWN) as Shown[])
    .filter((state) => state !== 'held' || counts.held > 0 || shown === 'held')
    .map((state) => ({ state, label: state === 'coming' && ended ? 'Stayed' : SHOWN[state] }))
}

export interface View {
  /** Words that must all be found in name, nickname, e-mail, phone or notes, in any case and without accents. */
  text: string
  shown: Shown
  sorting: Sorting
  /** The guests of a party stand together, where the first of them would. */
  together: boolean
}

export const FIRST_VIEW: View = {
  text: '',
  shown: 'coming',
  sorting: { by: 'name', direction: 'ascending' },
  together: false,
}

/** The guests of a view, sorted; equals by name, then in the order of sign-up. The given list stays as it is. */
export function arrange(guests: readonly Guest[], { text, shown, sorting, together }: View): Guest[] {
  const words = searchable(text).split(' ').filter(Boolean)
  const order = COMPARE[sorting.by]
  const turn = sorting.direction === 'ascending' ? 1 : -1
  const sorted = guests
    .filter((guest) => IS_SHOWN[shown](guest) && (hasWords(guest, words) || isPartOfPhone(text, guest.phone)))
    .sort((one, other) => turn * order(one, other) || byName(one, other) || one.id - other.id)
  if (!together) return sorted
  // In the order of their first guests; somebody who comes alone is a party too.
  return [...Map.groupBy(sorted, ({ id, party }) => party?.payer ?? id).values()].flat()
}

export const byNameOf = (guests: readonly Guest[]): Guest[] => guests.toSorted(byName)

export function countShown(guests: readonly Guest[]): Record<Shown, number> {
  const counts = { coming: 0, held: 0, paid: 0, unpaid: 0, info: 0, cancelled: 0, all: 0 }
  for (const shown of Object.keys(counts) as Shown[]) counts[shown] = guests.filter(IS_SHOWN[shown]).length
  return counts
}

/** The sorting that a press on a column's head asks for: ascending first, then the other way round. */
export function sortedBy(column: Column, { by, direction }: Sorting): Sorting {
  const turned = by === column && direction === 'ascending'
  return { by: column, direction: turned ? 'descending' : 'ascending' }
}

function hasWords(guest: Guest, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { customerName, nickname, email, phone, notes } = guest
  const all = searchable([customerName, nickname, email, phone, notes].join(' '))
  return words.every((word) => all.includes(word))
}

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })
const byName = (one: Guest, other: Guest) => collator.compare(one.customerName, other.customerName)

const NEVER = Number.MAX_SAFE_INTEGER

const COMPARE: Record<Column, (one: Guest, other: Guest) => number> = {
  name: byName,
  paid: (one, other) => one.totalPaid - other.totalPaid,
  info: (one, other) =>
    Number(one.additionalInformationProvided) - Number(other.additionalInformationProvided),
  email: (one, other) => collator.compare(one.email, other.email),
  notes: (one, other) => collator.compare(one.notes ?? '', other.notes ?? ''),
  directions: (one, other) => (one.directionsViewedAt ?? '').localeCompare(other.directionsViewedAt ?? ''),
  arrival: (one, other) => {
    const [first, second] = [one, other].map(({ arrival }) => arrival && shownArrivesAt(arrival)?.getTime())
    // A guest who told nothing comes last.
    return (first ?? NEVER) - (second ?? NEVER)
  },
}
