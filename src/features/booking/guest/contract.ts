/** What a guest does by their private link: gives the details, reads the receipts. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { pdfReply } from '#shared/files-and-replies.ts'
import { id } from '#shared/fields.ts'
import { EVENT_CANCELLED } from '#features/events/contract/events.ts'
import { PURGED, RESERVATION_NOT_FOUND } from '../admin/failures-contract.ts'
import { finalDetailsInput } from '../contract.ts'

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
