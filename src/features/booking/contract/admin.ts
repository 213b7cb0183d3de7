/** The calls of an admin about one reservation (R12.1, R12.2). */
import { z } from 'zod'
import { arrivalShown } from '#features/arrival/contract.ts'
import { RESERVATION_EMAIL_TYPES } from '#features/emails/contract.ts'
import {
  EVENT_CANCELLED,
  EVENT_ENDED,
  EVENT_NOT_FOUND,
  EVENT_STARTED,
  PAYMENT_FAILURES,
} from '#features/events/contract/failures.ts'
import type { ChargeStatus } from '#platform/database/schema/payments.ts'
import { endpoint } from '#shared/endpoint.ts'
import {
  cents,
  clearableEmail,
  clearableLine,
  clearableName,
  clearableText,
  day,
  id,
  instantText,
  personName,
} from '#shared/fields.ts'
import { CHANGE_FAILURES } from './guest.ts'
import { HAND_METHODS } from './invoices.ts'
import { CHOICE_FAILURES, EVENT_FULL, type FinalDetailsInput, picked } from './sign-up.ts'
import {
  shownCard,
  COMPANION_STAYS,
  MONEY_MOVES,
  OF_VERSION,
  ofVersion,
  reservation,
  RESERVATION_NOT_FOUND,
} from './reservation.ts'

// The schema's own list would bring the database's library into the browser.
const CHARGE_STATUSES = [
  'planned',
  'charging',
  'succeeded',
  'declined',
  'needs_guest',
  'stopped',
] as const satisfies readonly ChargeStatus[]

const sentEmail = z.object({
  id: z.int(),
  emailType: z.enum(RESERVATION_EMAIL_TYPES),
  /** Empty until it was written, which is when it is sent. */
  subject: z.string(),
  sentAt: instantText().nullable(),
  status: z.enum(['queued', 'sent', 'failed']),
  /** Why the last try failed, for people; null: none did. */
  failure: z.string().nullable(),
})

export type SentEmail = z.output<typeof sentEmail>

/** The consent that a guest gave last: the evidence stays when it is taken back (`safetyConsent` false). */
export const consent = z.object({
  /** SHA-256 of the Terms of Stay as they were then. */
  termsHash: z.string(),
  at: instantText(),
  /** The terms agreed to are the ones that are published now. */
  current: z.boolean(),
})

export type Consent = z.output<typeof consent>

/** Names and addresses are empty once they are purged. */
export const adminReservation = reservation.extend({
  notes: z.string().nullable(),
  /** The discounts, in cents, of each who comes with this one, the payer first. */
  discounts: z.array(cents()),
  /** Null: nobody has ever agreed for this stay. */
  consent: consent.nullable(),
  /** The instant at which everything personal was deleted; nothing can be changed any more. */
  purgedAt: instantText().nullable(),
  /** Oldest first. */
  sentEmails: z.array(sentEmail),
  directionsViewedAt: instantText().nullable(),
  /** The arrival: when and how they come, and whether they are here; null: nothing is known of it. */
  arrival: arrivalShown.nullable(),
  /** The room and bed: `"Juniper, queen bed"`; null: none yet. */
  room: z.string().nullable(),
  ...shownCard,
  /** Each attempt to charge one, the oldest first. */
  cardCharges: z.array(
    z.object({
      id: z.int(),
      amount: cents(),
      on: day(),
      status: z.enum(CHARGE_STATUSES),
      /** The bank's word for a decline; null: none, or forgotten. */
      declineCode: z.string().nullable(),
    }),
  ),
  /** The reservation with which the guest of this expired hold comes to the event anyway (R46.4). Missing: none; lists leave it out. */
  otherSpot: z.int().optional(),
  createdAt: instantText(),
  /** Raised by each change: the one that an edit was made of. */
  version: z.int(),
})

export type AdminReservation = z.output<typeof adminReservation>

const sum = () => cents().min(0, 'Please enter $0.00 or more')

/** The changes that an admin may make: absent stays, null or empty text clears. */
export const reservationChanges = z.object({
  customerName: personName().optional(),
  email: clearableEmail().optional(),
  nickname: clearableName().optional(),
  phone: clearableLine(50).optional(),
  address: clearableText(500).optional(),
  emergencyContactName: clearableName().optional(),
  emergencyContactPhone: clearableLine(50).optional(),
  foodAllergies: clearableText().optional(),
  medicalConditions: clearableText().optional(),
  otherInformation: clearableText().optional(),
  notes: clearableText(5000).optional(),
  safetyConsent: z.boolean().optional(),
  photoConsent: z.boolean().optional(),
  totalDue: sum().optional(),
}) satisfies { shape: Record<keyof FinalDetailsInput, z.ZodType> }

export type ReservationChanges = z.output<typeof reservationChanges>

/** The details that may come with a sign-up by an admin; the guest tells the rest on their own page. Consent is theirs alone to give. */
export const toldDetails = reservationChanges.omit({
  customerName: true,
  email: true,
  safetyConsent: true,
  photoConsent: true,
  totalDue: true,
})

