import type { GuestReservation } from '#features/booking/contract/reservation.ts'
import { isStanding as stands } from '#shared/reservation-status.ts'

export interface GuestPart {
  reservation: GuestReservation
  /** The reservation is no longer what the page shows: it is asked for again. */
  onChanged: () => void
}

/** A standing stay takes a spot, and its event takes place: the guest is expected, or will be once the card is through. */
export function isStanding({ status, event }: GuestPart['reservation']): boolean {
  return stands(status) && !event.cancelled
}

/** The retreat is not over yet: there is something to prepare for. */
export function isAhead(reservation: GuestPart['reservation']): boolean {
  return isStanding(reservation) && !reservation.event.hasEnded
}

/** The guest's name in the greeting (R8.2). */
export function calledName({ nickname, customerName }: GuestPart['reservation']): string {
  return nickname ?? customerName.split(' ')[0] ?? customerName
}
