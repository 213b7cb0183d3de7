/**
 * Endpoints by which admins change a party: add a companion, split one off, or make another guest the payer (R39.6).
 */
import { z } from 'zod'
import { EVENT_CANCELLED, EVENT_ENDED } from '#domain/events/contract/failures.ts'
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
    'Adds a companion with a confirmed spot to a guest’s party; a guest who signed up alone becomes the payer. The companion’s price is added to an unpaid invoice of the payer, or to a new invoice that is due immediately. E-mails the companion unless `sendEmail` is `false`. Fails if the event is full (unless `allowOverbooking` is set) or the party already has 6 guests',
  needs: 'guests.edit',
  body: z.object({
    ...ofVersion,
    customerName: personName(),
    /**
     * E-mail address of the companion. Null or empty if the companion has none; then the payer gets the companion's
     * private link and passes it on.
     */
    email: clearableEmail(),
    /** Option ids. Closed options (hidden from guests) are allowed; sold-out ones need `allowOverbooking`. */
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
    'Splits a companion off from a party: from now on, the companion pays for their own stay. Creates an invoice for the part of it that is still unpaid. What the former payer has paid for the companion still counts, but a refund of it would go to the former payer. Fails if the `version` is stale',
  needs: 'guests.edit',
  body: z.object(ofVersion),
  reply,
  failures: { ...FAILURES, not_companion: ALONE },
})

/** Why a guest who is passing on the spot cannot become the payer. */
export const CANNOT_PAY_FOR_ALL =
  'This guest is passing on their spot. Wait until the guest takes back the link, or until the sign-up through it has ended.'

export const changePayer = endpoint({
  name: 'booking.changePayer',
  route: 'POST auth/party/payer',
  summary:
    'Makes the companion with this `id` the payer of the party, and e-mails them. All invoices of the party, also the paid ones, then belong to the new payer. Fails if the companion is passing on their spot',
  needs: 'guests.edit',
  body: z.object(ofVersion),
  reply,
  failures: {
    ...FAILURES,
    not_companion: ALONE,
    passing_on: CANNOT_PAY_FOR_ALL,
  },
})