export const createReservationByAdmin = endpoint({
  name: 'booking.createReservationByAdmin',
  route: 'POST auth/createReservation',
  summary:
    'Signs somebody up, confirmed at once, past events too. `totalDue` is the event’s cost unless given, `amount` the deposit; what is left of the total is the remainder. With `paymentMethod` the deposit was paid by hand',
  access: 'admin',
  body: z.object({
    createReservationData: z.object({
      amount: sum().nullable().default(null),
      /** The method by which the deposit came by hand, just now; null or missing: it is still to be paid. */
      paymentMethod: z.enum(HAND_METHODS).nullable().default(null),
      customerName: personName(),
      eventId: id(),
      /** Null or empty: there is none, and no email is tried (R30.7). */
      email: clearableEmail(),
      totalDue: sum().nullable().default(null),
      /** The guest's choices, by id; closed ones too, and sold out ones with `allowOverbooking`. */
      options: picked().default([]),
      shouldSendEmail: z.boolean().default(false),
      allowOverbooking: z.boolean().default(false),
      ...toldDetails.shape,
    }),
  }),
  status: 201,
  reply: z.object({ reservationId: z.int(), uuid: z.uuid() }),
  failures: {
    not_found: EVENT_NOT_FOUND,
    event_cancelled: EVENT_CANCELLED,
    event_ended: EVENT_ENDED,
    event_full: EVENT_FULL,
    ...CHOICE_FAILURES,
  },
})

export const confirmReservation = endpoint({
  name: 'booking.confirmReservation',
  route: 'POST auth/confirmReservation',
  summary:
    'Confirms held spots that wait for their guest’s mailbox, for a guest whom the e-mail does not reach. Companions are e-mailed, and a stay that is taken over ends, as with the guest’s own button',
  access: 'admin',
  body: z.object(ofVersion),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    ...OF_VERSION,
    event_cancelled: EVENT_CANCELLED,
    event_started: EVENT_STARTED,
    not_waiting: 'These spots do not wait for the guest to confirm them by email.',
    hold_over:
      'These spots are no longer held, so there is nothing to confirm. Please add the guest on the retreat’s page.',
    payment_missing:
      'There is something to pay for these spots now. Record a payment, and they are confirmed.',
  },
})

export const withdrawCardByAdmin = endpoint({
  name: 'booking.withdrawCardByAdmin',
  route: 'DELETE auth/keptCard',
  summary: 'A guest has asked us to stop keeping their card',
  access: 'admin',
  query: z.object({ id: id() }),
  failures: { not_found: RESERVATION_NOT_FOUND },
})

export const getReservationByAdmin = endpoint({
  name: 'booking.getReservationByAdmin',
  route: 'GET auth/reservation',
  summary: 'One reservation by its number, with notes and mails; a purged one without any name',
  access: 'admin',
  query: z.object({ id: id() }),
  reply: adminReservation,
  failures: { not_found: RESERVATION_NOT_FOUND },
})

export const updateReservationByAdmin = endpoint({
  name: 'booking.updateReservationByAdmin',
  route: 'PUT auth/updateReservation',
  summary:
    'Changes a reservation: what is absent stays, null or empty text clears; with an outdated `version` nothing is changed. `totalDue` is the sum that price, extra charges and goodwill refunds are to come to: the price of the stay follows from it; less than the extra charges is refused. Invoices stay as they are',
  access: 'admin',
  body: z.object({
    updateReservationData: reservationChanges.extend({ id: id(), version: z.int().optional() }),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: OF_VERSION,
})

export const changeOptionsByAdmin = endpoint({
  name: 'booking.changeOptionsByAdmin',
  route: 'PUT auth/reservationOptions',
  summary:
    'Other choices for a confirmed stay, also closed ones. The price changes by what they cost more or less; unpaid invoices follow, and more than they ask for is an invoice due at once',
  access: 'admin',
  body: z.object({
    ...ofVersion,
    /** The ids of all that is chosen from now on. */
    options: picked(),
    allowOverbooking: z.boolean().default(false),
    sendEmail: z.boolean().default(true),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: { ...OF_VERSION, event_ended: EVENT_ENDED, ...CHANGE_FAILURES },
})

export const moveReservation = endpoint({
  name: 'booking.moveReservation',
  route: 'POST auth/moveReservation',
  summary:
    'Moves a confirmed stay to another retreat, and with a payer the whole party. What is paid stays with it; unpaid invoices for the price become those of the other retreat. Open card payments are canceled first',
  access: 'admin',
  body: z.object({
    ...ofVersion,
    eventId: id(),
    /** Cents for the stay there, of a party for all of it; null or missing: what that retreat costs each. */
    price: sum().nullable().default(null),
    allowOverbooking: z.boolean().default(false),
    sendEmail: z.boolean().default(true),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    ...OF_VERSION,
    not_found: [404, 'This reservation, or the other retreat, is gone.'],
    in_party: COMPANION_STAYS,
    not_movable: 'Only a confirmed stay can be moved.',
    same_event: 'The guest is at this retreat already.',
    stay_over: 'The retreat that the guest booked is over or canceled, so the stay cannot be moved.',
    passing_on:
      'The guest is passing on this spot. First the link must be taken back, or the booking by it must end.',
    event_cancelled: EVENT_CANCELLED,
    event_ended: EVENT_ENDED,
    event_full: EVENT_FULL,
    ...MONEY_MOVES,
  },
})

export const deleteReservation = endpoint({
  name: 'booking.deleteReservation',
  route: 'DELETE auth/deleteReservation',
  summary:
    'Deletes a reservation with its invoices and mails, for good, and frees its spot; payment and refund rows stay, without a name',
  access: 'admin',
  query: z.object({ id: id(), force: z.enum(['true', 'false']).optional() }),
  failures: {
    not_found: RESERVATION_NOT_FOUND,
    pays_for_others:
      'This guest pays for others who still come. Please let one of them pay first, or cancel for all of them.',
    has_paid_invoices:
      'This guest has paid by card and the money has not been refunded. Please refund it first.',
    ...PAYMENT_FAILURES,
  },
})
