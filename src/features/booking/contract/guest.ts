/** The calls of a guest by their private link: the stay, its details and receipts, and the link itself when it is lost (R8.4, R8.6). */
import { z } from 'zod'
import { EVENT_CANCELLED } from '#features/events/contract/failures.ts'
import { endpoint, pdfReply } from '#shared/endpoint.ts'
import { cents, emailField, id } from '#shared/fields.ts'
import { guestReservation, MONEY_MOVES, OF_RESERVATION } from './reservation.ts'
import { CHOICE_FAILURES, finalDetailsInput, picked } from './sign-up.ts'

export const getReservation = endpoint({
  name: 'booking.getReservation',
  route: 'GET reservation',
  summary: "A guest's reservation by its private link",
  access: 'link',
  query: z.object({ uuid: z.string().max(100) }),
  reply: guestReservation,
  failures: OF_RESERVATION,
})

export const viewedDirections = endpoint({
  name: 'booking.viewedDirections',
  route: 'PUT viewedDirections',
  summary: 'A guest has seen the directions; the reply is the same for an unknown attendee',
  access: 'all',
  limit: 'write',
  body: z.object({ name: z.string().max(100) }),
})

/** The token of a private link; one that no link has is unknown, whatever it looks like. */
const uuid = () => z.string().max(100)

export const updateReservation = endpoint({
  name: 'booking.updateReservation',
  route: 'PUT updateReservation',
  summary:
    'The final details by the private link; nothing else can change. The first time is never too late, later changes end 7 days before the start',
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

/** Why the choices of a stay stay as they are. */
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
    'Other choices by the private link, until 7 days before the start and for as much or more. The difference joins what is still to be paid, else it is an invoice due at once',
  access: 'link',
  body: z.object({
    uuid: uuid(),
    /** The ids of all that is chosen from now on. */
    options: picked(),
    /** Cents that it costs more, as the guest has seen it. */
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
  summary:
    'Stops keeping the guest’s card: nothing is charged to it from now on, and the provider forgets it',
  access: 'link',
  query: z.object({ uuid: uuid() }),
  failures: OF_RESERVATION,
})

export const getGuestReceipt = endpoint({
  name: 'booking.getGuestReceipt',
  route: 'GET receipt',
  summary: 'The receipt of a paid invoice as a PDF, by the private link of its reservation',
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
    'Mails the private links of an address to it, at most once in 15 minutes; the reply is the same whether or not the address is known',
  access: 'all',
  limit: 'mail',
  body: z.object({ email: emailField() }),
  reply: z.object({ message: z.string() }),
})
