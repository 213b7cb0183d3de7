/** Endpoints for a guest who cannot come and passes on the spot by a link (R6.1). */
import { z } from 'zod'
import { eventDetails } from '#domain/events/contract/events.ts'
import { EVENT_STARTED } from '#domain/events/contract/failures.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'
import { PASS_ON_STATES, REPLACEMENT_STATES } from '../domain/replacement.ts'
import { OF_RESERVATION, RESERVATION_NOT_FOUND } from './reservation.ts'

const passOnState = z.object({
  state: z.enum(PASS_ON_STATES),
  /** Token of the open link; null if there is none. */
  token: z.uuid().nullable(),
})

const link = z.object({ uuid: z.string().max(100) })

/** Reasons why a spot cannot be passed on, by a link or to the waitlist. */
export const NOT_PASSED_ON = {
  not_standing: 'This reservation is no longer active, so there is nothing to pass on.',
  too_early:
    'A spot can be passed on in the last 30 days before the start. Until then the Terms of Stay refund more.',
  event_started: EVENT_STARTED,
  pays_for_others:
    'You pay for others who still come. Please ask us to let one of them pay first; then you can pass on your spot.',
} as const

export const getPassOn = endpoint({
  name: 'booking.getPassOn',
  route: 'GET reservation/replacement',
  summary: 'Returns whether a stay’s spot can be passed on, its link, and the progress',
  access: 'link',
  query: link,
  reply: passOnState,
  failures: OF_RESERVATION,
})

export const passOn = endpoint({
  name: 'booking.passOn',
  route: 'POST reservation/replacement',
  summary:
    'Creates the link by which someone else can book the spot of a confirmed stay, in the last 30 days before its start. Returns the same link while it is open',
  access: 'link',
  body: link,
  reply: z.object({ passOn: passOnState }),
  failures: {
    ...OF_RESERVATION,
    ...NOT_PASSED_ON,
    offered_to_line: 'Your spot is offered to the next in line. Please take the offer back first.',
  },
})

export const takeBack = endpoint({
  name: 'booking.takeBack',
  route: 'DELETE reservation/replacement',
  summary: 'Withdraws the link, so that nobody can book the spot by it',
  access: 'link',
  query: link,
  reply: z.object({ passOn: passOnState }),
  failures: {
    ...OF_RESERVATION,
    being_booked:
      'Somebody is booking your spot at this moment. If they do not pay in time, you can take it back then.',
    passed_on: 'Somebody has booked your spot, so it is theirs now.',
  },
})

const takeOver = z.object({ state: z.enum(REPLACEMENT_STATES), event: eventDetails })

export type TakeOver = z.output<typeof takeOver>

export const getTakeOver = endpoint({
  name: 'booking.getTakeOver',
  route: 'GET takeOver',
  summary:
    'Returns the event whose spot this link passes on, also if it is full or private, and whether the spot can still be taken over',
  access: 'link',
  query: z.object({ token: z.string().max(100) }),
  reply: takeOver,
  failures: { not_found: [404, 'We do not know this link.'] },
})

const other = z.object({ id: z.int(), status: z.enum(['pending', 'confirmed', 'cancelled']) })

export const getPassedOn = endpoint({
  name: 'booking.getPassedOn',
  route: 'GET auth/passedOn',
  summary:
    'Returns whether a stay’s spot is being passed on, who takes it over, and whose spot this stay took over',
  access: 'admin',
  query: z.object({ id: id() }),
  reply: z.object({
    /** True if the guest has an open link. */
    offered: z.boolean(),
    /** Reservation that is booking the spot, or has it. */
    taker: other.nullable(),
    /** Stay whose spot this one takes over. */
    replaced: other.nullable(),
  }),
  failures: { not_found: RESERVATION_NOT_FOUND },
})
