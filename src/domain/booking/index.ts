/** The server-side functions and types of booking that other features may import. */
export type { BookingDeps } from './deps.ts'
export { EMPTY_GUEST_DETAILS, hiddenOf, sealGuest } from './sealed-guest.ts'
export { applyPaymentIntent } from './payments/apply-intent.ts'
export { type NotStopped, stopPayments } from './payments/stop-payments.ts'
export { moveRemainders } from './store/invoices.ts'
export { insertPlannedInvoices } from './store/sign-ups.ts'
export { lockReservation, lockReservationsAndInvoices } from './store/locks.ts'
export { listMoneySums, listPayoutsOf, readMoney } from './store/payments.ts'
export { ERASURE_ASKED } from './domain/guest-actions.ts'
export { readDeletion } from './use-cases/guest-page.ts'
export { REFUND_JOB, refusedButHere } from './store/refunds.ts'
export {
  countReservations,
  findReservation,
  findOpenToken,
  findReplaced,
  findReplacing,
  findReservationByUuid,
  listChoices,
  listParty,
  listReservations,
  listStanding,
  waitsForMailboxNow,
} from './store/reservations.ts'
export { auditReservation, expire, hold } from './transitions.ts'
export { anonymizeReservation } from './use-cases/anonymize-reservation.ts'
export { deleteReservations } from './use-cases/delete-reservation.ts'
export { readStay, withStay } from './use-cases/replacement-link.ts'
export { readReservations } from './use-cases/show-reservation.ts'
export type { WaitlistPort } from './deps.ts'
export { listStaysOf, type StayOfAddress } from './store/stays-of-address.ts'
