/** The calls of an admin about a party (R39.6): somebody comes along, goes by themselves, or pays for all. */
import { z } from 'zod'
import { EVENT_CANCELLED, EVENT_ENDED } from '#features/events/contract/failures.ts'
import { endpoint } from '#shared/endpoint.ts'
import { clearableEmail, personName } from '#shared/fields.ts'
import { MOST_IN_PARTY } from '../domain/party.ts'
import { adminReservation } from './admin.ts'
import { MONEY_MOVES, OF_VERSION, ofVersion } from './reservation.ts'
import { CHOICE_FAILURES, EVENT_FULL, picked } from './sign-up.ts'

const FAILURES = {
  ...OF_VERSION,
  not_standing: 'Only confirmed stays can be changed like this.',
  ...MONEY_MOVES,
} as const

const ALONE = 'Nobody else pays for this guest, so there is nothing to change.'

const reply = z.object({ reservation: adminReservation })

export const addToParty = endpoint({
  name: 'booking.addToParty',
  route: 'POST auth/party/add',
  summary:
    'Adds a companion to a party, or to somebody who came alone: confirmed at once. What the stay costs joins what is still asked of the payer, else it is an invoice due at once',
  access: 'admin',
  body: z.object({
    ...ofVersion,
    customerName: personName(),
    /** Null or empty: there is none, and the payer hands on the link. */
    email: clearableEmail(),
    /** The companion's choices, by id; closed ones too, and sold out ones with `allowOverbooking`. */
    options: picked().default([]),
    allowOverbooking: z.boolean().default(false),
    sendEmail: z.boolean().default(true),
  }),
  status: 201,
  reply,
  failures: {
    ...FAILURES,
    event_cancelled: EVENT_CANCELLED,
    event_ended: EVENT_ENDED,
    event_full: EVENT_FULL,
    party_full: `A party has at most ${MOST_IN_PARTY} guests. Please add this one as a guest alone.`,
    ...CHOICE_FAILURES,
  },
})

export const splitFromParty = endpoint({
  name: 'booking.splitFromParty',
  route: 'POST auth/party/split',
  summary:
    'A companion pays for themselves from now on: what was not paid for them yet is asked of them. What was paid for them stays paid, and would go back to who paid it',
  access: 'admin',
  body: z.object(ofVersion),
  reply,
  failures: { ...FAILURES, not_companion: ALONE },
})

export const changePayer = endpoint({
  name: 'booking.changePayer',
  route: 'POST auth/party/payer',
  summary: 'A companion pays for the whole party from now on: all its invoices, paid ones too, are theirs',
  access: 'admin',
  body: z.object(ofVersion),
  reply,
  failures: {
    ...FAILURES,
    not_companion: ALONE,
    passing_on:
      'This guest is passing on their spot. First the link must be taken back, or the booking by it must end.',
  },
})
