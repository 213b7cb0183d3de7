/** What the command palette can do with a guest or an event, and how it reads a typed sentence. Pure. */
import type { Permission } from '#shared/roles.ts'
import { adminReservationPath } from '#shared/links.ts'
import { searchable } from '#shared/folding.ts'
import { paths } from '#app/paths.ts'
import type { PlaceGroup } from '#app/admin/frame/places.ts'

interface Act<To> {
  /** How the act begins. A name follows: "Record a payment for Priya". */
  label: string
  needs: Permission
  to: To
}

/** Acts on a guest's reservation. */
export const GUEST_ACTS: readonly Act<(reservationId: number) => string>[] = [
  {
    label: 'Record a payment for',
    needs: 'money.take',
    to: (id) => `${adminReservationPath(id)}?do=payment#invoices`,
  },
  { label: 'Send an email to', needs: 'guests.edit', to: (id) => `${adminReservationPath(id)}#emails` },
  { label: 'Refund', needs: 'money.refund', to: (id) => `${adminReservationPath(id)}#invoices` },
  { label: 'Cancel the stay of', needs: 'money.refund', to: (id) => `${adminReservationPath(id)}#refunds` },
  {
    label: 'Move to another event:',
    needs: 'guests.edit',
    to: (id) => `${adminReservationPath(id)}#other-retreat`,
  },
]

/** Acts on an event. */
export const EVENT_ACTS: readonly Act<(urlName: string) => string>[] = [
  { label: 'Show the guests of', needs: 'guests.edit', to: paths.eventGuests },
  { label: 'Edit', needs: 'events.edit', to: paths.editEvent },
  { label: 'Show the rooms of', needs: 'guests.edit', to: paths.eventRooms },
  { label: 'Show the kitchen sheet of', needs: 'health.food', to: paths.eventKitchen },
]

/** Acts that need no guest and no event. */
export const ACTS: readonly (Act<string> & { words: string })[] = [
  {
    label: 'Add a reservation',
    needs: 'guests.edit',
    to: `${paths.admin}?do=reservation`,
    words: 'book guest phone sign up',
  },
  {
    label: 'Remind late payers',
    needs: 'money.take',
    to: `${paths.paymentsDue}?do=remind`,
    words: 'overdue reminder all',
  },
]

export type GuestAct = (typeof GUEST_ACTS)[number]
export type EventAct = (typeof EVENT_ACTS)[number]

interface Typed {
  /** The acts with which the text begins, such as "record pay". Empty if it begins with none. */
  guestActs: readonly GuestAct[]
  eventActs: readonly EventAct[]
  /** The text to search for: what follows the act, or else the whole text. */
  query: string
}

/** Words that an act may leave out: "record payment priya" means "Record a payment for Priya". */
const SMALL = new Set(['a', 'an', 'the', 'for', 'of', 'to'])

const wordsOf = (text: string) => searchable(text).split(' ').filter(Boolean)
const meant = (words: readonly string[]) => words.filter((word) => !SMALL.has(word))

/**
 * Reads a typed text: an act at the beginning, and the name after it. An act counts from its first word on, if the
 * person has typed at least three letters of it.
 */
export function readTyped(typed: string): Typed {
  const words = wordsOf(typed)
  const guestActs = begunActs(GUEST_ACTS, words)
  const eventActs = begunActs(EVENT_ACTS, words)
  const longest = Math.max(0, ...[...guestActs, ...eventActs].map(({ length }) => length))
  const whole = (begun: { length: number }) => begun.length === longest
  return {
    guestActs: guestActs.filter(whole).map(({ act }) => act),
    eventActs: eventActs.filter(whole).map(({ act }) => act),
    query: longest === 0 ? typed.trim() : restOf(typed, longest),
  }
}

function begunActs<One extends { label: string }>(acts: readonly One[], words: readonly string[]) {
  return acts.flatMap((act) => {
    const length = begunLength(meant(wordsOf(act.label)), words)
    return length === 0 ? [] : [{ act, length }]
  })
}

/** Returns how many of the typed words belong to the act, the small words among them. 0 if the text does not begin with it. */
function begunLength(label: readonly string[], words: readonly string[]): number {
  let used = 0
  let matched = 0
  for (const word of words) {
    const next = label[matched]
    if (SMALL.has(word)) used += 1
    else if (next !== undefined && word.length >= 3 && next.startsWith(word)) {
      matched += 1
      used += 1
    } else break
  }
  return matched === 0 ? 0 : used
}

/** Returns the text after its first `count` words, as it was typed. */
const restOf = (typed: string, count: number) =>
  typed
    .trim()
    .split(/[\s:]+/)
    .slice(count)
    .join(' ')

/** Returns true if every typed word begins a word of the text. */
export function matches(text: string, typed: string): boolean {
  const words = wordsOf(text)
  const asked = meant(wordsOf(typed))
  return asked.length > 0 && asked.every((one) => words.some((word) => word.startsWith(one)))
}

interface Page {
  href: string
  label: string
  group: string
}

/** Returns the pages that match a typed text, by their label, their group and further words. */
export const pagesFor = (groups: readonly PlaceGroup[], typed: string): Page[] =>
  groups.flatMap(({ title, places }) =>
    places
      .filter(({ label, words = '' }) => matches(`${label} ${title} ${words}`, typed))
      .map(({ href, label }) => ({ href, label, group: title })),
  )
