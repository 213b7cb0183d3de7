/** Endpoints for a guest who cannot come and passes the spot on to another guest by a link (R6.1). */
import { z } from 'zod'
import { eventDetails } from '#domain/events/contract/events.ts'
import { EVENT_STARTED } from '#domain/events/contract/failures.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'
import { PASS_ON_STATES, REPLACEMENT_STATES } from '../domain/replacement.ts'
import { OF_RESERVATION, RESERVATION_NOT_FOUND } from './reservation.ts'

const passOnState = z.object({
  state: z.enum(PASS_ON_STATES),
  /** Token of the link by which the guest passes the spot on; null if no such link is open. */
  token: z.uuid().nullable(),
})

const link = z.object({ uuid: z.string().max(100) })

/** Reasons why a guest cannot pass on a spot, whether by a link or to the waitlist. */
export const NOT_PASSED_ON = {
  not_standing: 'This reservation is no longer active, so there is nothing to pass on.',
  too_early:
    'A spot can be passed on in the last 30 days before the start. Until then the Terms of Stay refund more.',
  event_started: EVENT_STARTED,
  pays_for_others:
    'You pay for others who are still coming. Please ask us to let one of them pay first. Then you can pass on your spot.',
} as const

export const getPassOn = endpoint({
  name: 'booking.getPassOn',
  route: 'GET reservation/replacement',
  summary:
    'Returns whether a guest can pass on their spot to somebody else, the token of the link for that if the guest has created one, and whether somebody is booking the spot or has booked it',
  access: 'link',
  query: link,
  reply: passOnState,
  failures: OF_RESERVATION,
})

export const passOn = endpoint({
  name: 'booking.passOn',
  route: 'POST reservation/replacement',
  summary:
    'Creates the link with which somebody else can book a guest’s spot, or returns the open link. Works for a confirmed stay in the last 30 days before the start. Fails if the guest pays for others, or if the spot is offered to the waitlist',
  access: 'link',
  body: link,
  reply: z.object({ passOn: passOnState }),
  failures: {
    ...OF_RESERVATION,
    ...NOT_PASSED_ON,
    offered_to_line:
      'Your spot is offered to the next person on the waitlist. Please take the offer back first.',
  },
})

export const takeBack = endpoint({
  name: 'booking.takeBack',
  route: 'DELETE reservation/replacement',
  summary:
    'Ends the link with which somebody else could book a guest’s spot, so the guest keeps the spot. Fails if somebody is booking the spot or has booked it',
  access: 'link',
  query: link,
  reply: z.object({ passOn: passOnState }),
  failures: {
    ...OF_RESERVATION,
    being_booked:
      'Someone is booking your spot right now. If they don’t pay in time, you can take it back then.',
    passed_on: 'Someone has booked your spot, so it’s theirs now.',
  },
})

const takeOver = z.object({ state: z.enum(REPLACEMENT_STATES), event: eventDetails })

export type TakeOver = z.output<typeof takeOver>

export const getTakeOver = endpoint({
  name: 'booking.getTakeOver',
  route: 'GET takeOver',
  summary:
    'Returns the event of the link with which a guest passes on their spot, and whether the spot can still be booked (`state`). `token` is the token in that link. Works even if the event is full or private',
  access: 'link',
  query: z.object({ token: z.string().max(100) }),
  reply: takeOver,
  failures: { not_found: [404, 'This link doesn’t work.'] },
})

const other = z.object({ id: z.int(), status: z.enum(['pending', 'confirmed', 'cancelled']) })

export const getPassedOn = endpoint({
  name: 'booking.getPassedOn',
  route: 'GET auth/passedOn',
  summary:
    'Returns, for an admin, whether a guest has a link to pass on their spot, which reservation takes the spot, and whose spot this guest took over',
  needs: 'guests.edit',
  query: z.object({ id: id() }),
  reply: z.object({
    /** True if the guest has an open link to pass on the spot. */
    offered: z.boolean(),
    /** The reservation of the guest who is taking over the spot or has taken it over; null if nobody has. */
    taker: other.nullable(),
    /** The stay whose spot this guest takes or took over; null if there is none. */
    replaced: other.nullable(),
  }),
  failures: { not_found: RESERVATION_NOT_FOUND },
})
