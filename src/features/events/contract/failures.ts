/** Why calls about an event or its guests are refused, where several are for the same reason. */

/** The failure of calls that would bring somebody to a cancelled event. */
export const EVENT_CANCELLED = [409, 'This retreat has been canceled.'] as const

/** The failure of calls that would bring somebody to a retreat that is over. */
export const EVENT_ENDED = [409, 'This retreat is over: nobody can be added to it any more.'] as const

/** The failures of a deletion while the bank or the provider has not decided (R5.11). */
export const PAYMENT_FAILURES = {
  payment_processing: [
    409,
    'A bank is working on a payment right now. Nothing was deleted; please wait for its answer and try again.',
  ],
  payment_arrived: [
    409,
    'A payment arrived just now. It is recorded and nothing was deleted; please look again.',
  ],
  changed_meanwhile: [
    409,
    'Somebody is signing up or paying at this moment. Nothing was deleted; please try again.',
  ],
} as const
