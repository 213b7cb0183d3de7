/** Endpoints for card payments: one for a guest who is about to pay (R4.9), one for Stripe's webhook (R4.7). */
import { z } from 'zod'
import { CODE_FAILURES } from '#domain/booking/codes/contract/guest.ts'
import { EVENT_CANCELLED, EVENT_STARTED } from '#domain/events/contract/failures.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, id } from '#shared/fields.ts'
import { MOST_IN_PARTY } from '../domain/party.ts'
import { OF_RESERVATION } from './reservation.ts'
import {
  AMOUNT_MISMATCH,
  askedCode,
  CHOICE_FAILURES,
  EVENT_FULL,
  OFFER_OVER,
  picked,
  REPLACEMENT_OVER,
  REPLACEMENT_TAKEN,
} from './sign-up.ts'

export const createPaymentIntent = endpoint({
  name: 'booking.createPaymentIntent',
  route: 'POST createPaymentIntent',
  summary:
    'Creates a Stripe payment intent and returns its client secret, with which the browser pays. Send `eventId` for a sign-up (with `replacement` for a spot that another guest passes on), `offer` for a spot offered from the waitlist, or `invoiceId` with the `uuid` of the guest’s private link for an invoice. Fails if `amount` is not the amount that the site computes, if the event is full, or if the invoice is already paid',
  access: 'all',
  limit: 'payment',
  body: z
    .object({
      amount: cents().min(0, 'Amount must be non-0'),
      eventId: id().optional(),
      invoiceId: id().optional(),
      uuid: z.uuid().optional(),
      /** Token of a waitlist offer. The payment is for the spot that the offer holds. */
      offer: z.uuid().optional(),
      /**
       * Token of the link by which a guest passes on a spot, together with `eventId`. The payment is for that spot.
       */
      replacement: z.uuid().optional(),
      /** With `eventId` or `offer`: a list of option ids for each guest, the payer's first. */
      options: z.array(picked()).max(MOST_IN_PARTY).optional(),
      /**
       * With `eventId`: the random key of the sign-up form. Spots that this form already holds then count as free
       * for the guest.
       */
      attempt: z.string().min(16).max(100).optional(),
      ...askedCode,
      /**
       * True if the guest agrees that Stripe saves the card for the remainder (`booking/domain/saved-card.ts`). Not
       * allowed with `invoiceId`.
       */
      keepCard: z.literal(true).optional(),
      /** Number of companions. The payer is not counted. */
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
    ...OF_RESERVATION,
    amount_mismatch: AMOUNT_MISMATCH,
    event_cancelled: EVENT_CANCELLED,
    event_full: EVENT_FULL,
    event_started: EVENT_STARTED,
    already_paid: 'This invoice is already paid.',
    payment_processing:
      'Your bank is still working on a payment for this invoice. Nothing more is charged; please wait for its answer.',
    not_payable: 'This invoice can no longer be paid.',
    offer_over: OFFER_OVER,
    replacement_over: REPLACEMENT_OVER,
    replacement_taken: REPLACEMENT_TAKEN,
    ...CHOICE_FAILURES,
    ...CODE_FAILURES,
  },
})

export const receiveWebhook = endpoint({
  name: 'booking.receiveWebhook',
  route: 'POST stripe/webhook',
  summary:
    'Receives webhook events from Stripe and stores them. Fails if the signature is wrong, or if the event is a “thin” event, which lacks the data',
  access: 'signature',
  limit: 'read',
  reply: z.object({ received: z.literal(true) }),
  failures: {
    bad_signature: [400, 'The signature does not match.'],
    thin_event: [400, 'Thin events are not read here: choose the snapshot payload for this endpoint.'],
  },
})
