/** The calls about reservations, invoices and payments. */
import { z } from 'zod'
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import { endpoint } from '#shared/endpoint.ts'
import {
  cents,
  day,
  emailField,
  id,
  instantText,
  optionalLine,
  optionalText,
  REQUIRED,
  requiredLine,
  requiredText,
} from '#shared/fields.ts'
import { EVENT_CANCELLED, eventSummary } from '#features/events/contract/events.ts'
import { DETAILS_PROBLEMS } from './guest/rules.ts'

/** The guest's details with their rules (R1.2, R8.3), for the reservation form and the final-details form. */
export const finalDetailsInput = z.object({
  nickname: optionalLine(),
  phone: requiredLine(50),
  address: requiredText(500),
  emergencyContactName: requiredLine(),
  emergencyContactPhone: requiredLine(50),
  foodAllergies: requiredText(),
  medicalConditions: requiredText(),
  otherInformation: optionalText(),
  safetyConsent: z.literal(true, { error: REQUIRED }),
  photoConsent: z.boolean().default(false),
})
export type FinalDetailsInput = z.output<typeof finalDetailsInput>

// The schema's own list would bring the database's library into the browser.
const STATUSES = [
  'pending',
  'confirmed',
  'cancelled',
  'expired',
  'refunded',
] as const satisfies readonly ReservationStatus[]

const PURPOSES = ['deposit', 'remainder', 'whole', 'other'] as const satisfies readonly InvoicePurpose[]

export const invoice = z.object({
  id: z.int(),
  reservationId: z.int(),
  /** What it was made for; `other`: an admin added it, or it is the paid part of another one. */
  purpose: z.enum(PURPOSES),
  /** What it is for, in an admin's words; null: its purpose says it. */
  description: z.string().nullable(),
  /** Whether it asks for the price of the stay; false: an extra charge, which raises the total. */
  partOfPrice: z.boolean(),
  amount: cents(),
  paid: z.boolean(),
  datePaid: instantText().nullable(),
  paymentMethod: z.string().nullable(),
  due: day().nullable(),
  createdAt: instantText(),
  sent: z.boolean(),
  dateSent: instantText().nullable(),
  /** Cents refunded: given back, on their way, or owed by hand. */
  refunded: cents(),
  /** Whether disputes hold any of it at present, and how much. */
  disputed: z.boolean(),
  withdrawn: cents(),
  /** Null: paid, provider down, or for an admin. */
  clientSecret: z.string().nullable(),
})
export type Invoice = z.output<typeof invoice>

/** Sums of many rows may be more than one payment can be. */
const total = () => z.int().meta({ title: 'Cents' })

/** In cents. */
export const moneyShown = z.object({
  /** Of the stay itself; with `extras`, less `goodwill`, it makes `totalDue`. */
  price: total(),
  /** Invoices on top of it. */
  extras: total(),
  /** By how much refunds lowered what is due while the stay stood. */
  goodwill: total(),
  refunded: z.object({ late: total(), cancellation: total(), goodwill: total() }),
  /** Still to be paid: due now, at any time or not invoiced yet, and due on a later day; 0 of a stay that does not stand. */
  owedNow: total(),
  toCome: total(),
  stillToPay: total(),
  /** Parts of `stillToPay`: what no invoice asks for, and what unpaid ones ask for beyond the total. */
  notInvoiced: total(),
  overInvoiced: total(),
  /** Paid beyond the total. */
  credit: total(),
  /** Part of `totalPaid` that disputes hold at present. */
  withdrawn: total(),
  /** The stay stands, nothing is left to pay and no bank holds any of it. */
  paidUp: z.boolean(),
})
export type MoneyShown = z.output<typeof moneyShown>

