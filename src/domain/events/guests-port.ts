/**
 * Port through which events ask about their guests. Events know nothing of bookings, waitlists and hosts. The roster
 * implements this port and `compose` (src/server) passes it in (docs/decisions/0058).
 */
import type { Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Day } from '#shared/days.ts'
import type { AdminEvent } from './contract/event.ts'
import type { PAYMENT_FAILURES } from './contract/failures.ts'
import type { EventRow } from './store/events.ts'
import type { Spots } from './rules.ts'

/** Limits how many guests and waitlist entries are returned. All if missing. */
export interface MostGuests {
  guests?: number | undefined
  waitlist?: number | undefined
}

export type GuestsOfEvent = Pick<
  AdminEvent,
  'reservations' | 'reservationCount' | 'waitlists' | 'waitlistCount' | 'spotsToOffer'
>

export interface StartMoved {
  eventId: number
  from: Day
  to: Day
  /** The ranch day on which the admin edits the event. */
  today: Day
}

export interface GuestDeletion {
  eventId: number
  /** If true, deletes even though some guest's money was not refunded. */
  force: boolean
  by: Actor
}

/** Counts of the deleted rows. `paid` counts guests with card or manual payments that were not refunded. */
export interface GuestsDeleted {
  reservations: number
  waitlists: number
  paid: number
}

export type NotDeleted = keyof typeof PAYMENT_FAILURES | 'provider_failed' | { paid: number }

export interface EventGuests {
  /** Returns an admin's view of guests and waitlist. The number of statements does not depend on their number. */
  read(event: EventRow, spots: Spots, most: MostGuests): Promise<GuestsOfEvent>
  /**
   * Updates reservations after the event's first day changed. Like the next three, runs in the transaction that holds
   * the event's lock.
   */
  startMoved(tx: Transaction, moved: StartMoved): Promise<void>
  endMoved(tx: Transaction, eventId: number, endDateDate: Day): Promise<void>
  /** E-mails every confirmed guest about the new days. Returns their number. */
  tellDays(tx: Transaction, event: EventRow, now: Date): Promise<number>
  /** Runs after any edit, because the edit may have freed spots. */
  edited(tx: Transaction, eventId: number, now: Date): Promise<void>
  /** Deletes all reservations and the waitlist, then calls `finish` in the same transaction. */
  deleteAll<Result>(
    deletion: GuestDeletion,
    finish: (tx: Transaction, deleted: GuestsDeleted) => Promise<Result>,
  ): Promise<{ done: Result } | NotDeleted>
}
