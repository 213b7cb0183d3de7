/** What the calls about a reservation are refused with. */

export const STALE = [
  409,
  'Somebody else has changed this reservation in the meantime. Nothing was saved.',
] as const

export const RESERVATION_NOT_FOUND = [404, 'Reservation not found'] as const

export const PURGED = [
  410,
  'The retreat is over and this information has been deleted, as promised.',
] as const

/** The bank, the provider or the guest was faster. */
export const MONEY_MOVES = {
  payment_processing: [
    409,
    'A bank is working on a payment right now. Nothing was changed; please wait for its answer and try again.',
  ],
  payment_arrived: [
    409,
    'A payment arrived just now and is recorded. Nothing else was changed; please look again.',
  ],
  changed_meanwhile: [409, 'Somebody is paying at this moment. Nothing was changed; please try again.'],
} as const
