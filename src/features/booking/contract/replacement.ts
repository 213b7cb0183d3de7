/** A guest who cannot come passes on the spot: a link, and the sign-up behind it (R6.1). */
import { z } from 'zod'
import { eventDetails } from '#features/events/contract/events.ts'
import { EVENT_STARTED } from '#features/events/contract/failures.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'
import { PASS_ON_STATES, REPLACEMENT_STATES } from '../domain/replacement.ts'
import { OF_RESERVATION, RESERVATION_NOT_FOUND } from './reservation.ts'

const passOnState = z.object({
  state: z.enum(PASS_ON_STATES),
  /** The token of the open link; null: there is none. */
  token: z.uuid().nullable(),
})

const link = z.object({ uuid: z.string().max(100) })

/** Why a spot cannot be passed on, by a link or to the waitlist. */
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
  summary: 'Whether a stay can be passed on, its link, and how far that has come',
  access: 'link',
  query: link,
  reply: passOnState,
  failures: OF_RESERVATION,
})

export const passOn = endpoint({
  name: 'booking.passOn',
  route: 'POST reservation/replacement',
  summary:
    'Makes the link by which somebody else can book the spot of a confirmed stay, under 30 days before its start; the same link again while it is open',
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
  summary: 'Takes the link back: nobody can book the spot by it any more',
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
    'The event whose spot is passed on by this link, full and private ones too, and whether it still is',
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
    'Whether a stay is being passed on, who books its spot or has it, and whose spot it has taken over itself',
  access: 'admin',
  query: z.object({ id: id() }),
  reply: z.object({
    /** The guest has a link out. */
    offered: z.boolean(),
    /** The reservation of who books the spot, or has it. */
    taker: other.nullable(),
    /** The stay whose spot this one takes over. */
    replaced: other.nullable(),
  }),
  failures: { not_found: RESERVATION_NOT_FOUND },
})
