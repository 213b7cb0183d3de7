/** A guest who cannot come offers the spot to the next on the waitlist (R6.1). */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { instantText } from '#shared/fields.ts'
import { PURGED, RESERVATION_NOT_FOUND } from '#features/booking/contract/reservation.ts'
import { NOT_PASSED_ON } from '#features/booking/contract/replacement.ts'

const nextOffer = z.object({
  /** closed: nobody waits, or it cannot be passed on so; possible: somebody waits; offered: somebody may take it. */
  state: z.enum(['closed', 'possible', 'offered']),
  /** Until when it is offered to whoever has it now; null unless it is. */
  until: instantText().nullable(),
})
export type NextOffer = z.output<typeof nextOffer>

const link = z.object({ uuid: z.string().max(100) })

const PATH = 'reservation/offerNext'

export const getNextOffer = endpoint({
  name: 'waitlist.getNextOffer',
  method: 'GET',
  path: PATH,
  summary: 'Whether the spot of a stay can be offered to the next in line, or is',
  access: 'link',
  limit: 'guess',
  query: link,
  reply: nextOffer,
  failures: { not_found: RESERVATION_NOT_FOUND, purged: PURGED },
})

export const offerNext = endpoint({
  name: 'waitlist.offerNext',
  method: 'POST',
  path: PATH,
  summary:
    'Offers the spot of a confirmed stay to the next in line, under 30 days before its start, and on along the line until somebody takes it; the same again while it is offered',
  access: 'link',
  limit: 'guess',
  body: link,
  reply: z.object({ nextOffer }),
  failures: {
    not_found: RESERVATION_NOT_FOUND,
    purged: PURGED,
    ...NOT_PASSED_ON,
    link_open: [409, 'There is a link to your spot. Take that back first.'],
    nobody_waits: [409, 'Nobody is waiting in line for this retreat at this moment.'],
  },
})

export const recallOffer = endpoint({
  name: 'waitlist.recallOffer',
  method: 'DELETE',
  path: PATH,
  summary:
    'Takes the offer back: the spot stays with its guest, and whoever had the offer waits on, first in line',
  access: 'link',
  limit: 'guess',
  query: link,
  reply: z.object({ nextOffer }),
  failures: {
    not_found: RESERVATION_NOT_FOUND,
    purged: PURGED,
    being_booked: [
      409,
      'Somebody is paying for your spot at this moment. If they do not finish, you can take it back in a while.',
    ],
    passed_on: [409, 'Somebody has booked your spot: it is theirs.'],
    changed_meanwhile: [409, 'Something is being done with this spot right now. Please try again.'],
  },
})
