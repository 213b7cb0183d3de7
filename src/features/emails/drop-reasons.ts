/** Why e-mails are dropped unsent. Pure. */

/** `message`: other words than the declared ones. */
export interface Refusal {
  code: 'not_found' | 'purged' | 'not_confirmed' | 'cannot_send'
  message?: string
}

export const because = (why: string): Refusal => ({
  code: 'cannot_send',
  message: `Nothing was sent: ${why}.`,
})

/** Why an e-mail is not wanted any more, since its cause is gone; and how that is told to an admin who asks for it. */
export const REFUSALS = {
  reservation_gone: { code: 'not_found' },
  purged: { code: 'purged' },
  not_confirmed: { code: 'not_confirmed' },
  event_cancelled: because('the event is canceled'),
  too_late: because('the event has begun'),
  details_given: because('the final details are complete'),
  invoice_gone: { code: 'not_found', message: 'This invoice is gone.' },
  already_paid: because('this invoice is already paid'),
  not_paid: because('that payment is gone'),
  paid_back: because('that payment was refunded'),
  not_cancelled: because('this reservation is not canceled'),
  not_refunded: because('there is no refund'),
  not_standing: because('this reservation is no longer active'),
  no_address: because('there is no email address'),
  over: because('the event is over'),
  offer_over: because('the offer is over'),
  entry_gone: { code: 'not_found', message: 'This entry is no longer on the waitlist.' },
  not_overdue: because('the guest is not overdue'),
  no_companion: because('nobody else pays for this guest'),
  not_payer: because('this guest does not pay for a party'),
  no_charge: because('no card of the guest is charged for this'),
  in_line: because('the place in line is confirmed'),
  not_in_line: because('they are no longer in line'),
  other_event: because('the guest has moved to another retreat'),
  text_gone: because('its text has been deleted'),
} satisfies Record<string, Refusal>
