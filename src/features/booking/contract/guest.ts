/** The calls of a guest by their private link: the stay, its details and receipts, and the link itself when it is lost (R8.4, R8.6). */
import { z } from 'zod'
import { EVENT_CANCELLED } from '#features/events/contract/events.ts'
import { endpoint } from '#shared/endpoint.ts'
import { emailField, id } from '#shared/fields.ts'
import { pdfReply } from '#shared/files-and-replies.ts'
import { finalDetailsInput, guestReservation, PURGED, RESERVATION_NOT_FOUND } from './reservation.ts'

export const getReservation = endpoint({
  name: 'booking.getReservation',
  method: 'GET',
  path: 'reservation',
  summary: "A guest's reservation by its private link",
  access: 'link',
  limit: 'guess',
  query: z.object({ uuid: z.string().max(100) }),
  reply: guestReservation,
  failures: {
    not_found: RESERVATION_NOT_FOUND,
    purged: PURGED,
  },
})

export const viewedDirections = endpoint({
  name: 'booking.viewedDirections',
  method: 'PUT',
  path: 'viewedDirections',
  summary: 'A guest has seen the directions; the reply is the same for an unknown attendee',
  access: 'all',
  limit: 'write',
  body: z.object({ name: z.string().max(100) }),
  reply: z.object({}),
})

/** The token of a private link; one that no link has is unknown, whatever it looks like. */
const uuid = () => z.string().max(100)

export const updateReservation = endpoint({
  name: 'booking.updateReservation',
  method: 'PUT',
  path: 'updateReservation',
  summary:
    'The final details by the private link; nothing else can change. The first time is never too late, later changes end 7 days before the start',
  access: 'link',
  limit: 'guess',
  body: z.object({ updateReservationData: finalDetailsInput.extend({ uuid: uuid() }) }),
  reply: z.object({}),
  failures: {
    not_found: RESERVATION_NOT_FOUND,
    purged: PURGED,
    event_cancelled: EVENT_CANCELLED,
    not_standing: [409, 'This reservation does not stand any more, so there is nothing to fill in.'],
    details_closed: [
      409,
      'The kitchen and the rooms are planned by now, so this form is closed. Please call or write to us.',
    ],
  },
})

export const getGuestReceipt = endpoint({
  name: 'booking.getGuestReceipt',
  method: 'GET',
  path: 'receipt',
  summary: 'The receipt of a paid invoice as a PDF, by the private link of its reservation',
  access: 'link',
  limit: 'guess',
  gives: 'pdf',
  query: z.object({ uuid: uuid(), invoiceId: id() }),
  reply: pdfReply,
  failures: {
    not_found: RESERVATION_NOT_FOUND,
    not_paid: [409, 'This invoice is not paid yet.'],
    purged: PURGED,
  },
})

export const lostLink = endpoint({
  name: 'booking.lostLink',
  method: 'POST',
  path: 'lostLink',
  summary:
    'Mails the private links of an address to it, at most once in 15 minutes; the reply is the same whether or not the address is known',
  access: 'all',
  limit: 'mail',
  body: z.object({ email: emailField() }),
  reply: z.object({ message: z.string() }),
})
