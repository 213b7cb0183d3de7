/** Endpoints for admins about one reservation (R12.1, R12.2). */
import { z } from 'zod'
import { arrivalShown } from '#domain/onsite/arrival/contract.ts'
import { RESERVATION_EMAIL_TYPES } from '#shared/email-types.ts'
import {
  EVENT_CANCELLED,
  EVENT_ENDED,
  EVENT_NOT_FOUND,
  EVENT_STARTED,
  PAYMENT_FAILURES,
} from '#domain/events/contract/failures.ts'
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
import { adminInvoice, HAND_METHODS, memoText, referenceText } from './invoices.ts'
import { CODE_FAILURES } from '../codes/contract/guest.ts'
import { MOST_IN_PARTY } from '../domain/party.ts'
import {
  askedCode,
  CHOICE_FAILURES,
  companionInput,
  EVENT_FULL,
  type FinalDetailsInput,
  picked,
} from './sign-up.ts'
import {
  shownCard,
  shownEnd,
  COMPANION_STAYS,
  MONEY_MOVES,
  OF_VERSION,
  ofVersion,
  reservation,
  RESERVATION_NOT_FOUND,
} from './reservation.ts'

// Repeats the list of the database schema, because importing it would bundle the database library into the browser's
// code.
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
  /** Empty until the e-mail is sent, because the site writes the text only then. */
  subject: z.string(),
  sentAt: instantText().nullable(),
  status: z.enum(['queued', 'sent', 'failed']),
  /** Why the last attempt to send the e-mail failed, in words for an admin; null if none failed. */
  failure: z.string().nullable(),
})

export type SentEmail = z.output<typeof sentEmail>

/**
 * A guest's last safety consent, which includes the Terms of Stay. Stays as evidence after the guest withdraws it and
 * `safetyConsent` becomes false.
 */
export const consent = z.object({
  /** SHA-256 of the Terms of Stay to which the guest agreed. */
  termsHash: z.string(),
  at: instantText(),
  /** True if the guest agreed to the Terms of Stay that are published now. */
  current: z.boolean(),
})

export type Consent = z.output<typeof consent>

/** A reservation as admins see it. After the purge, names and addresses are empty. */
export const adminReservation = reservation.extend({
  notes: z.string().nullable(),
  invoices: z.array(adminInvoice),
  /** Discount of each guest in the party in cents, the payer's first. */
  discounts: z.array(cents()),
  /** Null if no guest of this stay has ever given consent. */
  consent: consent.nullable(),
  /** When all personal data of the reservation was deleted. After that, nothing can be changed. */
  purgedAt: instantText().nullable(),
  sentEmails: z.array(sentEmail),
  directionsViewedAt: instantText().nullable(),
  /** When and how the guest arrives, and whether they have arrived; null if nothing is known. */
  arrival: arrivalShown.nullable(),
  /** Room and bed, such as `"Juniper, queen bed"`; null if none is assigned. */
  room: z.string().nullable(),
  ...shownEnd,
  ...shownCard,
  /** Every attempt to charge the guest's saved card, the oldest first. */
  cardCharges: z.array(
    z.object({
      id: z.int(),
      amount: cents(),
      on: day(),
      status: z.enum(CHARGE_STATUSES),
      /** The bank's code for the declined card; null if there is none or the code was deleted. */
      declineCode: z.string().nullable(),
    }),
  ),
  /**
   * Id of another reservation of the same guest at this event, shown on the page of an expired hold (R46.4).
   * Missing if there is none.
   */
  otherSpot: z.int().optional(),
  /**
   * Cents that block the deletion: the guest's deposits, and refunds that are not made yet, in the ledger. Money that
   * the venue has earned or kept does not count.
   */
  openMoney: z.int().meta({ title: 'Cents' }),
  createdAt: instantText(),
  /**
   * Counter that each change of the reservation raises. An edit sends the version it saw, so that a stale edit is
   * refused.
   */
  version: z.int(),
})

export type AdminReservation = z.output<typeof adminReservation>

const sum = () => cents().min(0, 'Please enter $0.00 or more')

/** Changes that an admin may make. A missing field stays unchanged; null or an empty text clears it. */
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

/**
 * Details that an admin may enter when signing a guest up. Consent is not among them, because only the guest can give
 * it.
 */
