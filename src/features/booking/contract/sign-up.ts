/** The calls of a guest who signs up or pays (R1.6, R4.9). */
import { z } from 'zod'
import { CODE_FAILURES, typedCode } from '#features/codes/contract.ts'
import { EVENT_CANCELLED } from '#features/events/contract/events.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, clearableEmail, emailField, id, instantText, requiredLine } from '#shared/fields.ts'
import { finalDetailsInput, PURGED, RESERVATION_NOT_FOUND } from './reservation.ts'

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const

const AMOUNT_MISMATCH = [
  422,
  'The amount has changed. Please reload the page and check it before paying.',
] as const

const EVENT_STARTED = [409, 'This retreat has already started.'] as const

const EVENT_FULL = [409, 'No spaces left'] as const

const OFFER_OVER = [409, 'This offer is over: the spot went to the next in line.'] as const

const REPLACEMENT_OVER = [409, 'This spot is not being passed on any more. Nothing was charged.'] as const

const REPLACEMENT_TAKEN = [
  409,
  'Somebody else is booking this spot at this moment. If they do not pay in time, it is free to take again.',
] as const

/** The ids of choices. */
export const picked = () => z.array(id()).max(30, 'Please choose fewer of them')

/** How many one sign-up is for at most, who pays included (R39.1). */
export const MOST_IN_PARTY = 6

/** Who comes along with whoever pays. */
export const companionInput = z.object({
  customerName: requiredLine(),
  /** Empty or null: their link goes to who pays, to hand on. */
  email: clearableEmail().nullish(),
  options: picked().optional(),
})

export type CompanionInput = z.output<typeof companionInput>

/** Why a choice cannot be had; the message names it, and stands at `options` too. */
export const CHOICE_FAILURES = {
  option_unknown: [409, 'One of the choices is not offered any more. Please choose again.'],
  option_closed: [409, 'One of the choices is not offered any more. Please choose another.'],
  option_sold_out: [409, 'One of the choices is sold out. Please choose another.'],
  lodging_missing: [409, 'Please choose where you will sleep.'],
  lodging_twice: [409, 'Please choose one lodging only.'],
} as const

/** What a form says of its code: the code, and with an open one the cents that each stay is to cost. */
const askedCode = {
  code: typedCode().nullish(),
  pays: cents().min(0, 'Please enter a sum of 0 or more').nullish(),
}

export const createPaymentIntent = endpoint({
  name: 'booking.createPaymentIntent',
  method: 'POST',
  path: 'createPaymentIntent',
  summary: "A payment intent for an event's sum due now, or for an invoice by its private link",
  access: 'all',
  limit: 'payment',
  body: z
    .object({
      amount: cents().min(0, 'Amount must be non-0'),
      eventId: id().optional(),
      invoiceId: id().optional(),
      uuid: z.uuid().optional(),
      /** The token of a waitlist offer: the payment is that of the held spot. */
      offer: z.uuid().optional(),
      /** The token of a replacement link: with `eventId`, for the spot that is passed on by it. */
      replacement: z.uuid().optional(),
      /** With `eventId` or `offer`: what each guest chooses, by id, the payer first. */
      options: z.array(picked()).max(MOST_IN_PARTY).optional(),
      /** With `eventId`: the form's random key, so that the spots that it holds already are counted for it. */
      attempt: z.string().min(16).max(100).optional(),
      ...askedCode,
      /** The guest agrees that the card is kept for the remainder (`domain/keep-card.ts`); not with `invoiceId`. */
      keepCard: z.literal(true).optional(),
      /** How many come along, beside who pays. */
      companions: z
        .int()
        .min(0)
        .max(MOST_IN_PARTY - 1)
        .optional(),
    })
    .refine((body) => (body.invoiceId === undefined) === (body.uuid === undefined), {
      error: 'An invoice is paid with the uuid of its reservation',
      path: ['uuid'],
    }),
  reply: z.object({ paymentIntent: z.string(), clientSecret: z.string() }),
  failures: {
    amount_zero: [400, 'Amount must be non-0'],
    not_found: RESERVATION_NOT_FOUND,
    amount_mismatch: AMOUNT_MISMATCH,
    event_cancelled: EVENT_CANCELLED,
    event_full: EVENT_FULL,
    event_started: EVENT_STARTED,
    already_paid: [409, 'This invoice is already paid.'],
    payment_processing: [
      409,
      'Your bank is still working on a payment for this invoice. Nothing more is charged; please wait for its answer.',
    ],
    not_payable: [409, 'This invoice can no longer be paid.'],
    offer_over: OFFER_OVER,
    replacement_over: REPLACEMENT_OVER,
    replacement_taken: REPLACEMENT_TAKEN,
    ...CHOICE_FAILURES,
    ...CODE_FAILURES,
    purged: PURGED,
  },
})

export const createReservation = endpoint({
  name: 'booking.createReservation',
  method: 'POST',
  path: 'createReservation',
  summary:
    'Signs a guest up: holds a spot until the card is charged, or confirms at once when nothing is due',
  access: 'all',
  limit: 'write',
  body: z.object({
    createReservationData: finalDetailsInput.extend({
      amount: cents(),
      paymentIntent: z.string().max(200).nullish(),
      eventId: id(),
      customerName: requiredLine(),
      email: emailField(),
      /** A random key that the form keeps: repeating it repeats the first reply. */
      attempt: z.string().min(16).max(100).nullish(),
      /** The token of a waitlist offer: the spot that it holds is taken, and this form fills it. */
      offer: z.uuid().nullish(),
      /** The token of a replacement link: the spot that is passed on by it is taken over. */
      replacement: z.uuid().nullish(),
      /** What is chosen, by id: one lodging where there is any, and any extras. */
      options: picked().optional(),
      ...askedCode,
      /** All of them get a spot or none, and `amount` is what is due now for all. */
      companions: z
        .array(companionInput)
        .max(
          MOST_IN_PARTY - 1,
          `One sign-up is for at most ${MOST_IN_PARTY} people. Please sign the others up in another`,
        )
        .optional(),
    }),
  }),
  status: 201,
  reply: z.object({ reservationId: z.int(), uuid: z.uuid(), holdExpiresAt: instantText().nullable() }),
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
    payment_intent_used: [
      409,
      'This payment belongs to another reservation. Please reload the page and try again.',
    ],
    payment_processing: [
      409,
      'Your bank is still working on the payment that you made with this form. Nothing more is charged; please wait for its answer.',
    ],
    payment_intent_expired: [
      409,
      'The payment form has expired. Please reload the page; nothing was charged.',
    ],
    too_many_holds: [
      409,
      'Several spots of this retreat were held from your connection and are not paid for yet. Please pay for one of them first, or try again in an hour.',
    ],
  },
})
