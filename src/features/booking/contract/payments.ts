/** The calls about card payments: of a guest who is about to pay (R4.9), and of the payment provider (R4.7). */
import { z } from 'zod'
import { CODE_FAILURES } from '#features/codes/contract/guest.ts'
import { EVENT_CANCELLED, EVENT_STARTED } from '#features/events/contract/failures.ts'
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
      /** The guest agrees that the card is kept for the remainder (`domain/kept-card.ts`); not with `invoiceId`. */
      keepCard: z.literal(true).optional(),
      /** The number of companions, beside the payer. */
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
  summary: "The payment provider's signed notices",
  access: 'signature',
  limit: 'read',
  reply: z.object({ received: z.literal(true) }),
  failures: {
    bad_signature: [400, 'The signature does not match.'],
    thin_event: [400, 'Thin events are not read here: choose the snapshot payload for this endpoint.'],
  },
})