export const toldDetails = reservationChanges.omit({
  customerName: true,
  email: true,
  safetyConsent: true,
  photoConsent: true,
  totalDue: true,
})

/** A guest whom an admin signs up together with the guest who pays. */
export const companionByAdmin = companionInput.extend(toldDetails.shape)

export const createReservationByAdmin = endpoint({
  name: 'booking.createReservationByAdmin',
  route: 'POST auth/createReservation',
  summary:
    'Signs a guest up for an event as an admin, with `companions` if there are any, and confirms the spots immediately, even after the event has started. `totalDue` is the price for all of them (by default the event’s price with the chosen `options` and the discount of `code`). `amount` is the deposit (by default what a guest who signs up must pay now), and the rest is invoiced as the remainder. With `paymentMethod`, the deposit counts as already paid without a card. E-mails each guest a confirmation only with `shouldSendEmail`. Fails if too few spots are left for all guests (unless `allowOverbooking` is set), if the code cannot be used, or if the event is canceled or over',
  needs: 'guests.edit',
  body: z.object({
    createReservationData: z.object({
      amount: sum().nullable().default(null),
      /**
       * Method of the manual payment with which the guest has just paid the deposit. Null or missing if the deposit
       * is still to be paid.
       */
      paymentMethod: z.enum(HAND_METHODS).nullable().default(null),
      /** When the manual payment was made; never in the future. Null or missing means now. */
      datePaid: instantText().nullish(),
      /** Number of the check or bank transfer of the manual payment. */
      reference: referenceText().optional(),
      /** A note for admins about the manual payment. */
      memo: memoText().optional(),
      customerName: personName(),
      eventId: id(),
      /** Null or empty if the guest has no e-mail address (R30.7). */
      email: clearableEmail(),
      /**
       * Price of all guests together. It is divided among them in proportion to what each stay costs. Cannot be
       * combined with `code`.
       */
      totalDue: sum().nullable().default(null),
      /**
       * Guests for whom this guest pays. Either all get a spot or none does. Without an e-mail address, the payer
       * gets the companion's private link and passes it on.
       */
      companions: z
        .array(companionByAdmin)
        .max(
          MOST_IN_PARTY - 1,
          `One booking is for at most ${MOST_IN_PARTY} guests. Please book the others separately`,
        )
        .default([]),
      ...askedCode,
      /** Random key of the form. If the form sends it again, the reply is the same as before. */
      attempt: z.string().min(16).max(100).nullish(),
      /** Option ids. Closed options (hidden from guests) are allowed; sold-out ones need `allowOverbooking`. */
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
    ...CODE_FAILURES,
  },
})

export const confirmReservation = endpoint({
  name: 'booking.confirmReservation',
  route: 'POST auth/confirmReservation',
  summary:
    'Confirms the held spots of a free sign-up as an admin, for a guest who did not get the e-mail that asks to confirm them. Has the same effects as `POST heldSpots/confirm`. Fails if the spots do not wait for a confirmation by e-mail, if the hold has expired, if something must be paid, if the event has started or is canceled, or if the `version` is stale',
  needs: 'guests.edit',
  body: z.object(ofVersion),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    ...OF_VERSION,
    event_cancelled: EVENT_CANCELLED,
    event_started: EVENT_STARTED,
    not_waiting: 'The guest does not have to confirm these spots by email, so there is nothing to confirm.',
    hold_over:
      'These spots are no longer held, so there is nothing to confirm. Please add the guest on the retreat’s page.',
    payment_missing:
      'There is something to pay for these spots now. Record a payment, and they are confirmed.',
  },
})

export const withdrawCardByAdmin = endpoint({
  name: 'booking.withdrawCardByAdmin',
  route: 'DELETE auth/keptCard',
  summary:
    'Deletes a guest’s saved card on the site and at Stripe, for a guest who asked an admin. Succeeds also if no card is saved',
  needs: 'guests.edit',
  query: z.object({ id: id() }),
  failures: { not_found: RESERVATION_NOT_FOUND },
})

export const getReservationByAdmin = endpoint({
  name: 'booking.getReservationByAdmin',
  route: 'GET auth/reservation',
  summary:
    'Returns a reservation by its id, with its invoices, the admins’ notes and the e-mails sent to the guest. After the purge (the deletion of old personal data) it has no personal data',
  needs: 'guests.edit',
  query: z.object({ id: id() }),
  reply: adminReservation,
  failures: { not_found: RESERVATION_NOT_FOUND },
})

export const updateReservationByAdmin = endpoint({
  name: 'booking.updateReservationByAdmin',
  route: 'PUT auth/updateReservation',
  summary:
    'Changes a reservation as an admin. Missing fields stay unchanged, and null or an empty text clears a field. A new `totalDue` changes the price but not the existing invoices. If `email` replaces another address, the guest also gets a new private link by e-mail. Fails if the `version` is stale',
  needs: 'guests.edit',
  body: z.object({
    updateReservationData: reservationChanges.extend({ id: id(), version: z.int().optional() }),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: OF_VERSION,
})

export const renewLinks = endpoint({
  name: 'booking.renewLinks',
  route: 'POST auth/renewLinks',
  summary:
    'Replaces a guest’s private link, and e-mails the new link to the guest if they have an e-mail address. All earlier private links of the guest stop working. Fails if the `version` is stale',
  needs: 'guests.edit',
  body: z.object(ofVersion),
  reply: z.object({ reservation: adminReservation }),
  failures: OF_VERSION,
})

export const changeOptionsByAdmin = endpoint({
  name: 'booking.changeOptionsByAdmin',
  route: 'PUT auth/reservationOptions',
  summary:
    'Replaces the options (lodging and extras) of a guest with a confirmed stay, as an admin, and updates the price and the unpaid invoices. If no unpaid invoice can take a higher price, creates a new invoice that is due immediately. Accepts options that guests can no longer choose, but sold-out ones only with `allowOverbooking`. E-mails the guest unless `sendEmail` is `false`. Fails if the `version` is stale',
  needs: 'guests.edit',
  body: z.object({
    ...ofVersion,
    /** Ids of all options that the guest will have after the change, including options that stay. */
    options: picked(),
    allowOverbooking: z.boolean().default(false),
    sendEmail: z.boolean().default(true),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: { ...OF_VERSION, event_ended: EVENT_ENDED, ...CHANGE_FAILURES },
})

/** Why the stay of a guest who is passing on the spot cannot be moved. */
export const CANNOT_MOVE =
  'The guest is passing on this spot. Wait until the guest takes back the link, or until the sign-up through it has ended.'

export const moveReservation = endpoint({
  name: 'booking.moveReservation',
  route: 'POST auth/moveReservation',
  summary:
    'Moves a confirmed stay to the event `eventId`, or the whole party if the guest pays for one. Removes chosen options, the assigned bed and the arrival time. Payments move too, unpaid invoices are replaced by invoices of the new price (`price`, by default that event’s price), and open card payments are canceled. E-mails the guests unless `sendEmail` is `false`. Fails if that event is full (unless `allowOverbooking` is set), if somebody else pays for the guest, or if a guest is passing on their spot',
  needs: 'guests.edit',
  body: z.object({
    ...ofVersion,
    eventId: id(),
    /** New price in cents for the whole party. Null or missing means the new event's price for each guest. */
    price: sum().nullable().default(null),
    allowOverbooking: z.boolean().default(false),
    sendEmail: z.boolean().default(true),
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    ...OF_VERSION,
    not_found: [404, 'This reservation or the other retreat no longer exists. Please reload the page.'],
    in_party: COMPANION_STAYS,
    not_movable: 'Only a confirmed stay can be moved.',
    same_event: 'The guest is already signed up for this retreat. Please choose another.',
    stay_over:
      'The retreat that the guest booked is over or canceled, so the stay cannot be moved. Please add the guest to the other retreat.',
    passing_on: CANNOT_MOVE,
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
    'Deletes a reservation permanently, with its invoices and e-mails, and frees its spot. Payments and refunds stay recorded, without the guest’s name. Fails if the guest pays for others. Fails with `money_open` while deposits or refunds of the guest are open in the ledger, unless `force` is `true`, which needs the permission `money.refund`; then they are listed by `openBalances.list`',
  needs: 'guests.edit',
  query: z.object({ id: id(), force: z.enum(['true', 'false']).optional() }),
  failures: {
    not_found: RESERVATION_NOT_FOUND,
    pays_for_others:
      'This guest pays for others who are still coming. Please let one of them pay first, or cancel for all of them.',
    money_open: 'Money of this guest is open. Refund it, or cancel the stay and keep it, first.',
    ...PAYMENT_FAILURES,
  },
})
