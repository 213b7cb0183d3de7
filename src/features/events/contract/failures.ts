/** Why calls about an event or its guests are refused, where several are for the same reason. */

export const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

/** The failure of calls for a spot, or about one, that must come before the start. */
export const EVENT_STARTED = 'This retreat has already started.'

/** The failure of calls that would bring somebody to a cancelled event. */
export const EVENT_CANCELLED = 'This retreat has been canceled.'

/** The failure of calls that would bring somebody to a retreat that is over. */
export const EVENT_ENDED = 'This retreat is over: nobody can be added to it any more.'

/** The failures of a deletion while the bank or the provider has not decided (R5.11). */
export const PAYMENT_FAILURES = {
  payment_processing:
    'A bank is working on a payment right now. Nothing was deleted; please wait for its answer and try again.',
  payment_arrived: 'A payment arrived just now. It is recorded and nothing was deleted; please look again.',
  changed_meanwhile:
    'Somebody is signing up or paying at this moment. Nothing was deleted; please try again.',
} as const
