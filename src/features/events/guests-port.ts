/**
 * The questions that events ask of whoever knows their guests. Events know nothing of bookings, waitlists and hosts: the roster answers
 * this port, handed in where the site is put together (docs/decisions/0058).
 */
import type { Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Day } from '#shared/days.ts'
import type { AdminEvent } from './contract/event.ts'
import type { PAYMENT_FAILURES } from './contract/failures.ts'
import type { EventRow } from './store/events.ts'
import type { Spots } from './rules.ts'

/** The most guests and entries that come along; all when missing. */
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
  /** The ranch's day of the edit. */
  today: Day
}

export interface GuestDeletion {
  eventId: number
  /** Although somebody's money was not refunded. */
  force: boolean
  by: Actor
}

/** The numbers of what was deleted; `paid`: of how many guests money, by card or by hand, has not been refunded. */
export interface GuestsDeleted {
  reservations: number
  waitlists: number
  paid: number
}

export type NotDeleted = keyof typeof PAYMENT_FAILURES | 'provider_failed' | { paid: number }

export interface EventGuests {
  /** Guests and waitlist for an admin, in a fixed number of statements. */
  read(event: EventRow, spots: Spots, most: MostGuests): Promise<GuestsOfEvent>
  /** In the transaction that moves the event and holds its lock, here and below: its first day is another. */
  startMoved(tx: Transaction, moved: StartMoved): Promise<void>
  endMoved(tx: Transaction, eventId: number, endDateDate: Day): Promise<void>
  /** Tells everybody who is coming of the event's other days; gives how many are. */
  tellDays(tx: Transaction, event: EventRow, now: Date): Promise<number>
  /** After any edit: it may have freed spots. */
  edited(tx: Transaction, eventId: number, now: Date): Promise<void>
  /** Deletes all reservations and the waitlist, and `finish`es in the same transaction. */
  deleteAll<Result>(
    deletion: GuestDeletion,
    finish: (tx: Transaction, deleted: GuestsDeleted) => Promise<Result>,
  ): Promise<{ done: Result } | NotDeleted>
}
