/** A guest as the roster's rows show one; everything else is asked for when a row is opened. */
import { isGuest } from '#shared/reservation-status.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { type Guest, rosterGuest } from '../contract.ts'

export type { Guest } from '../contract.ts'

const SHOWN_IN_ROWS = Object.keys(rosterGuest.shape) as (keyof Guest)[]

/** The part of a reservation that a row needs. */
export function toGuest(reservation: AdminReservation): Guest {
  return Object.fromEntries(SHOWN_IN_ROWS.map((field) => [field, reservation[field]])) as unknown as Guest
}

/** A guest who has yet to tell what must be known; whoever's data is deleted is asked for nothing more. */
export function lacksInfo(guest: Guest): boolean {
  return isGuest(guest) && guest.purgedAt === null && !guest.additionalInformationProvided
}

/** The word beside the name of whoever is not simply confirmed. */
export const STATUS_WORDS: Record<Guest['status'], string | null> = {
  confirmed: null,
  pending: 'Held',
  cancelled: 'Canceled',
  expired: 'Expired',
  refunded: 'Refunded',
}
