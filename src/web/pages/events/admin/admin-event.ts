/** The data of an admin's page of an event, beyond what everybody sees. */
import type { EventDetails, LockedPage } from '#features/events/contract/events.ts'
import type { AdminEvent, EventForAdmin } from '#features/events/contract/event.ts'
import { toGuest, type Guest } from '#features/roster/contract.ts'

export interface ForAdmin extends Pick<EventForAdmin, 'password' | 'hostCell' | 'adminEmail'> {
  /** The first `FIRST_GUESTS` of them. */
  guests: Guest[]
  /** The number of all. */
  guestCount: number
  /** The first page, in the order of the waitlist. */
  waitlists: AdminEvent['waitlists']
  waitlistCount: AdminEvent['waitlistCount']
  /** An admin has stopped the offers. */
  waitlistStopped: boolean
}

interface EventPageData {
  event: EventDetails | LockedPage
  /** Null for whoever is no admin. */
  admin: ForAdmin | null
}

/** Parts an admin's reply, so that the public page is handed what is public and nothing else. */
export function partEvent(found: AdminEvent | EventDetails | LockedPage): EventPageData {
  if (found.locked || !('reservations' in found)) return { event: found, admin: null }
  const {
    reservations,
    reservationCount: guestCount,
    waitlists,
    waitlistCount,
    waitlistStopped,
    password,
    hostCell,
    adminEmail,
    hostEmail: _,
    version: __,
    ...event
  } = found
  return {
    event,
    admin: {
      password,
      hostCell,
      adminEmail,
      guests: reservations.map(toGuest),
      guestCount,
      waitlists,
      waitlistCount,
      waitlistStopped,
    },
  }
}
