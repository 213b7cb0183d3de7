/**
 * Decides which guests an e-mail reaches, and which guests an admin must call instead. Dialogs and senders use the
 * same functions, so that a dialog promises only e-mails that the site sends. Pure.
 */
import type { Day } from '#shared/days.ts'
import { plural } from '#shared/text.ts'

export interface Reach<Guest> {
  emailed: Guest[]
  /** The guests without an e-mail address. */
  toCall: Guest[]
}

/** Splits guests by whether they have an e-mail address. */
export const reachOf = <Guest extends { hasEmail: boolean | null }>(
  guests: readonly Guest[],
): Reach<Guest> => ({
  emailed: guests.filter(({ hasEmail }) => hasEmail),
  toCall: guests.filter(({ hasEmail }) => !hasEmail),
})

const list = new Intl.ListFormat('en-US')

/** Returns guests' names for a sentence: `"Ann Lee and Bo Day"`. */
export const listNames = (names: readonly string[]): string =>
  list.format(names.map((name) => name || 'a guest without a name'))

/** Returns text such as `"We have no email address for Ann Lee and Bo Day. Please call them."`, or "" for nobody. */
export const describeToCall = (names: readonly string[]): string =>
  names.length === 0 ? '' : `We have no email address for ${listNames(names)}. Please call them.`

/** Returns text such as `"2 emails go out. We have no email address for Ann Lee. Please call them."` */
export const describeReach = (emails: number, toCall: readonly string[]): string =>
  [
    emails === 0 ? 'No email goes out.' : `${plural(emails, 'email goes', 'emails go')} out.`,
    describeToCall(toCall),
  ]
    .filter(Boolean)
    .join(' ')

interface Dated {
  startDateDate: Day
  cancelled: boolean
}

/** Returns true if the site e-mails guests a change of the event's days: until the end of its first day. */
export const emailsNewDates = ({ startDateDate, cancelled }: Dated, today: Day): boolean =>
  !cancelled && today <= startDateDate

interface Days {
  startDateDate: Day
  endDateDate: Day
}

/** A change of an event's days: when, and the days before it. */
export interface DatesChange {
  at: Date
  before: Days
}

/**
 * Returns true if a guest knows the event's days. `learnedAt` is when the guest last read them: at the sign-up, or in
 * an e-mail. `changes` are in the order of time. A guest also knows the days if they have been changed back.
 */
export function knowsDates(learnedAt: Date, changes: readonly DatesChange[], now: Days): boolean {
  const known = changes.find(({ at }) => at > learnedAt)?.before ?? now
  return known.startDateDate === now.startDateDate && known.endDateDate === now.endDateDate
}
