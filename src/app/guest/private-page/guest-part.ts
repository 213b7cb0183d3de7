import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import { isActive as stands } from '#shared/reservation-status.ts'

export interface GuestPart {
  reservation: GuestReservation
  /** Called when the page should refetch the reservation, because this section has changed it. */
  onChanged: () => void
}

/** Returns true if the guest is coming: the reservation is active and the event takes place. */
export function isActive({ status, event }: GuestPart['reservation']): boolean {
  return stands(status) && !event.cancelled
}

/** Returns true if the guest is coming and the event is not over yet. */
export function isAhead(reservation: GuestPart['reservation']): boolean {
  return isActive(reservation) && !reservation.event.hasEnded
}

/** Returns the name with which the private page greets the guest: the nickname, or the first name (R8.2). */
export function calledName({ nickname, customerName }: GuestPart['reservation']): string {
  return nickname ?? customerName.split(' ')[0] ?? customerName
}
