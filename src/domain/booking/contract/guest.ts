/**
 * Endpoints that a guest calls with the private link: the stay, its details, receipts, and a lost link (R8.4, R8.6).
 */
import { z } from 'zod'
import { EVENT_CANCELLED } from '#domain/events/contract/failures.ts'
import { endpoint, pdfReply } from '#shared/endpoint.ts'
import { cents, emailField, id } from '#shared/fields.ts'
import { guestReservation, MONEY_MOVES, OF_RESERVATION } from './reservation.ts'
import { CHOICE_FAILURES, finalDetailsInput, picked } from './sign-up.ts'

export const getReservation = endpoint({
  name: 'booking.getReservation',
  route: 'GET reservation',
  summary: 'Returns a guest’s reservation by its private link',
  access: 'link',
  query: z.object({ uuid: z.string().max(100) }),
  reply: guestReservation,
  failures: OF_RESERVATION,
})

export const viewedDirections = endpoint({
  name: 'booking.viewedDirections',
  route: 'PUT viewedDirections',
  summary: 'Records that a guest has opened the directions. The reply is the same for an unknown attendee',
  access: 'all',
  limit: 'write',
  body: z.object({ name: z.string().max(100) }),
})

/** Token of a private link. Any text is accepted: a malformed token is simply unknown. */
const uuid = () => z.string().max(100)

export const updateReservation = endpoint({
  name: 'booking.updateReservation',
  route: 'PUT updateReservation',
  summary:
    'Saves a guest’s final details by the private link. The first save is always possible; later changes end 7 days before the start',
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

/** Reasons why a stay's choices cannot change. */
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
    'Replaces a guest’s choices by the private link, until 7 days before the start, if they cost as much or more. The difference is added to an unpaid invoice, or to a new one due immediately',
  access: 'link',
  body: z.object({
    uuid: uuid(),
    /** Ids of all options that the guest has from now on. */
    options: picked(),
    /** Extra cost in cents that the guest was shown. */
    difference: cents(),
  }),
  failures: {
    ...OF_RESERVATION,
    difference_changed: 'The prices have changed. Nothing was changed; please look again.',
    choices_closed: 'The rooms are already planned. Please call or write to us.',
    paid_by_other: 'Somebody else pays for your stay. Please write to us, and we will change it.',
    choices_cheaper: 'This costs less than what you chose. Please write to us, and we will change it.',
    ...CHANGE_FAILURES,
  },
})

export const withdrawCard = endpoint({
  name: 'booking.withdrawCard',
  route: 'DELETE keptCard',
  summary: 'Deletes the guest’s saved card here and at Stripe. Nothing is charged to it from now on',
  access: 'link',
  query: z.object({ uuid: uuid() }),
  failures: OF_RESERVATION,
})

export const getGuestReceipt = endpoint({
  name: 'booking.getGuestReceipt',
  route: 'GET receipt',
  summary: 'Returns the receipt of a paid invoice as a PDF, by the private link of its reservation',
  access: 'link',
  gives: 'pdf',
  query: z.object({ uuid: uuid(), invoiceId: id() }),
  reply: pdfReply,
  failures: { ...OF_RESERVATION, not_paid: 'This invoice is not paid yet.' },
})

export const lostLink = endpoint({
  name: 'booking.lostLink',
  route: 'POST lostLink',
  summary:
    'E-mails an address its private links, at most once in 15 minutes. The reply does not reveal whether the address is known',
  access: 'all',
  limit: 'mail',
  body: z.object({ email: emailField() }),
  reply: z.object({ message: z.string() }),
})
