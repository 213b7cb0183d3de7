/**
 * Endpoints that a guest calls with the private link: the stay, its details, its receipts, and a lost link (R8.4,
 * R8.6).
 */
import { z } from 'zod'
import { EVENT_CANCELLED } from '#domain/events/contract/failures.ts'
import { endpoint, pdfReply } from '#shared/endpoint.ts'
import { cents, emailField, id } from '#shared/fields.ts'
import { guestReservation, MONEY_MOVES, NOT_COMPANION, OF_RESERVATION } from './reservation.ts'
import { CHOICE_FAILURES, finalDetailsInput, picked } from './sign-up.ts'

export const getReservation = endpoint({
  name: 'booking.getReservation',
  route: 'GET reservation',
  summary:
    'Returns a guest’s stay by its private link: event, status, invoices, details and what the guest can change now. Unpaid invoices come with the Stripe client secret for paying them (`clientSecret`)',
  access: 'link',
  query: z.object({ uuid: z.string().max(100) }),
  reply: guestReservation,
  failures: OF_RESERVATION,
})

export const viewedDirections = endpoint({
  name: 'booking.viewedDirections',
  route: 'PUT viewedDirections',
  summary:
    'Records that a guest has opened the directions to the ranch. `name` is the token in the guest’s link to the directions (`attendeeToken` in `GET reservation`). Returns the same reply for an unknown token',
  access: 'all',
  limit: 'write',
  body: z.object({ name: z.string().max(100) }),
})

/**
 * Token of a private link. Accepts any text, so that a malformed token gets the same reply as an unknown one.
 */
const uuid = () => z.string().max(100)

export const updateReservation = endpoint({
  name: 'booking.updateReservation',
  route: 'PUT updateReservation',
  summary:
    'Saves the details that a guest must give before arriving (contacts, food and medical needs, and the consent), by the guest’s private link. The first save is possible at any time; later changes fail with `details_closed` when the start is less than 7 days away. Fails if the stay is no longer active or the event is canceled',
  access: 'link',
  body: z.object({ updateReservationData: finalDetailsInput.extend({ uuid: uuid() }) }),
  failures: {
    ...OF_RESERVATION,
    event_cancelled: EVENT_CANCELLED,
    not_standing: 'This reservation is no longer active, so there is nothing to fill in.',
    details_closed:
      'The kitchen and the rooms are already planned, so this form is closed. Please call or write to us.',
  },
})

/** Reasons why the chosen options of a stay cannot change. */
export const CHANGE_FAILURES = {
  event_cancelled: EVENT_CANCELLED,
  not_standing: 'This reservation is not active, so there is nothing to choose.',
  ...CHOICE_FAILURES,
  ...MONEY_MOVES,
} as const

export const changeOptions = endpoint({
  name: 'booking.changeOptions',
  route: 'PUT reservationOptions',
  summary:
    'Replaces the options (lodging and extras) that a guest has chosen, by the guest’s private link, until 7 days before the start. The new options must not cost less than the old ones. `difference` is their extra cost, which is added to an unpaid invoice, or to a new one that is due immediately. Fails if the site computes another difference, or if there is a difference and somebody else pays for the guest',
  access: 'link',
  body: z.object({
    uuid: uuid(),
    /** Ids of all options that the guest will have after the change, including options that stay. */
    options: picked(),
    /** Extra cost of the new options in cents, as shown to the guest before agreeing. */
    difference: cents(),
  }),
  failures: {
    ...OF_RESERVATION,
    difference_changed: 'The prices have changed. Your choices were not changed. Please check them again.',
    choices_closed: 'The rooms are already planned. Please call or write to us.',
    paid_by_other: 'Someone else pays for your stay. Please write to us, and we’ll change it.',
    choices_cheaper: 'This costs less than what you chose. Please write to us, and we’ll change it.',
    ...CHANGE_FAILURES,
  },
})

export const withdrawCard = endpoint({
  name: 'booking.withdrawCard',
  route: 'DELETE keptCard',
  summary:
    'Deletes a guest’s saved card on the site and at Stripe, by the guest’s private link, so that the site no longer charges it. Succeeds also if no card is saved',
  access: 'link',
  query: z.object({ uuid: uuid() }),
  failures: OF_RESERVATION,
})

export const getGuestReceipt = endpoint({
  name: 'booking.getGuestReceipt',
  route: 'GET receipt',
  summary:
    'Returns the receipt of a paid invoice as a PDF, by the guest’s private link. Fails if the invoice is not paid',
  access: 'link',
  gives: 'pdf',
  query: z.object({ uuid: uuid(), invoiceId: id() }),
  reply: pdfReply,
  failures: { ...OF_RESERVATION, not_paid: 'This invoice is not paid yet.' },
})

export const sendCompanionLink = endpoint({
  name: 'booking.sendCompanionLink',
  route: 'POST reservation/companionLink',
  summary:
    'E-mails to a companion the private link of their stay again, by the payer’s private link. Sends at most one such e-mail in 15 minutes, and three a day to one address',
  access: 'link',
  body: z.object({ uuid: uuid(), companion: id() }),
  failures: {
    ...OF_RESERVATION,
    not_companion: NOT_COMPANION,
    not_standing: 'This guest’s stay isn’t confirmed, so there is no link to send.',
    no_email: 'We have no email address for this guest. Please send them the link yourself.',
    too_many: 'We’ve already sent this link three times today. Please ask them to look in their spam folder.',
  },
})

export const lostLink = endpoint({
  name: 'booking.lostLink',
  route: 'POST lostLink',
  summary:
    'E-mails to the address `email` the private links of all its active stays, at most once in 15 minutes and three times a day. Returns the same reply whether or not the address is known',
  access: 'all',
  limit: 'mail',
  body: z.object({ email: emailField() }),
  reply: z.object({ message: z.string() }),
})