export const reservation = z.object({
  id: z.int(),
  uuid: z.uuid(),
  status: z.enum(STATUSES),
  holdExpiresAt: instantText().nullable(),
  customerName: z.string(),
  email: z.string(),
  nickname: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  emergencyContactName: z.string().nullable(),
  emergencyContactPhone: z.string().nullable(),
  foodAllergies: z.string().nullable(),
  medicalConditions: z.string().nullable(),
  otherInformation: z.string().nullable(),
  safetyConsent: z.boolean(),
  photoConsent: z.boolean(),
  totalDue: total(),
  totalPaid: total(),
  fullyPaid: z.boolean(),
  /** What the totals are made of. */
  money: moneyShown,
  additionalInformationProvided: z.boolean(),
  eventName: z.string(),
  event: eventSummary,
  invoices: z.array(invoice),
})
export type Reservation = z.output<typeof reservation>

/** How a stay was cancelled, in cents: what had been paid by then, and what of it was decided to go back. */
const cancelledStay = z.object({
  by: z.enum(['guest', 'retreat']),
  paid: cents(),
  refund: cents(),
  /** False: the card company has not told its fee yet, so the refund is still to be decided. */
  feesKnown: z.boolean(),
})

/** What the guest's own page knows besides. */
export const guestReservation = reservation.extend({
  /** For the link to the directions: reports that they were seen, and opens nothing. */
  attendeeToken: z.uuid(),
  directionsSeen: z.boolean(),
  /** The host's phone; null unless the stay is confirmed and its event stands. */
  hostPhone: z.string().nullable(),
  /** Whether what was agreed to are the Terms of Stay as published now. */
  termsCurrent: z.boolean(),
  /** Null: the details can be given or changed. */
  detailsProblem: z.enum(DETAILS_PROBLEMS).nullable(),
  /** The last day on which details that were given can still be changed. */
  changeUntil: day(),
  /** The day on which everything personal is deleted. */
  deletedOn: day(),
  /** Null: it was not cancelled, or ended otherwise. */
  cancellation: cancelledStay.nullable(),
  /** Cents that go back or went: by the card's bank, and by hand. */
  moneyBack: z.object({ underWay: cents(), done: cents(), owed: cents(), given: cents() }),
})
export type GuestReservation = z.output<typeof guestReservation>

const EVENT_NOT_FOUND = [404, 'Event Not Found'] as const
const RESERVATION_NOT_FOUND = [404, 'Reservation not found'] as const
const AMOUNT_MISMATCH = [
  422,
  'The amount has changed. Please reload the page and check it before paying.',
] as const
const EVENT_STARTED = [409, 'This retreat has already started.'] as const
const EVENT_FULL = [409, 'No spaces left'] as const
const PURGED = [410, 'The retreat is over and this information has been deleted, as promised.'] as const

const OFFER_OVER = [409, 'This offer is over: the spot went to the next in line.'] as const

const REPLACEMENT_OVER = [409, 'This spot is not being passed on any more. Nothing was charged.'] as const
const REPLACEMENT_TAKEN = [
  409,
  'Somebody else is booking this spot at this moment. If they do not pay in time, it is free to take again.',
] as const

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

export const getReservation = endpoint({
  name: 'booking.getReservation',
  method: 'GET',
  path: 'reservation',
  summary: "A guest's reservation by its private link",
  access: 'link',
  limit: 'guess',
  query: z.object({ uuid: z.string().max(100) }),
  reply: guestReservation,
  failures: {
    not_found: RESERVATION_NOT_FOUND,
    purged: PURGED,
  },
})

export const viewedDirections = endpoint({
  name: 'booking.viewedDirections',
  method: 'PUT',
  path: 'viewedDirections',
  summary: 'A guest has seen the directions; the reply is the same for an unknown attendee',
  access: 'all',
  limit: 'write',
  body: z.object({ name: z.string().max(100) }),
  reply: z.object({}),
})

export const receiveWebhook = endpoint({
  name: 'booking.receiveWebhook',
  method: 'POST',
  path: 'stripe/webhook',
  summary: "The payment provider's signed notices",
  access: 'signature',
  limit: 'read',
  reply: z.object({ received: z.literal(true) }),
  failures: {
    bad_signature: [400, 'The signature does not fit.'],
    thin_event: [400, 'Thin events are not read here: choose the snapshot payload for this endpoint.'],
  },
})
