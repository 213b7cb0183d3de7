import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import { isActive as stands } from '#shared/reservation-status.ts'

export interface GuestPart {
  reservation: GuestReservation
  /** Called when the page shows old data of the reservation and should refetch it. */
  onChanged: () => void
}

/** Returns true if the guest is expected: the reservation is active and the event takes place. */
export function isActive({ status, event }: GuestPart['reservation']): boolean {
  return stands(status) && !event.cancelled
}

/** Returns true if the stay is active and not over yet. */
export function isAhead(reservation: GuestPart['reservation']): boolean {
  return isActive(reservation) && !reservation.event.hasEnded
}

/** Returns the name by which the page greets the guest (R8.2). */
export function calledName({ nickname, customerName }: GuestPart['reservation']): string {
  return nickname ?? customerName.split(' ')[0] ?? customerName
}
