/** The endpoint by which guests sign up (R1.6), and schemas that other endpoints share with it. */
import { z } from 'zod'
import { CODE_FAILURES, typedCode } from '#domain/booking/codes/contract/guest.ts'
import { EVENT_CANCELLED, EVENT_NOT_FOUND, EVENT_STARTED } from '#domain/events/contract/failures.ts'
import { endpoint } from '#shared/endpoint.ts'
import {
  cents,
  clearableEmail,
  emailField,
  id,
  instantText,
  optionalName,
  optionalText,
  personName,
  REQUIRED,
  requiredLine,
  requiredText,
} from '#shared/fields.ts'
import type { GuestDetail } from '#shared/guest-details.ts'
import { MOST_IN_PARTY } from '../domain/party.ts'

/**
 * Fields of a guest's details with their rules (R1.2, R8.3). The sign-up form and the form for the final details use
 * them.
 */
export const finalDetailsInput = z.object({
  nickname: optionalName(),
  phone: requiredLine(50),
  address: requiredText(500),
  emergencyContactName: personName(),
  emergencyContactPhone: requiredLine(50),
  foodAllergies: requiredText(),
  medicalConditions: requiredText(),
  otherInformation: optionalText(),
  safetyConsent: z.literal(true, { error: REQUIRED }),
  photoConsent: z.boolean().default(false),
}) satisfies z.ZodType<Record<GuestDetail, string | null>>

export type FinalDetailsInput = z.output<typeof finalDetailsInput>

export const AMOUNT_MISMATCH = [
  422,
  'The amount has changed. Please reload the page and check it before paying.',
] as const

export const EVENT_FULL = 'No spaces left'

export const OFFER_OVER = 'This offer has expired: the spot went to the next person on the waitlist.'

export const REPLACEMENT_OVER = 'This spot is no longer being passed on. Nothing was charged.'

export const REPLACEMENT_TAKEN =
  'Someone else is booking this spot right now. If they don’t pay in time, you can still have it.'

export const picked = () => z.array(id()).max(30, 'Please choose fewer of them')

export const companionInput = z.object({
  customerName: personName(),
  /** Empty or null if the companion has no address. The payer then gets the companion's link and passes it on. */
  email: clearableEmail().nullish(),
  options: picked().optional(),
})

export type CompanionInput = z.output<typeof companionInput>

/** Failures of a chosen option. The message names the option, and also appears at the field `options`. */
export const CHOICE_FAILURES = {
  option_unknown: 'One of your choices is no longer offered. Please choose again.',
  option_closed: 'One of your choices is no longer offered. Please choose another.',
  option_sold_out: 'One of your choices is sold out. Please choose another.',
  lodging_missing: 'Please choose where you will sleep.',
  lodging_twice: 'Please choose one lodging only.',
} as const

/**
 * The discount code in a form. For a code with an open price, `pays` is the price in cents that the guest sets for
 * each stay.
 */
export const askedCode = {
  code: typedCode().nullish(),
  pays: cents().min(0, 'Please enter an amount of 0 or more').nullish(),
}

export const createReservation = endpoint({
  name: 'booking.createReservation',
  route: 'POST createReservation',
  summary:
    'Signs a guest up for an event, with `companions` if there are any, and returns the `uuid` of the guest’s private link. Send `offer` for a spot offered from the waitlist, or `replacement` to take over another guest’s spot. Holds the spots until the card is charged (at most until `holdExpiresAt`), or confirms them immediately if nothing is due. If a free sign-up has companions or takes over a spot, the spots are held until the guest confirms by e-mail (`POST heldSpots/confirm`). Fails if the event is full, if an option or the discount code cannot be used, or if `amount` is not the amount that the site computes',
  access: 'all',
  limit: 'write',
  body: z.object({
    createReservationData: finalDetailsInput.extend({
      amount: cents(),
      paymentIntent: z.string().max(200).nullish(),
      eventId: id(),
      customerName: personName(),
      email: emailField(),
      /**
       * Random key of the sign-up form. If the same guest (by mailbox and name) sends the key again, the reply is
       * the same as before.
       */
      attempt: z.string().min(16).max(100).nullish(),
      /**
       * The `uuid` of the hold that this form already made, from the first reply. Sending it lets the guest correct
       * mailbox and name.
       */
      uuid: z.uuid().nullish(),
      /** Token of a waitlist offer. The sign-up is for the spot that the offer holds. */
      offer: z.uuid().nullish(),
      /** Token of the link by which a guest passes on a spot. The sign-up takes over that spot. */
      replacement: z.uuid().nullish(),
      /** Option ids of the payer: exactly one lodging if the event has any, and any number of extras. */
      options: picked().optional(),
      ...askedCode,
      /**
       * Guests for whom the payer signs up too. Either all get a spot or none does. `amount` is what is due now for
       * all of them.
       */
      companions: z
        .array(companionInput)
        .max(
          MOST_IN_PARTY - 1,
          `One sign-up is for at most ${MOST_IN_PARTY} people. Please sign up the others separately`,
        )
        .optional(),
    }),
  }),
  status: 201,
  reply: z.object({
    reservationId: z.int(),
    uuid: z.uuid(),
    holdExpiresAt: instantText().nullable(),
    /** True if the hold waits until the guest presses the button in the e-mail, not for a payment. */
    waitsForMailbox: z.boolean(),
  }),
  failures: {
    not_found: EVENT_NOT_FOUND,
    amount_mismatch: AMOUNT_MISMATCH,
    event_cancelled: EVENT_CANCELLED,
    event_full: EVENT_FULL,
    event_started: EVENT_STARTED,
    offer_over: OFFER_OVER,
    replacement_over: REPLACEMENT_OVER,
    replacement_taken: REPLACEMENT_TAKEN,
    ...CHOICE_FAILURES,
    ...CODE_FAILURES,
    payment_intent_used: 'This payment belongs to another reservation. Please reload the page and try again.',
    payment_processing:
      'Your bank is still working on the payment that you made with this form. Nothing more is charged; please wait for its answer.',
    payment_intent_expired: 'The payment form has expired. Please reload the page; nothing was charged.',
    too_many_holds:
      'Several spots at this retreat are held from your connection and not paid for yet. Please pay for one of them first, or try again in an hour.',
  },
})
