/** Failures that several calls about events or their guests can return. */

export const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

/** The message for a guest who books or pays after the event has started. */
export const EVENT_STARTED = 'This retreat has already started.'

/** The message for anyone who adds a guest to a canceled event. */
export const EVENT_CANCELLED = 'This retreat has been canceled.'

/** The message for anyone who adds a guest to an event that has ended. */
export const EVENT_ENDED = 'This retreat is over, so you can no longer add guests.'

/**
 * Why an event or reservation cannot be deleted now (R5.11): a bank is still deciding about a payment, a payment has
 * just arrived, or a guest is signing up.
 */
export const PAYMENT_FAILURES = {
  payment_processing:
    'A bank is working on a payment right now. Nothing was deleted. Please wait for its answer, then try again.',
  payment_arrived:
    'A payment arrived just now and is recorded. Nothing was deleted. Please check the reservation again.',
  changed_meanwhile: 'A guest is signing up or paying at this moment. Nothing was deleted. Please try again.',
} as const
